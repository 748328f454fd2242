"""The rule book's pages as a visitor gets them, and what can be read off them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache, cached_property
from html.parser import HTMLParser

from django.conf import settings
from django.test import Client

from games.rulebook.articles import Article, article_read
from games.rulebook.languages import LIBRARY
from games.rulebook.pages import BY_KEY

BOOKS = tuple(LIBRARY)
"""The languages that have a rule book; the site need not show all of them yet."""

PAGES = tuple((language, key) for language in BOOKS for key in LIBRARY[language])
SHOWN = tuple(
    (language, key)
    for language, key in PAGES
    if language in {code for code, _ in settings.LANGUAGES}
)

VOID = {"br", "hr", "img", "input", "link", "meta"}
UNREAD = {"script", "style", "svg", "title"}


@dataclass
class Read(HTMLParser):
    """What a page says and where it leads."""

    links: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    title: str = ""
    metas: dict[str, str] = field(default_factory=dict)
    rels: list[dict[str, str]] = field(default_factory=list)
    data: list[str] = field(default_factory=list)
    images: int = 0
    _open: list[str] = field(default_factory=list)
    _script: str = ""

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self._open.append(tag)
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "a":
            self.links.append(given.get("href", ""))
        if tag == "meta":
            self.metas[given.get("name") or given.get("property", "")] = given.get(
                "content", ""
            )
        if tag == "link":
            self.rels.append(given)
        if tag == "svg" and given.get("role") == "img" and "aria-labelledby" in given:
            self.images += 1
        if tag == "script":
            self._script = given.get("type", "")

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self._open[-1:] == ["title"] and "svg" not in self._open:
            self.title += data
        if self._open[-1:] == ["script"] and self._script == "application/ld+json":
            self.data.append(data)
        if not UNREAD & set(self._open):
            self.words.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.words)).strip()


def read(html: str) -> Read:
    page = Read()
    page.feed(html)
    return page


@cache
def article(language: str, key: str) -> Article:
    """The page's text in a language."""
    return article_read(BY_KEY[key], language)


@cache
def words(language: str, key: str) -> str:
    """The words of a page's text, without those of its drawings."""
    return read(article(language, key).body).text


def address(language: str, key: str) -> str:
    return f"/{language}/{LIBRARY[language][key].path}"


@dataclass(frozen=True)
class Reached:
    """What an address answers."""

    status: int
    html: str

    @cached_property
    def page(self) -> Read:
        return read(self.html)


@cache
def reached(path: str) -> Reached:
    """What a visitor gets there, asked for once: every page links to most others."""
    answer = Client().get(path)
    return Reached(answer.status_code, answer.content.decode())


def visited(language: str, key: str) -> Read:
    """The whole page as a visitor gets it, always the same one."""
    answer = reached(address(language, key))
    assert answer.status == 200
    return answer.page
