"""A whole game of long nardy, ply by ply, and the diagrams of some of its turns.

Both sides were played by a program that had taught itself by playing; White moves
first. Each play is in its mover's own numbering, as everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.board.geometry import seen
from games.rulebook.diagrams.diagram import Diagram, first_turn
from games.rules.notation import play_format, play_parse
from games.rules.position import BAR, OFF, POINTS, Position
from games.rules.rulesets import RULESETS
from games.rules.turn import Turn

if TYPE_CHECKING:
    from collections.abc import Iterator

LONG = RULESETS["long"]

GAME = (
    ("5-2", "24/17"),
    ("3-1", "24/20"),
    ("4-1", "24/23 17/13"),
    ("4-4", "24/16 20/16"),
    ("6-4", "24/20 13/7"),
    ("2-1", "24/23 16/14"),
    ("4-1", "24/19"),
    ("4-4", "24/16 14/6"),
    ("5-1", "24/23 19/14"),
    ("6-4", "24/20 16/10"),
    ("6-3", "24/21 23/17"),
    ("5-2", "24/17"),
    ("3-1", "24/21 14/13"),
    ("1-1", "24/21 16/15"),
    ("6-1", "24/17"),
    ("5-1", "24/18"),
    ("6-4", "24/14"),
    ("4-2", "24/22 17/13"),
    ("6-1", "24/23 21/15"),
    ("5-2", "24/17"),
    ("4-4", "24/16 23/19(2)"),
    ("5-2", "24/17"),
    ("3-2", "24/21 19/17"),
    ("6-2", "24/16"),
    ("4-3", "24/17"),
    ("4-1", "24/20 17/16"),
    ("6-5", "13/2"),
    ("2-1", "20/17"),
    ("6-6", "21/15(2) 19/7"),
    ("3-1", "16/15 10/7"),
    ("6-3", "24/15"),
    ("6-6", "16/10 15/9 13/1"),
    ("5-4", "24/15"),
    ("6-5", "20/15 18/12"),
    ("3-2", "17/15 7/4"),
    ("5-3", "15/12 15/10"),
    ("5-4", "20/15 7/3"),
    ("5-4", "17/13 12/7"),
    ("4-1", "15/14"),
    ("6-2", "17/9"),
    ("4-4", ""),
    ("6-2", "24/18 13/11"),
    ("5-3", "17/14"),
    ("6-6", "18/6 7/1(2)"),
    ("6-3", "14/5"),
    ("4-1", "11/6"),
    ("6-5", "14/3"),
    ("2-1", "9/6"),
    ("5-4", "5/1"),
    ("4-3", "10/7 10/6"),
    ("6-1", "15/8"),
    ("4-1", "12/8 7/6"),
    ("6-3", "17/8"),
    ("5-5", "24/19 23/18 22/12"),
    ("5-4", "14/5"),
    ("6-2", "18/12 9/7"),
    ("5-2", "15/10 8/6"),
    ("2-1", "12/11 8/6"),
    ("5-2", "16/11 10/8"),
    ("5-2", "11/4"),
    ("5-4", "17/12 15/11"),
    ("5-3", "12/4"),
    ("4-3", "12/5"),
    ("6-3", "7/1 4/1"),
    ("5-5", "15/10(3) 11/6"),
    ("6-1", "6/5"),
    ("6-4", "10/4 6/2"),
    ("5-2", "21/19 6/1"),
    ("5-5", "11/1 8/3(2)"),
    ("4-2", "6/2 4/2"),
    ("4-1", "10/6 3/2"),
    ("5-3", "6/3 6/1"),
    ("5-2", "10/3"),
    ("5-4", "6/1 5/1"),
    ("4-3", "4/off 3/off"),
    ("4-3", "6/2"),
    ("5-1", "6/off"),
    ("5-5", ""),
    ("5-3", "5/off 3/off"),
    ("5-4", ""),
    ("2-1", "2/off 1/off"),
    ("6-2", "3/1"),
    ("5-5", "6/1 5/off 4/off 3/off"),
    ("2-1", "19/18 19/17"),
    ("5-3", "3/off 2/off"),
    ("6-1", "17/11 2/1"),
    ("1-1", "2/off 1/off(2)"),
)
"""Each roll with the play that was made; an empty one is a turn that passed."""

SHOWN = (1, 2, 4, 5, 17, 21, 29, 33, 41, 57, 72, 73, 78, 83, 87)
"""The plies that have a diagram, by their number from 1."""


@dataclass(frozen=True, slots=True)
class Ply:
    """One turn of the game, before and after."""

    number: int
    turn: Turn

    @property
    def black(self) -> bool:
        """Whether it is Black's; White has the odd ones."""
        return self.number % 2 == 0

    @property
    def written(self) -> str:
        """The play as White sees it, in his numbers."""
        text = play_format(self.turn)
        if not self.black:
            return text
        return " ".join(_seen_by_white(part) for part in text.split())


def plies() -> Iterator[Ply]:
    """The game from its first roll to its end; every play is checked on the way."""
    position = Position(LONG.start, LONG.start)
    for number, (roll, play) in enumerate(GAME, start=1):
        dice = (int(roll[0]), int(roll[2]))
        first = first_turn(position)
        steps = play_parse(play, LONG, position, dice, first_turn=first)
        turn = Turn(LONG, position, dice, first, steps)
        yield Ply(number, turn)
        position = turn.position.switched()


def _seen_by_white(part: str) -> str:
    """`13/1` of Black's as White sees it: `1/13`."""
    places, times = part, ""
    if "(" in part:
        places, times = part.split("(")
        times = f"({times}"
    return "/".join(_place_seen(place) for place in places.split("/")) + times


def _place_seen(place: str) -> str:
    return place if place == "off" else str(seen("theirs", "long", int(place)))


def _diagram(ply: Ply) -> Diagram:
    start = ply.turn.start
    hops = [
        f"{step.source}/{ply.turn.landing(step) or 'off'}" for step in ply.turn.steps
    ]
    return Diagram(
        f"fg-{ply.number}",
        "long",
        mine=_side_written(start.mine),
        theirs=_side_written([start.theirs[place] for place in LONG.opposite]),
        dice=ply.turn.dice,
        made=" ".join(hops),
        only=None if hops else (),
        black=ply.black,
        turned=ply.black,
    )


def _side_written(side: tuple[int, ...] | list[int]) -> str:
    places = [*reversed(POINTS), OFF]
    assert not side[BAR]  # noqa: S101 - nobody is hit in this game
    return " ".join(
        f"{place or 'off'}:{side[place]}" for place in places if side[place]
    )


DIAGRAMS = tuple(_diagram(ply) for ply in plies() if ply.number in SHOWN)
