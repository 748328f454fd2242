"""What the rules explorer knows: a position, a roll, and all that it allows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.rulebook.diagrams.diagram import first_turn
from games.rules.notation import play_format
from games.rules.plays import Play, Search
from games.rules.position import CHECKERS, OFF
from games.rules.turn import Turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.rules.plays import Dice, Edge
    from games.rules.position import Position
    from games.rules.rulesets import RuleSet

Roll = tuple[int, int]

ROLLS: tuple[tuple[Roll, ...], ...] = tuple(
    tuple((high, low) for low in range(1, high + 1)) for high in range(1, 7)
)
"""The 21 rolls, by their larger die."""

MOST_SHOWN = 60
"""So many plays are written out at a time."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A legal play, and the position that it leads to, seen by the mover."""

    play: Play
    position: Position


def is_over(position: Position) -> bool:
    """Whether one of the players has borne off all fifteen."""
    return CHECKERS in (position.mine[OFF], position.theirs[OFF])


def distinct_plays(
    ruleset: RuleSet, position: Position, dice: Roll
) -> tuple[Ended, ...]:
    """One legal play for every different position that the roll can lead to.

    Level by level, each state once: some two thousand at most, whatever the position.
    Rear checkers and larger dice come first. None where the turn passes.
    """
    search = Search(ruleset, position, dice, first_turn=first_turn(position))
    level: dict[tuple[int, Dice], Play] = {(search.ground.root, search.dice): ()}
    ended: dict[Position, Play] = {}
    while level:
        following: dict[tuple[int, Dice], Play] = {}
        for (state, left), play in level.items():
            edges = search.edges(state, left)
            if not edges and play:
                ended.setdefault(search.ground.position(state, ruleset), play)
            for edge in sorted(edges, key=_rear_first):
                following.setdefault((edge.state, edge.left), (*play, edge.step))
        level = following
    plays = (Ended(play, after) for after, play in ended.items())
    return tuple(sorted(plays, key=lambda one: _steps_ordered(one.play)))


def plays_written(
    ruleset: RuleSet, position: Position, dice: Roll, plays: Sequence[Ended]
) -> list[str]:
    """The plays in the usual notation."""
    turn = Turn(ruleset, position, dice, first_turn(position))
    written = []
    for one in plays:
        made = turn
        for step in one.play:
            made = made.take(step)
        written.append(play_format(made))
    return written


def _rear_first(edge: Edge) -> tuple[int, int]:
    step = edge.step
    return -step.source, -step.die


def _steps_ordered(play: Play) -> list[tuple[int, int]]:
    return sorted((-step.source, -step.die) for step in play)
