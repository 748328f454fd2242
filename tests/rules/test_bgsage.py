"""Short nardi against an engine of other hands: the same final positions."""

from __future__ import annotations

from itertools import islice

import bgsage
import pytest

from games.rules.position import BAR, OFF, POINTS, Position
from games.rules.rulesets import RULESETS
from tests.rules.positions import played

SHORT = RULESETS["short"]
POSITIONS = 20_000
CHUNKS = 10


def _board(position: Position) -> list[int]:
    """Their layout: the mover's points are positive, 25 his bar, 0 the other's."""
    board = [0] * 26
    board[0], board[BAR] = position.theirs[BAR], position.mine[BAR]
    for point in POINTS:
        board[point] = position.mine[point] - position.theirs[SHORT.opposite[point]]
    return board


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_same_final_positions(chunk: int) -> None:
    """In positions of random play, each with one random roll.

    A double that wins before it is used up ends the game there and here alike.
    """
    for roll in islice(played(SHORT, 100 + chunk), POSITIONS // CHUNKS):
        before = _board(roll.position)
        found = [_board(position) for position in roll.positions()] or [before]
        theirs = bgsage.possible_moves(before, *roll.dice)
        assert sorted(found) == sorted(theirs), roll


def test_layout_is_theirs() -> None:
    """The start position is what they take it for, so nothing agrees by chance."""
    assert _board(Position(SHORT.start, SHORT.start)) == bgsage.STARTING_BOARD
    assert SHORT.start[OFF] == 0
