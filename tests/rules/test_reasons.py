"""Why a checker cannot be moved: each reason in every rule set where it can occur."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.position import BAR, OFF
from games.rules.reasons import Reason
from games.rules.rulesets import RULESETS
from games.rules.turn import Step, Turn
from tests.rules.positions import Setting, any_setting, setting, start
from tests.rules.test_laws import law

if TYPE_CHECKING:
    from collections.abc import Mapping

SHORT = [key for key, rules in RULESETS.items() if rules.family == "short"]
LONG = [key for key, rules in RULESETS.items() if rules.family == "long"]
ALL = [*SHORT, *LONG]

# The reasons that a rule set has no rule for; every other one has a position below.
NEVER = {
    "georgian": {Reason.HEAD, Reason.SIX_BLOCK},
    "short": {Reason.HEAD, Reason.SIX_BLOCK, Reason.HELD},
    "long": {Reason.ON_BAR, Reason.HELD},
    "long-white-opens": {Reason.ON_BAR, Reason.HELD},
}


def why(turn: Turn, source: int, die: int) -> Reason | None:
    """What keeps the checker on `source` from `die`."""
    found = {(one.source, one.die): one.reason for one in turn.hindrances}
    return found.get((source, die))


def turn_of(
    ruleset: str,
    mine: Mapping[int, int],
    theirs: Mapping[int, int],
    dice: tuple[int, int],
) -> Turn:
    return setting(ruleset, mine, theirs, dice).turn()


@pytest.mark.parametrize("ruleset", SHORT)
def test_the_bar_comes_first(ruleset: str) -> None:
    """While a checker waits on the bar no other moves; it may find no way in."""
    turn = turn_of(ruleset, {25: 1, 8: 14}, {19: 15}, (6, 5))
    assert why(turn, 8, 5) == why(turn, 8, 6) == Reason.ON_BAR
    assert why(turn, BAR, 6) == Reason.CLOSED
    assert why(turn, BAR, 5) is None
    entered = turn.take(Step(BAR, 5))
    assert why(entered, 8, 6) is None


@pytest.mark.parametrize(
    ("ruleset", "there"), [*((key, 2) for key in SHORT), *((key, 1) for key in LONG)]
)
def test_a_closed_point(ruleset: str, there: int) -> None:
    """Two opposing checkers close a point, in long nardy one does."""
    turn = turn_of(ruleset, {18: 1, 11: 14}, {13: there, 24: 15 - there}, (5, 1))
    assert why(turn, 18, 5) == Reason.CLOSED
    assert why(turn, 18, 1) is None


def test_a_held_point() -> None:
    """Who hit at home stays while another checker can play the die, in `georgian`."""
    mine, theirs = {6: 2, 13: 1, 1: 12}, {4: 1, 9: 2, 7: 2, 19: 10}
    hit = turn_of("georgian", mine, theirs, (2, 2)).take(Step(6, 2))
    assert why(hit, 4, 2) == Reason.HELD
    assert why(hit.take(Step(6, 2)), 4, 2) is None, "one of two may leave"
    assert why(turn_of("short", mine, theirs, (2, 2)).take(Step(6, 2)), 4, 2) is None


@pytest.mark.parametrize("ruleset", LONG)
def test_the_head(ruleset: str) -> None:
    """One checker a turn leaves the head; on the first 6-6 two do."""
    after = start(ruleset, (5, 1)).turn().take(Step(24, 5))
    assert why(after, 24, 1) == Reason.HEAD
    assert why(after, 19, 1) is None
    sixes = start(ruleset, (3, 3)).turn().take(Step(24, 3))
    assert why(sixes, 24, 3) is None
    assert why(sixes.take(Step(24, 3)), 24, 3) == Reason.HEAD


@pytest.mark.parametrize("ruleset", LONG)
def test_a_six_block(ruleset: str) -> None:
    """The sixth point in a row is not made with nobody in front, round the corner too."""
    mine = {5: 2, 4: 2, 3: 2, 2: 2, 24: 5, 7: 2}
    turn = turn_of(ruleset, mine, {12: 15}, (6, 1))
    assert why(turn, 7, 6) == why(turn, 7, 1) == Reason.SIX_BLOCK
    ahead = turn_of(ruleset, mine, {12: 14, 15: 1}, (6, 1))
    assert why(ahead, 7, 6) is None


@pytest.mark.parametrize(
    ("ruleset", "theirs"),
    [
        *((key, {1: 2, 19: 13}) for key in SHORT),
        *((key, {1: 1, 24: 14}) for key in LONG),
    ],
)
def test_the_larger_die(ruleset: str, theirs: Mapping[int, int]) -> None:
    """Either die can be played and not both: the smaller one cannot."""
    mine = {12: 1} if ruleset in SHORT else {12: 1, 2: 14}
    turn = turn_of(ruleset, mine, theirs, (6, 5))
    assert turn.next_steps == (Step(12, 6),)
    assert why(turn, 12, 5) == Reason.LARGER_DIE


@pytest.mark.parametrize(
    ("ruleset", "mine", "theirs"),
    [
        *((key, {13: 1, 7: 1}, {11: 2, 12: 2, 4: 2, 19: 9}) for key in SHORT),
        *((key, {13: 1, 7: 1, 1: 13}, {12: 1, 24: 14}) for key in LONG),
    ],
)
def test_maximum_use(
    ruleset: str, mine: Mapping[int, int], theirs: Mapping[int, int]
) -> None:
    """Only 7/6 plays the one, so the six must be played by the other checker."""
    turn = turn_of(ruleset, mine, theirs, (6, 1))
    assert why(turn, 7, 6) == Reason.MAXIMUM_USE
    assert turn.next_steps == (Step(13, 6), Step(7, 1))


@pytest.mark.parametrize("ruleset", ALL)
def test_bearing_off_too_early(ruleset: str) -> None:
    """Nothing is borne off while one checker is not home; then it is."""
    theirs = {19: 15} if ruleset in SHORT else {13: 15}
    turn = turn_of(ruleset, {7: 1, 3: 14}, theirs, (6, 3))
    assert why(turn, 3, 6) == why(turn, 3, 3) == Reason.BEAR_OFF_EARLY
    assert why(turn.take(Step(7, 6)), 3, 3) is None


@pytest.mark.parametrize("ruleset", ALL)
def test_bearing_off_from_the_highest(ruleset: str) -> None:
    """A die larger than its checker's point takes the highest one."""
    theirs = {19: 15} if ruleset in SHORT else {13: 15}
    turn = turn_of(ruleset, {5: 1, 4: 2, 2: 2}, theirs, (6, 2))
    assert why(turn, 4, 6) == why(turn, 2, 6) == Reason.BEAR_OFF_HIGHER
    assert why(turn, 5, 6) is None
    inside = turn_of(ruleset, {6: 1, 3: 2}, theirs, (5, 4))
    assert why(inside, 3, 5) == Reason.BEAR_OFF_HIGHER


def test_the_reason_that_counts_comes_first() -> None:
    """Of several dice the rule is named, not the point that is seen to be closed."""
    away = turn_of("short", {8: 1, 5: 14}, {4: 2, 19: 13}, (6, 1))
    assert [one for one in away.hindrances if one.source == 5] == [
        (5, 6, Reason.BEAR_OFF_EARLY),
        (5, 1, Reason.CLOSED),
    ]


@law
@given(any_setting, st.data())
def test_every_checker_moves_or_says_why(roll: Setting, data: st.DataObject) -> None:
    """Each checker with each die left: either the step is legal or it has a reason."""
    turn = roll.turn()
    while not turn.is_complete and data.draw(st.booleans()):
        turn = turn.take(data.draw(st.sampled_from(turn.next_steps)))
    mine = turn.position.mine
    legal = {(step.source, step.die) for step in turn.next_steps}
    told = [(one.source, one.die) for one in turn.hindrances]
    reasons = {one.reason for one in turn.hindrances}
    assert not reasons & NEVER[roll.ruleset.key]
    assert len(told) == len(set(told))
    if mine[OFF] < sum(mine):
        every = {
            (place, die)
            for place in range(1, BAR + 1)
            if mine[place]
            for die in turn.dice_left
        }
        assert legal | set(told) == every
        assert not legal & set(told)
