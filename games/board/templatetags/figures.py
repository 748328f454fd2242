"""Template tags that draw the figures of a page of text."""

from collections.abc import Iterable
from typing import Any

from django import template

from games.board.figure import Figure, figure_drawn, figure_sheets

register = template.Library()


@register.inclusion_tag("board/figure_sheets.svg")
def board_figure_sheets(layouts: Iterable[str]) -> dict[str, Any]:
    """Draw what figures of these layouts refer to; once a page, before them."""
    return {"sheets": figure_sheets(layouts)}


@register.inclusion_tag("board/figure.svg")
def board_figure(figure: Figure) -> dict[str, Any]:
    """Draw one figure."""
    return figure_drawn(figure)
