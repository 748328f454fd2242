"""The pages of the rule book: there in every language, the same in every language."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.template.loader import get_template
from django.test import Client

from games.rulebook.diagrams import DIAGRAMS
from games.rulebook.glossary import LANGUAGES, TERMS
from games.rulebook.languages import LIBRARY
from games.rulebook.pages import BY_KEY
from tests.rulebook.pages import (
    BOOKS,
    PAGES,
    SHOWN,
    address,
    article,
    reached,
    read,
    visited,
    words,
)

pytestmark = pytest.mark.django_db

EVERY_PAGE = pytest.mark.parametrize(("language", "key"), PAGES)
EVERY_SHOWN_PAGE = pytest.mark.parametrize(("language", "key"), SHOWN)
EVERY_BOOK = pytest.mark.parametrize("language", BOOKS)

# The letters of each language's own script; digits, signs and spaces are nobody's.
SCRIPTS = {
    "ka": r"\u10d0-\u10ff",
    "en": r"A-Za-zÀ-ɏ",
    "ru": r"\u0400-\u04ff",
    "tr": r"A-Za-zÀ-ɏ",
}
NOTATION = re.compile(r"\b(?:bar|\d+)(?:/(?:\d+\*?|off))+|\b(?:bar|off)\b")
FOREIGN = {"Android", "Backgammon", "Coin", "Domino", "GNU", "kaç", "long", "vur"}
"""Names, and one Turkish word that is explained where it stands."""

MTAVRULI = re.compile(r"[\u1c90-\u1cbf]")
OTHER_WORDS = re.compile(r"მეტოქ|ფსონ|ставк|bahis|\bbets?\b|\bstake", re.IGNORECASE)
SHORTEST = 0.6
HEAVIEST_KB = 45
"""What a page may weigh on its way, compressed; fonts and styles come once."""


@EVERY_SHOWN_PAGE
def test_a_page_answers_in_its_language(language: str, key: str) -> None:
    page = visited(language, key)
    entry = LIBRARY[language][key]
    assert page.title.startswith(entry.title)
    assert page.metas["description"] == entry.description
    canonical = [one["href"] for one in page.rels if one["rel"] == "canonical"]
    assert canonical == [f"http://testserver{address(language, key)}"]


@EVERY_SHOWN_PAGE
def test_a_page_names_its_counterparts(language: str, key: str) -> None:
    """One for each language that has the page, and the first as the default."""
    page = visited(language, key)
    alternates = {
        one["hreflang"]: urlsplit(one["href"]).path
        for one in page.rels
        if one["rel"] == "alternate"
    }
    there = {
        code: address(code, key)
        for code, _ in settings.LANGUAGES
        if key in LIBRARY.get(code, {})
    }
    assert alternates == {**there, "x-default": next(iter(there.values()))}


@EVERY_SHOWN_PAGE
def test_the_language_switch_keeps_the_page(language: str, key: str) -> None:
    """In a language without it, the switch leads to that rule book or to the start."""
    for other, _ in settings.LANGUAGES:
        answer = Client().post(
            f"/{language}/language/",
            {"language": other, "next": address(language, key)},
        )
        assert answer.status_code == 302
        there = answer["Location"]
        assert reached(there).status == 200
        if key in LIBRARY.get(other, {}):
            assert there == address(other, key)
        else:
            assert there.startswith(f"/{other}/")


@EVERY_PAGE
def test_a_page_has_a_text(language: str, key: str) -> None:
    assert get_template(BY_KEY[key].template(language))


@EVERY_PAGE
def test_an_address_can_be_read_aloud(language: str, key: str) -> None:
    assert re.fullmatch(r"(?:[a-z]+(?:-[a-z]+)*/)+", LIBRARY[language][key].path)


@EVERY_BOOK
def test_no_two_pages_of_a_language_share_anything(language: str) -> None:
    entries = LIBRARY[language].values()
    for part in ("path", "name", "title", "description"):
        values = [getattr(entry, part) for entry in entries]
        assert len(set(values)) == len(values), part


@EVERY_PAGE
def test_a_title_and_a_description_fit_a_list_of_results(
    language: str, key: str
) -> None:
    entry = LIBRARY[language][key]
    assert 10 <= len(entry.title) <= 65
    assert 70 <= len(entry.description) <= 170


@EVERY_PAGE
def test_a_page_has_the_same_parts_in_every_language(language: str, key: str) -> None:
    """Sections, diagrams, glossary words, and as many questions."""
    here = article(language, key).collected
    model = article("en", key).collected
    assert [one.anchor for one in here.sections] == [
        one.anchor for one in model.sections
    ]
    assert here.diagrams == model.diagrams
    assert here.terms == model.terms
    assert len(here.questions) == len(model.questions)
    assert here.layouts == model.layouts


@EVERY_PAGE
def test_no_language_is_told_less(language: str, key: str) -> None:
    longest = max(
        len(words(other, key).split()) for other in BOOKS if key in LIBRARY[other]
    )
    assert len(words(language, key).split()) >= SHORTEST * longest


@EVERY_PAGE
def test_a_text_keeps_to_its_script(language: str, key: str) -> None:
    if key == "glossary":
        return
    text = NOTATION.sub(" ", words(language, key)).replace(settings.CONTACT_EMAIL, "")
    letters = re.findall(r"[^\W\d_]+", text)
    own = re.compile(rf"[{SCRIPTS[language]}]+")
    assert {word for word in letters if not own.fullmatch(word)} <= FOREIGN


@EVERY_PAGE
def test_a_thing_has_one_name(language: str, key: str) -> None:
    """Georgian has a second word for the opponent; and nothing here is a bet."""
    assert not OTHER_WORDS.search(words(language, key))


@EVERY_PAGE
def test_no_georgian_capitals(language: str, key: str) -> None:
    """Fonts lack them, and nobody writes so."""
    entry = LIBRARY[language][key]
    said = (article(language, key).body, entry.title, entry.description, entry.name)
    assert not any(MTAVRULI.search(text) for text in said)


@EVERY_PAGE
def test_what_follows_a_heading_is_a_sentence_of_its_own(
    language: str, key: str
) -> None:
    """A heading is no first half; Georgian has no capitals to see it by."""
    found = re.findall(r"</h[23]>\s*<p[^>]*>(\w)", article(language, key).body)
    assert not any(letter.islower() for letter in found if language != "ka")


@pytest.mark.parametrize(
    ("language", "key"), [one for one in PAGES if one[0] in ("ka", "ru")]
)
def test_thousands_are_parted_and_never_torn(language: str, key: str) -> None:
    """As the site's number format parts them: by a space that holds."""
    text = " ".join(read(article(language, key).body).words)
    assert not re.search(r"\b\d{4}\b|\b[1-9] \d00\b", text)


@pytest.mark.parametrize("key", LIBRARY["ka"])
def test_a_number_is_not_torn_from_its_georgian_ending(key: str) -> None:
    """A line may end after a hyphen, but not where a word joiner follows it."""
    body = article("ka", key).body
    assert not re.search("[0-9A-Za-z]-[\u10d0-\u10ff]", body)
    assert key != "georgian" or "6-\u2060" in body


@EVERY_PAGE
def test_every_question_has_an_answer(language: str, key: str) -> None:
    for question, answer in article(language, key).collected.questions:
        assert question.strip().endswith("?")
        assert len(answer) > 20
        assert "<" not in answer


@EVERY_BOOK
def test_every_diagram_and_every_word_is_used(language: str) -> None:
    collected = [article(language, key).collected for key in LIBRARY[language]]
    if set(LIBRARY[language]) == set(BY_KEY):
        assert {name for one in collected for name in one.diagrams} == set(DIAGRAMS)
    for one in collected:
        assert not one.terms or one.terms == list(TERMS)
        repeated = Counter(one.diagrams)
        assert all(times == 1 for times in repeated.values())


def test_every_word_of_the_glossary_is_in_four_languages() -> None:
    assert len(TERMS) >= 60
    for term in TERMS.values():
        assert all(term.words(language).strip() for language in LANGUAGES)


@EVERY_SHOWN_PAGE
def test_every_id_is_there_once(language: str, key: str) -> None:
    repeated = Counter(visited(language, key).ids)
    assert [one for one, times in repeated.items() if times > 1] == []


@EVERY_SHOWN_PAGE
def test_every_diagram_is_drawn_and_spoken(language: str, key: str) -> None:
    page = visited(language, key)
    names = article(language, key).collected.diagrams
    assert page.images == len(names)
    ids = set(page.ids)
    assert {f"{name}-title" for name in names} <= ids
    assert {f"{name}-words" for name in names} <= ids


@EVERY_SHOWN_PAGE
def test_every_link_leads_somewhere(language: str, key: str) -> None:
    """Pages, their sections, and positions of the explorer."""
    page = visited(language, key)
    for link in dict.fromkeys(page.links):
        parts = urlsplit(link)
        if parts.scheme == "mailto":
            continue
        assert not parts.netloc, link
        if not parts.path:
            assert parts.fragment in page.ids, link
            continue
        answer = reached(link.partition("#")[0])
        assert answer.status in (200, 302), link
        if parts.fragment:
            assert parts.fragment in answer.page.ids, link


@EVERY_SHOWN_PAGE
def test_search_engines_are_told_the_way_and_the_questions(
    language: str, key: str
) -> None:
    told = [json.loads(text) for text in visited(language, key).data]
    way = next(one for one in told if one["@type"] == "BreadcrumbList")
    steps = way["itemListElement"]
    assert [one["position"] for one in steps] == list(range(1, len(steps) + 1))
    assert steps[-1]["item"].endswith(address(language, key))
    questions = article(language, key).collected.questions
    pages = [one for one in told if one["@type"] == "FAQPage"]
    assert [
        (one["name"], one["acceptedAnswer"]["text"])
        for page in pages
        for one in page["mainEntity"]
    ] == questions


@EVERY_SHOWN_PAGE
def test_a_page_travels_light(language: str, key: str) -> None:
    answer = Client(headers={"accept-encoding": "gzip"}).get(address(language, key))
    assert answer["Content-Encoding"] == "gzip"
    assert len(answer.content) <= HEAVIEST_KB * 1024
    assert b"</html>" in gzip.decompress(answer.content)


@EVERY_PAGE
def test_signs_are_drawn_as_at_the_table(language: str, key: str) -> None:
    """No font of the site has them; a system's own would look foreign."""
    body = article(language, key).body
    assert not re.search("[↶✓]", body)
    drawn = set(re.findall(r'class="sign".*?<path d="([^"]+)" class="nb-stroke"', body))
    sprite = get_template("board/sprite.svg").render({"faces": ()})
    assert all(path in sprite for path in drawn)
    assert len(drawn) == (2 if key in ("glossary", "playing") else 0)


def test_nothing_ends_a_data_block_early() -> None:
    """Whatever a text says, it stays data."""
    told = visited("en", "georgian").data
    assert told
    assert all("<" not in one and ">" not in one for one in told)


def test_only_reading() -> None:
    assert Client().post(address("en", "georgian")).status_code == 405
