"""Who sits where when all come at once."""

import pytest
from django.db import IntegrityError, OperationalError

from accounts.models import User
from games.tables import services
from games.tables.errors import AlreadySeated, NotPlaying, SeatTaken
from games.tables.models import Seat, Status, Table
from games.tables.services import between, seating
from tests.tables.conftest import Meet, Sit
from tests.tables.playing import NOON, table_of
from tests.tables.racing import (
    MEETING_S,
    Meeting,
    joining,
    kinds,
    raced,
    unconstrained,
)

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]


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
    meeting = Meeting(2)
    ways = iter([(0, 1), (1, 0)])

    def locked_one_by_one(slugs: set[str]) -> list[Table]:
        rows = Table.objects.select_for_update(of=("self",), no_key=True)
        order = [sorted(slugs)[index] for index in next(ways)]
        first = rows.get(slug=order[0])
        meeting.wait(MEETING_S * 10)
        return [first, rows.get(slug=order[1])]

    monkeypatch.setattr(seating, "tables_locked", locked_one_by_one)

    outcomes = raced(joining(nino, theirs[giorgi.pk]), joining(giorgi, theirs[nino.pk]))

    [deadlock] = [one for one in outcomes if isinstance(one, OperationalError)]
    assert "deadlock detected" in str(deadlock)


def test_a_rematch_begins_while_one_sits_down_elsewhere(
    sit: Sit, lasha: User, meet: Meet
) -> None:
    """Whichever is first: Giorgi has one seat, and nobody waits for ever."""
    play = sit()
    nino, giorgi = play.players
    play.resign(nino)
    services.rematch_ask(user=nino, slug=play.slug, now=play.now)
    elsewhere = table_of(lasha)
    meet(2, (between, "_rematch_begun"), (seating, "_second_seat_taken"))

    outcomes = raced(
        lambda: services.rematch_ask(user=giorgi, slug=play.slug, now=play.now),
        joining(giorgi, elsewhere),
    )

    assert kinds(outcomes) == {Table: 1, AlreadySeated: 1}
    assert Seat.objects.filter(user=giorgi, is_active=True).count() == 1
