"""What a finished game or a resigned match is worth, in points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.position import OFF

if TYPE_CHECKING:
    from games.rules.position import Side
    from games.rules.rulesets import RuleSet


def game_points(ruleset: RuleSet, loser_side: Side) -> int:
    """The points of a game lost with `loser_side`, in the loser's own numbering."""
    if loser_side[OFF]:
        return 1
    if any(loser_side[point] for point in ruleset.deep):
        return 3
    return 2


def result_name(ruleset: RuleSet, points: int) -> str:
    """The rule set's word for a win of `points`, such as `mars`.

    Raises `ValueError` where the rule set has no win of that size.
    """
    if not 1 <= points <= len(ruleset.names):
        raise ValueError(f"No game of {ruleset.key} is worth {points} points.")
    return ruleset.names[points - 1]


def resignation_points(target: int, winner_score: int) -> int:
    """What a resignation gives: the points still needed for `target`, at least one."""
    return max(1, target - winner_score)
