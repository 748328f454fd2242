"""The front door, the frame of every page, and the pages for what goes wrong."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.finders import find
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import formats, translation

from accounts.models import User

ERRORS = ("400", "403", "403_csrf", "404", "429", "500")
LANGUAGES = [code for code, _ in settings.LANGUAGES]


@pytest.fixture
def visitor(db: None) -> Client:
    return Client()


def test_a_visitor_sees_what_this_is(visitor: Client) -> None:
    page = visitor.get("/en/")
    assert page.status_code == 200
    assert "Create an account" in page.text
    assert "<svg" in page.text


def test_a_player_is_taken_to_the_lobby(db: None) -> None:
    client = Client()
    client.force_login(User.objects.create_user("Nino"))
    assert client.get("/en/").headers["Location"] == "/en/lobby/"


def test_the_front_door_takes_no_post(visitor: Client) -> None:
    assert visitor.post("/en/").status_code == 405


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_says_its_language_and_its_others(
    visitor: Client, language: str
) -> None:
    text = visitor.get(f"/{language}/account/login/").text
    assert f'<html lang="{language}">' in text
    alternates = dict(re.findall(r'hreflang="([\w-]+)" href="([^"]+)"', text))
    wanted = {code: f"http://testserver/{code}/account/login/" for code in LANGUAGES}
    assert alternates == {**wanted, "x-default": wanted["ka"]}


@pytest.mark.parametrize("wanted", LANGUAGES)
@pytest.mark.parametrize("browsers_own", LANGUAGES)
def test_the_switch_keeps_page_and_query(
    visitor: Client, browsers_own: str, wanted: str
) -> None:
    """Whatever language the browser would ask for."""
    page = "/en/account/login/?next=/en/table/abc/"
    headers = {"accept-language": browsers_own}
    text = visitor.get(page, headers=headers).text
    form = re.search(r'action="([^"]+)">.+?name="next" value="([^"]+)"', text, re.S)
    assert form
    answer = visitor.post(
        form[1], {"language": wanted, "next": form[2]}, headers=headers
    )
    wanted_page = page.replace("en", wanted, 1)
    assert answer.headers["Location"] == wanted_page
    assert visitor.cookies["django_language"].value == wanted


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("ru-RU,ru;q=0.9,en;q=0.5", "ru"),
        ("tr", "tr"),
        ("en-GB,en;q=0.8,ka;q=0.5", "en"),
        ("de,ru;q=0.5", "ru"),
        ("de,fr;q=0.5", "ka"),
        ("", "ka"),
    ],
)
def test_a_first_visit_is_in_the_browsers_language(
    visitor: Client, asked: str, given: str
) -> None:
    """Georgian where it asks for none that there is."""
    answer = visitor.get("/", headers={"accept-language": asked})
    assert answer.headers["Location"] == f"/{given}/"


SCRIPT_FONTS = {
    "ka": {"firago-georgian-400", "firago-georgian-600", "nardi-serif-georgian"},
    "en": {"nardi-serif-latin"},
    "ru": {"firago-cyrillic-400", "firago-cyrillic-600", "nardi-serif-cyrillic"},
    "tr": {"nardi-serif-latin", "nardi-serif-turkish"},
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fonts_of_a_language_are_asked_for_at_once(
    visitor: Client, language: str
) -> None:
    """The first ones of its script, and of no other; all there, and light."""
    text = visitor.get(f"/{language}/").text
    links = re.findall(r'rel="preload" as="font"[^>]+fonts/([\w-]+)\.woff2"', text)
    assert set(links) == SCRIPT_FONTS[language] | {
        "firago-latin-400",
        "firago-latin-600",
    }
    files = [find(f"site/fonts/{name}.woff2") for name in links]
    assert sum(Path(file).stat().st_size for file in files if file) < 90_000
    assert all(files)


@pytest.mark.parametrize("language", LANGUAGES)
def test_drawings_keep_their_decimal_points(visitor: Client, language: str) -> None:
    """A comma in a length would spoil them."""
    text = visitor.get(f"/{language}/").text
    assert re.search(r' (?:x|y|cx|cy|r|width|height)="[\d.]+"', text)
    assert not re.search(r' (?:x|y|cx|cy|r|width|height)="\d+,\d', text)


NOON = datetime(2026, 11, 29, 18, 5, tzinfo=UTC)
WRITTEN = {
    "ka": ("29 ნოემბერი, 2026", "18:05", "29.11.2026", "1\xa0234\xa0567,5"),
    "en": ("29 November 2026", "18:05", "29 Nov 2026", "1,234,567.5"),
    "ru": ("29 ноября 2026 г.", "18:05", "29.11.2026", "1\xa0234\xa0567,5"),
    "tr": ("29 Kasım 2026", "18:05", "29 Kas 2026", "1.234.567,5"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_dates_and_numbers_are_the_languages_own(language: str) -> None:
    with translation.override(language):
        written = (
            formats.date_format(NOON, "DATE_FORMAT"),
            formats.time_format(NOON, "TIME_FORMAT"),
            formats.date_format(NOON, "SHORT_DATE_FORMAT"),
            formats.number_format(1234567.5, force_grouping=True),
        )
        assert formats.get_format("FIRST_DAY_OF_WEEK") == 1
        assert "18:05" in formats.date_format(NOON, "DATETIME_FORMAT")
    assert written == WRITTEN[language]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["DATE_FORMAT", "DATETIME_FORMAT", "MONTH_DAY_FORMAT"])
def test_a_day_in_words_has_no_zero_before_it(language: str, name: str) -> None:
    with translation.override(language):
        assert formats.date_format(datetime(2026, 1, 1, tzinfo=UTC), name)[:2] == "1 "


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example/"])
def test_the_switch_never_leads_off_the_site(visitor: Client, target: str) -> None:
    answer = visitor.post("/en/language/", {"language": "ka", "next": target})
    assert "evil" not in answer.headers["Location"]


def test_the_header_shows_who_is_in(db: None) -> None:
    client = Client()
    client.force_login(User.objects.create_user("Nino", password="x"))
    text = client.get("/en/account/password/change/").text
    assert "Nino" in text
    assert 'action="/en/account/logout/"' in text
    assert "/en/account/signup/" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_that_is_not_there(visitor: Client, language: str) -> None:
    answer = visitor.get(f"/{language}/none/")
    assert answer.status_code == 404
    assert f'<html lang="{language}">' in answer.text
    # There is nothing of it in another language: the switch leads home.
    assert f'name="next" value="/{language}/"' in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ERRORS)
def test_an_error_page_needs_nothing(language: str, name: str) -> None:
    """Neither a request nor a database: those may be what went wrong."""
    with translation.override(language):
        text = render_to_string(f"{name}.html")
    assert f'<html lang="{language}">' in text
    assert f">{name[:3]}</p>" in text
    assert f'href="/{language}/"' in text


def test_every_page_has_a_title_and_one_heading(visitor: Client) -> None:
    titles = set()
    for path in ("", "account/login/", "account/signup/", "account/password/reset/"):
        text = visitor.get(f"/en/{path}").text
        title = re.search(r"<title>(.+?)</title>", text)
        assert title
        titles.add(title[1])
        assert text.count("<h1") == 1
        assert 'name="description"' in text
    assert len(titles) == 4


@pytest.mark.parametrize("name", ["email_change", "reauthenticate"])
def test_a_page_of_allauths_own_would_be_in_the_house_look(db: None, name: str) -> None:
    """Pages that come later need no styling of their own."""
    request = RequestFactory().get("/en/")
    request.resolver_match = None
    with translation.override("en"):
        text = render_to_string(f"account/{name}.html", request=request)
    assert 'class="header"' in text
    assert 'class="button' in text
