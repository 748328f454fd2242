"""What the catalogs say: every placeholder kept, and letters that fonts have."""

import re
from collections import Counter
from collections.abc import Iterator

import polib
import pytest
from django.conf import settings

from nardi_site.catalogs import LOCALE

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w+\}")
CATALOGS = [
    (code, domain)
    for code, _ in settings.LANGUAGES
    for domain in ("django", "djangojs")
]


def entries(language: str, domain: str) -> polib.POFile:
    """The catalog as it is kept."""
    return polib.pofile(str(LOCALE / language / "LC_MESSAGES" / f"{domain}.po"))


def pairs(entry: polib.POEntry) -> Iterator[tuple[str, str]]:
    """Each text of an entry with what it translates."""
    if not entry.msgid_plural:
        yield entry.msgid, entry.msgstr
        return
    for number, text in entry.msgstr_plural.items():
        yield (entry.msgid_plural if number else entry.msgid), text


@pytest.mark.parametrize(("language", "domain"), CATALOGS)
def test_nothing_is_missing_guessed_or_left_over(language: str, domain: str) -> None:
    catalog = entries(language, domain)
    assert catalog.metadata["Language"] == language
    assert [entry.msgid for entry in catalog if not entry.translated()] == []
    assert [entry.msgid for entry in catalog.fuzzy_entries()] == []
    assert [entry.msgid for entry in catalog.obsolete_entries()] == []


@pytest.mark.parametrize(("language", "domain"), CATALOGS)
def test_every_placeholder_is_kept(language: str, domain: str) -> None:
    for entry in entries(language, domain):
        for source, text in pairs(entry):
            assert Counter(PLACEHOLDER.findall(source)) == Counter(
                PLACEHOLDER.findall(text)
            ), entry.msgid


@pytest.mark.parametrize(("language", "domain"), CATALOGS)
def test_a_sentence_stays_a_sentence(language: str, domain: str) -> None:
    """It ends as the original ends: no title got a full stop, nor the reverse."""
    for entry in entries(language, domain):
        for source, text in pairs(entry):
            assert source.endswith((".", "…")) == text.endswith((".", "…")), entry.msgid


@pytest.mark.parametrize("domain", ["django", "djangojs"])
def test_georgian_has_no_capitals_and_its_own_quotes(domain: str) -> None:
    for entry in entries("ka", domain):
        for _, text in pairs(entry):
            assert not re.search("[\u1c90-\u1cbf]", text), entry.msgid
            assert not re.search('["“]', re.sub("„[^“]*“", "", text)), entry.msgid


@pytest.mark.parametrize("domain", ["django", "djangojs"])
def test_georgian_is_georgian(domain: str) -> None:
    """Latin letters stand only where the thing itself is written in them."""
    for entry in entries("ka", domain):
        for _, text in pairs(entry):
            words = re.sub(r"JavaScript|A–Z|a–z", "", PLACEHOLDER.sub("", text))
            assert not re.search("[A-Za-z]", words), text
