"""Where everything on a board lies, in hundredths of a point's width.

The origin is the board's top left corner, x runs right and y down, and the
board is seen by the player whose home is at the bottom right; who wants it at the
left is shown the same board in a mirror, all but the dice, which stay at the right
hand. The browser is handed the same numbers (`geometry_data`), so that nobody
writes them twice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from games.rules.position import BAR, OFF, POINTS
from games.rules.rulesets import RULESETS

if TYPE_CHECKING:
    from collections.abc import Mapping

Who = Literal["mine", "theirs"]

U = 100
CHECKERS = 15
FULL_STACK = 5
DIE = 82
DIE_PITCH = 102
# Four dice leave room for a button on either side of them.
DOUBLE_PITCH = 87
DIE_RADIUS = 15
TARGET = 70
BAR_FIRST = 150
ROSETTE = 43
# From the field's edge to the first checker, and from tray edge to slab.
GAP = 4
HALF = 6 * U

OPPOSITE: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {ruleset.family: ruleset.opposite for ruleset in RULESETS.values()}
)
"""For each family, a point in one player's numbering -> in the other's."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The centre of one checker, die or number."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Stack:
    """Where checkers of one place lie: the first, and which way the others follow."""

    x: float
    y: float
    dx: int
    dy: int
    pitches: tuple[float, ...]
    """By how many there are (0 to 15): the distance from one to the next."""

    def spot(self, index: int, count: int) -> Spot:
        """The centre of checker `index` (from 0) of `count`."""
        along = index * self.pitches[count]
        return Spot(
            round(self.x + self.dx * along, 1), round(self.y + self.dy * along, 1)
        )


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Layout:
    """One shape of the board; all lengths in hundredths of a point's width."""

    name: str
    field_height: int
    point_height: int
    frame_top: int
    frame_side: int
    bar: int
    rail: int
    tray: int
    """Width of the trays at the right; 0 for none, or for strips."""
    strip: int
    """Height of the trays above and below the frame; 0 for none."""
    checker: int
    numbers: int
    """Size of the point numbers; 0 for a board without."""
    home_on_left: bool = False
    """Whether the board is seen in a mirror."""

    @cached_property
    def width(self) -> int:
        """The whole board's width."""
        return 2 * (self.frame_side + HALF) + self.bar + self.rail + self.tray

    @cached_property
    def height(self) -> int:
        """The whole board's height, strips included."""
        return self.field_height + 2 * (self.frame_top + self.strip)

    @property
    def mitred(self) -> bool:
        """Whether the frame's sides are wide enough to show how they are joined."""
        return self.frame_side > U / 5

    @cached_property
    def frame(self) -> Box:
        """The wooden frame."""
        return Box(0, self.strip, self.width, self.height - 2 * self.strip)

    @cached_property
    def outer(self) -> Box:
        """The half of points 7 to 18."""
        return self._half(self.frame_side)

    @cached_property
    def home(self) -> Box:
        """The half of points 1 to 6 and 19 to 24."""
        return self._half(self.frame_side + HALF + self.bar)

    @cached_property
    def halves(self) -> tuple[Box, Box]:
        """The half at the left and the half at the right."""
        return (self.home, self.outer) if self.home_on_left else (self.outer, self.home)

    @cached_property
    def middle(self) -> Spot:
        """The middle of the bar, where the rosette is."""
        return Spot(self.halves[0].x + HALF + self.bar / 2, self.height / 2)

    @cached_property
    def points(self) -> tuple[Stack, ...]:
        """Points 1 to 24 of the viewer's numbering, at the same index; 0 repeats 1."""
        stacks = [self._point(point) for point in POINTS]
        return (stacks[0], *stacks)

    @cached_property
    def bars(self) -> Mapping[Who, Stack]:
        """Hit checkers wait on the half that faces the home they enter."""
        room = self.field_height / 2 - BAR_FIRST - self.checker / 2 - GAP
        pitches = tuple(
            round(min(self.checker, room / max(1, count - 1)), 1)
            for count in range(CHECKERS + 1)
        )
        x, y = self.middle.x, self.middle.y
        return {
            "mine": Stack(x, y - BAR_FIRST, 0, -1, pitches),
            "theirs": Stack(x, y + BAR_FIRST, 0, 1, pitches),
        }

    @cached_property
    def trays(self) -> Mapping[Who, Box]:
        """The boxes that hold what was borne off; empty for a board without."""
        if self.strip:
            width = round(self.width * 0.86)
            x = self.mirrored(round(self.strip * 0.13), width)
            return {
                "mine": Box(x, self.height - self.strip, width, self.strip),
                "theirs": Box(x, 0, width, self.strip),
            }
        if not self.tray:
            return {}
        x = self.mirrored(self.width - self.frame_side - self.tray, self.tray)
        top = self.home.y
        height = self.field_height / 2 - 19.5
        return {
            "mine": Box(x, top + self.field_height - height, self.tray, height),
            "theirs": Box(x, top, self.tray, height),
        }

    @cached_property
    def slab(self) -> Box:
        """A borne off checker, seen from the side, around its own centre."""
        if self.strip:
            pitch = self.trays["mine"].width / CHECKERS
            width, height = round(pitch * 0.84), round(self.strip * 0.68)
        elif self.tray:
            pitch = self.trays["mine"].height / CHECKERS
            width, height = self.tray - 14, round(pitch * 0.86)
        else:
            return Box(0, 0, 0, 0)
        return Box(-width / 2, -height / 2, width, height)

    @cached_property
    def offs(self) -> Mapping[Who, Stack]:
        """Where each slab lies in its tray."""
        return {who: self._off(who, box) for who, box in self.trays.items()}

    @cached_property
    def counts(self) -> Mapping[Who, Spot]:
        """The number of checkers borne off, on the frame."""
        if self.strip:
            tray = self.trays["mine"]
            beyond = tray.x if self.home_on_left else tray.x + tray.width + self.width
            x = beyond / 2
            return {
                "mine": Spot(x, self.height - self.strip / 2),
                "theirs": Spot(x, self.strip / 2),
            }
        if not self.tray or not self.numbers:
            return {}
        x = self.trays["mine"].x + self.tray / 2
        return {
            "mine": Spot(x, self.number_y(bottom=True)),
            "theirs": Spot(x, self.number_y(bottom=False)),
        }

    @cached_property
    def dice(self) -> Mapping[Who, Spot]:
        """The middle of each player's dice, at his own right hand."""
        return {
            "mine": Spot(self.halves[1].x + HALF / 2, self.middle.y),
            "theirs": Spot(self.halves[0].x + HALF / 2, self.middle.y),
        }

    def mirrored(self, x: float, width: float = 0) -> float:
        """The left edge of what lies from `x` on, in the mirror if there is one."""
        return self.width - x - width if self.home_on_left else x

    def number_y(self, *, bottom: bool) -> float:
        """The middle of the numbers on the top or bottom frame."""
        edge = self.frame.y + self.frame.height if bottom else self.frame.y
        return edge - self.frame_top / 2 if bottom else edge + self.frame_top / 2

    def number(self, point: int) -> Spot:
        """The middle of the number of `point`."""
        return Spot(self.points[point].x, self.number_y(bottom=at_bottom(point)))

    def stack(self, who: Who, family: str, place: int) -> Stack:
        """The stack of a place in its owner's numbering, 0 off and 25 the bar."""
        if place == OFF:
            return self.offs[who]
        if place == BAR:
            return self.bars[who]
        return self.points[seen(who, family, place)]

    def die_spots(self, who: Who, count: int) -> tuple[Spot, ...]:
        """The centres of `count` dice side by side."""
        middle = self.dice[who]
        pitch = DOUBLE_PITCH if count > 2 else DIE_PITCH
        first = middle.x - pitch * (count - 1) / 2
        return tuple(Spot(first + pitch * index, middle.y) for index in range(count))

    def _point(self, point: int) -> Stack:
        column = (point - 1) % 12
        if at_bottom(point) != self.home_on_left:
            column = 11 - column
        half = self.halves[column // 6]
        x = half.x + U * (column % 6) + U / 2
        reach = GAP + self.checker / 2
        if at_bottom(point):
            return Stack(x, half.y + half.height - reach, 0, -1, self._pitches)
        return Stack(x, half.y + reach, 0, 1, self._pitches)

    def _half(self, x: int) -> Box:
        y = self.strip + self.frame_top
        return Box(self.mirrored(x, HALF), y, HALF, self.field_height)

    @cached_property
    def _pitches(self) -> tuple[float, ...]:
        whole = self.checker
        return tuple(
            whole
            if count <= FULL_STACK
            else round((FULL_STACK - 1) * whole / (count - 1), 1)
            for count in range(CHECKERS + 1)
        )

    def _off(self, who: Who, box: Box) -> Stack:
        if self.strip:
            pitch = round(box.width / CHECKERS, 1)
            first, way = box.x + pitch / 2, 1
            if self.home_on_left:
                first, way = box.x + box.width - pitch / 2, -1
            return Stack(first, box.y + box.height / 2, way, 0, (pitch,) * 16)
        pitch = round(box.height / CHECKERS, 1)
        x = box.x + box.width / 2
        if who == "mine":
            return Stack(x, box.y + box.height - pitch / 2, 0, -1, (pitch,) * 16)
        return Stack(x, box.y + pitch / 2, 0, 1, (pitch,) * 16)


def at_bottom(point: int) -> bool:
    """Whether a point of the viewer's numbering lies on the near side."""
    return point <= len(POINTS) // 2


def seen(who: Who, family: str, place: int) -> int:
    """The viewer's number of a place that its owner calls `place`."""
    return place if who == "mine" else OPPOSITE[family][place]


_ALL = (
    Layout(
        name="desktop",
        field_height=1080,
        point_height=450,
        frame_top=62,
        frame_side=50,
        bar=120,
        rail=36,
        tray=120,
        strip=0,
        checker=92,
        numbers=26,
    ),
    Layout(
        name="landscape",
        field_height=976,
        point_height=420,
        frame_top=39,
        frame_side=30,
        bar=108,
        rail=24,
        tray=90,
        strip=0,
        checker=93,
        numbers=30,
    ),
    Layout(
        name="portrait",
        field_height=1330,
        point_height=560,
        frame_top=50,
        frame_side=9,
        bar=108,
        rail=0,
        tray=0,
        strip=75,
        checker=95,
        numbers=36,
    ),
    Layout(
        name="small",
        field_height=1040,
        point_height=430,
        frame_top=30,
        frame_side=30,
        bar=108,
        rail=0,
        tray=0,
        strip=0,
        checker=93,
        numbers=0,
    ),
    Layout(
        name="diagram",
        field_height=1045,
        point_height=440,
        frame_top=48,
        frame_side=38,
        bar=112,
        rail=0,
        tray=0,
        strip=0,
        checker=92,
        numbers=28,
    ),
)

_BEARING = replace(_ALL[-1], name="bearing", rail=28, tray=104)

LAYOUTS: Mapping[str, Layout] = MappingProxyType(
    {one.name: one for one in (*_ALL, _BEARING)}
)
"""Three for a live table, `small` for a door, `diagram` for a page of rules and
`bearing` for one on which something is borne off."""

LIVE = ("desktop", "landscape", "portrait")

_MIRRORED: Mapping[str, Layout] = MappingProxyType(
    {name: replace(LAYOUTS[name], home_on_left=True) for name in LIVE}
)


def layout_get(name: str, *, home_on_left: bool = False) -> Layout:
    """The layout of that name; a live one in a mirror for whom the home is at left."""
    return (_MIRRORED if home_on_left else LAYOUTS)[name]


def geometry_data(*, home_on_left: bool = False) -> dict[str, Any]:
    """The live boards' numbers as JSON: what `static/board/js/geometry.js` reads."""
    return {
        "die": {"size": DIE, "pitch": DIE_PITCH, "doublePitch": DOUBLE_PITCH},
        "target": TARGET,
        "opposite": {family: list(table) for family, table in OPPOSITE.items()},
        "layouts": {
            name: _layout_data(layout_get(name, home_on_left=home_on_left))
            for name in LIVE
        },
    }


def _layout_data(layout: Layout) -> dict[str, Any]:
    return {
        "width": layout.width,
        "height": layout.height,
        "checker": layout.checker,
        "pointHeight": layout.point_height,
        "fieldHeight": layout.field_height,
        "points": [[p.x, p.y, p.dx, p.dy] for p in layout.points],
        "bars": {who: _stack_data(stack) for who, stack in layout.bars.items()},
        "offs": {who: _stack_data(stack) for who, stack in layout.offs.items()},
        "pitches": {
            "point": layout.points[1].pitches,
            "bar": layout.bars["mine"].pitches,
            "off": layout.offs["mine"].pitches if layout.offs else [],
        },
        "trays": {
            who: [box.x, box.y, box.width, box.height]
            for who, box in layout.trays.items()
        },
        "dice": {who: [spot.x, spot.y] for who, spot in layout.dice.items()},
        "numbers": {
            "size": layout.numbers,
            "top": layout.number_y(bottom=False),
            "bottom": layout.number_y(bottom=True),
        },
    }


def _stack_data(stack: Stack) -> list[float]:
    return [stack.x, stack.y, stack.dx, stack.dy]
