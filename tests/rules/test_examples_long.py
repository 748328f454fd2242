"""The worked examples of the long family, one promise each."""

from __future__ import annotations

import pytest

from games.rules.notation import play_format
from games.rules.plays import legal_plays
from games.rules.position import OFF, pip_count
from games.rules.rulesets import RULESETS, Opening
from games.rules.turn import Step, Turn
from tests.rules.positions import Setting, setting, start

LONG_FAMILY = ["long", "long-white-opens"]

FIRST_DOUBLES = {
    (1, 1): {"24/20"},
    (2, 2): {"24/16"},
    (3, 3): {"24/18(2)", "24/21 24/15"},
    (4, 4): {"24/16(2)"},
    (5, 5): {"24/4"},
    (6, 6): {"24/18(2)"},
}


def _plays(roll: Setting) -> set[str]:
    args = roll.ruleset, roll.position, roll.dice
    plays = legal_plays(*args, first_turn=roll.first_turn)
    return {play_format(Turn(*args, roll.first_turn, play)) for play in plays}


@pytest.mark.parametrize("key", LONG_FAMILY)
def test_start(key: str) -> None:
    """All fifteen on the head, on 24: 360 pips to travel."""
    side = RULESETS[key].start
    assert side[24] == 15
    assert pip_count(side) == 360


def test_openings() -> None:
    """`long`: the higher rolls both dice again. `long-white-opens`: White opens."""
    assert RULESETS["long"].opening is Opening.ROLLED_AGAIN
    assert RULESETS["long-white-opens"].opening is Opening.WHITE_OPENS


@pytest.mark.parametrize("key", LONG_FAMILY)
def test_heads_lie_across(key: str) -> None:
    """The other's head is my 12 and his home my 13 to 18; mine are his likewise."""
    opposite = RULESETS[key].opposite
    assert opposite[24] == 12
    assert opposite[12] == 24
    assert [opposite[point] for point in range(1, 7)] == [13, 14, 15, 16, 17, 18]


@pytest.mark.parametrize("dice", FIRST_DOUBLES)
@pytest.mark.parametrize("key", LONG_FAMILY)
def test_first_double(key: str, dice: tuple[int, int]) -> None:
    """What each double gives on the very first turn, and nothing else."""
    assert _plays(start(key, dice)) == FIRST_DOUBLES[dice]


@pytest.mark.parametrize("dice", [(6, 6), (4, 4), (3, 3)])
@pytest.mark.parametrize("key", LONG_FAMILY)
def test_second_player_has_the_exception_too(key: str, dice: tuple[int, int]) -> None:
    """The other player's first turn lets two leave as well, and they must."""
    roll = setting(key, {24: 15}, {12: 14, 8: 1}, dice, first_turn=True)
    for position in roll.positions():
        assert position.mine[24] == 13


@pytest.mark.parametrize("key", LONG_FAMILY)
def test_one_leaves_the_head(key: str) -> None:
    """Later in the game, double or not, a second one stays."""
    for dice in ((6, 5), (6, 6), (3, 3)):
        roll = setting(key, {24: 14, 23: 1}, {12: 10, 1: 5}, dice)
        assert all(position.mine[24] >= 13 for position in roll.positions())


@pytest.mark.parametrize("key", LONG_FAMILY)
def test_one_checker_with_both_dice(key: str) -> None:
    """5-3: eight points with one checker if it can stop on the way."""
    mine = {20: 1, 1: 14}
    assert "20/12" in _plays(setting(key, mine, {24: 15}, (5, 3)))
    assert "20/12" in _plays(setting(key, mine, {15: 1, 24: 14}, (5, 3)))
    assert "20/12" not in _plays(setting(key, mine, {15: 1, 17: 1, 24: 13}, (5, 3)))


@pytest.mark.parametrize("key", LONG_FAMILY)
def test_one_opposing_checker_blocks(key: str) -> None:
    """On 14 with one opposing checker on 9: the five is shut, the four goes to 10."""
    roll = setting(key, {14: 1, 24: 14}, {9: 1, 12: 14}, (5, 4))
    steps = roll.turn().next_steps
    assert Step(14, 5) not in steps
    assert Step(14, 4) in steps
    assert not roll.turn().hits(Step(14, 4))


@pytest.mark.parametrize("key", LONG_FAMILY)
def test_only_one_die_the_larger(key: str) -> None:
    """Either die alone but not both: the larger; where that is shut, the smaller."""
    mine = {13: 1, 1: 14}
    larger = setting(key, mine, {2: 1, 24: 14}, (6, 5))
    assert larger.turn().next_steps == (Step(13, 6),)
    smaller = setting(key, mine, {2: 1, 7: 1, 24: 13}, (6, 5))
    assert smaller.turn().next_steps == (Step(13, 5),)


@pytest.mark.parametrize("key", LONG_FAMILY)
def test_six_in_a_row(key: str) -> None:
    """20 to 16 are mine: 24/21 would shut everybody in, unless one is past it."""
    mine = {24: 5, 20: 2, 19: 2, 18: 2, 17: 2, 16: 2}
    shut = setting(key, mine, {12: 15}, (3, 1))
    assert Step(24, 3) not in shut.turn().next_steps
    past = setting(key, mine, {12: 14, 14: 1}, (3, 1))
    assert Step(24, 3) in past.turn().next_steps


@pytest.mark.parametrize("key", LONG_FAMILY)
def test_one_borne_off_is_past_every_block(key: str) -> None:
    """An opposing checker that is already off has passed the block."""
    mine = {24: 5, 20: 2, 19: 2, 18: 2, 17: 2, 16: 2}
    roll = setting(key, mine, {12: 14}, (3, 1))
    assert roll.position.theirs[OFF] == 1
    assert Step(24, 3) in roll.turn().next_steps


@pytest.mark.parametrize("key", LONG_FAMILY)
def test_five_in_a_row_are_always_allowed(key: str) -> None:
    """The fifth point in a row may be made with nobody past it."""
    mine = {24: 7, 20: 2, 19: 2, 18: 2, 17: 2}
    assert Step(24, 3) in setting(key, mine, {12: 15}, (3, 1)).turn().next_steps


@pytest.mark.parametrize("key", LONG_FAMILY)
def test_row_round_the_corner(key: str) -> None:
    """3 2 1 24 23 22 follow one another for the other player: also a block."""
    mine = {24: 5, 23: 2, 3: 2, 2: 2, 1: 2, 8: 2}
    assert Step(24, 2) not in setting(key, mine, {12: 15}, (2, 1)).turn().next_steps


@pytest.mark.parametrize("key", LONG_FAMILY)
def test_row_across_his_head_is_none(key: str) -> None:
    """15 to 10: 13 ends the other's path and 12 begins it, so nothing is blocked."""
    mine = {18: 5, 15: 2, 14: 2, 13: 2, 11: 2, 10: 2}
    assert Step(18, 6) in setting(key, mine, {24: 15}, (6, 1)).turn().next_steps


@pytest.mark.parametrize("key", LONG_FAMILY)
def test_block_of_one_moment(key: str) -> None:
    """A block made by one step and broken by the next is refused all the same."""
    mine = {24: 10, 20: 1, 19: 1, 18: 1, 17: 1, 16: 1}
    turn = setting(key, mine, {12: 15}, (3, 1)).turn()
    assert Step(24, 3) not in turn.next_steps
    assert Step(24, 3) in turn.take(Step(16, 1)).next_steps


@pytest.mark.parametrize("key", LONG_FAMILY)
def test_no_step(key: str) -> None:
    """Nobody can move by either number: the turn passes."""
    roll = setting(key, {24: 15}, {12: 13, 22: 1, 19: 1}, (5, 2))
    assert roll.turn().is_complete
    assert roll.turn().steps == ()


@pytest.mark.parametrize("key", LONG_FAMILY)
def test_bearing_off_asks_for_all_fifteen(key: str) -> None:
    """One still on its way: nobody is borne off."""
    roll = setting(key, {14: 1, 3: 14}, {24: 15}, (3, 2))
    assert Step(3, 3) not in roll.turn().next_steps


@pytest.mark.parametrize("key", LONG_FAMILY)
def test_bearing_off_six_two(key: str) -> None:
    """6-2 with nobody on 6: the six takes the farthest, from 5, the two one from 2."""
    roll = setting(key, {5: 1, 4: 2, 2: 2}, {24: 15}, (6, 2))
    assert "5/off 2/off" in _plays(roll)
    assert Step(4, 6) not in roll.turn().next_steps


@pytest.mark.parametrize("key", LONG_FAMILY)
def test_bearing_off_moves_inside(key: str) -> None:
    """Nobody on 4 but one on 6: the four moves inside; inside is free anyway."""
    roll = setting(key, {6: 1, 3: 2}, {24: 15}, (4, 3))
    assert _plays(roll) == {"6/2 3/off", "6/off"}
