"""Turns that a player leaves wholly to the server: counted, and at last fatal."""

import pytest
from pytest_django import Settings

from accounts.models import User
from games.rules.facts import Ending, MatchResult
from games.rules.match import Phase
from tests.tables.conftest import Hearing, Script
from tests.tables.playing import Play, side

pytestmark = pytest.mark.django_db

# Giorgi is on the bar and all six points of Nino's home are closed: he passes.
SHUT_OUT = (
    side({6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2}),
    side({25: 1, 13: 5, 8: 4, 6: 5}),
)


@pytest.fixture
def absent(rolling: Play, settings: Settings) -> Play:
    """Giorgi has left two turns in a row to the server, and is to roll."""
    settings.TABLE_UNATTENDED_TURNS = 0
    rolling.placed(unattended=(1, 2))
    return rolling


def count(play: Play) -> int:
    return play.match.unattended[1]


def test_a_roll_left_to_the_server_counts(absent: Play, scripted: Script) -> None:
    scripted(((6, 2),))
    absent.sweep()

    assert count(absent) == 3
    assert absent.match.unattended[0] == 1


def test_a_roll_left_to_the_server_counts_though_it_was_a_pass(
    absent: Play, scripted: Script
) -> None:
    """He did not roll; what the dice would have said does not excuse it."""
    absent.placed(sides=SHUT_OUT)
    scripted(((6, 2),))
    absent.sweep()

    assert count(absent) == 3


def test_no_step_made_though_one_was_legal_counts(
    absent: Play, giorgi: User, scripted: Script
) -> None:
    """Rolling alone is not playing."""
    scripted(((6, 2),))
    absent.roll(giorgi)
    absent.sweep()

    assert count(absent) == 3


def test_steps_all_taken_back_count_as_none(
    absent: Play, giorgi: User, scripted: Script
) -> None:
    scripted(((6, 2),))
    absent.roll(giorgi)
    absent.step(giorgi, 24, 6)
    absent.undo(giorgi)
    absent.sweep()

    assert count(absent) == 3


def test_one_step_breaks_the_row(absent: Play, giorgi: User, scripted: Script) -> None:
    """The server only finishes what he has begun."""
    scripted(((6, 2),))
    absent.roll(giorgi)
    absent.step(giorgi, 24, 6)
    absent.sweep()

    assert count(absent) == 0


@pytest.mark.parametrize("by", ["player", "end of the pause"])
def test_a_whole_play_breaks_the_row(
    absent: Play, giorgi: User, scripted: Script, by: str
) -> None:
    """Whether he confirms it or lets the pause do so."""
    scripted(((6, 2),))
    absent.roll(giorgi)
    absent.move(giorgi, (24, 6), (18, 2))
    if by == "player":
        absent.confirm(giorgi)
    else:
        absent.sweep()

    assert count(absent) == 0
    assert absent.match.unattended[0] == 1


@pytest.mark.parametrize("by", ["player", "end of the pause"])
def test_a_pass_after_ones_own_roll_neither_counts_nor_breaks_the_row(
    absent: Play, giorgi: User, scripted: Script, by: str
) -> None:
    absent.placed(sides=SHUT_OUT)
    scripted(((6, 2),))
    absent.roll(giorgi)
    assert absent.match.phase is Phase.PAUSE
    if by == "player":
        absent.confirm(giorgi)
    else:
        absent.sweep()

    assert count(absent) == 2


def test_the_opening_dice_left_unplayed_count(moving: Play) -> None:
    """He did not roll them, but he could have moved."""
    moving.sweep()

    assert moving.match.unattended == (1, 0)


def test_the_other_players_turns_do_not_break_the_row(
    absent: Play, nino: User, scripted: Script
) -> None:
    """The row is that of his own turns."""
    scripted(((6, 2),), ((3, 1),), ((6, 2),))
    absent.placed(unattended=(0, 0))
    absent.sweep()
    absent.roll(nino)
    absent.move(nino, (8, 3), (6, 1))
    absent.confirm(nino)
    absent.sweep()

    assert absent.match.unattended == (0, 2)


def test_the_third_turn_in_a_row_loses_the_match(
    absent: Play, scripted: Script, settings: Settings, hearing: Hearing
) -> None:
    """The turn is finished, and then he counts as having left: two events."""
    settings.TABLE_UNATTENDED_TURNS = 3
    scripted(((6, 2),))
    with hearing() as heard:
        absent.sweep()

    assert absent.match.result == MatchResult(0, Ending.INATTENTION)
    assert absent.match.score == (1, 0)
    finish, forfeit = absent.row.events.order_by("-version")[:2][::-1]
    assert (finish.command, finish.seat) == ("finish", None)
    assert (forfeit.command, forfeit.seat) == ("forfeit", 1)
    assert [event["version"] for event in heard.events] == [
        finish.version,
        forfeit.version,
    ]
    assert heard.events[1]["facts"] == [
        {"fact": "match", "winner": 0, "by": "inattention"}
    ]


def test_the_second_turn_in_a_row_loses_nothing(
    absent: Play, scripted: Script, settings: Settings
) -> None:
    settings.TABLE_UNATTENDED_TURNS = 4
    scripted(((6, 2),))
    absent.sweep()

    assert (count(absent), absent.match.result) == (3, None)


def test_a_setting_of_nought_turns_it_off(absent: Play, scripted: Script) -> None:
    absent.placed(unattended=(0, 50))
    scripted(((6, 2),))
    absent.sweep()

    assert (count(absent), absent.match.result) == (51, None)


def test_a_win_by_the_servers_hand_is_a_win(
    absent: Play, scripted: Script, settings: Settings
) -> None:
    """The last checker off comes before the count."""
    settings.TABLE_UNATTENDED_TURNS = 3
    absent.placed(sides=(side({6: 15}), side({1: 1})))
    scripted(((6, 2),))
    absent.sweep()

    assert absent.match.result == MatchResult(1, Ending.PLAY)
