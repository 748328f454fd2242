"""The sweep and its tasks: only what is due, once, whenever they come."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.rules.match import Phase
from games.tables import services, tasks
from games.tables.models import Presence, Status
from nardi_site.celery import app
from tests.tables.conftest import Script, Sit
from tests.tables.playing import NOON, Play, table_of

pytestmark = pytest.mark.django_db

Started = list[tuple[str, tuple[int, ...]]]
Swept = Callable[[datetime], Started]


@pytest.fixture
def swept(monkeypatch: pytest.MonkeyPatch) -> Swept:
    """Sweep at a moment while the site is well; the tasks that it starts."""
    started: Started = []
    for name in ("table_act", "absence_act"):
        task = getattr(tasks, name)
        monkeypatch.setattr(
            task, "delay", lambda *ids, name=name: started.append((name, ids))
        )

    def swept(now: datetime) -> Started:
        services.process_beat(process="web-1", now=now)
        started.clear()
        with time_machine.travel(now, tick=False):
            tasks.sweep()
        return list(started)

    return swept


def act(table_id: int, version: int, now: datetime) -> None:
    with time_machine.travel(now, tick=False):
        tasks.table_act(table_id, version)


def test_only_tables_that_are_due_get_a_task(
    swept: Swept, sit: Sit, lasha: User, mariam: User, scripted: Script
) -> None:
    """Nino's opening is due at 2.5 s; Lasha's table waits, Mariam's is closed."""
    play = sit()
    table_of(lasha)
    closed = table_of(mariam)
    services.table_cancel(user=mariam, slug=closed.slug, now=NOON)
    due = play.due

    assert swept(due - timedelta(microseconds=1)) == []
    assert swept(due) == [("table_act", (play.row.pk, play.row.version))]
    scripted(((5, 3),))
    act(play.row.pk, play.row.version, due)
    assert swept(due + timedelta(seconds=1)) == []


def test_the_longest_due_come_first(swept: Swept, sit: Sit) -> None:
    """A second table with the same players cannot be; a copy of the row can."""
    play = sit()
    other = play.row
    other.pk, other.slug, other.deadline_at = None, "older", play.due - timedelta(1)
    other._state.adding = True
    other.save()

    assert [ids for _, ids in swept(play.due)] == [
        (other.pk, other.version),
        (play.row.pk, play.row.version),
    ]


def test_a_task_acts_once(opening: Play, scripted: Script) -> None:
    """At its deadline, and not again, however often it comes."""
    row, due = opening.row, opening.due
    scripted(((5, 3),))
    act(row.pk, row.version, due)
    assert opening.match.phase is Phase.MOVE
    before = opening.frozen()

    for late in (0, 1, 3600):
        act(row.pk, row.version, due + timedelta(seconds=late))

    assert opening.frozen() == before


def test_a_task_that_comes_early_does_nothing(opening: Play) -> None:
    """Whatever its sender's clock said."""
    before = opening.frozen()

    act(opening.row.pk, opening.row.version, opening.due - timedelta(seconds=1))

    assert opening.frozen() == before


def test_a_task_that_comes_late_does_its_work(opening: Play, scripted: Script) -> None:
    """The move time begins when the game was opened, not when it should have been."""
    scripted(((5, 3),))
    late = opening.due + timedelta(minutes=5)

    act(opening.row.pk, opening.row.version, late)

    assert opening.due == late + timedelta(seconds=60)


@pytest.mark.parametrize("behind", [1, 2, -1])
def test_a_task_of_another_version_does_nothing(moving: Play, behind: int) -> None:
    """The table has moved on; what is due now has a task of its own."""
    row, due = moving.row, moving.due
    before = moving.frozen()

    act(row.pk, row.version - behind, due)

    assert moving.frozen() == before
    act(row.pk, row.version, due)
    assert moving.match.phase is Phase.ROLL


def test_a_task_for_no_table_does_nothing(opening: Play) -> None:
    act(opening.row.pk + 1, opening.row.version, opening.due)


def test_a_players_command_beats_the_task(
    moving: Play, nino: User, scripted: Script
) -> None:
    """Moved in the last moment: the task that was on its way finds nothing due."""
    row, due = moving.row, moving.due
    moving.now = due - timedelta(microseconds=1)
    moving.move(nino, (13, 5), (8, 3))
    before = moving.frozen()

    act(row.pk, row.version, due)

    assert moving.frozen() == before


def test_nothing_is_enforced_while_the_site_is_ill(
    swept: Swept, opening: Play, scripted: Script
) -> None:
    """No web process beats: no tasks. Afterwards the deadline is another."""
    due = opening.due
    assert swept(NOON) == []
    with time_machine.travel(due + timedelta(seconds=60), tick=False):
        tasks.sweep()

    assert opening.due == due
    assert swept(due + timedelta(seconds=61)) == []
    assert opening.due > due + timedelta(seconds=61)


def test_an_absence_that_has_run_out_gets_a_task(
    swept: Swept, moving: Play, nino: User
) -> None:
    """One a table; done twice it ends the match once."""
    gone = moving.now
    for presence in Presence.objects.filter(seat__user=nino):
        services.presence_leave(channel=presence.channel, now=gone)
    table_id = moving.row.pk
    # Before the move time is up, which nobody sweeps here.
    assert swept(gone + timedelta(seconds=3)) == []
    moment = gone + timedelta(seconds=60)
    with time_machine.travel(moment - timedelta(microseconds=1), tick=False):
        tasks.absence_act(table_id)
    assert moving.row.status == Status.LIVE

    with time_machine.travel(moment, tick=False):
        tasks.absence_act(table_id)
        before = moving.frozen()
        tasks.absence_act(table_id)

    assert moving.row.status == Status.FINISHED
    assert moving.frozen() == before


def test_the_sweep_runs_four_times_a_second() -> None:
    """The schedule names the task that there is."""
    entry = app.conf.beat_schedule["sweep"]
    assert (entry["task"], entry["schedule"]) == (tasks.sweep.name, 0.25)
    assert entry["task"] in app.tasks
