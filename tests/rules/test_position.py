"""Positions from outside are checked before any rule is asked; rule sets are found."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.errors import InvalidMessage
from games.rules.position import BAR, OFF, Position, pip_count, position_checked
from games.rules.rulesets import RULESETS, ruleset_get

GEORGIAN, LONG = RULESETS["georgian"], RULESETS["long"]


def _with(changes: dict[int, Any]) -> list[Any]:
    side: list[Any] = list(GEORGIAN.start)
    for point, count in changes.items():
        side[point] = count
    return side


def test_start_passes() -> None:
    """The start position of every rule set is a position."""
    for ruleset in RULESETS.values():
        position = position_checked(ruleset, ruleset.start, ruleset.start)
        assert position == Position(ruleset.start, ruleset.start)


@pytest.mark.parametrize(
    "side",
    [
        _with({24: 3}),
        _with({24: 1}),
        _with({24: -1, 13: 8}),
        _with({24: True, 13: 6}),
        _with({24: 2.0}),
        _with({24: "2"}),
        _with({24: 1, 7: 1})[:25],
        [*_with({}), 0],
        [0] * 26,
        _with({1: 16, 24: -14}),
    ],
)
def test_wrong_side(side: list[Any]) -> None:
    """Counts, types and sums are checked for both players alike."""
    with pytest.raises(InvalidMessage):
        position_checked(GEORGIAN, side, GEORGIAN.start)
    with pytest.raises(InvalidMessage):
        position_checked(GEORGIAN, GEORGIAN.start, side)


def test_two_players_on_one_point() -> None:
    """The opponent's 24 is the mover's 1 (short) or 12 (long)."""
    with pytest.raises(InvalidMessage, match="point 1"):
        position_checked(GEORGIAN, _with({24: 1, 1: 1}), GEORGIAN.start)
    long_side = [0] * 26
    long_side[12] = 15
    with pytest.raises(InvalidMessage, match="point 12"):
        position_checked(LONG, long_side, LONG.start)


def test_bar_where_nothing_is_hit() -> None:
    """The long family has no bar; borne-off checkers are the same everywhere."""
    side = [0] * 26
    side[24], side[BAR] = 14, 1
    with pytest.raises(InvalidMessage, match="bar"):
        position_checked(LONG, side, LONG.start)
    side[BAR], side[OFF] = 0, 1
    assert position_checked(LONG, side, LONG.start).mine[OFF] == 1


def test_pip_count() -> None:
    """The bar counts 25, the borne-off nothing."""
    side = [0] * 26
    side[OFF], side[3], side[BAR] = 12, 2, 1
    assert pip_count(tuple(side)) == 31


def test_unknown_rule_set() -> None:
    """The refusal lists those that there are."""
    assert ruleset_get("short") is RULESETS["short"]
    with pytest.raises(InvalidMessage, match="long-white-opens"):
        ruleset_get("nackgammon")
