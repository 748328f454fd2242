"""The worked cases: every legal play of each, no other, in the order promised."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.rules.plays import legal_plays, legal_positions, plays_count
from games.rules.turn import Step, Turn
from tests.rules.positions import Setting, setting

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases" / "plays.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]


def _read(case: dict[str, Any]) -> Setting:
    theirs = dict(case["theirs"])
    bar = theirs.pop("bar", 0)
    read = setting(
        case["ruleset"],
        {int(point): count for point, count in case["mine"].items()},
        {int(point): count for point, count in theirs.items()},
        (case["dice"][0], case["dice"][1]),
        first_turn=case["first_turn"],
        their_bar=bar,
    )
    assert [read.position.mine[0], read.position.theirs[0]] == case["off"]
    return read


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    """Listed, counted, as distinct positions and step by step: the same plays."""
    read = _read(case)
    args = read.ruleset, read.position, read.dice
    plays = legal_plays(*args, first_turn=read.first_turn)
    assert [[[s.source, s.die] for s in play] for play in plays] == case["expect"]
    assert plays_count(*args, first_turn=read.first_turn) == len(plays)

    turns = [Turn(*args, read.first_turn, play) for play in plays]
    assert all(turn.is_complete for turn in turns)
    positions = legal_positions(*args, first_turn=read.first_turn)
    assert len(positions) == len(set(positions))
    assert set(positions) == {turn.position for turn in turns}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_order_of_the_dice_means_nothing(case: dict[str, Any]) -> None:
    """The two dice turned round give the same plays."""
    read = _read(case)
    turned = (read.dice[1], read.dice[0])
    plays = legal_plays(read.ruleset, read.position, turned, first_turn=read.first_turn)
    assert [[[s.source, s.die] for s in play] for play in plays] == case["expect"]


def test_two_and_then_two_more_or_nothing() -> None:
    """6-2: 8/2 and 24/22 in either order; 8/6 would leave the six unplayable."""
    roll = setting(
        "georgian",
        {24: 1, 8: 1, 6: 13},
        {20: 4, 19: 4, 18: 3, 16: 2, 4: 2},
        (6, 2),
    )
    plays = legal_plays(roll.ruleset, roll.position, roll.dice, first_turn=False)
    both = Step(8, 6), Step(24, 2)
    assert plays == (both, both[::-1])
    assert Step(8, 2) not in roll.turn().next_steps
