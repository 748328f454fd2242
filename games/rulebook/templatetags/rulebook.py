"""Tags for the pages of the rule book: sections, diagrams, questions, links."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from django import template
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from games.rulebook import tables
from games.rulebook.articles import Collected, Section
from games.rulebook.diagrams import DIAGRAMS
from games.rulebook.diagrams.georgian_strategy import OPENINGS
from games.rulebook.figures import diagram_figure, explorer_address
from games.rulebook.glossary import DICE_NAMES, LANGUAGES, TERMS
from games.rulebook.languages import LIBRARY
from games.rulebook.pages import page_url

if TYPE_CHECKING:
    from django.template import Context

register = template.Library()


@register.simple_tag
def rulebook_is_written() -> bool:
    """Return whether there is a rule book in the active language."""
    return get_language() in LIBRARY


_ESCAPES = {"<": "\\u003C", ">": "\\u003E", "&": "\\u0026"}


def _collected(context: Context) -> Collected:
    collected: Collected = context["collected"]
    return collected


@register.simple_block_tag(takes_context=True)
def section(context: Context, content: str, anchor: str, heading: str) -> SafeString:
    """Write one idea: a heading, words, diagrams. `anchor` is its id."""
    _collected(context).sections.append(Section(anchor, heading))
    return format_html(
        '<section class="idea" id="{}" aria-labelledby="{}-heading">'
        '<h2 id="{}-heading">{}</h2>{}</section>',
        anchor,
        anchor,
        anchor,
        heading,
        mark_safe(content),  # noqa: S308 - a template's own output
    )


@register.simple_block_tag(takes_context=True)
def beside(context: Context, content: str) -> str:
    """Notes that stand beside the diagram around them."""
    _collected(context).beside.append(content)
    return ""


@register.simple_block_tag(takes_context=True)
def diagram(context: Context, content: str, name: str) -> SafeString:
    """Draw a diagram, the content below it as its caption."""
    collected = _collected(context)
    drawn = DIAGRAMS[name]
    figure = diagram_figure(drawn)
    collected.diagrams.append(name)
    collected.layouts.append(figure.layout)
    notes, collected.beside = "".join(collected.beside), []
    return render_to_string(
        "rulebook/diagram.html",
        {
            "figure": figure,
            "caption": mark_safe(content.strip()),  # noqa: S308
            "notes": mark_safe(notes),  # noqa: S308
            "explorer": explorer_address(drawn),
        },
    )


@register.simple_block_tag(takes_context=True)
def question(context: Context, content: str, words: str) -> SafeString:
    """Write a question and its answer; both are told to search engines too."""
    answer = re.sub(r"\s+", " ", strip_tags(content)).strip()
    _collected(context).questions.append((words, answer))
    return format_html(
        '<div class="question"><h3>{}</h3>{}</div>',
        words,
        mark_safe(content),  # noqa: S308
    )


@register.simple_tag
def page(key: str, anchor: str = "") -> str:
    """The address of a page in the active language, and of a section in it."""
    address = page_url(key)
    return f"{address}#{anchor}" if anchor else address


@register.simple_block_tag(takes_context=True)
def term(context: Context, content: str, key: str) -> SafeString:
    """Explain a word of the glossary; the word itself stands there in four languages."""
    collected = _collected(context)
    collected.terms.append(key)
    found = TERMS[key]
    return render_to_string(
        "rulebook/term.html",
        {
            "term": found,
            "name": found.words(collected.language),
            "text": mark_safe(content.strip()),  # noqa: S308
            "words": [
                (code, found.words(code))
                for code in LANGUAGES
                if code != collected.language
            ],
        },
    )


@register.inclusion_tag("rulebook/dice_names.html")
def dice_names() -> dict[str, Any]:
    """The names of numbers and doubles in four languages."""
    return {"rolls": DICE_NAMES}


@register.inclusion_tag("rulebook/first_doubles.html")
def first_doubles() -> dict[str, Any]:
    """Every legal first turn of long nardy with a double."""
    return {"rows": tables.first_doubles()}


@register.inclusion_tag("rulebook/shots.html")
def shots() -> dict[str, Any]:
    """How often a lone checker is hit, by distance."""
    return {"shots": tables.shots_by_distance()}


@register.inclusion_tag("rulebook/moves.html")
def moves(first: int, last: int) -> dict[str, Any]:
    """The turns `first` to `last` of the first game, White's and Black's."""
    return {
        "rows": tables.first_game()[first - 1 : last],
        "passes": gettext("passes"),
    }


@register.inclusion_tag("rulebook/openings.html")
def openings() -> dict[str, Any]:
    """A good play for each opening roll of Georgian nardi."""
    return {"openings": OPENINGS}


@register.simple_tag
def explorer() -> str:
    """The address of the rules explorer."""
    return reverse("rulebook:positions")


@register.simple_tag
def contact() -> SafeString:
    """The address to write to, as a link."""
    return format_html('<a href="mailto:{0}">{0}</a>', settings.CONTACT_EMAIL)


@register.simple_tag
def held_sign() -> SafeString:
    """The lozenge of a held checker, within a line of text."""
    return format_html(
        '<svg class="sign" viewBox="-22 -22 44 44" role="img" aria-label="{}">'
        '<path d="M0-19L19 0L0 19L-19 0Z" class="nb-held"/></svg>',
        gettext("held"),
    )


@register.simple_tag
def undo_sign() -> SafeString:
    """The table's arrow that takes a step back, within a line of text."""
    return _button_sign(gettext("Take the last step back"), _UNDO)


@register.simple_tag
def confirm_sign() -> SafeString:
    """The table's tick that ends a turn, within a line of text."""
    return _button_sign(gettext("Confirm"), _CONFIRM)


# As in board/sprite.svg, which a page without a live board does not have.
_UNDO = "M9 4.5L4.5 9L9 13.5M5 9h9.5a5 5 0 0 1 0 10H9"
_CONFIRM = "M5 12.5l4.8 4.8L19.5 7"


def _button_sign(name: str, path: str) -> SafeString:
    return format_html(
        '<svg class="sign" viewBox="0 0 24 24" role="img" aria-label="{}">'
        '<path d="{}" class="nb-stroke"/></svg>',
        name,
        path,
    )


@register.simple_tag
def data_block(data: object) -> SafeString:
    """Write JSON-LD: data, which no browser runs and no policy holds back."""
    text = json.dumps(data, ensure_ascii=False, cls=DjangoJSONEncoder)
    for character, escaped in _ESCAPES.items():
        text = text.replace(character, escaped)
    return format_html(
        '<script type="application/ld+json">{}</script>',
        mark_safe(text),  # noqa: S308 - nothing in it can end the block
    )
