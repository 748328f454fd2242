"""What no position changes: frame, wood, points and numbers as SVG coordinates.

Lengths are hundredths of a point's width. Every coordinate is text, because
templates would write numbers in the language's own way.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from games.board.geometry import CHECKERS, ROSETTE, at_bottom
from games.rules.position import POINTS

if TYPE_CHECKING:
    from games.board.geometry import Box, Layout, Spot, Stack

# The templates' drawings of wood and checkers are made for these lengths.
WOOD_WIDTH, WOOD_HEIGHT, CHECKER = 120, 1080, 92
PLANK_WIDTH, PLANK_HEIGHT = 1000, 62
POINT_BASE = 94
# By how much a point's sides curve in, halfway up.
CONCAVITY = 4
# Lines of the wood on a point: how far from its middle, and where each begins.
POINT_GRAIN = ((-31, 0), (-17, 30), (-6, 0), (4, 60), (19, 0), (26, 20))


@cache
def woodwork(shape: Layout) -> dict[str, Any]:
    """The template's context for the still part of a layout."""
    return {
        "name": shape.name,
        "view": f"0 0 {shape.width} {shape.height}",
        "ground": box_text(0, 0, shape.width, shape.height),
        "frame": box_of(shape.frame),
        "inlay": _inlay(shape),
        "mitres": _mitres(shape),
        "halves": [
            _half(shape.outer, mirrored=False),
            _half(shape.home, mirrored=True),
        ],
        "point": _point(shape.point_height),
        "grain": _point_grain(shape.point_height),
        "points": [_point_of_half(shape, point) for point in range(7, 19)],
        "half": box_text(0, 0, 600, shape.field_height),
        "stretch": number_text(shape.field_height / WOOD_HEIGHT, 3),
        "woods": _woods(shape),
        "planks": _planks(shape),
        "trays": [box_of(box) for box in shape.trays.values()] if shape.tray else [],
        "cells": _cells(shape),
        "slab": box_of(shape.slab),
        "checker_scale": number_text(shape.checker / CHECKER, 3),
        "numbers": _numbers(shape),
        "tray_scale": _tray_scale(shape),
        "middle": at(shape.middle),
        "turns": range(60, 360, 60),
        "seam": _seam(shape),
    }


def number_text(number: float, digits: int = 1) -> str:
    """A number as SVG reads it, without idle zeros."""
    text = f"{number:.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def at(spot: Spot | Stack | Box, turned: str = "") -> str:
    """The transform that moves a drawing's origin there."""
    return f"translate({number_text(spot.x)} {number_text(spot.y)}){turned}"


def box_text(x: float, y: float, width: float, height: float) -> dict[str, str]:
    """A rectangle's attributes."""
    return {
        "x": number_text(x),
        "y": number_text(y),
        "width": number_text(width),
        "height": number_text(height),
    }


def box_of(box: Box) -> dict[str, str]:
    """A box's attributes."""
    return box_text(box.x, box.y, box.width, box.height)


def point_at(shape: Layout, point: int) -> str:
    """The transform that sets the drawing of a point in its place."""
    bottom = at_bottom(point)
    edge = shape.home.y + (shape.field_height if bottom else 0)
    x = number_text(shape.points[point].x)
    return f"translate({x} {number_text(edge)})" + ("" if bottom else " scale(1 -1)")


def _inset(shape: Layout) -> int:
    return round(shape.frame_top * 0.2)


def _inlay(shape: Layout) -> dict[str, str]:
    """The thin line let into the frame."""
    inset, frame = _inset(shape), shape.frame
    side = min(inset, round(shape.frame_side * 0.4))
    return box_text(
        side, frame.y + inset, frame.width - 2 * side, frame.height - 2 * inset
    )


def _mitres(shape: Layout) -> str:
    if not shape.mitred:
        return ""
    frame, side, top, inset = (
        shape.frame,
        shape.frame_side,
        shape.frame_top,
        _inset(shape),
    )
    right, bottom = frame.width, number_text(frame.y + frame.height - inset)
    inner = number_text(frame.y + frame.height - top)
    return (
        f"M{inset} {inset}L{side} {top}M{right - inset} {inset}L{right - side} {top}"
        f"M{inset} {bottom}L{side} {inner}M{right - inset} {bottom}L{right - side} {inner}"
    )


def _half(box: Box, *, mirrored: bool) -> dict[str, str]:
    """Where a half of the field lies, and how the wood's lines are set in it."""
    return {"at": at(box), "grain": "rotate(180 300 540) " if mirrored else ""}


def _point(height: int) -> str:
    half = POINT_BASE // 2
    bend, middle = half // 2 - 2 * CONCAVITY, height // 2
    return f"M-{half} 0Q-{bend} -{middle} 0 -{height}Q{bend} -{middle} {half} 0Z"


def _point_grain(height: int) -> str:
    """Straight lines from the base to where a point's side cuts them off."""
    return "".join(
        f"M{x} -{start}V-{round(height * _cut(abs(x)))}" for x, start in POINT_GRAIN
    )


def _cut(x: int) -> float:
    """How far up a point, 0 to 1, its side is `x` away from its middle."""
    steps = range(100)
    half = POINT_BASE / 2
    bend = half / 2 - 2 * CONCAVITY
    return next(
        (
            step / 100
            for step in steps
            if half * (1 - step / 100) ** 2 + 2 * bend * step / 100 * (1 - step / 100)
            <= x
        ),
        1,
    )


def _point_of_half(shape: Layout, point: int) -> dict[str, str]:
    """A point of the outer half, from its corner; the home half repeats it."""
    x = number_text(shape.points[point].x - shape.outer.x)
    bottom = at_bottom(point)
    return {
        "at": f"translate({x} {shape.field_height})"
        if bottom
        else f"translate({x}) scale(1 -1)",
        "tone": "dark" if point % 2 else "pale",
    }


def _woods(shape: Layout) -> list[str]:
    """The frame's upright pieces, as transforms of one drawing of wood."""
    pieces = [(shape.middle.x - shape.bar / 2, shape.bar)]
    if shape.rail:
        # Between the field and the trays.
        x = shape.width - shape.frame_side - shape.tray - shape.rail
        pieces.append((shape.mirrored(x, shape.rail), shape.rail))
    if shape.mitred:
        pieces += [(0, shape.frame_side)]
        pieces += [(shape.width - shape.frame_side, shape.frame_side)]
    stretch = number_text(shape.field_height / WOOD_HEIGHT, 3)
    top = number_text(shape.home.y)
    return [
        f"translate({number_text(x)} {top}) "
        f"scale({number_text(width / WOOD_WIDTH, 3)} {stretch})"
        for x, width in pieces
    ]


def _planks(shape: Layout) -> list[str]:
    """The frame's long pieces, as transforms of one drawing of wood."""
    size = (
        f"scale({number_text(shape.width / PLANK_WIDTH, 3)} "
        f"{number_text(shape.frame_top / PLANK_HEIGHT, 3)})"
    )
    bottom = shape.frame.y + shape.frame.height - shape.frame_top
    return [f"translate(0 {number_text(y)}) {size}" for y in (shape.frame.y, bottom)]


def _tray_scale(shape: Layout) -> str:
    if not shape.tray:
        return ""
    box = shape.trays["mine"]
    x, y = box.width / WOOD_WIDTH, box.height / WOOD_HEIGHT
    return f"{number_text(x, 3)} {number_text(y, 3)}"


def _cells(shape: Layout) -> list[str]:
    """The hollows of a strip, one for each checker."""
    if not shape.strip:
        return []
    return [
        at(stack.spot(index, CHECKERS))
        for stack in shape.offs.values()
        for index in range(CHECKERS)
    ]


def _numbers(shape: Layout) -> list[dict[str, str]]:
    if not shape.numbers:
        return []
    spots = [(point, shape.number(point)) for point in POINTS]
    return [
        {"x": number_text(spot.x), "y": number_text(spot.y), "text": str(point)}
        for point, spot in spots
    ]


def _seam(shape: Layout) -> str:
    """Where the two halves of the board meet; the rosette interrupts it."""
    x, middle = number_text(shape.middle.x), shape.middle.y
    top = shape.frame.y + _inset(shape)
    bottom = shape.frame.y + shape.frame.height - _inset(shape)
    clear = ROSETTE + 6
    return (
        f"M{x} {number_text(top)}V{number_text(middle - clear)}"
        f"M{x} {number_text(middle + clear)}V{number_text(bottom)}"
    )
