"""The four rule sets as data, and the registry in which they are found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from games.rules.errors import InvalidMessage
from games.rules.position import BAR, OFF, POINTS, SIDE_LENGTH

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.rules.position import Side


class Opening(StrEnum):
    """Who begins a game, and with which dice."""

    PLAYED = "played"
    """Each rolls one die, ties again; the higher plays those two dice."""
    ROLLED_AGAIN = "rolled-again"
    """Each rolls one die, ties again; the higher rolls both, a double is possible."""
    WHITE_OPENS = "white-opens"
    """White's first roll is never a double; colours swap with every game."""


@dataclass(frozen=True, slots=True)
class HeadRule:
    """How many checkers may leave the point `head` in one turn."""

    head: int
    most: int
    first_turn_most: int
    first_turn_doubles: frozenset[int]

    def allowance(self, dice: tuple[int, int], *, first_turn: bool) -> int:
        """The number of checkers that may leave the head with `dice`."""
        if first_turn and dice[0] == dice[1] and dice[0] in self.first_turn_doubles:
            return self.first_turn_most
        return self.most


@dataclass(frozen=True)
class RuleSet:
    """Everything in which one game of the family differs from another."""

    key: str
    family: Literal["short", "long"]
    start: Side
    """Both players' first side, each in its own numbering."""
    opposite: tuple[int, ...]
    """26 entries: a point in one player's numbering -> in the other's; 0 and 25 stay."""
    hits: bool
    """Whether a lone opposing checker is hit; otherwise it blocks."""
    stays: bool
    """The stay rule: a checker that hit at home holds its point."""
    heads: HeadRule | None
    blocks: tuple[int, ...]
    """The opponent's path in the mover's numbering, on which six points in a row are
    restricted; empty where they are not."""
    opening: Opening
    names: tuple[str, ...]
    """The names of a win worth 1, 2, ... points."""
    deep: frozenset[int]
    """Where a checker makes a loss without any borne off one point dearer, in the
    loser's numbering."""


_HALF = 12


def _side(checkers: Mapping[int, int]) -> Side:
    return tuple(checkers.get(point, 0) for point in range(SIDE_LENGTH))


def _opposite_facing(point: int) -> int:
    return 25 - point


def _opposite_following(point: int) -> int:
    return point + _HALF if point <= _HALF else point - _HALF


_FACING = (OFF, *map(_opposite_facing, POINTS), BAR)
_FOLLOWING = (OFF, *map(_opposite_following, POINTS), BAR)
_SHORT_START = _side({24: 2, 13: 5, 8: 3, 6: 5})
_LONG_START = _side({24: 15})
_HEADS = HeadRule(
    head=24, most=1, first_turn_most=2, first_turn_doubles=frozenset({6, 4, 3})
)
_LONG_BLOCKS = tuple(_FOLLOWING[point] for point in reversed(POINTS))
_WINNERS_HOME_AND_BAR = frozenset({19, 20, 21, 22, 23, 24, BAR})

_ALL = (
    RuleSet(
        key="georgian",
        family="short",
        start=_SHORT_START,
        opposite=_FACING,
        hits=True,
        stays=True,
        heads=None,
        blocks=(),
        opening=Opening.PLAYED,
        names=("oini", "mars", "koks"),
        deep=_WINNERS_HOME_AND_BAR,
    ),
    RuleSet(
        key="short",
        family="short",
        start=_SHORT_START,
        opposite=_FACING,
        hits=True,
        stays=False,
        heads=None,
        blocks=(),
        opening=Opening.WHITE_OPENS,
        names=("single", "gammon", "backgammon"),
        deep=_WINNERS_HOME_AND_BAR,
    ),
    RuleSet(
        key="long",
        family="long",
        start=_LONG_START,
        opposite=_FOLLOWING,
        hits=False,
        stays=False,
        heads=_HEADS,
        blocks=_LONG_BLOCKS,
        opening=Opening.ROLLED_AGAIN,
        names=("oin", "mars"),
        deep=frozenset(),
    ),
    RuleSet(
        key="long-white-opens",
        family="long",
        start=_LONG_START,
        opposite=_FOLLOWING,
        hits=False,
        stays=False,
        heads=_HEADS,
        blocks=_LONG_BLOCKS,
        opening=Opening.WHITE_OPENS,
        names=("oin", "mars"),
        deep=frozenset(),
    ),
)

RULESETS: Mapping[str, RuleSet] = MappingProxyType({one.key: one for one in _ALL})


def ruleset_get(key: str) -> RuleSet:
    """The rule set called `key`; raises `InvalidMessage` where there is none."""
    try:
        return RULESETS[key]
    except KeyError:
        known = ", ".join(RULESETS)
        raise InvalidMessage(f"There is no such rule set; there are {known}.") from None
