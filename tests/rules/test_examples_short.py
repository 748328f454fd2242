"""The worked examples of the short family, one promise each."""

from __future__ import annotations

import pytest

from games.rules.errors import IllegalMove
from games.rules.notation import play_parse
from games.rules.position import BAR, pip_count
from games.rules.rulesets import RULESETS, Opening
from games.rules.turn import Step, Turn
from tests.rules.positions import ROLLS_21, Setting, setting, start

SHORT_FAMILY = ["georgian", "short"]
START = {24: 2, 13: 5, 8: 3, 6: 5}
START_THEIRS = {1: 2, 12: 5, 17: 3, 19: 5}


def _play(roll: Setting, text: str) -> Turn:
    steps = play_parse(
        text, roll.ruleset, roll.position, roll.dice, first_turn=roll.first_turn
    )
    return Turn(roll.ruleset, roll.position, roll.dice, roll.first_turn, steps)


def _refuses(roll: Setting, text: str) -> bool:
    with pytest.raises(IllegalMove):
        _play(roll, text)
    return True


@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_start(key: str) -> None:
    """Two on 24, five on 13, three on 8, five on 6: 167 pips to travel."""
    side = RULESETS[key].start
    assert {point: n for point, n in enumerate(side) if n} == START
    assert pip_count(side) == 167
    assert (
        start(key, (5, 3)).position
        == setting(key, START, START_THEIRS, (5, 3)).position
    )


def test_openings() -> None:
    """Georgian: the higher plays the two dice rolled. Short: White opens."""
    assert RULESETS["georgian"].opening is Opening.PLAYED
    assert RULESETS["short"].opening is Opening.WHITE_OPENS


@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_double_is_played_four_times(key: str) -> None:
    """4-4: one checker sixteen points, two eight each, or four checkers four each."""
    roll = setting(key, {24: 4, 13: 11}, {1: 15}, (4, 4))
    for text in ("24/8", "24/16(2)", "24/20(4)"):
        assert _play(roll, text).is_complete


@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_two_dice_with_one_or_two_checkers(key: str) -> None:
    """5-3: two checkers, or one by way of either stop: eight points in all."""
    roll = setting(key, {13: 2, 11: 13}, {24: 15}, (5, 3))
    assert _play(roll, "13/8 13/10").position.mine[8] == 1
    assert _play(roll, "13/5").position == _play(roll, "13/8/5").position
    assert _play(roll, "13/5").position == _play(roll, "13/10/5").position


@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_stop_between_must_be_open(key: str) -> None:
    """Both stops closed: one checker cannot play both dice."""
    roll = setting(key, {13: 1, 11: 14}, {8: 2, 10: 2, 24: 11}, (5, 3))
    assert Step(13, 5) not in roll.turn().next_steps
    assert Step(13, 3) not in roll.turn().next_steps
    assert _refuses(roll, "13/5")


@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_where_a_checker_may_land(key: str) -> None:
    """On an empty point, on one's own, on a single opposing one; not on two."""
    roll = setting(key, {13: 1, 10: 14}, {11: 1, 9: 2, 24: 12}, (2, 1))
    turn = roll.turn()
    assert Step(13, 1) in turn.next_steps
    assert Step(13, 2) in turn.next_steps
    assert turn.hits(Step(13, 2))
    assert Step(10, 1) not in turn.next_steps
    assert _play(roll, "13/11*/10").position.mine[10] == 15


@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_closed_points_are_jumped(key: str) -> None:
    """A wall of five does not stop a six."""
    wall = {18: 2, 17: 2, 16: 2, 15: 2, 14: 2}
    roll = setting(key, {19: 1, 1: 14}, {**wall, 24: 5}, (6, 5))
    assert _play(roll, "19/13/8").is_complete


@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_larger_when_only_one_of_two(key: str) -> None:
    """Either die alone but not both: the larger is played."""
    roll = setting(key, {20: 1, 1: 14}, {9: 2, 24: 13}, (6, 5))
    assert roll.turn().next_steps == (Step(20, 6),)


@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_both_when_both_can_be(key: str) -> None:
    """A step that would leave the other die unplayable is no step."""
    roll = setting(
        key, {24: 1, 8: 1, 6: 13}, {20: 4, 19: 4, 18: 3, 16: 2, 4: 2}, (6, 2)
    )
    assert set(roll.turn().next_steps) == {Step(8, 6), Step(24, 2)}


@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_double_as_far_as_it_goes(key: str) -> None:
    """Of the four steps as many as are possible."""
    roll = setting(key, {19: 1, 1: 14}, {4: 2, 24: 13}, (5, 5))
    turn = roll.turn().finish()
    assert turn.steps == (Step(19, 5), Step(14, 5))
    assert turn.is_complete


@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_entering(key: str) -> None:
    """A one enters on 24, a six on 19; until then nobody else moves."""
    roll = setting(key, {BAR: 1, 13: 14}, {1: 15}, (6, 1))
    turn = roll.turn()
    assert set(turn.next_steps) == {Step(BAR, 6), Step(BAR, 1)}
    assert turn.landing(Step(BAR, 1)) == 24
    assert turn.landing(Step(BAR, 6)) == 19
    assert Step(13, 6) in turn.take(Step(BAR, 1)).next_steps


@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_entering_with_a_hit(key: str) -> None:
    """A single opposing checker on the entry point goes to the bar."""
    roll = setting(key, {BAR: 1, 13: 14}, {24: 1, 2: 14}, (1, 3))
    turn = roll.turn().take(Step(BAR, 1))
    assert turn.position.theirs[BAR] == 1
    assert turn.position.theirs[1] == 0


@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_entry_closed(key: str) -> None:
    """Both entry points closed: the turn passes."""
    roll = setting(key, {BAR: 1, 13: 14}, {20: 2, 23: 2, 1: 11}, (5, 2))
    assert roll.turn().is_complete
    assert roll.positions() == ()


@pytest.mark.parametrize("dice", ROLLS_21)
@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_closed_home_lets_nobody_in(key: str, dice: tuple[int, int]) -> None:
    """All six entry points closed: no roll helps."""
    closed = dict.fromkeys(range(19, 25), 2)
    roll = setting(key, {BAR: 1, 13: 14}, {**closed, 1: 3}, dice)
    assert roll.turn().is_complete


@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_bearing_off(key: str) -> None:
    """A five from 5, a three from 3; moving inside home is allowed instead."""
    roll = setting(key, {6: 1, 5: 1, 3: 1}, {24: 15}, (5, 3))
    assert _play(roll, "5/off 3/off").position.mine[0] == 14
    assert _play(roll, "6/1 5/2").is_complete
    assert _play(roll, "6/3 5/off").is_complete


@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_bearing_off_not_before_all_are_home(key: str) -> None:
    """One checker outside: the others stay."""
    roll = setting(key, {8: 1, 5: 1, 4: 1}, {24: 15}, (5, 4))
    assert Step(5, 5) not in roll.turn().next_steps
    assert _play(roll, "8/4 5/off").is_complete


@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_higher_checker_must_move_inside(key: str) -> None:
    """Nobody on the die's point but one higher: that one is moved inside."""
    roll = setting(key, {6: 1, 2: 2}, {24: 15}, (4, 3))
    assert set(roll.turn().next_steps) == {Step(6, 4), Step(6, 3)}


@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_six_takes_the_farthest(key: str) -> None:
    """Nothing on 5 and 6: a six bears off from 4."""
    roll = setting(key, {4: 2, 3: 2}, {24: 15}, (6, 5))
    assert _play(roll, "4/off(2)").position.mine[0] == 13
    assert roll.turn().next_steps == (Step(4, 6), Step(4, 5))


@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_hit_while_bearing_off(key: str) -> None:
    """It must enter and come all the way home before another is borne off."""
    roll = setting(key, {BAR: 1, 4: 3, 3: 2}, {12: 15}, (4, 3))
    assert {step.source for step in roll.turn().next_steps} == {BAR}
    entered = roll.turn().take(Step(BAR, 4))
    assert entered.next_steps == (Step(21, 3), Step(4, 3))


@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_opening_five_three(key: str) -> None:
    """8/3 6/3 makes a second closed point at home, so a three enters no more."""
    after = _play(start(key, (5, 3)), "8/3 6/3").position
    assert after.mine[3] == 2
    assert after.mine[6] == 4
    entering = Setting(
        RULESETS[key],
        setting(
            key, {3: 2, 6: 4, 24: 9}, {12: 14}, (6, 3), their_bar=1
        ).position.switched(),
        (6, 3),
    )
    assert entering.turn().is_complete


@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_opening_six_six(key: str) -> None:
    """Both back checkers to 18 and two from 13 to 7, while both points are open."""
    roll = start(key, (6, 6))
    after = _play(roll, "24/18(2) 13/7(2)").position
    assert (after.mine[18], after.mine[7]) == (2, 2)
    for closed in (18, 7):
        theirs = {**START_THEIRS, 17: 1, closed: 2}
        assert _refuses(setting(key, START, theirs, (6, 6)), "24/18(2) 13/7(2)")


@pytest.mark.parametrize("key", SHORT_FAMILY)
def test_entering_with_a_choice(key: str) -> None:
    """5-2 from the bar, 20 and 23 open: either die enters, any checker plays the other."""
    roll = setting(key, {BAR: 1, 13: 5, 8: 4, 6: 5}, START_THEIRS, (5, 2))
    for text in ("bar/20 13/11", "bar/23 13/8", "bar/18"):
        assert _play(roll, text).is_complete


def test_hit_at_home_stays() -> None:
    """4-2, 8/4 hits: the two is not 4/2; another checker plays it."""
    mine, theirs = {8: 1, 13: 7, 6: 7}, {4: 1, 24: 14}
    roll = setting("georgian", mine, theirs, (4, 2))
    turn = roll.turn().take(Step(8, 4))
    assert turn.held == {4}
    assert Step(4, 2) not in turn.next_steps
    assert {Step(13, 2), Step(6, 2)} <= set(turn.next_steps)
    assert _refuses(roll, "8/4*/2")
    assert _play(setting("short", mine, theirs, (4, 2)), "8/4*/2").is_complete


def test_second_checker_may_come() -> None:
    """3-1, 6/3 hits: not 3/2, but 4/3 closes the point."""
    roll = setting("georgian", {6: 7, 4: 2, 13: 6}, {3: 1, 24: 14}, (3, 1))
    assert _refuses(roll, "6/3*/2")
    assert _play(roll, "6/3* 4/3").position.mine[3] == 2


def test_one_of_two_may_leave() -> None:
    """Two checkers on the held point: one goes on, the last one stays."""
    roll = setting("georgian", {6: 2, 13: 4, 1: 9}, {4: 1, 24: 14}, (2, 2))
    turn = roll.turn().take(Step(6, 2)).take(Step(6, 2)).take(Step(4, 2))
    assert turn.held == {4}
    assert Step(4, 2) not in turn.next_steps


def test_stay_rule_costs_no_move() -> None:
    """No other way to play the two: the checker that hit goes on."""
    roll = setting("georgian", {8: 1, 1: 14}, {4: 1, 6: 2, 24: 12}, (4, 2))
    assert _play(roll, "8/4*/2").is_complete


def test_hit_while_entering_holds_nothing() -> None:
    """An entering checker hits in the other's home and may go on."""
    roll = setting("georgian", {BAR: 1, 6: 14}, {22: 1, 12: 14}, (3, 2))
    turn = roll.turn().take(Step(BAR, 3))
    assert turn.held == frozenset()
    assert Step(22, 2) in turn.next_steps


def test_hit_outside_home_holds_nothing() -> None:
    """On 7 and beyond the checker that hit may go on."""
    roll = setting("georgian", {10: 1, 6: 14}, {7: 1, 24: 14}, (3, 1))
    turn = roll.turn().take(Step(10, 3))
    assert turn.held == frozenset()
    assert Step(7, 1) in turn.next_steps


def test_emptied_point_is_held_no_more() -> None:
    """Once the exception has emptied a held point, a later step may pass through it."""
    roll = setting("georgian", {7: 2, 14: 1}, {4: 1, 11: 2, 19: 12}, (3, 3))
    turn = roll.turn()
    for step in (Step(7, 3), Step(7, 3), Step(4, 3), Step(4, 3)):
        assert turn.held == (frozenset({4}) if turn.steps else frozenset())
        turn = turn.take(step)
    assert turn.held == frozenset()
