"""The clock: what the server does in time, and what comes too late."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from pytest_django import Settings

from accounts.models import User
from games.rules.commands import Command, Move, Undo
from games.rules.facts import Rolled
from games.rules.match import NotNow, Phase
from games.rules.turn import Step
from games.tables import services
from games.tables.errors import TooLate
from games.tables.models import DeadlineKind, Pulse, Table
from tests.tables.conftest import Hearing, Script, Sit
from tests.tables.playing import NOON, Play, refused, side

pytestmark = pytest.mark.django_db

TICK = timedelta(microseconds=1)
PAUSE = timedelta(milliseconds=2500)
MOVE_TIME = timedelta(seconds=60)


def test_the_first_game_opens_by_itself(opening: Play, scripted: Script) -> None:
    """2.5 seconds after both have sat down; then the move time runs."""
    assert opening.due == NOON + timedelta(milliseconds=2500)
    scripted(((5, 3),))

    opening.sweep()

    row = opening.row
    assert row.deadline_kind == DeadlineKind.MOVE
    assert row.deadline_at == row.move_deadline_at == opening.now + MOVE_TIME
    event = row.events.get(command="open")
    assert (event.seat, event.at) == (None, opening.now)


@pytest.mark.parametrize("seconds", [30, 60, 90])
def test_the_move_time_is_the_tables(
    sit: Sit, scripted: Script, nino: User, giorgi: User, seconds: int
) -> None:
    """It covers rolling and moving, and begins anew with every turn."""
    play = sit(move_seconds=seconds)
    scripted(((5, 3),), ((6, 2),))
    play.sweep()
    assert play.due == play.now + timedelta(seconds=seconds)
    play.later(seconds=7)
    play.move(nino, (13, 5), (8, 3))
    play.later(seconds=1)
    play.confirm(nino)
    turn_began = play.now
    assert play.due == turn_began + timedelta(seconds=seconds)

    play.later(seconds=5)
    play.roll(giorgi)
    assert play.due == turn_began + timedelta(seconds=seconds)
    play.later(seconds=5)
    play.step(giorgi, 24, 6)
    assert play.due == turn_began + timedelta(seconds=seconds)


def test_nothing_happens_before_a_deadline(moving: Play) -> None:
    """A microsecond early is early."""
    moving.now = moving.due - TICK
    before = moving.frozen()
    assert moving.sweep_now() is None
    assert moving.frozen() == before

    moving.now += TICK
    assert moving.sweep_now()


def test_an_unmade_move_is_finished_without_choice(
    moving: Play, hearing: Hearing
) -> None:
    """The rearmost checker each time, by the larger die it can: 24/19 is closed."""
    with hearing() as heard:
        moving.sweep()

    turn = moving.last.data["turn"]
    assert (turn["notation"], turn["by"]) == ("24/16", "server")
    assert (moving.match.mover, moving.match.phase) == (1, Phase.ROLL)
    assert moving.due == moving.now + MOVE_TIME
    [event] = heard.events
    assert [fact["fact"] for fact in event["facts"]] == ["stepped", "stepped", "turn"]


def test_steps_already_made_are_kept(moving: Play, nino: User) -> None:
    """The server finishes the play; it does not play it afresh."""
    moving.step(nino, 6, 3)

    moving.sweep()

    assert moving.last.data["turn"]["notation"] == "13/8 6/3"


def test_steps_taken_back_are_not_kept(moving: Play, nino: User) -> None:
    moving.step(nino, 6, 3)
    moving.undo(nino)

    moving.sweep()

    assert moving.last.data["turn"]["notation"] == "24/16"


def test_an_unmade_roll_is_made_and_played(
    rolling: Play, scripted: Script, hearing: Hearing
) -> None:
    """The dice are in the event, so that the match can be folded from it."""
    scripted(((6, 2),))
    with hearing() as heard:
        played = rolling.sweep()

    assert played
    assert played.facts[0] == Rolled(1, (6, 2), "server")
    event = rolling.last
    assert (event.command, event.seat, event.data["rolls"]) == (
        "finish",
        None,
        [[6, 2]],
    )
    assert event.data["turn"]["by"] == "server"
    assert heard.events[0]["facts"][0] == {
        "fact": "rolled",
        "seat": 1,
        "dice": [6, 2],
        "by": "server",
    }
    assert rolling.match.mover == 0


def test_an_unmade_roll_may_be_a_pass(rolling: Play, scripted: Script) -> None:
    """Nothing to play: the turn goes on to the other player at once."""
    wall = side({6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2})
    rolling.placed(sides=(wall, side({25: 1, 13: 5, 8: 4, 6: 5})))
    scripted(((6, 2),))

    rolling.sweep()

    assert rolling.last.data["turn"]["notation"] == ""
    assert (rolling.match.mover, rolling.match.phase) == (0, Phase.ROLL)


def test_the_pause_ends_with_the_turn_confirmed(pausing: Play) -> None:
    """2.5 seconds after the last step."""
    assert pausing.due == pausing.now + PAUSE
    pausing.now = pausing.due - TICK
    assert pausing.sweep_now() is None

    pausing.sweep()

    turn = pausing.last.data["turn"]
    assert (turn["notation"], turn["by"]) == ("8/3 6/3", "player")
    assert pausing.match.mover == 1
    assert pausing.due == pausing.now + MOVE_TIME


def test_the_pause_starts_again_when_the_play_is_complete_again(
    pausing: Play, nino: User
) -> None:
    """Undo goes back into the move, whose time has run on meanwhile."""
    moved = pausing.move_due
    pausing.later(seconds=2)
    pausing.undo(nino)
    assert (pausing.row.deadline_kind, pausing.due) == (DeadlineKind.MOVE, moved)

    pausing.later(seconds=2)
    pausing.step(nino, 6, 3)

    assert pausing.row.deadline_kind == DeadlineKind.PAUSE
    assert (pausing.due, pausing.move_due) == (pausing.now + PAUSE, moved)


def test_the_sweep_of_a_pause_that_was_undone_does_nothing(
    pausing: Play, nino: User
) -> None:
    """Its task names a version that is gone."""
    row, due = pausing.row, pausing.due
    pausing.undo(nino)
    pausing.step(nino, 6, 3)
    before = pausing.frozen()

    late = services.deadline_act(table_id=row.pk, version=row.version, now=due)

    assert late is None
    assert pausing.frozen() == before


COMMANDS: dict[str, Callable[[int], Command]] = {
    "step": lambda seat: Move(seat, (Step(8, 5),)),
    "undo": Undo,
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_move_counts_until_its_time_is_up(
    moving: Play, nino: User, command: str
) -> None:
    """Just before: made. At the deadline and after it: refused, whatever the sweep."""
    moving.step(nino, 6, 3)
    end = moving.due
    for now in (end, end + TICK, end + timedelta(hours=1)):
        moving.now = now
        with refused(moving, TooLate):
            moving.act(nino, COMMANDS[command])

    moving.now = end - TICK
    assert moving.act(nino, COMMANDS[command])


def test_in_an_outage_no_time_runs_out(
    moving: Play, nino: User, settings: Settings
) -> None:
    """Nobody sweeps since before the deadline: what is late is made all the same."""
    moving.step(nino, 6, 3)
    end = moving.due
    longest = timedelta(seconds=settings.OUTAGE_SECONDS)
    Pulse.objects.create(id=1, well_at=end + TICK - longest)
    moving.now = end + TICK
    with refused(moving, TooLate):
        moving.undo(nino)

    moving.now += TICK
    assert moving.undo(nino)


def test_a_roll_counts_until_the_move_time_is_up(
    rolling: Play, giorgi: User, scripted: Script
) -> None:
    scripted(((6, 2),))
    end = rolling.due
    for now in (end, end + TICK):
        rolling.now = now
        with refused(rolling, TooLate):
            rolling.roll(giorgi)

    rolling.now = end - TICK
    assert rolling.roll(giorgi)


def paused_late(moving: Play, nino: User) -> None:
    """Complete the play one second before the move time is up."""
    moving.step(nino, 8, 5)
    moving.now = moving.due - timedelta(seconds=1)
    moving.step(nino, 6, 3)


def test_the_pause_outlasts_the_move_time_to_confirm(moving: Play, nino: User) -> None:
    """✓ works to the end of the pause, and the sweep waits for it."""
    paused_late(moving, nino)
    assert moving.due == moving.move_due + timedelta(seconds=1.5)
    moving.now = moving.move_due + timedelta(seconds=1)
    assert moving.sweep_now() is None

    moving.confirm(nino)

    assert moving.last.data["turn"]["by"] == "player"


def test_undo_ends_with_the_move_time(moving: Play, nino: User) -> None:
    """↶ in the pause: until the move time is up, and no more from then on."""
    paused_late(moving, nino)
    end = moving.move_due
    for now in (end, end + TICK, moving.due - TICK):
        moving.now = now
        with refused(moving, TooLate):
            moving.undo(nino)

    moving.now = end - TICK
    assert moving.undo(nino)


def test_undo_ends_with_the_pause(pausing: Play, nino: User) -> None:
    """However late the sweep: what the pause has ended is not taken back."""
    end = pausing.due
    assert end < pausing.move_due
    for now in (end, end + TICK, pausing.move_due - TICK):
        pausing.now = now
        with refused(pausing, TooLate):
            pausing.undo(nino)

    pausing.now = end - TICK
    assert pausing.undo(nino)


def test_confirming_after_the_pause_is_what_the_sweep_does(
    pausing: Play, nino: User
) -> None:
    """The late ✓ and the late sweep lead to the same turn."""
    pausing.now = pausing.due + timedelta(seconds=1)

    pausing.confirm(nino)

    assert pausing.last.data["turn"]["notation"] == "8/3 6/3"


def test_confirming_an_incomplete_play_is_too_late_too(
    moving: Play, nino: User
) -> None:
    """After the move time the server finishes it, nobody else."""
    moving.step(nino, 8, 5)
    end = moving.due
    moving.now = end - TICK
    with refused(moving, NotNow):
        moving.confirm(nino)

    moving.now = end
    with refused(moving, TooLate):
        moving.confirm(nino)


def test_giving_up_is_never_too_late(moving: Play, nino: User) -> None:
    moving.now = moving.due + timedelta(seconds=5)

    assert moving.resign(nino)


def test_the_next_game_opens_by_itself(
    sit: Sit, scripted: Script, nino: User, giorgi: User
) -> None:
    """Six seconds after the last one, with an opening roll of its own."""
    play = sit(target=3)
    scripted(((6, 5),), ((4, 4), (1, 2)))
    play.sweep()
    play.placed(sides=(side({1: 1}), side({6: 14})))
    play.step(nino, 1, 6)
    play.confirm(nino)
    row = play.row
    assert (row.deadline_kind, row.move_deadline_at) == (DeadlineKind.BETWEEN, None)
    assert row.deadline_at == play.now + timedelta(seconds=6)
    for player in play.players:
        with refused(play, NotNow):
            play.roll(player)

    play.sweep()

    match = play.match
    assert (match.game, match.mover, match.dice) == (2, 1, (2, 1))
    assert match.opening == ((4, 4), (1, 2))
    assert play.due == play.now + MOVE_TIME


@pytest.mark.parametrize("kind", list(DeadlineKind))
def test_a_sweep_that_comes_twice_acts_once(
    sit: Sit, scripted: Script, nino: User, kind: DeadlineKind
) -> None:
    """At every kind of deadline the second task of the same version is idle."""
    play = sit(target=3)
    scripted(((6, 5),), ((4, 3),), ((2, 1),))
    if kind is DeadlineKind.BEGIN:
        Table.objects.filter(slug=play.slug).update(deadline_kind=kind)
    elif kind is not DeadlineKind.OPENING:
        play.sweep()
    if kind is DeadlineKind.BETWEEN:
        play.placed(sides=(side({1: 1}), side({6: 14})))
        play.step(nino, 1, 6)
        play.confirm(nino)
    if kind is DeadlineKind.PAUSE:
        play.move(nino, (24, 6), (18, 5))
    row = play.row
    assert row.deadline_kind == kind
    play.sweep()
    before = play.frozen()

    again = services.deadline_act(table_id=row.pk, version=row.version, now=play.now)

    assert again is None
    assert play.frozen() == before


def test_nothing_falls_due_once_the_match_is_over(moving: Play, nino: User) -> None:
    """The old deadline finds a table that has none."""
    row, due = moving.row, moving.due
    moving.resign(nino)
    before = moving.frozen()

    for version in (row.version, moving.row.version):
        late = services.deadline_act(table_id=row.pk, version=version, now=due)
        assert late is None

    assert moving.frozen() == before
