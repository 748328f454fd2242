"""What a game is worth, seen from the loser's side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.rules.position import BAR, OFF, SIDE_LENGTH, Side
from games.rules.rulesets import RULESETS
from games.rules.scoring import game_points, resignation_points, result_name

if TYPE_CHECKING:
    from collections.abc import Mapping

SHORT_FAMILY = ["georgian", "short"]
LONG_FAMILY = ["long", "long-white-opens"]


def _side(checkers: Mapping[int, int]) -> Side:
    assert sum(checkers.values()) == 15
    return tuple(checkers.get(point, 0) for point in range(SIDE_LENGTH))


@pytest.mark.parametrize("key", RULESETS)
def test_some_borne_off(key: str) -> None:
    """Three off and twelve at home: a single win."""
    assert game_points(RULESETS[key], _side({OFF: 3, 2: 12})) == 1


@pytest.mark.parametrize("key", RULESETS)
def test_all_at_home_none_off(key: str) -> None:
    """All in the loser's own home, none off: two points."""
    assert game_points(RULESETS[key], _side({6: 10, 1: 5})) == 2


@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_on_the_way(key: str) -> None:
    """Two still in the yards, the winner's included: two points."""
    assert game_points(RULESETS[key], _side({6: 13, 18: 1, 9: 1})) == 2


@pytest.mark.parametrize("point", [19, 24, BAR])
@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_in_the_winners_home_or_on_the_bar(key: str, point: int) -> None:
    """None off and one in the winner's home or on the bar: three points."""
    assert game_points(RULESETS[key], _side({6: 14, point: 1})) == 3


@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_one_off_rules_out_more(key: str) -> None:
    """One off and another on the bar: a single win."""
    assert game_points(RULESETS[key], _side({OFF: 1, BAR: 1, 6: 13})) == 1


@pytest.mark.parametrize("key", LONG_FAMILY)
def test_long_has_no_third_result(key: str) -> None:
    """All fifteen still on the head: two points, wherever that is."""
    assert game_points(RULESETS[key], _side({24: 15})) == 2
    assert game_points(RULESETS[key], _side({24: 1, 20: 3, 6: 11})) == 2


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("georgian", ["oini", "mars", "koks"]),
        ("short", ["single", "gammon", "backgammon"]),
        ("long", ["oin", "mars"]),
        ("long-white-opens", ["oin", "mars"]),
    ],
)
def test_names(key: str, names: list[str]) -> None:
    """Every rule set has its own words, and none for what it does not know."""
    ruleset = RULESETS[key]
    points = range(1, len(names) + 1)
    assert [result_name(ruleset, value) for value in points] == names
    for value in (0, len(names) + 1):
        with pytest.raises(ValueError, match="worth"):
            result_name(ruleset, value)


@pytest.mark.parametrize(
    ("target", "winner_score", "points"),
    [(1, 0, 1), (3, 0, 3), (5, 4, 1), (7, 2, 5), (3, 3, 1)],
)
def test_resignation(target: int, winner_score: int, points: int) -> None:
    """The opponent is given what he still needs, at least one point."""
    assert resignation_points(target, winner_score) == points
