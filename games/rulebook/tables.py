"""Tables of the rule book that the rules themselves work out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from games.rulebook.diagrams.first_game import plies
from games.rulebook.plays import ROLLS, distinct_plays, plays_written
from games.rules.plays import legal_positions
from games.rules.position import BAR, HOME, OFF, SIDE_LENGTH, Position, Side
from games.rules.rulesets import RULESETS

_HEAD = 24
_STEPS = 4
FARTHEST_SHOT = 12


@dataclass(frozen=True, slots=True)
class FirstDouble:
    """What a double allows as the first turn of long nardy."""

    double: str
    heads: int
    """How many checkers leave the head, in any of the plays."""
    plays: tuple[str, ...]
    lost: int


@cache
def first_doubles() -> tuple[FirstDouble, ...]:
    """The six doubles as White's first turn."""
    ruleset = RULESETS["long"]
    start = Position(ruleset.start, ruleset.start)
    rows = []
    for die in HOME:
        plays = distinct_plays(ruleset, start, (die, die))
        rows.append(
            FirstDouble(
                f"{die}-{die}",
                max(start.mine[_HEAD] - one.position.mine[_HEAD] for one in plays),
                tuple(plays_written(ruleset, start, (die, die), plays)),
                _STEPS - max(len(one.play) for one in plays),
            )
        )
    return tuple(rows)


@cache
def shots_by_distance() -> tuple[tuple[int, int], ...]:
    """With how many of 36 rolls one checker hits another, by the points between."""
    return tuple(
        (distance, _shots(distance)) for distance in range(1, FARTHEST_SHOT + 1)
    )


def _shots(distance: int) -> int:
    """One checker on 24 and one of the other's so far in front of it, nobody else."""
    ruleset = RULESETS["short"]
    other = ruleset.opposite[_HEAD - distance]
    position = Position(_lone(_HEAD), _lone(other))
    return sum(
        1 if high == low else 2
        for row in ROLLS
        for high, low in row
        if any(
            after.theirs[BAR]
            for after in legal_positions(
                ruleset, position, (high, low), first_turn=False
            )
        )
    )


def _lone(point: int) -> Side:
    side = [0] * SIDE_LENGTH
    side[point], side[OFF] = 1, 14
    return tuple(side)


@dataclass(frozen=True, slots=True)
class Played:
    """One player's turn of the first game: the roll and the play in White's numbers."""

    roll: str
    play: str
    """Empty where the turn passed."""


@dataclass(frozen=True, slots=True)
class Round:
    """White's turn and Black's answer."""

    number: int
    white: Played
    black: Played | None


@cache
def first_game() -> tuple[Round, ...]:
    """The first game of long nardy, turn by turn."""
    played = [Played("-".join(map(str, ply.turn.dice)), ply.written) for ply in plies()]
    return tuple(
        Round(at // 2 + 1, played[at], played[at + 1] if at + 1 < len(played) else None)
        for at in range(0, len(played), 2)
    )
