"""What search engines are given: a map without dead ends, and what to leave alone."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client

from games.rulebook.languages import LIBRARY

pytestmark = pytest.mark.django_db

MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
LINK = "{http://www.w3.org/1999/xhtml}link"
CODES = {code for code, _ in settings.LANGUAGES}


def entries() -> list[ET.Element]:
    answer = Client().get("/sitemap.xml")
    assert answer["Content-Type"] == "application/xml"
    return ET.fromstring(answer.content).findall(f"{MAP}url")  # noqa: S314 - our own


def path(entry: ET.Element) -> str:
    location = entry.findtext(f"{MAP}loc")
    assert location
    return urlsplit(location).path


def test_every_page_is_on_the_map_once() -> None:
    there = [path(entry) for entry in entries()]
    book = {
        f"/{code}/{entry.path}"
        for code, entries in LIBRARY.items()
        if code in CODES
        for entry in entries.values()
    }
    assert len(there) == len(set(there))
    assert set(there) == book | {f"/{code}/" for code in CODES}


def test_every_address_on_the_map_answers() -> None:
    client = Client()
    for entry in entries():
        assert client.get(path(entry)).status_code == 200, path(entry)


def test_counterparts_name_each_other() -> None:
    pages = {path(entry): entry for entry in entries()}
    for here, entry in pages.items():
        links = {one.get("hreflang"): one.get("href", "") for one in entry.iter(LINK)}
        paths = {code: urlsplit(link).path for code, link in links.items()}
        assert here in paths.values()
        assert "x-default" in paths
        for other in paths.values():
            assert [one.attrib for one in pages[other].iter(LINK)] == [
                one.attrib for one in entry.iter(LINK)
            ]


def test_what_is_left_alone() -> None:
    """Accounts and tables; never a page of the rule book."""
    answer = Client().get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain")
    lines = answer.content.decode().splitlines()
    shut = [line.removeprefix("Disallow: ") for line in lines if "Disallow" in line]
    assert "/en/account/" in shut
    assert "/en/table/" in shut
    assert "Sitemap: http://testserver/sitemap.xml" in lines
    assert not [
        path(entry)
        for entry in entries()
        if any(path(entry).startswith(one) for one in shut)
    ]
