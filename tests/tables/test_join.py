"""Taking the second seat: services.table_join."""

from datetime import timedelta

import pytest

from accounts.models import User
from games.tables import selectors, services
from games.tables.errors import AlreadySeated, OwnTable, SeatTaken
from games.tables.models import DeadlineKind, Seat, Status, Table
from tests.tables.conftest import Hearing, Sit
from tests.tables.playing import NOON, frozen, table_of

pytestmark = pytest.mark.django_db


def joined(user: User, table: Table) -> Table:
    return services.table_join(user=user, slug=table.slug, now=NOON)


def test_joining_begins_the_match(opened: Table, giorgi: User) -> None:
    """Both sit, and have two minutes to be connected both."""
    joined(giorgi, opened)

    row = Table.objects.get(slug=opened.slug)
    assert (row.status, row.version, row.started_at) == (Status.LIVE, 1, NOON)
    assert row.deadline_kind == DeadlineKind.BEGIN
    assert row.deadline_at == NOON + timedelta(seconds=120)
    assert row.move_deadline_at is None
    assert [seat.user.username for seat in selectors.seats_of(row)] == [
        "Nino",
        "Giorgi",
    ]
    event = row.events.get()
    assert (event.version, event.command, event.seat) == (1, "join", 1)


def test_whoever_has_the_link_joins_a_private_table(nino: User, giorgi: User) -> None:
    """It is not listed, and that is all."""
    private = table_of(nino, is_private=True)

    assert selectors.tables_open() == []
    assert joined(giorgi, private).status == Status.LIVE


def test_nobody_joins_his_own_table(opened: Table, nino: User, giorgi: User) -> None:
    """It goes on waiting for somebody else."""
    before = frozen(opened.slug)

    with pytest.raises(OwnTable):
        joined(nino, opened)

    assert frozen(opened.slug) == before
    joined(giorgi, opened)


def test_nobody_takes_a_third_seat(opened: Table, giorgi: User, lasha: User) -> None:
    """The second comer finds the table taken."""
    joined(giorgi, opened)
    before = frozen(opened.slug)

    with pytest.raises(SeatTaken):
        joined(lasha, opened)

    assert frozen(opened.slug) == before


def test_the_second_click_of_one_player_is_refused(opened: Table, giorgi: User) -> None:
    """He sits there already; the refusal is that of his own table."""
    joined(giorgi, opened)
    before = frozen(opened.slug)

    with pytest.raises(OwnTable):
        joined(giorgi, opened)

    assert frozen(opened.slug) == before


def test_a_cancelled_table_cannot_be_joined(
    opened: Table, nino: User, giorgi: User
) -> None:
    """It is as good as taken."""
    services.table_cancel(user=nino, slug=opened.slug, now=NOON)
    before = frozen(opened.slug)

    with pytest.raises(SeatTaken):
        joined(giorgi, opened)

    assert frozen(opened.slug) == before
    assert not Seat.objects.filter(user=giorgi).exists()


def test_a_finished_table_cannot_be_joined(sit: Sit, lasha: User) -> None:
    """Its match is over; nobody can have it go on."""
    play = sit()
    play.resign(play.players[0])
    before = play.frozen()

    with pytest.raises(SeatTaken):
        services.table_join(user=lasha, slug=play.slug, now=NOON)

    assert play.frozen() == before


def test_a_table_that_never_was_cannot_be_joined(giorgi: User) -> None:
    """The service says that there is none."""
    with pytest.raises(Table.DoesNotExist):
        services.table_join(user=giorgi, slug="nowhere", now=NOON)


def test_sitting_down_elsewhere_cancels_ones_own_open_table(
    opened: Table, giorgi: User, hearing: Hearing
) -> None:
    """One seat: everyone who shows the first table hears that it is closed."""
    own = table_of(giorgi)
    with hearing() as heard:
        joined(giorgi, opened)

    row = Table.objects.get(slug=own.slug)
    assert (row.status, row.ended_at, row.version) == (Status.CANCELLED, NOON, 1)
    assert row.events.get().command == "cancel"
    assert not row.seats.get().is_active
    assert Seat.objects.get(user=giorgi, is_active=True).table_id == opened.pk
    assert [event["facts"] for event in heard.events] == [
        [{"fact": "cancelled"}],
        [{"fact": "seated", "seat": 1}],
    ]
    assert heard.events[0]["state"]["phase"] == "cancelled"
    # Whatever the order of the news, the last list shows neither table.
    assert heard.lobby[-1][0] == []
    assert set().union(*(players for _, players in heard.lobby)) == {"Nino", "Giorgi"}


def test_ones_own_table_stays_when_the_other_is_taken(
    opened: Table, giorgi: User, lasha: User, mariam: User
) -> None:
    """A refusal costs nothing."""
    own = table_of(lasha)
    before = frozen(own.slug)
    joined(giorgi, opened)

    with pytest.raises(SeatTaken):
        joined(lasha, opened)

    assert frozen(own.slug) == before
    joined(mariam, own)


def test_nobody_joins_while_he_plays_elsewhere(sit: Sit, lasha: User) -> None:
    """His own table has just begun: he is told where he sits."""
    other = table_of(lasha)
    play = sit()
    before = frozen(other.slug), play.frozen()

    for player in play.players:
        with pytest.raises(AlreadySeated) as refusal:
            joined(player, other)
        assert refusal.value.detail == {"slug": play.slug}

    assert (frozen(other.slug), play.frozen()) == before
    play.resign(play.players[0])
    joined(play.players[1], other)


def test_a_race_that_the_check_missed_is_refused_by_the_index(
    nino: User, giorgi: User, lasha: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat taken after the look for one's own gives the same refusal."""
    first, second = table_of(nino), table_of(lasha)
    joined(giorgi, first)
    before = frozen(second.slug)
    seats = Seat.objects
    looks = iter([seats.none(), seats.filter(user=giorgi, is_active=True)])
    monkeypatch.setattr(seats, "filter", lambda **_: next(looks))

    with pytest.raises(AlreadySeated) as refusal:
        joined(giorgi, second)

    assert refusal.value.detail == {"slug": first.slug}
    assert frozen(second.slug) == before


def test_everyone_hears_who_has_sat_down(
    opened: Table, giorgi: User, hearing: Hearing
) -> None:
    """The event carries the names, and the lobby loses the table."""
    with hearing() as heard:
        joined(giorgi, opened)

    [event] = heard.events
    assert event["version"] == 1
    assert event["table"]["seats"] == [{"name": "Nino"}, {"name": "Giorgi"}]
    assert event["state"]["phase"] == "opening"
    assert event["clock"] == {
        "kind": "begin",
        "seat": None,
        "remaining_ms": 120_000,
        "total_ms": 120_000,
        "move_remaining_ms": None,
    }
    assert heard.lobby == [([], {"Nino", "Giorgi"})]
