"""Perft: how many plays there are, as data that a change of the rules must change.

`perft.jsonl` holds, for fixed positions, what all 21 rolls give. To depth 1: `plays`,
the legal plays in every order of their steps, as the cases list them, and `positions`,
the different positions that they lead to, summed over the rolls. To depth 2: the same
sums once more for the opponent, from every position that depth 1 counts and, where a
roll passes, from the unchanged one; a finished game has no depth 2. Points are the
mover's, `first_turn` is the mover's and the opponent's.

`python -m tests.rules.perft` counts anew and writes the file;
`python -m tests.rules.perft reference` does so with the second reading of the rules,
which takes minutes and must give the same file.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.rules.plays import plays_count
from games.rules.position import BAR, CHECKERS, OFF, SIDE_LENGTH, Position
from tests.rules.positions import ROLLS_21, Setting, setting
from tests.rules.reference import Reference

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from games.rules.rulesets import RuleSet

FILE = Path(__file__).parent / "perft.jsonl"

Counted = tuple[int, "Collection[Position]"]


def lines_read() -> list[dict[str, Any]]:
    """The positions with their counts, as they stand in the file."""
    return [json.loads(line) for line in FILE.read_text("ascii").splitlines()]


def position_read(line: dict[str, Any]) -> Setting:
    """The position of a line, with a roll that means nothing."""
    theirs = dict(line["theirs"])
    bar = theirs.pop("bar", 0)
    return setting(
        line["ruleset"],
        {int(point): count for point, count in line["mine"].items()},
        {int(point): count for point, count in theirs.items()},
        (1, 1),
        their_bar=bar,
    )


def counted_fast(roll: Setting) -> Counted:
    """Plays and positions by the product code."""
    args = roll.ruleset, roll.position, roll.dice
    return plays_count(*args, first_turn=roll.first_turn), roll.positions()


def counted_by_reference(roll: Setting) -> Counted:
    """Plays and positions by the second reading of the rules."""
    reference = Reference(roll.roll())
    plays = [play for play in reference.plays if play]
    positions = {_position_of(roll.ruleset, reference, roll, play) for play in plays}
    return len(plays), positions


def _position_of(
    ruleset: RuleSet,
    reference: Reference,
    roll: Setting,
    play: tuple[tuple[int, int], ...],
) -> Position:
    board = reference.boards[play]
    mine, theirs = [0] * SIDE_LENGTH, [0] * SIDE_LENGTH
    for point, count in board.mine.items():
        mine[point] = count
    for point, count in board.theirs.items():
        theirs[ruleset.opposite[point]] = count
    theirs[OFF], theirs[BAR] = roll.position.theirs[OFF], board.their_bar
    mine[OFF] = CHECKERS - sum(mine)
    return Position(tuple(mine), tuple(theirs))


def depth_1(
    line: dict[str, Any], counted: Callable[[Setting], Counted]
) -> dict[str, int]:
    """The counts over all 21 rolls of the mover."""
    start = position_read(line)
    plays, after = _rolled(start, start.position, line["first_turn"][0], counted)
    return {"plays": plays, "positions": sum(map(len, after))}


def depth_2(
    line: dict[str, Any], counted: Callable[[Setting], Counted]
) -> dict[str, int]:
    """The counts over all 21 rolls of the opponent, after all 21 of the mover."""
    start = position_read(line)
    _, after = _rolled(start, start.position, line["first_turn"][0], counted)
    plays = positions = 0
    known: dict[Position, tuple[int, int]] = {}
    for one in after:
        for position in one or (start.position,):
            if position.mine[OFF] == CHECKERS:
                continue
            if position not in known:
                more, ended = _rolled(
                    start, position.switched(), line["first_turn"][1], counted
                )
                known[position] = more, sum(map(len, ended))
            plays += known[position][0]
            positions += known[position][1]
    return {"plays": plays, "positions": positions}


def _rolled(
    start: Setting,
    position: Position,
    first_turn: bool,
    counted: Callable[[Setting], Counted],
) -> tuple[int, list[Collection[Position]]]:
    rolls = [
        counted(Setting(start.ruleset, position, dice, first_turn)) for dice in ROLLS_21
    ]
    return sum(plays for plays, _ in rolls), [after for _, after in rolls]


def main(arguments: list[str]) -> None:
    """Write the file anew, by the product code or by the reference."""
    counted = counted_by_reference if arguments == ["reference"] else counted_fast
    lines = lines_read()
    for line in lines:
        line["depth_1"] = depth_1(line, counted)
        line["depth_2"] = depth_2(line, counted)
        sys.stderr.write(f"{line['id']}\n")
    FILE.write_text("".join(json.dumps(line) + "\n" for line in lines), "ascii")


if __name__ == "__main__":
    main(sys.argv[1:])
