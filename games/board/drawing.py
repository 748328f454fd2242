"""A position as a picture: what the board's SVG template is given to draw.

Nothing here knows a rule. Lengths are hundredths of a point's width, as text.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from django.utils.translation import gettext, ngettext

from games.board.geometry import CHECKERS, FULL_STACK, LIVE, Spot, layout_get, seen
from games.board.woodwork import at, number_text, point_at, woodwork
from games.rules.position import BAR, OFF, POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from games.board.geometry import Layout, Who

Colour = Literal["bone", "tea"]
WHO: tuple[Who, Who] = ("mine", "theirs")


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it lies: 1 to 6, and whether its step was made."""

    value: int
    used: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """A move to show, from one place of the viewer's numbering to another."""

    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Target:
    """A lit point of the viewer's numbering, and what is written in its disc."""

    point: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Marks:
    """What lies over a position; all points in the viewer's numbering."""

    origins: tuple[int, ...] = ()
    arrivals: tuple[int, ...] = ()
    held: tuple[int, ...] = ()
    targets: tuple[Target, ...] = ()
    arrows: tuple[Arrow, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """Two sides as one player sees them; each side in its owner's numbering."""

    mine: Sequence[int]
    theirs: Sequence[int]
    family: str = "short"
    colour: Colour = "bone"
    """Of the viewer's own checkers."""

    def side(self, who: Who) -> Sequence[int]:
        """The 26 numbers of one player."""
        return self.mine if who == "mine" else self.theirs

    def colour_of(self, who: Who) -> Colour:
        """Bone or tea."""
        other: Colour = "tea" if self.colour == "bone" else "bone"
        return self.colour if who == "mine" else other

    def count_at(self, point: int) -> int:
        """How many checkers stand on a point of the viewer's numbering."""
        # The table between the two numberings is its own inverse.
        return self.mine[point] + self.theirs[seen("theirs", self.family, point)]


def position_seen(
    sides: Sequence[Sequence[int]], *, family: str, viewer: int, white: int
) -> Position:
    """The position as the player in seat `viewer` sees it."""
    return Position(
        mine=sides[viewer],
        theirs=sides[1 - viewer],
        family=family,
        colour="bone" if viewer == white else "tea",
    )


def state_drawn(
    state: Mapping[str, Any],
    *,
    family: str,
    viewer: int,
    layout: str,
    key: str,
    home_on_left: bool = False,
) -> dict[str, Any]:
    """The template's context for a table's state as its socket sends it."""
    position = position_seen(
        state["sides"], family=family, viewer=viewer, white=state["white"]
    )
    turn = state["turn"]
    if turn is None:
        return board_drawn(position, layout=layout, key=key, home_on_left=home_on_left)
    who: Who = "mine" if turn["seat"] == viewer else "theirs"
    origins, arrivals = _moved(
        (seen(who, family, step["from"]), seen(who, family, step["to"]))
        for step in turn["steps"]
    )
    held = tuple(seen(who, family, point) for point in turn["held"])
    return board_drawn(
        position,
        layout=layout,
        key=key,
        dice={who: _dice(turn["dice"], turn["used"])},
        marks=Marks(origins=origins, arrivals=arrivals, held=held),
        home_on_left=home_on_left,
    )


def board_drawn(
    position: Position,
    *,
    layout: str,
    key: str,
    dice: Mapping[Who, Sequence[Die]] | None = None,
    marks: Marks | None = None,
    label: str = "",
    home_on_left: bool = False,
) -> dict[str, Any]:
    """The template's context for a position.

    `key` begins every id in the drawing: two boards on one page need two keys.
    Without a `label` the position is described in words.
    """
    shape = layout_get(layout, home_on_left=home_on_left)
    marks = marks or Marks()
    return {
        "key": key,
        "label": label or position_words(position),
        "wood": woodwork(shape),
        "live": layout in LIVE,
        "checkers": list(_checkers(shape, position)),
        "slabs": _slabs(shape, position),
        "counts": _counts(shape, position),
        "dice": _dice_drawn(shape, dice or {}),
        "boxes": _boxes(shape, marks),
        "rings": _rings(shape, position, marks),
        "held": _held(shape, position, marks),
        "lights": [point_at(shape, target.point) for target in marks.targets],
        "discs": _discs(shape, position, marks),
        "arrows": [_arrow(shape, position, arrow) for arrow in marks.arrows],
        "throw": [at(spot) for spot in shape.die_spots("mine", 2)],
    }


def position_words(position: Position) -> str:
    """The position in words, for those who do not see it."""
    names = {"bone": gettext("White"), "tea": gettext("Black")}
    return " ".join(
        gettext("%(colour)s: %(places)s.")
        % {
            "colour": names[position.colour_of(who)],
            "places": ", ".join(_places(position, who)),
        }
        for who in WHO
    )


def _places(position: Position, who: Who) -> Iterator[str]:
    side = position.side(who)
    if side[BAR]:
        yield gettext("on the bar: %(count)s") % {"count": side[BAR]}
    standing = [
        (seen(who, position.family, place), side[place])
        for place in POINTS
        if side[place]
    ]
    for point, count in sorted(standing, reverse=True):
        yield ngettext(
            "point %(point)s: %(count)s checker",
            "point %(point)s: %(count)s checkers",
            count,
        ) % {"point": point, "count": count}
    if side[OFF]:
        yield gettext("borne off: %(count)s") % {"count": side[OFF]}


def _checkers(shape: Layout, position: Position) -> Iterator[dict[str, Any]]:
    for who in WHO:
        side = position.side(who)
        for place in (*POINTS, BAR):
            stack, count = shape.stack(who, position.family, place), side[place]
            for index in range(count):
                outermost = index == count - 1
                yield {
                    "at": at(stack.spot(index, count)),
                    "colour": position.colour_of(who),
                    "count": str(count) if outermost and count > FULL_STACK else "",
                }


def _slabs(shape: Layout, position: Position) -> list[dict[str, str]]:
    return [
        {"at": at(stack.spot(index, CHECKERS)), "colour": position.colour_of(who)}
        for who, stack in shape.offs.items()
        for index in range(position.side(who)[OFF])
    ]


def _counts(shape: Layout, position: Position) -> list[dict[str, str]]:
    whole = f" / {CHECKERS}" if shape.strip else ""
    return [
        {
            "who": who,
            "x": number_text(spot.x),
            "y": number_text(spot.y),
            "text": f"{position.side(who)[OFF]}{whole}",
        }
        for who, spot in shape.counts.items()
    ]


def _dice(values: Sequence[int], used: Sequence[bool]) -> tuple[Die, ...]:
    """The dice shown: a double as four of them."""
    shown = list(values) * 2 if len(set(values)) == 1 else list(values)
    flags = [*used, *(False for _ in shown)]
    return tuple(Die(value, flags[index]) for index, value in enumerate(shown))


def _dice_drawn(
    shape: Layout, dice: Mapping[Who, Sequence[Die]]
) -> list[dict[str, Any]]:
    return [
        {"at": at(spot), "value": str(die.value), "used": die.used}
        for who, lying in dice.items()
        for die, spot in zip(lying, shape.die_spots(who, len(lying)), strict=True)
    ]


def _moved(steps: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Places left and places reached; stops on the way are left out."""
    balance: Counter[int] = Counter()
    for source, target in steps:
        balance[source] -= 1
        balance[target] += 1
    return (
        tuple(place for place, change in balance.items() if change < 0),
        tuple(place for place, change in balance.items() if change > 0),
    )


def _boxes(shape: Layout, marks: Marks) -> list[dict[str, str]]:
    if not shape.numbers:
        return []
    return [
        {"at": at(shape.number(place)), "kind": kind, "text": str(place)}
        for kind, places in (("origin", marks.origins), ("arrival", marks.arrivals))
        for place in places
        if place in POINTS
    ]


def _rings(shape: Layout, position: Position, marks: Marks) -> list[str]:
    """Dashed circles where checkers stood; none where a stack hides the place."""
    return [
        at(shape.points[point].spot(position.count_at(point), FULL_STACK))
        for point in marks.origins
        if point in POINTS and position.count_at(point) < FULL_STACK
    ]


def _held(shape: Layout, position: Position, marks: Marks) -> list[str]:
    return [
        at(shape.points[point].spot(0, 1))
        for point in marks.held
        if position.count_at(point) == 1
    ]


def _discs(shape: Layout, position: Position, marks: Marks) -> list[dict[str, str]]:
    """Each where the next checker would come to lie; on a lone one it hits."""
    discs = []
    for target in marks.targets:
        count = position.mine[target.point]
        spot = shape.points[target.point].spot(count, count + 1)
        discs.append({"at": at(spot), "text": target.text})
    return discs


def _arrow(shape: Layout, position: Position, arrow: Arrow) -> dict[str, str]:
    """An arc from the place that was left to just before the checker that came."""
    start, out = _end(shape, position, arrow.source, clear=0)
    end, back = _end(shape, position, arrow.target, clear=shape.checker / 2 + 6)
    rise = max(150, abs(end.x - start.x) * 0.45)
    tip = end.y + back * 26
    path = " ".join(
        number_text(number)
        for number in (
            start.x,
            start.y + out * rise,
            end.x,
            tip + back * rise,
            end.x,
            tip,
        )
    )
    return {
        "path": f"M{number_text(start.x)} {number_text(start.y)}C{path}",
        "head": at(end, "" if back < 0 else " scale(1 -1)"),
    }


def _end(
    shape: Layout, position: Position, place: int, *, clear: float
) -> tuple[Spot, int]:
    """One end of an arrow and the way out of it, -1 up or 1 down."""
    if place in (OFF, BAR):
        stack = shape.offs["mine"] if place == OFF else shape.bars["mine"]
        spot = stack.spot(position.mine[place], CHECKERS)
        return Spot(spot.x, spot.y - clear), -1
    stack = shape.points[place]
    count = position.count_at(place) - (1 if clear else 0)
    spot = stack.spot(min(max(count, 0), FULL_STACK), FULL_STACK)
    return Spot(spot.x, spot.y + stack.dy * clear), stack.dy
