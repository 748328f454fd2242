"""Positions: how many checkers of each player stand where.

A side is 26 counts in its owner's own numbering: `[0]` borne off, `[1]` to `[24]`
the points, `[25]` the bar; 15 in all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.rules.errors import InvalidMessage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.rules.rulesets import RuleSet

Side = tuple[int, ...]

CHECKERS = 15
OFF = 0
HOME = range(1, 7)
POINTS = range(1, 25)
BAR = 25
SIDE_LENGTH = 26


@dataclass(frozen=True, slots=True)
class Position:
    """The mover's side and the opponent's, each in its owner's own numbering.

    Nothing is checked here; `position_checked` builds a position from outside.
    """

    mine: Side
    theirs: Side

    def switched(self) -> Position:
        """The same board with the other player as the mover."""
        return Position(self.theirs, self.mine)


def pip_count(side: Side) -> int:
    """How many pips `side` still has to travel; a checker on the bar counts 25."""
    return sum(point * count for point, count in enumerate(side))


def position_checked(
    ruleset: RuleSet, mine: Sequence[int], theirs: Sequence[int]
) -> Position:
    """Build a position from two sides in their owners' numberings.

    Raises `InvalidMessage`, in the mover's numbering, unless each side is 26
    whole numbers with 15 checkers in all, no point holds both players, and the bar
    is empty where nothing is ever hit. Not checked: whether play can lead there.
    """
    position = Position(
        _side_checked("the mover", mine), _side_checked("the opponent", theirs)
    )
    if not ruleset.hits and (position.mine[BAR] or position.theirs[BAR]):
        raise InvalidMessage(f"There is no bar in {ruleset.key}.")
    for point in POINTS:
        if position.mine[point] and position.theirs[ruleset.opposite[point]]:
            raise InvalidMessage(f"Both players stand on point {point}.")
    return position


def _side_checked(owner: str, side: Sequence[int]) -> Side:
    if len(side) != SIDE_LENGTH:
        raise InvalidMessage(f"A side has 26 counts, that of {owner} has {len(side)}.")
    for count in side:
        # `type` and not `isinstance`: True is no number of checkers.
        if type(count) is not int or not 0 <= count <= CHECKERS:
            raise InvalidMessage(
                f"The counts of {owner} must be whole numbers from 0 to 15."
            )
    if sum(side) != CHECKERS:
        raise InvalidMessage(
            f"Checkers of {owner} must be 15 in all, with the bar and those off:"
            f" there are {sum(side)}."
        )
    return tuple(side)
