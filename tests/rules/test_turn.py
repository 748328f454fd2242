"""A turn in hand: steps, taking back, what lights up, what a tap does, finishing."""

from __future__ import annotations

import pytest

from games.rules.errors import IllegalMove, InvalidMessage, NothingToUndo
from games.rules.position import BAR, OFF, Position
from games.rules.rulesets import RULESETS
from games.rules.turn import Reach, Step, Tap, Turn
from tests.rules.positions import setting, start

GEORGIAN = RULESETS["georgian"]
START = Position(GEORGIAN.start, GEORGIAN.start)


def test_start_of_a_turn() -> None:
    """Nothing made yet: the position is the start, all dice are left."""
    turn = start("georgian", (3, 5)).turn()
    assert turn.position == START
    assert turn.dice_left == (5, 3)
    assert turn.held == frozenset()
    assert not turn.is_complete
    assert start("georgian", (4, 4)).turn().dice_left == (4, 4, 4, 4)


def test_next_steps_are_in_order() -> None:
    """Rearmost checker first, the larger die before the smaller."""
    steps = start("georgian", (3, 5)).turn().next_steps
    assert steps == (
        Step(24, 3),
        Step(13, 5),
        Step(13, 3),
        Step(8, 5),
        Step(8, 3),
        Step(6, 3),
    )


def test_step_and_back() -> None:
    """A step changes a new turn only; taking it back gives the turn before."""
    turn = start("georgian", (5, 3)).turn()
    after = turn.take(Step(8, 5))
    assert turn.steps == ()
    assert after.steps == (Step(8, 5),)
    assert after.dice_left == (3,)
    assert after.position.mine[3] == 1
    assert after.undo() == turn
    assert after.undo().position == START


def test_back_from_a_complete_turn() -> None:
    """When everything has been played, the last step can still be taken back."""
    turn = start("georgian", (5, 3)).turn().take(Step(8, 5)).take(Step(6, 3))
    assert turn.is_complete
    assert turn.next_steps == ()
    assert turn.dice_left == ()
    assert Step(6, 3) in turn.undo().next_steps


def test_nothing_to_take_back() -> None:
    """Before the first step there is nothing to undo."""
    with pytest.raises(NothingToUndo):
        start("georgian", (5, 3)).turn().undo()


@pytest.mark.parametrize(
    "step", [Step(24, 5), Step(7, 3), Step(13, 4), Step(BAR, 3), Step(0, 3), Step(6, 0)]
)
def test_illegal_step(step: Step) -> None:
    """A closed point, an empty one, a die not rolled, no such point: all refused."""
    turn = start("georgian", (5, 3)).turn()
    assert Step(13, 5) in turn.next_steps
    with pytest.raises(IllegalMove):
        turn.take(step)


def test_die_is_used_once() -> None:
    """A die that has been played is not there for a second step."""
    turn = start("georgian", (5, 3)).turn().take(Step(13, 5))
    with pytest.raises(IllegalMove):
        turn.take(Step(13, 5))


def test_no_turn_with_an_illegal_step() -> None:
    """Steps from a store are replayed under the rules before anything is shown."""
    legal = Turn(GEORGIAN, START, (5, 3), True, (Step(8, 5), Step(6, 3)))
    assert legal.is_complete
    with pytest.raises(IllegalMove):
        Turn(GEORGIAN, START, (5, 3), True, (Step(8, 5), Step(6, 5)))


@pytest.mark.parametrize("dice", [(0, 1), (1, 7), (True, 2), (1, 2, 3), (1,), (1.0, 2)])
def test_impossible_dice(dice: tuple[int, int]) -> None:
    """Two whole numbers from 1 to 6 and nothing else."""
    with pytest.raises(InvalidMessage):
        Turn(GEORGIAN, START, dice, True)


def test_pass() -> None:
    """No legal step: complete at once, with no steps and all dice left."""
    turn = setting("georgian", {BAR: 1, 6: 14}, {20: 2, 23: 2, 1: 11}, (5, 2)).turn()
    assert turn.is_complete
    assert turn.reach == ()
    assert turn.taps == ()
    assert turn.finish() == turn
    assert turn.dice_left == (5, 2)


def test_landing_and_hits() -> None:
    """Where a step ends and whether somebody is hit there."""
    turn = setting(
        "georgian", {BAR: 1, 9: 13, 5: 1}, {22: 1, 6: 1, 1: 13}, (3, 3)
    ).turn()
    assert turn.landing(Step(BAR, 3)) == 22
    assert turn.hits(Step(BAR, 3))
    after = turn.take(Step(BAR, 3))
    assert not after.hits(Step(22, 3))
    assert after.hits(Step(9, 3))
    assert not after.take(Step(9, 3)).hits(Step(9, 3))
    assert turn.landing(Step(2, 3)) == OFF
    assert not turn.hits(Step(2, 3))


def test_held_points_are_told() -> None:
    """Every point that must stay occupied, each once."""
    mine, theirs = {9: 1, 8: 1, 20: 13}, {6: 1, 5: 1, 1: 13}
    turn = setting("georgian", mine, theirs, (3, 3)).turn()
    turn = turn.take(Step(9, 3))
    assert turn.held == {6}
    turn = turn.take(Step(8, 3))
    assert turn.held == {6, 5}


def test_reach_over_several_dice() -> None:
    """One checker's targets over one and two dice, larger die first where it is free."""
    reach = setting("georgian", {13: 1, 1: 14}, {24: 15}, (5, 3)).turn().reach
    assert reach == (
        Reach(13, 8, (5,), ()),
        Reach(13, 10, (3,), ()),
        Reach(13, 5, (5, 3), ()),
    )


def test_reach_goes_round_a_closed_stop() -> None:
    """With the stop of the larger die closed, the smaller goes first."""
    reach = setting("georgian", {13: 1, 1: 14}, {8: 2, 24: 13}, (5, 3)).turn().reach
    assert reach == (Reach(13, 10, (3,), ()), Reach(13, 5, (3, 5), ()))


def test_reach_tells_the_hits_on_the_way() -> None:
    """Hits at a stop and at the end, in the order in which they happen."""
    roll = setting("georgian", {20: 1, 1: 14}, {17: 1, 14: 1, 24: 13}, (3, 3))
    ways = {one.target: one for one in roll.turn().reach}
    assert ways[17] == Reach(20, 17, (3,), (17,))
    assert ways[14] == Reach(20, 14, (3, 3), (17, 14))
    assert ways[8] == Reach(20, 8, (3, 3, 3, 3), (17, 14))


def test_reach_hits_a_checker_once() -> None:
    """A point on which somebody was hit earlier in the turn is an empty one."""
    roll = setting("georgian", {8: 1, 6: 1, 13: 13}, {4: 1, 24: 14}, (4, 2))
    assert Reach(6, 4, (2,), (4,)) in roll.turn().reach
    assert Reach(6, 4, (2,), ()) in roll.turn().take(Step(8, 4)).reach


def test_reach_by_fewest_dice() -> None:
    """A point reached with one die is not offered with two."""
    roll = setting("georgian", {6: 1, 4: 1, 3: 1}, {24: 15}, (4, 2))
    assert Reach(6, OFF, (4, 2), ()) in roll.turn().reach
    assert Reach(4, OFF, (4,), ()) in roll.turn().reach
    targets = [(one.source, one.target) for one in roll.turn().reach]
    assert len(targets) == len(set(targets))


def test_reach_off_by_the_smallest_die() -> None:
    """Either die bears the farthest checker off: the smaller one is kept for it."""
    roll = setting("georgian", {3: 2}, {24: 15}, (6, 4))
    assert roll.turn().reach == (Reach(3, OFF, (4,), ()),)


def test_reach_keeps_to_the_stay_rule() -> None:
    """What a hit at home would bar is reached by the other order, or not at all."""
    mine, theirs = {8: 1, 13: 14}, {4: 1, 24: 14}
    short = setting("short", mine, theirs, (4, 2)).turn()
    assert Reach(8, 2, (4, 2), (4,)) in short.reach
    georgian = setting("georgian", mine, theirs, (4, 2)).turn()
    assert Reach(8, 2, (2, 4), ()) in georgian.reach
    shut = setting("georgian", mine, {4: 1, 6: 2, 24: 12}, (4, 2)).turn()
    assert [one.target for one in shut.reach if one.source == 8] == [4]


def test_tap_plays_the_larger_die() -> None:
    """A second tap moves by the larger die that this checker can play."""
    taps = start("georgian", (5, 3)).turn().taps
    assert taps == (
        Tap(24, 3, off=False),
        Tap(13, 5, off=False),
        Tap(8, 5, off=False),
        Tap(6, 3, off=False),
    )


def test_single_tap_bears_off() -> None:
    """Where a die bears the checker off one tap does it, by the smallest such die."""
    roll = setting("georgian", {6: 1, 4: 1, 3: 1}, {24: 15}, (4, 3))
    assert roll.turn().taps == (
        Tap(6, 4, off=False),
        Tap(4, 4, off=True),
        Tap(3, 3, off=True),
    )
    last = setting("georgian", {2: 2}, {24: 15}, (6, 5)).turn()
    assert last.taps == (Tap(2, 5, off=True),)


def test_finish_moves_the_rearmost_by_the_larger_die() -> None:
    """The whole turn left to the server: rearmost checker, larger die, no choice."""
    turn = start("georgian", (2, 1)).turn().finish()
    assert turn.steps == (Step(24, 2), Step(24, 1))
    assert start("georgian", (5, 3)).turn().finish().steps == (Step(24, 3), Step(21, 5))


def test_finish_takes_the_smaller_die_where_only_that_is_legal() -> None:
    """The rearmost checker comes first, even if only its smaller die is open."""
    roll = setting("georgian", {24: 1, 13: 14}, {19: 2, 1: 13}, (5, 3))
    assert roll.turn().finish().steps == (Step(24, 3), Step(21, 5))


def test_finish_keeps_the_steps_made() -> None:
    """What the player has done stays; only the rest is filled in."""
    turn = start("georgian", (5, 3)).turn().take(Step(6, 3)).finish()
    assert turn.steps == (Step(6, 3), Step(13, 5))
    assert turn.is_complete


def test_finish_enters_first() -> None:
    """A checker on the bar is the rearmost of all."""
    roll = setting("georgian", {BAR: 1, 24: 14}, {1: 15}, (2, 1))
    assert roll.turn().finish().steps == (Step(BAR, 2), Step(24, 1))


def test_finish_stays_within_maximum_use() -> None:
    """It makes no step that would cost a die."""
    roll = setting(
        "georgian", {24: 1, 8: 1, 6: 13}, {20: 4, 19: 4, 18: 3, 16: 2, 4: 2}, (6, 2)
    )
    assert roll.turn().finish().steps == (Step(24, 2), Step(8, 6))


def test_last_checker_off_by_either_die() -> None:
    """Bearing off the last checker is legal whatever is left, and ends the turn."""
    roll = setting("short", {6: 1}, {24: 15}, (6, 1))
    assert roll.turn().next_steps == (Step(6, 6), Step(6, 1))
    done = roll.turn().take(Step(6, 6))
    assert done.is_complete
    assert done.dice_left == (1,)
    assert done.position.mine[OFF] == 15
    smaller = setting("short", {1: 1}, {24: 15}, (6, 5)).turn()
    assert smaller.next_steps == (Step(1, 6), Step(1, 5))
    assert smaller.taps == (Tap(1, 5, off=True),)


def test_turns_compare_by_value() -> None:
    """However it came about, the same turn is equal and has the same hash."""
    stepped = start("georgian", (5, 3)).turn().take(Step(8, 5))
    built = Turn(GEORGIAN, START, (5, 3), True, (Step(8, 5),))
    assert stepped == built
    assert hash(stepped) == hash(built)
