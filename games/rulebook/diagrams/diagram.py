"""What a diagram is: a position, what is done in it, and what it claims of the rules.

Points are the mover's own, the opponent's checkers too. Steps are written as hops of
one die each, `8/4* 6/4`; whole plays in the usual notation.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from games.rules.errors import IllegalMove
from games.rules.position import (
    BAR,
    CHECKERS,
    OFF,
    SIDE_LENGTH,
    Position,
    position_checked,
)
from games.rules.rulesets import RULESETS
from games.rules.turn import Turn

if TYPE_CHECKING:
    from games.rules.rulesets import RuleSet
    from games.rules.turn import Step

_NAMES = {"off": OFF, "bar": BAR}


@dataclass(frozen=True)
class Diagram:
    """One diagram; the same in every language.

    `mine` and `theirs` say where checkers stand, as `24:2 13:5 bar:1 off:3`, and
    make fifteen each.
    """

    name: str
    ruleset_key: str
    mine: str
    theirs: str
    dice: tuple[int, int] | None = None
    made: str = ""
    """Steps that have been made: the picture shows what they lead to."""
    ways: tuple[str, ...] = ()
    """Arrows for steps that may follow: each way is legal."""
    barred: tuple[str, ...] = ()
    """Arrows for steps that may not: of each way the last step is illegal."""
    legal: tuple[str, ...] = ()
    """Whole plays, claimed to be legal before anything is made."""
    illegal: tuple[str, ...] = ()
    """Whole plays, claimed to be illegal."""
    only: tuple[str, ...] | None = None
    """All the different plays that there are; none where the turn passes."""
    shots: int | None = None
    """With how many of 36 rolls the opponent, to move next, can hit."""
    stuck: int | None = None
    """With how many of 36 rolls he can bring no checker off his head."""
    worth: int | None = None
    """What the game that the mover has just won is worth."""
    closed: tuple[int, ...] = ()
    """Points on which the mover may not land."""
    lit: tuple[int, ...] = ()
    """Points to look at."""
    black: bool = False
    """Whether the mover's checkers are the dark ones."""
    turned: bool = False
    """Whether the other player looks on: the board and its numbers are his."""

    @property
    def ruleset(self) -> RuleSet:
        """The rule set that is played."""
        return RULESETS[self.ruleset_key]

    @cached_property
    def start(self) -> Position:
        """The position before the roll, seen by the mover."""
        mine = _side_read(self.mine)
        seen = _side_read(self.theirs)
        theirs = [seen[place] for place in self.ruleset.opposite]
        return position_checked(self.ruleset, mine, theirs)

    @cached_property
    def before(self) -> Turn | None:
        """The turn with nothing made; None where nothing was rolled."""
        if self.dice is None:
            return None
        return Turn(self.ruleset, self.start, self.dice, first_turn(self.start))

    @cached_property
    def turn(self) -> Turn | None:
        """The turn that the picture shows."""
        if self.before is None:
            return None
        turn = self.before
        for hop in hops_read(self.made):
            turn = turn.take(step_found(turn, hop))
        return turn

    @property
    def shown(self) -> Position:
        """The position that the picture shows, seen by the mover."""
        return self.turn.position if self.turn else self.start


def first_turn(position: Position) -> bool:
    """Whether the mover of `position` plays his first turn of a game of long nardy.

    All fifteen stand on the head then, and never again. Nothing else asks.
    """
    return position.mine[24] == CHECKERS


def hops_read(text: str) -> tuple[tuple[int, int], ...]:
    """The hops of `8/4* 4/2`: from where to where."""
    hops = []
    for part in text.split():
        source, target = part.replace("*", "").split("/")
        hops.append((_place(source), _place(target)))
    return tuple(hops)


def step_found(turn: Turn, hop: tuple[int, int]) -> Step:
    """The legal step that makes `hop`; raises `IllegalMove` where there is none."""
    source, target = hop
    for step in turn.next_steps:
        if step.source == source and turn.landing(step) == target:
            return step
    raise IllegalMove(f"There is no legal step from {source} to {target} here.")


def _place(name: str) -> int:
    return _NAMES[name] if name in _NAMES else int(name)


def _side_read(text: str) -> list[int]:
    side = [0] * SIDE_LENGTH
    for part in text.split():
        place, count = part.split(":")
        side[_place(place)] += int(count)
    return side
