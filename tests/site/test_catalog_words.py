"""What the catalogs say: every placeholder kept, and letters that fonts have."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import django
import polib
import pytest
from django.conf import settings

from nardi_site.catalogs import LOCALE

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w+\}")
TAG = re.compile(r"</?\w[^>]*>")
DOMAINS = ("django", "djangojs")
CATALOGS = [(code, domain) for code, _ in settings.LANGUAGES for domain in DOMAINS]
DJANGOS = Path(django.__file__).parent / "conf" / "locale"

FORMS = {"ka": 2, "en": 2, "ru": 4, "tr": 2}
LETTERS = {
    "ka": "[\u10d0-\u10fa]",
    "en": "[A-Za-z]",
    "ru": "[А-Яа-яЁё]",
    "tr": "[A-Za-zÇĞİÖŞÜçğıöşüâÂîÎû]",
}
LATIN_THINGS = re.compile(
    r"JavaScript|A–Z|a–z|GNU Backgammon|4HPwATDgc/ABMA|\blong-|Domino Coin|CSV"
)
QUOTES = {"ka": ("„", "“"), "en": ("“", "”"), "ru": ("«", "»"), "tr": ("“", "”")}


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


@pytest.mark.parametrize(("language", "domain"), CATALOGS)
def test_plurals_are_as_many_as_the_language_has(language: str, domain: str) -> None:
    """By Django's own rule: Django takes the rule of one catalog for all of them."""
    catalog = entries(language, domain)
    djangos = polib.pofile(str(DJANGOS / language / "LC_MESSAGES" / "django.po"))
    rule, djangos_rule = (
        one.metadata["Plural-Forms"].replace(" ", "") for one in (catalog, djangos)
    )
    assert rule == djangos_rule
    assert rule.startswith(f"nplurals={FORMS[language]};")
    for entry in catalog:
        if entry.msgid_plural:
            assert set(entry.msgstr_plural) == set(range(FORMS[language])), entry.msgid
            assert all(entry.msgstr_plural.values()), entry.msgid


@pytest.mark.parametrize(("language", "domain"), CATALOGS)
def test_a_noun_stays_singular_after_a_number(language: str, domain: str) -> None:
    """In Georgian and Turkish; Russian has three forms, and English two."""
    for entry in entries(language, domain):
        forms = set(entry.msgstr_plural.values())
        if language in ("ka", "tr"):
            assert len(forms) <= 1, entry.msgid
        elif forms:
            assert len(forms) > 1, entry.msgid


@pytest.mark.parametrize(("language", "domain"), CATALOGS)
def test_tags_are_kept(language: str, domain: str) -> None:
    for entry in entries(language, domain):
        for source, text in pairs(entry):
            assert TAG.findall(source) == TAG.findall(text), entry.msgid


@pytest.mark.parametrize(("language", "domain"), CATALOGS)
def test_a_language_is_written_in_its_own_letters(language: str, domain: str) -> None:
    """Others stand only where the thing itself is written in them."""
    for entry in entries(language, domain):
        for _, text in pairs(entry):
            words = LATIN_THINGS.sub("", PLACEHOLDER.sub("", text))
            foreign = [
                letter
                for letter in words
                if letter.isalpha() and not re.match(LETTERS[language], letter)
            ]
            assert foreign == [], text


@pytest.mark.parametrize(("language", "domain"), CATALOGS)
def test_quotes_are_the_languages_own(language: str, domain: str) -> None:
    opening, closing = QUOTES[language]
    for entry in entries(language, domain):
        for _, text in pairs(entry):
            rest = re.sub(f"{opening}[^{opening}{closing}]*{closing}", "", text)
            assert not re.search('["„“”«»]', rest), text


@pytest.mark.parametrize(("language", "domain"), CATALOGS)
def test_nothing_sounds_like_gambling(language: str, domain: str) -> None:
    """The coin is for play: one enters with it, and bets nothing."""
    for entry in entries(language, domain):
        for _, text in pairs(entry):
            assert not re.search(r"ფსონ|ставк|bahis|\bbets?\b|\bstake", text, re.I), (
                text
            )


@pytest.mark.parametrize("domain", DOMAINS)
def test_russian_is_polite_without_a_capital(domain: str) -> None:
    for entry in entries("ru", domain):
        for _, text in pairs(entry):
            within = re.sub(r"(?:^|[.?!] )[А-Я]", "", text)
            assert not re.search(r"\bВ(?:ы|ас|ам|ами|аш\w*)\b", within), text
            assert not re.search(r"\b(?:ты|тебя|тебе|тво[йяеёи]\w*)\b", text, re.I), (
                text
            )


@pytest.mark.parametrize("domain", DOMAINS)
def test_georgian_has_no_capitals(domain: str) -> None:
    for entry in entries("ka", domain):
        for _, text in pairs(entry):
            assert not re.search("[\u1c90-\u1cbf]", text), entry.msgid


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_opponent_is_called_as_in_the_rule_book(domain: str) -> None:
    """One word for him in Georgian, which has two."""
    for entry in entries("ka", domain):
        for _, text in pairs(entry):
            assert "მეტოქ" not in text, text
