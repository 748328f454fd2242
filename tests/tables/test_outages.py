"""What the site itself was away for costs nobody anything."""

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from games.tables import selectors, services
from games.tables.models import Presence, Pulse, Seat
from tests.tables.conftest import Script
from tests.tables.playing import NOON, Play, come, table_of

pytestmark = pytest.mark.django_db

SLACK = timedelta(seconds=20)


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def well(now: datetime) -> bool:
    """A sweep while the web process beats."""
    services.process_beat(process="web-1", now=now)
    return services.pulse_check(now=now)


@pytest.fixture
def steady(moving: Play) -> Play:
    """Nino to move until 60 s after the opening; all is well."""
    moving.now = moving.due - timedelta(seconds=60)
    assert well(moving.now)
    return moving


def test_sweeps_on_time_move_nothing(steady: Play) -> None:
    """Four sweeps a second, for half a minute."""
    due = steady.due
    for quarter in range(120):
        assert well(steady.now + timedelta(seconds=quarter / 4))
    assert steady.due == due


def test_five_minutes_without_a_sweep_are_given_back(
    steady: Play, giorgi: User
) -> None:
    """Every deadline moves by the outage and twenty seconds, then counts again."""
    gone_at = steady.now
    for channel in Presence.objects.filter(seat__user=giorgi):
        services.presence_leave(channel=channel.channel, now=gone_at)
    due, version = steady.due, steady.row.version
    back = steady.now + timedelta(minutes=5)
    assert well(back)
    by = timedelta(minutes=5) + SLACK
    assert steady.due == steady.move_due == due + by
    seat = Seat.objects.get(table__slug=steady.slug, user=giorgi)
    assert seat.grace_at == gone_at + timedelta(seconds=60) + by
    assert steady.row.version == version
    # It counts not toward the absence cap either.
    come(steady.slug, giorgi, back + timedelta(seconds=1))
    seat.refresh_from_db()
    assert seat.absent_ms == 0
    # From here on all is as ever.
    moved = steady.due
    assert well(back + timedelta(seconds=0.25))
    assert steady.due == moved


def test_nothing_is_enforced_while_no_web_process_beats(steady: Play) -> None:
    """The sweep runs and holds still; afterwards the span is given back."""
    due, begin = steady.due, steady.now
    services.process_beat(process="web-1", now=begin)
    for second in range(1, 90):
        now = begin + timedelta(seconds=second)
        assert services.pulse_check(now=now) is (second <= 4)
    assert steady.due == due
    back = begin + timedelta(seconds=90)
    assert well(back)
    # Given back from the last beat on, not from when its lack was noticed.
    assert steady.due == due + timedelta(seconds=90) + SLACK


def test_both_at_once_are_counted_once(steady: Play) -> None:
    """Everything down for five minutes, then the sweep comes back before the web."""
    due, begin = steady.due, steady.now
    services.process_beat(process="web-1", now=begin)
    for second in range(300, 320):
        assert not services.pulse_check(now=begin + timedelta(seconds=second))
    assert well(begin + timedelta(seconds=320))
    assert steady.due == due + timedelta(seconds=320) + SLACK


def test_a_clock_that_goes_back_is_no_outage(steady: Play) -> None:
    """Two workers' clocks may differ by a little."""
    due = steady.due
    assert well(steady.now - timedelta(seconds=2))
    assert steady.due == due
    assert Pulse.objects.get().well_at == steady.now


class TestVanishing:
    @pytest.fixture
    def tables(
        self, steady: Play, lasha: User, mariam: User, scripted: Script
    ) -> tuple[Play, Play]:
        """Two tables, four players, all connected."""
        table = table_of(lasha)
        services.table_join(user=mariam, slug=table.slug, now=steady.now)
        other = Play(table.slug, (lasha, mariam), steady.now)
        for player in other.players:
            come(other.slug, player, steady.now)
        scripted(((6, 2),))
        other.sweep()
        steady.now = other.now
        assert well(other.now)
        return steady, other

    def leave(self, user: User, now: datetime) -> None:
        for row in Presence.objects.filter(seat__user=user):
            services.presence_leave(channel=row.channel, now=now)

    def test_all_players_gone_at_once_is_the_lines_doing(
        self, tables: tuple[Play, Play]
    ) -> None:
        """Nobody loses while it lasts, and the first one back ends it."""
        one, other = tables
        begin = one.now
        for player in (*one.players, *other.players):
            self.leave(player, begin + timedelta(seconds=1))
        due = one.due
        for second in range(2, 200):
            assert not well(begin + timedelta(seconds=second))
        back = begin + timedelta(seconds=200)
        come(one.slug, one.players[0], back)
        assert well(back + timedelta(seconds=0.25))
        assert one.due == due + timedelta(seconds=200.25) + SLACK
        assert not selectors.tables_absent(now=back + timedelta(seconds=60))

    def test_it_is_believed_for_ten_minutes_and_no_longer(
        self, tables: tuple[Play, Play]
    ) -> None:
        """Then those who are not back have left, and grace runs as ever."""
        one, other = tables
        begin = one.now
        for player in (*one.players, *other.players):
            self.leave(player, begin)
        for second in range(1, 600, 3):
            assert not well(begin + timedelta(seconds=second))
        end = begin + timedelta(seconds=600)
        assert well(end)
        assert well(end + timedelta(seconds=1))
        late = end + timedelta(seconds=81)
        assert set(selectors.tables_absent(now=late)) == {one.row.pk, other.row.pk}

    def test_who_leaves_with_his_other_accounts_stops_nobodys_clock(
        self, tables: tuple[Play, Play]
    ) -> None:
        """One player is still connected, so the line is whole."""
        one, other = tables
        begin, due = one.now, one.due
        for player in (one.players[0], *other.players):
            self.leave(player, begin)
        for second in range(1, 61):
            assert well(begin + timedelta(seconds=second))
        assert one.due == due
        gone = selectors.tables_absent(now=begin + timedelta(seconds=60))
        assert set(gone) == {one.row.pk, other.row.pk}

    def test_one_table_left_by_both_is_no_outage(
        self, tables: tuple[Play, Play]
    ) -> None:
        """Two friends who close their browsers stop nobody's clock."""
        one, _ = tables
        for player in one.players:
            self.leave(player, one.now)
        assert well(one.now + timedelta(seconds=1))


def test_the_first_sweep_ever_moves_nothing(moving: Play) -> None:
    """A new site has no past to make good."""
    due = moving.due
    services.process_beat(process="web-1", now=after(3))
    assert services.pulse_check(now=after(3))
    assert moving.due == due
