"""Laws that hold in every position with every roll, whatever the rule set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from games.rules.notation import play_format, play_parse
from games.rules.plays import legal_plays
from games.rules.position import BAR, CHECKERS, OFF, Position, pip_count
from games.rules.rulesets import RULESETS
from games.rules.turn import Step, Turn
from tests.rules.positions import (
    Setting,
    any_setting,
    setting,
    settings_of,
    without_stay,
)

if TYPE_CHECKING:
    from games.rules.turn import Reach

# The same examples in every run: what fails here fails for everybody.
law = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)


def _plays(roll: Setting) -> tuple[tuple[Step, ...], ...]:
    return legal_plays(
        roll.ruleset, roll.position, roll.dice, first_turn=roll.first_turn
    )


def _some_turn(roll: Setting, data: st.DataObject) -> Turn:
    """`roll` with any number of legal steps made."""
    turn = roll.turn()
    while not turn.is_complete and data.draw(st.booleans()):
        turn = turn.take(data.draw(st.sampled_from(turn.next_steps)))
    return turn


@law
@given(any_setting)
def test_fifteen_checkers_always(roll: Setting) -> None:
    """No play makes or loses a checker, on either side."""
    for position in roll.positions():
        assert sum(position.mine) == CHECKERS
        assert sum(position.theirs) == CHECKERS
        assert min(position.mine + position.theirs) >= 0


@law
@given(any_setting)
def test_switching_twice_changes_nothing(roll: Setting) -> None:
    """The other side's view of the other side's view is one's own."""
    assert roll.position.switched().switched() == roll.position
    opposite = roll.ruleset.opposite
    assert all(opposite[opposite[point]] == point for point in range(26))


@law
@given(any_setting)
def test_every_play_uses_as_many_dice_as_any(roll: Setting) -> None:
    """Or bears off the last checker."""
    plays = _plays(roll)
    most = max(map(len, plays), default=0)
    for play in plays:
        checkers = CHECKERS - roll.position.mine[OFF]
        off = sum(step.source <= step.die for step in play)
        assert len(play) == most or off == checkers


@law
@given(any_setting)
def test_parts_of_a_play_are_steps(roll: Setting) -> None:
    """Each step of a play is offered when its turn comes, and nothing else leads on."""
    plays = _plays(roll)
    beginnings = {play[:length] for play in plays for length in range(len(play))}
    for begun in beginnings:
        turn = Turn(roll.ruleset, roll.position, roll.dice, roll.first_turn, begun)
        following = {play[len(begun)] for play in plays if play[: len(begun)] == begun}
        assert set(turn.next_steps) == following
        assert len(turn.next_steps) == len(following)


@law
@given(any_setting)
def test_distinct_positions_are_those_of_the_plays(roll: Setting) -> None:
    """The quick way finds what writing all orders out finds, each once."""
    positions = roll.positions()
    assert len(positions) == len(set(positions))
    assert set(positions) == {
        Turn(roll.ruleset, roll.position, roll.dice, roll.first_turn, play).position
        for play in _plays(roll)
    }


@law
@given(settings_of(RULESETS["georgian"]))
@example(setting("georgian", {9: 1, 2: 2}, {4: 1, 19: 14}, (5, 5)))
@example(setting("georgian", {7: 2, 14: 1}, {4: 1, 11: 2, 19: 12}, (3, 3)))
def test_stay_rule_costs_no_die(roll: Setting) -> None:
    """With it and without it, the same number of dice is used."""
    free = without_stay(roll.ruleset)
    plays = legal_plays(free, roll.position, roll.dice, first_turn=roll.first_turn)
    staying = _plays(roll)
    assert set(staying) <= set(plays)
    assert max(map(len, staying), default=0) == max(map(len, plays), default=0)


@law
@given(any_setting, st.data())
def test_step_moves_one_checker(roll: Setting, data: st.DataObject) -> None:
    """By the pips of its die (fewer only off the board), and back again by undo."""
    turn = _some_turn(roll, data)
    for step in turn.next_steps:
        after = turn.take(step)
        travelled = pip_count(turn.position.mine) - pip_count(after.position.mine)
        assert travelled == step.source - turn.landing(step)
        assert 0 < travelled <= step.die
        assert travelled == step.die or turn.landing(step) == OFF
        hit = after.position.theirs[BAR] - turn.position.theirs[BAR]
        assert hit == turn.hits(step)
        assert after.undo() == turn
        assert after.undo().position == turn.position
        assert sorted((*after.dice_left, step.die)) == sorted(turn.dice_left)


@law
@given(any_setting, st.data())
def test_held_points_are_occupied(roll: Setting, data: st.DataObject) -> None:
    """A point is held only at home, only where the rule is, only while one stands."""
    turn = _some_turn(roll, data)
    assert roll.ruleset.stays or not turn.held
    for point in turn.held:
        assert 1 <= point <= 6
        assert turn.position.mine[point] > 0


def _by_hand(turn: Turn) -> dict[tuple[int, int], list[tuple[int, ...]]]:
    """Every way of one checker over legal steps: source and target -> dice."""
    ways: dict[tuple[int, int], list[tuple[int, ...]]] = {}

    def follow(turn: Turn, source: int, at: int, dice: tuple[int, ...]) -> None:
        for step in turn.next_steps:
            if step.source == at:
                target, longer = turn.landing(step), (*dice, step.die)
                ways.setdefault((source, target), []).append(longer)
                if target != OFF:
                    follow(turn.take(step), source, target, longer)

    for source in {step.source for step in turn.next_steps}:
        follow(turn, source, source, ())
    return ways


def _walked(turn: Turn, reach: Reach) -> tuple[int, tuple[int, ...]]:
    """Where the dice of `reach` lead and what they hit, step by step."""
    at, hits = reach.source, []
    for die in reach.dice:
        step = Step(at, die)
        at = turn.landing(step)
        if turn.hits(step):
            hits.append(at)
        turn = turn.take(step)
    return at, tuple(hits)


@law
@given(any_setting, st.data())
def test_reach_is_what_steps_lead_to(roll: Setting, data: st.DataObject) -> None:
    """Every point and no other, by the fewest dice, then the larger first."""
    turn = _some_turn(roll, data)
    ways = _by_hand(turn)
    assert {(one.source, one.target) for one in turn.reach} == set(ways)
    assert len(turn.reach) == len(ways)
    for one in turn.reach:
        dice = ways[one.source, one.target]
        fewest = min(map(len, dice))
        choose = min if one.target == OFF and fewest == 1 else max
        assert one.dice == choose(way for way in dice if len(way) == fewest)
        assert _walked(turn, one) == (one.target, one.hits)


@law
@given(any_setting, st.data())
def test_a_tap_is_a_step(roll: Setting, data: st.DataObject) -> None:
    """One for each checker that can move: the smallest die off, else the larger."""
    turn = _some_turn(roll, data)
    assert [tap.source for tap in turn.taps] == sorted(
        {step.source for step in turn.next_steps}, reverse=True
    )
    for tap in turn.taps:
        steps = [step for step in turn.next_steps if step.source == tap.source]
        off = [step.die for step in steps if turn.landing(step) == OFF]
        assert tap.off == bool(off)
        assert tap.die == (min(off) if off else max(step.die for step in steps))


@law
@given(any_setting, st.data())
def test_finishing_is_a_legal_play(roll: Setting, data: st.DataObject) -> None:
    """The steps made are kept and the whole is one of the legal plays."""
    turn = _some_turn(roll, data)
    finished = turn.finish()
    assert finished.steps[: len(turn.steps)] == turn.steps
    assert finished.steps in (_plays(roll) or [()])
    while turn != finished:
        step = finished.steps[len(turn.steps)]
        rearmost = max(other.source for other in turn.next_steps)
        dice = [s.die for s in turn.next_steps if s.source == rearmost]
        assert step == Step(rearmost, max(dice))
        turn = turn.take(step)


@law
@given(any_setting, st.data())
def test_notation_there_and_back(roll: Setting, data: st.DataObject) -> None:
    """What is written of a play reads as a play that is written so and leads there."""
    turn = roll.turn()
    while not turn.is_complete:
        turn = turn.take(data.draw(st.sampled_from(turn.next_steps)))
    text = play_format(turn)
    steps = play_parse(
        text, roll.ruleset, roll.position, roll.dice, first_turn=roll.first_turn
    )
    again = Turn(roll.ruleset, roll.position, roll.dice, roll.first_turn, steps)
    assert again.position == turn.position
    assert play_format(again) == text


@pytest.mark.parametrize("key", RULESETS)
def test_start_looks_the_same_from_both_sides(key: str) -> None:
    """Both sides of a start see the same board."""
    ruleset = RULESETS[key]
    assert sum(ruleset.start) == CHECKERS
    position = Position(ruleset.start, ruleset.start)
    assert position.switched() == position
