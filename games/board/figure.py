"""A position in a page of text: a drawing that shares its wood with the others there.

Where `drawing` gives every board its own wood, a page with a dozen figures draws the
wood once (`figure_sheets`) and refers to it. Lengths are hundredths of a point's width,
as text.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from games.board.drawing import Die, board_drawn
from games.board.geometry import FULL_STACK, LAYOUTS, Spot, seen
from games.board.woodwork import at, number_text, point_at, woodwork
from games.rules.position import BAR, OFF, POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.board.drawing import Position
    from games.board.geometry import Layout, Stack, Who

Kind = Literal["made", "open", "barred"]

PLAIN, WITH_TRAYS = "diagram", "bearing"
KEYS = {PLAIN: "fg", WITH_TRAYS: "fo"}
HEAD = 30
LEAST_RISE = 150
"""How far an arrow bends into the board at least."""


@dataclass(frozen=True, slots=True)
class Hop:
    """One step to show, in the numbering of whoever makes it; 25 the bar, 0 off.

    `made`: the position is the one after it. `open`: it may be made. `barred`: it may
    not, which a broken line and a cross say.
    """

    source: int
    target: int
    kind: Kind = "made"


@dataclass(frozen=True, slots=True)
class Figure:
    """What is drawn: a position as its viewer sees it and what lies over it.

    `who` moves: the points of `hops`, `held`, `closed` and `lit` are in his numbering.
    """

    name: str
    """Part of the ids in the drawing: unique on the page."""
    title: str
    words: str
    position: Position
    who: Who = "mine"
    dice: tuple[int, ...] = ()
    hops: tuple[Hop, ...] = ()
    held: tuple[int, ...] = ()
    closed: tuple[int, ...] = ()
    lit: tuple[int, ...] = ()

    @property
    def layout(self) -> str:
        """With trays where something has been borne off or is about to be."""
        gone = self.position.mine[OFF] or self.position.theirs[OFF]
        going = any(hop.target == OFF for hop in self.hops)
        return WITH_TRAYS if gone or going else PLAIN


def figure_sheets(layouts: Iterable[str]) -> list[dict[str, Any]]:
    """The context of the wood that the figures of these layouts refer to."""
    return [
        {"key": KEYS[name], "wood": woodwork(LAYOUTS[name])}
        for name in dict.fromkeys(layouts)
    ]


def figure_drawn(figure: Figure) -> dict[str, Any]:
    """The template's context for a figure."""
    shape = LAYOUTS[figure.layout]
    position, who = figure.position, figure.who
    made = [hop for hop in figure.hops if hop.kind == "made"]
    origins, arrivals = _moved(made)
    board = _Board(shape, position, who)
    drawn = board_drawn(
        position,
        layout=figure.layout,
        key=KEYS[figure.layout],
        dice={who: _dice(figure.dice)},
        label=figure.words,
    )
    return drawn | {
        "name": figure.name,
        "title": figure.title,
        "boxes": [
            {
                "at": at(shape.number(seen(who, position.family, place))),
                "kind": kind,
                "text": str(seen(who, position.family, place)),
            }
            for kind, places in (("origin", origins), ("arrival", arrivals))
            for place in places
            if place in POINTS
        ],
        "rings": [
            at(board.slot(place))
            for place in origins
            if place in POINTS and board.count(place) < FULL_STACK
        ],
        "held": [at(board.top(place)) for place in figure.held],
        "closed": [at(board.slot(place)) for place in figure.closed],
        "lights": [
            point_at(shape, seen(who, position.family, place)) for place in figure.lit
        ],
        "arrows": _arrows(board, figure.hops),
    }


@dataclass(frozen=True, slots=True)
class _Board:
    """Where the mover's checkers lie and would lie, in his own numbering."""

    shape: Layout
    position: Position
    who: Who

    def stack(self, place: int) -> Stack:
        return self.shape.stack(self.who, self.position.family, place)

    def count(self, place: int) -> int:
        """How many checkers lie there, whoever's they are."""
        if place in (OFF, BAR):
            return self.position.side(self.who)[place]
        return self.position.count_at(seen(self.who, self.position.family, place))

    def own(self, place: int) -> int:
        return self.position.side(self.who)[place]

    def slot(self, place: int, more: int = 0) -> Spot:
        """Where one more checker would lie, `more` having come before it."""
        return self._at(place, self.count(place) + more)

    def landing(self, place: int, more: int = 0) -> Spot:
        """As `slot`, but on a lone checker of the other player it hits."""
        if place in POINTS and not self.own(place) and self.count(place) == 1:
            return self._at(place, 0)
        return self.slot(place, more)

    def top(self, place: int, below: int = 0) -> Spot:
        """The outermost checker, or the one `below` it."""
        return self._at(place, max(self.count(place) - 1 - below, 0))

    def _at(self, place: int, index: int) -> Spot:
        stack = self.stack(place)
        if place in POINTS:
            # A stack is never taller than five, whatever its number.
            return stack.spot(min(index, FULL_STACK), FULL_STACK)
        return stack.spot(index, len(stack.pitches) - 1)

    def out(self, place: int) -> int:
        """The way out of a stack: 1 down or -1 up."""
        return -1 if place == OFF else self.stack(place).dy


def _moved(hops: Iterable[Hop]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Places left and places reached; stops on the way are left out."""
    balance: Counter[int] = Counter()
    for hop in hops:
        balance[hop.source] -= 1
        balance[hop.target] += 1
    return (
        tuple(place for place, change in balance.items() if change < 0),
        tuple(place for place, change in balance.items() if change > 0),
    )


def _dice(values: Sequence[int]) -> tuple[Die, ...]:
    double = len(values) == 2 and values[0] == values[1]  # noqa: PLR2004
    return tuple(Die(value) for value in (tuple(values) * 2 if double else values))


def _arrows(board: _Board, hops: Sequence[Hop]) -> list[dict[str, Any]]:
    """One arrow for equal hops, with their number; later hops start where others end."""
    arrows = []
    left = {hop.source for hop in hops}
    came: Counter[int] = Counter()
    went: Counter[int] = Counter()
    for hop, times in Counter(hops).items():
        source, target = hop.source, hop.target
        if hop.kind == "made":
            start = board.slot(source)
            end = board.slot(target) if target in left else board.top(target)
        else:
            passing = came[source] > went[source]
            start = board.landing(source) if passing else board.top(source)
            end = board.landing(target, came[target] - went[target])
            went[source] += times
            came[target] += times
        arrows.append(
            _arrow(start, board.out(source), end, board.out(target), hop.kind)
            | {"times": f"×{times}" if times > 1 else ""}
        )
    return arrows


def _arrow(start: Spot, out: int, end: Spot, back: int, kind: Kind) -> dict[str, Any]:
    """An arc from `start`, first `out` of its stack, that comes `back` to `end`."""
    clear = 52 if kind == "made" else 8
    tip = Spot(end.x, end.y + back * clear)
    neck = tip.y + back * (HEAD - 4)
    rise = max(LEAST_RISE, abs(end.x - start.x) * 0.4)
    bends = (start.y + out * rise, neck + back * rise)
    numbers = (start.x, bends[0], end.x, bends[1], end.x, neck)
    middle = Spot(
        (start.x + end.x) / 2, (start.y + 3 * bends[0] + 3 * bends[1] + neck) / 8
    )
    return {
        "kind": kind,
        "path": (
            f"M{number_text(start.x)} {number_text(start.y)}"
            f"C{' '.join(number_text(number) for number in numbers)}"
        ),
        "head": at(tip, "" if back < 0 else " scale(1 -1)"),
        "cross": at(Spot(end.x, end.y)) if kind == "barred" else "",
        "middle": at(middle),
    }
