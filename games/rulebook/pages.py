"""Which pages the rule book has, in which order, and where each is in each language.

What a language adds is in `languages`: one module with an entry a page.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.functional import lazy
from django.utils.translation import get_language

from games.rulebook.languages import LIBRARY

if TYPE_CHECKING:
    from games.rulebook.languages.entry import Entry

FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class Page:
    """One page, in every language that has an entry and a template for it."""

    key: str
    group: str
    """Where the contents list it: `game`, `play`, `more` or `site`."""
    picture: str = "nardi"
    """What a link to it is shown with elsewhere: a key of `SOCIAL_PICTURES`."""

    def entry(self, language: str) -> Entry | None:
        """The page's address and words in a language; None where it has none."""
        return LIBRARY.get(language, {}).get(self.key)

    @property
    def languages(self) -> tuple[str, ...]:
        """The codes of the languages that have the page."""
        return tuple(code for code, entries in LIBRARY.items() if self.key in entries)

    def template(self, language: str) -> str:
        """The name of the template with the page's text."""
        return f"rulebook/{language}/{self.key}.html"


PAGES = (
    Page("index", "game"),
    Page("georgian", "game", "georgian"),
    Page("long", "game", "long"),
    Page("short", "game", "short"),
    Page("scoring", "game", "georgian"),
    Page("compare", "game"),
    Page("playing", "play"),
    Page("first-game", "play", "long"),
    Page("georgian-strategy", "play", "georgian"),
    Page("long-strategy", "play", "long"),
    Page("glossary", "play"),
    Page("coin", "site"),
    Page("terms", "site"),
    Page("privacy", "site"),
    Page("contact", "site"),
)

BY_KEY = {page.key: page for page in PAGES}


def pages_of(language: str) -> tuple[Page, ...]:
    """The pages that a language has, in order."""
    return tuple(page for page in PAGES if page.entry(language))


@dataclass(frozen=True, slots=True)
class Listed:
    """A page as the contents and the neighbours name it."""

    key: str
    name: str
    address: str


def contents(language: str) -> list[list[Listed]]:
    """The pages of a language by group; the language must be the active one."""
    listed = [(page.group, _listed(page, language)) for page in pages_of(language)]
    return [
        [one for group, one in listed if group == wanted]
        for wanted in dict.fromkeys(group for group, _ in listed)
    ]


def neighbours(page: Page, language: str) -> tuple[Listed | None, Listed | None]:
    """The pages before and after, where there are any."""
    there = pages_of(language)
    at = there.index(page)
    before = _listed(there[at - 1], language) if at else None
    after = _listed(there[at + 1], language) if at + 1 < len(there) else None
    return before, after


def page_url(key: str) -> str:
    """The address of a page in the active language."""
    return reverse(f"rulebook:{key}")


def _listed(page: Page, language: str) -> Listed:
    entry = page.entry(language)
    return Listed(page.key, entry.name if entry else page.key, page_url(page.key))


def _path(key: str) -> str:
    """The page's path in the active language, for the address table.

    A language without the page gets a path of its own all the same, so that the
    language switch has somewhere to lead: the view sends it on.
    """
    page = BY_KEY[key]
    language = get_language() or FALLBACK
    entry = page.entry(language) or page.entry(FALLBACK)
    return entry.path if entry else f"{key}/"


path_lazy = lazy(_path, str)
