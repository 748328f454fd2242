"""Five whole matches of each rule set between random players, through the services."""

import pytest

from accounts.models import User
from games.rules.rulesets import RULESETS
from tests.tables.whole import match_played, worth

pytestmark = pytest.mark.django_db

# One game each, and once several, between which colours may change.
TARGETS = (1, 1, 1, 1, 3)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whole_matches_keep_to_the_rules_to_the_end(
    nino: User, giorgi: User, ruleset: str
) -> None:
    """Starter, colours, score, no stuck state, and a record with the same end."""
    for number, target in enumerate(TARGETS):
        figures = match_played(
            (nino, giorgi),
            ruleset=ruleset,
            target=target,
            seed=f"{ruleset} {number}",
        )
        assert figures.games >= 1
        assert figures.turns < figures.commands


def test_the_checks_know_what_a_game_is_worth() -> None:
    """They do not ask the rules, so they are asked themselves."""
    bar = (0,) * 25 + (15,)
    home = (*(0,) * 19, 15, *(0,) * 6)
    yard = (*(0,) * 18, 15, *(0,) * 7)
    one_off = (1, *(0,) * 24, 14)
    assert [worth("georgian", side) for side in (bar, home, yard, one_off)] == [
        3,
        3,
        2,
        1,
    ]
    assert [worth("long", side) for side in (home, yard, one_off)] == [2, 2, 1]
