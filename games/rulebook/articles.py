"""A page's text, rendered, with what the page around it must know."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext, override

from games.rulebook.pages import BY_KEY, page_url

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.utils.safestring import SafeString

    from games.rulebook.pages import Page


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page: its anchor, the same in every language, and its heading."""

    anchor: str
    heading: str


@dataclass(slots=True)
class Collected:
    """What the tags of a page's template hand up while it is rendered."""

    language: str
    sections: list[Section] = field(default_factory=list)
    questions: list[tuple[str, str]] = field(default_factory=list)
    """Each question with its answer, as plain text."""
    diagrams: list[str] = field(default_factory=list)
    layouts: list[str] = field(default_factory=list)
    """The shapes of board that the figures need."""
    terms: list[str] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)
    """Notes on their way to the diagram around them."""


@dataclass(frozen=True, slots=True)
class Article:
    """A page's text and what was collected from it."""

    page: Page
    language: str
    body: SafeString
    collected: Collected


def article_read(page: Page, language: str) -> Article:
    """The page in `language`, which must have it.

    The text depends on nothing else, so it is rendered once; while debugging, each
    time.
    """
    if settings.DEBUG:
        return _rendered(page.key, language)
    return _kept(page.key, language)


@lru_cache(maxsize=128)
def _kept(key: str, language: str) -> Article:
    return _rendered(key, language)


def _rendered(key: str, language: str) -> Article:
    page = BY_KEY[key]
    collected = Collected(language)
    with override(language):
        body = render_to_string(page.template(language), {"collected": collected})
    return Article(page, language, _ending_held(body), collected)


_BEFORE_ENDING = re.compile("(?<=[0-9A-Za-z]-)(?=[\u10d0-\u10ff])")
_WORD_JOINER = "\u2060"


def _ending_held(body: str) -> SafeString:
    """`body` with nowhere to break a line before a number's Georgian ending: `12-მდე`.

    The hyphen stays what it is, to be searched for and drawn by any font.
    """
    return mark_safe(_BEFORE_ENDING.sub(_WORD_JOINER, body))  # noqa: S308 - rendered


def structured_data(
    article: Article, absolute: Callable[[str], str]
) -> list[dict[str, Any]]:
    """What search engines are told in schema.org's words: the way here, the questions.

    `absolute` makes an address of this site whole.
    """
    way = (
        [gettext("Nardi"), reverse("home")],
        *(
            [entry.name, page_url(page.key)]
            for page in dict.fromkeys((BY_KEY["index"], article.page))
            if (entry := page.entry(article.language))
        ),
    )
    data: list[dict[str, Any]] = [
        {
            "@context": "https://schema.org",
            "@type": "BreadcrumbList",
            "itemListElement": [
                {
                    "@type": "ListItem",
                    "position": place,
                    "name": name,
                    "item": absolute(address),
                }
                for place, (name, address) in enumerate(way, start=1)
            ],
        }
    ]
    if article.collected.questions:
        data.append(
            {
                "@context": "https://schema.org",
                "@type": "FAQPage",
                "inLanguage": article.language,
                "mainEntity": [
                    {
                        "@type": "Question",
                        "name": question,
                        "acceptedAnswer": {"@type": "Answer", "text": answer},
                    }
                    for question, answer in article.collected.questions
                ],
            }
        )
    return data
