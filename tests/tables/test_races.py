"""Races on a real PostgreSQL, each with its guard and without it.

Every race has a meeting point in the middle of what the guard protects. With
the guard one comes there alone, waits a moment for the others and goes on;
without it all meet, and the damage is seen.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from threading import Barrier, BrokenBarrierError, Thread
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connection
from django.db.models import QuerySet

from accounts.models import User
from games.rules.commands import Confirm, Move
from games.rules.turn import Step
from games.tables import services
from games.tables.errors import (
    AlreadySeated,
    NotPlaying,
    SeatTaken,
    StaleVersion,
)
from games.tables.models import Event, Seat, Status, Table
from games.tables.services import playing, seating
from tests.tables.playing import NOON, Play, table_of

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

# Long enough for a slow machine's thread to come, short enough to wait for nobody.
MEETING_S = 0.5

Meet = Callable[..., None]


def raced(*actions: Callable[[], object]) -> list[Any]:
    """Let each act in a thread of its own, all at once: results and exceptions."""
    start = Barrier(len(actions))
    outcomes: list[Any] = [None] * len(actions)

    def run(index: int, action: Callable[[], object]) -> None:
        try:
            start.wait()
            outcomes[index] = action()
        except Exception as error:  # noqa: BLE001 - the outcome of a race
            outcomes[index] = error
        finally:
            connection.close()

    threads = [
        Thread(target=run, args=(index, action)) for index, action in enumerate(actions)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def kinds(outcomes: list[Any]) -> dict[type, int]:
    """How often each kind of outcome came."""
    return {
        kind: sum(type(outcome) is kind for outcome in outcomes)
        for kind in {type(outcome) for outcome in outcomes}
    }


@pytest.fixture
def meet(monkeypatch: pytest.MonkeyPatch) -> Meet:
    """Have those who come to these functions wait there for each other."""

    def meet(number: int, *places: tuple[object, str]) -> None:
        meeting = Barrier(number)
        for module, name in places:
            function = getattr(module, name)

            def after_meeting(
                *args: Any, function: Any = function, **kwargs: Any
            ) -> Any:
                with suppress(BrokenBarrierError):
                    meeting.wait(MEETING_S)
                return function(*args, **kwargs)

            monkeypatch.setattr(module, name, after_meeting)

    return meet


@pytest.fixture(params=["with the lock", "without the lock"])
def is_locked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether rows are locked; the negative control only reads them."""
    locked: bool = request.param == "with the lock"
    if not locked:
        monkeypatch.setattr(
            QuerySet, "select_for_update", lambda rows, **_options: rows.all()
        )
    return locked


@contextmanager
def unconstrained(name: str) -> Iterator[None]:
    """Seats without that constraint; their rows are gone before it comes back."""
    constraint = next(one for one in Seat._meta.constraints if one.name == name)
    with connection.schema_editor() as editor:
        editor.remove_constraint(Seat, constraint)
    try:
        yield
    finally:
        Event.objects.all().delete()
        Table.objects.all().delete()
        with connection.schema_editor() as editor:
            editor.add_constraint(Seat, constraint)


def joining(user: User, table: Table) -> Callable[[], object]:
    return lambda: services.table_join(user=user, slug=table.slug, now=NOON)


def test_many_join_one_table(opened: Table, meet: Meet, *, is_locked: bool) -> None:
    """One sits down, and the table is taken for the others.

    Without the lock all find the seat free, and only the index stops them: by a
    fault that nobody would be told the reason of.
    """
    guests = [User.objects.create_user(f"Guest_{number}") for number in range(6)]
    meet(len(guests), (seating, "_second_seat_taken"))

    outcomes = raced(*(joining(guest, opened) for guest in guests))

    refusal = SeatTaken if is_locked else IntegrityError
    assert kinds(outcomes) == {Table: 1, refusal: 5}
    assert opened.seats.count() == 2
    assert opened.events.count() == 1


@pytest.mark.parametrize("is_indexed", [True, False])
def test_one_player_joins_two_tables(
    nino: User, giorgi: User, lasha: User, meet: Meet, *, is_indexed: bool
) -> None:
    """He gets one seat; the second request is told where he sits.

    Two tables are two locks: without the index he sits at both.
    """
    tables = [table_of(nino), table_of(lasha)]
    meet(2, (seating, "_second_seat_taken"))
    race = [joining(giorgi, table) for table in tables]
    seats = Seat.objects.filter(user=giorgi, is_active=True)
    if is_indexed:
        outcomes = raced(*race)
        assert kinds(outcomes) == {Table: 1, AlreadySeated: 1}
        refusal = next(o for o in outcomes if isinstance(o, AlreadySeated))
        assert refusal.detail == {"slug": seats.get().table.slug}
        waiting = Table.objects.get(status=Status.OPEN)
        assert waiting.seats.count() == 1
    else:
        with unconstrained("seat_one_active_a_player"):
            assert kinds(raced(*race)) == {Table: 2}
            assert seats.count() == 2


@pytest.mark.parametrize("is_indexed", [True, False])
def test_one_player_opens_two_tables(
    nino: User, meet: Meet, *, is_indexed: bool
) -> None:
    """The second click is refused; without the index he has two tables."""
    meet(2, (seating, "table_insert"))
    race = [lambda: table_of(nino)] * 2
    if is_indexed:
        outcomes = raced(*race)
        assert kinds(outcomes) == {Table: 1, AlreadySeated: 1}
        assert Table.objects.count() == 1
    else:
        with unconstrained("seat_one_active_a_player"):
            assert kinds(raced(*race)) == {Table: 2}
            assert Seat.objects.filter(user=nino, is_active=True).count() == 2


def test_a_player_joins_while_he_opens_a_table(
    opened: Table, giorgi: User, meet: Meet
) -> None:
    """Whichever is first: he holds one seat, and nothing waits for ever."""
    meet(2, (seating, "table_insert"), (seating, "_second_seat_taken"))

    outcomes = raced(joining(giorgi, opened), lambda: table_of(giorgi))

    assert kinds(outcomes) == {Table: 1, AlreadySeated: 1}
    assert Seat.objects.filter(user=giorgi, is_active=True).count() == 1


def test_a_table_is_joined_while_it_is_cancelled(
    opened: Table, nino: User, giorgi: User, meet: Meet, *, is_locked: bool
) -> None:
    """Either the match begins or the table is closed.

    Without the lock both find it open; the index of versions stops the second.
    """
    meet(2, (seating, "_second_seat_taken"), (seating, "table_close"))

    join, cancel = raced(
        joining(giorgi, opened),
        lambda: services.table_cancel(user=nino, slug=opened.slug, now=NOON),
    )

    opened.refresh_from_db()
    if not is_locked:
        assert IntegrityError in {type(join), type(cancel)}
    elif isinstance(join, Table):
        assert isinstance(cancel, NotPlaying)
        assert (opened.status, opened.seats.count()) == (Status.LIVE, 2)
    else:
        assert isinstance(join, SeatTaken)
        assert isinstance(cancel, Table)
        assert (opened.status, opened.seats.count()) == (Status.CANCELLED, 1)
    assert opened.version == opened.events.count() == 1


@pytest.mark.parametrize("round_number", range(5))
def test_two_players_join_each_others_tables(
    nino: User, giorgi: User, round_number: int
) -> None:
    """Each has a table open and joins the other's: one match begins."""
    tables = [table_of(nino), table_of(giorgi)]

    outcomes = raced(joining(nino, tables[1]), joining(giorgi, tables[0]))

    assert kinds(outcomes) in ({Table: 1, SeatTaken: 1}, {Table: 1, AlreadySeated: 1})
    statuses = sorted(Table.objects.values_list("status", flat=True))
    assert statuses == [Status.CANCELLED, Status.LIVE]
    assert Seat.objects.filter(is_active=True).count() == 2


def test_without_the_order_of_locks_they_wait_for_each_other(
    nino: User, giorgi: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each locks the table he joins and then his own: a deadlock."""
    theirs = {nino.pk: table_of(nino), giorgi.pk: table_of(giorgi)}
    meeting = Barrier(2)
    ways = iter([(0, 1), (1, 0)])

    def locked_one_by_one(slugs: set[str]) -> list[Table]:
        rows = Table.objects.select_for_update(of=("self",), no_key=True)
        order = [sorted(slugs)[index] for index in next(ways)]
        first = rows.get(slug=order[0])
        with suppress(BrokenBarrierError):
            meeting.wait(MEETING_S * 10)
        return [first, rows.get(slug=order[1])]

    monkeypatch.setattr(seating, "tables_locked", locked_one_by_one)

    outcomes = raced(joining(nino, theirs[giorgi.pk]), joining(giorgi, theirs[nino.pk]))

    [deadlock] = [one for one in outcomes if isinstance(one, OperationalError)]
    assert "deadlock detected" in str(deadlock)


def command(play: Play, user: User, made: Any, version: int) -> Callable[[], object]:
    return lambda: play.act(user, made, version)


def test_two_confirm_at_once(
    pausing: Play, nino: User, meet: Meet, *, is_locked: bool
) -> None:
    """The second of two ✓ finds that the table has moved on.

    Without the lock both would end the turn; the index of versions stops one.
    """
    version = pausing.row.version
    meet(2, (playing, "command_apply"))

    outcomes = raced(*[command(pausing, nino, Confirm, version)] * 2)

    refusal = StaleVersion if is_locked else IntegrityError
    assert kinds(outcomes) == {services.Played: 1, refusal: 1}
    assert pausing.row.version == version + 1
    assert pausing.row.events.filter(command="confirm").count() == 1


def test_the_same_step_at_once(
    moving: Play, nino: User, meet: Meet, *, is_locked: bool
) -> None:
    """Sent by two sockets: one checker moves, once."""
    version = moving.row.version
    meet(2, (playing, "command_apply"))

    def step(seat: int) -> Move:
        return Move(seat, (Step(13, 5),))

    outcomes = raced(*[command(moving, nino, step, version)] * 2)

    refusal = StaleVersion if is_locked else IntegrityError
    assert kinds(outcomes) == {services.Played: 1, refusal: 1}
    assert moving.match.steps == (Step(13, 5),)


def test_a_player_confirms_while_the_pause_ends(
    pausing: Play, nino: User, meet: Meet, *, is_locked: bool
) -> None:
    """✓ and the sweep at the same moment: the turn ends once."""
    row, pausing.now = pausing.row, pausing.due
    meet(2, (playing, "command_apply"))

    confirmed, swept = raced(
        command(pausing, nino, Confirm, row.version),
        lambda: services.deadline_act(
            table_id=row.pk, version=row.version, now=pausing.now
        ),
    )

    if is_locked:
        assert (type(confirmed), type(swept)) in (
            (services.Played, type(None)),
            (StaleVersion, services.Played),
        )
    else:
        assert IntegrityError in {type(confirmed), type(swept)}
    assert pausing.row.version == row.version + 1
    assert pausing.row.events.filter(command="confirm").count() == 1


def test_a_sweep_that_runs_twice_acts_once(
    moving: Play, meet: Meet, *, is_locked: bool
) -> None:
    """Two workers with the same task; one of them finds nothing to do."""
    row, due = moving.row, moving.due
    meet(2, (playing, "command_apply"))

    outcomes = raced(*[swept(row, due)] * 2)

    refusal = type(None) if is_locked else IntegrityError
    assert kinds(outcomes) == {services.Played: 1, refusal: 1}
    assert moving.row.events.filter(command="finish").count() == 1


def swept(row: Table, now: datetime) -> Callable[[], object]:
    return lambda: services.deadline_act(table_id=row.pk, version=row.version, now=now)


def test_both_players_resign_at_once(moving: Play, meet: Meet) -> None:
    """Whoever is first has lost."""
    meet(2, (playing, "command_apply"))

    outcomes = raced(
        *(lambda player=player: moving.resign(player) for player in moving.players)
    )

    assert services.Played in {type(outcome) for outcome in outcomes}
    assert kinds(outcomes)[services.Played] == 1
    result = moving.match.result
    assert result is not None
    loser = [type(outcome) for outcome in outcomes].index(services.Played)
    assert result.winner == 1 - loser
