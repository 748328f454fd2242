"""The product code and the second reading of the rules agree, position by position."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from games.rules.plays import legal_plays, plays_count
from games.rules.rulesets import RULESETS
from games.rules.turn import Step
from tests.rules.positions import Setting, played, reference_key, thrown
from tests.rules.reference import Reference

CHUNKS = range(3)


def _agree(roll: Setting, rng: random.Random) -> None:
    reference = Reference(roll.roll())
    expected = tuple(
        tuple(Step(source, die) for source, die in play) for play in reference.plays
    )
    args = roll.ruleset, roll.position, roll.dice
    plays = legal_plays(*args, first_turn=roll.first_turn)
    assert plays == (() if expected == ((),) else expected), roll
    assert plays_count(*args, first_turn=roll.first_turn) == len(plays), roll

    positions = roll.positions()
    assert len(set(positions)) == len(positions), roll
    keys = {reference_key(roll.ruleset, position) for position in positions}
    assert keys == reference.positions, roll

    turn, begun = roll.turn(), expected
    while not turn.is_complete:
        at = len(turn.steps)
        steps = turn.next_steps
        assert len(set(steps)) == len(steps)
        assert set(steps) == {play[at] for play in begun if len(play) > at}, roll
        turn = turn.take(rng.choice(steps))
        begun = tuple(play for play in begun if play[: at + 1] == turn.steps)
    assert turn.steps in begun, roll


@pytest.mark.parametrize("chunk", CHUNKS)
@pytest.mark.parametrize("key", RULESETS)
def test_in_play(key: str, chunk: int) -> None:
    """From positions to which random play has led."""
    rng = random.Random(chunk)
    for roll in islice(played(RULESETS[key], chunk), 0, 1000, 4):
        _agree(roll, rng)


@pytest.mark.parametrize("chunk", CHUNKS)
@pytest.mark.parametrize("key", RULESETS)
def test_out_of_play(key: str, chunk: int) -> None:
    """From positions thrown together, where the rare rules meet."""
    rng = random.Random(chunk)
    for roll in islice(thrown(RULESETS[key], chunk), 500):
        _agree(roll, rng)
