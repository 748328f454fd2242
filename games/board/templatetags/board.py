"""Template tags that draw boards and hand their geometry to the browser."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.html import json_script
from django.utils.safestring import SafeString

from games.board.drawing import Marks, board_drawn, position_seen, state_drawn
from games.board.geometry import geometry_data

register = template.Library()


@register.inclusion_tag("board/board.svg")
def board_state(
    state: Mapping[str, Any],
    *,
    family: str,
    viewer: int | None,
    layout: str,
    key: str,
    home_on_left: bool = False,
) -> dict[str, Any]:
    """Draw a table's STATE as the player in seat `viewer` sees it.

    A spectator (None) sits beside seat 0. `key` is unique on the page.
    `home_on_left` is the reader's setting; `board_geometry` is told the same.
    """
    return state_drawn(
        state,
        family=family,
        viewer=viewer or 0,
        layout=layout,
        key=key,
        home_on_left=bool(home_on_left),
    )


@register.inclusion_tag("board/board.svg")
def board_position(
    sides: Sequence[Sequence[int]],
    *,
    key: str,
    layout: str = "small",
    family: str = "short",
    viewer: int = 0,
    white: int = 0,
    marks: Marks | None = None,
    label: str = "",
) -> dict[str, Any]:
    """Draw a position: two sides of 26 numbers, each in its owner's numbering."""
    position = position_seen(sides, family=family, viewer=viewer, white=white)
    return board_drawn(position, layout=layout, key=key, marks=marks, label=label)


@register.inclusion_tag("board/sprite.svg")
def board_sprite() -> dict[str, Any]:
    """Draw the small dice, checkers and signs that pages refer to by id; once a page."""
    return {"faces": range(1, 7)}


@register.simple_tag
def board_geometry(*, home_on_left: bool = False) -> SafeString:
    """Write the geometry as JSON for the board's scripts, as the boards are drawn."""
    data = geometry_data(home_on_left=bool(home_on_left))
    return json_script(data, "board-geometry")
