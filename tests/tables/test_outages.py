"""What the site itself was away for costs nobody anything."""

from datetime import datetime, timedelta

import pytest
from django.db.models import F

from accounts.models import User
from games.tables import selectors, services
from games.tables.models import Presence, Pulse, Seat, Table
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
    # Nothing of it counts toward the absence cap, what comes after it does.
    come(steady.slug, giorgi, back + timedelta(seconds=1))
    seat.refresh_from_db()
    assert seat.absent_ms == 1000
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

    def leave(self, user: User, now: datetime, *, was_cut: bool = True) -> None:
        for row in Presence.objects.filter(seat__user=user):
            services.presence_leave(channel=row.channel, was_cut=was_cut, now=now)

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
        """Whoever closes his browser says so, and no line was cut."""
        one, other = tables
        begin, due = one.now, one.due
        for player in (one.players[0], *other.players):
            self.leave(player, begin, was_cut=False)
        for second in range(1, 61):
            assert well(begin + timedelta(seconds=second))
        assert one.due == due
        gone = selectors.tables_absent(now=begin + timedelta(seconds=60))
        assert set(gone) == {one.row.pk, other.row.pk}

    def test_all_who_leave_are_no_outage(self, tables: tuple[Play, Play]) -> None:
        """The last players of the night close their browsers: all is settled."""
        one, other = tables
        begin = one.now
        for player in (*one.players, *other.players):
            self.leave(player, begin, was_cut=False)
        for second in range(1, 61):
            assert well(begin + timedelta(seconds=second))
        gone = selectors.tables_absent(now=begin + timedelta(seconds=60))
        assert set(gone) == {one.row.pk, other.row.pk}

    def test_most_cut_off_at_once_are_believed_for_a_minute(
        self, tables: tuple[Play, Play]
    ) -> None:
        """Three of four; the fourth might be the others' victim, so not for longer."""
        one, other = tables
        begin, due = one.now, one.due
        for player in (one.players[0], *other.players):
            self.leave(player, begin)
        for second in range(1, 60):
            assert not well(begin + timedelta(seconds=second))
        end = begin + timedelta(seconds=60)
        assert well(end)
        assert one.due == due + timedelta(seconds=60) + SLACK
        # They come back and go again, to win another minute: once is enough.
        for player in (one.players[0], *other.players):
            slug = one.slug if player in one.players else other.slug
            come(slug, player, end + timedelta(seconds=1))
        for player in (one.players[0], *other.players):
            self.leave(player, end + timedelta(seconds=2))
        for second in range(3, 63):
            assert well(end + timedelta(seconds=second))

    def test_half_of_them_is_no_outage(self, tables: tuple[Play, Play]) -> None:
        one, other = tables
        for play in (one, other):
            self.leave(play.players[0], one.now)
        assert well(one.now + timedelta(seconds=1))

    def test_one_table_cut_off_is_the_lines_doing(
        self, steady: Play, nino: User, giorgi: User
    ) -> None:
        """The only match there is: nginx stops, and both are gone without a word."""
        for player in (nino, giorgi):
            self.leave(player, steady.now)
        for second in range(1, 120):
            assert not well(steady.now + timedelta(seconds=second))
        assert not selectors.tables_absent(now=steady.now)
        assert steady.match.result is None


class TestSetDuringAnOutage:
    """What began while it lasted has lost less than what began before."""

    def begun_in_it(self, nino: User, giorgi: User, begin: datetime) -> Play:
        """A match whose opening falls due while no sweep runs."""
        table = table_of(nino, now=begin)
        services.table_join(user=giorgi, slug=table.slug, now=begin)
        for player in (nino, giorgi):
            come(table.slug, player, begin)
        return Play(table.slug, (nino, giorgi), begin)

    def test_an_opening_is_not_waited_for(self, nino: User, giorgi: User) -> None:
        """Both are there, and nothing can be pressed."""
        assert well(after(0))
        play = self.begun_in_it(nino, giorgi, after(299))
        assert well(after(300))
        assert play.due == after(300) + timedelta(seconds=2.5)

    def test_a_move_begins_anew_with_the_slack(self, steady: Play) -> None:
        """Whose turn began in it has a whole move's time, and time to come back."""
        begin = steady.due - timedelta(seconds=60)
        Pulse.objects.update(well_at=begin - timedelta(seconds=100))
        back = begin + timedelta(seconds=30)
        assert well(back)
        assert steady.due == steady.move_due == back + timedelta(seconds=60) + SLACK

    def test_what_an_outage_has_put_off_for_longer_stays(self, steady: Play) -> None:
        """Two in a row: the second finds more than a whole move's time left."""
        steady_due = steady.due + timedelta(seconds=120)
        Table.objects.update(deadline_at=steady_due, move_deadline_at=steady_due)
        assert well(steady.now + timedelta(seconds=10))
        assert steady.due == steady.move_due == steady_due

    def test_an_absence_begins_no_later_than_now(
        self, steady: Play, nino: User, giorgi: User
    ) -> None:
        """Giorgi went before it and Nino after it: Giorgi has been away longer."""
        begin = steady.now
        for player, at in ((giorgi, 1), (nino, 11)):
            if player == nino:
                assert well(begin + timedelta(seconds=9))
            for row in Presence.objects.filter(seat__user=player):
                services.presence_leave(
                    channel=row.channel, now=begin + timedelta(seconds=at)
                )
        away = {
            seat.user_id: seat.away_since
            for seat in Seat.objects.filter(table__slug=steady.slug)
        }
        # Nine seconds without a sweep, of which he was away for eight.
        assert away[giorgi.pk] == begin + timedelta(seconds=9)
        assert away[nino.pk] == begin + timedelta(seconds=11)

    def test_who_goes_during_it_has_a_whole_grace(
        self, steady: Play, giorgi: User
    ) -> None:
        begin = steady.now
        gone_at = begin + timedelta(seconds=290)
        for row in Presence.objects.filter(seat__user=giorgi):
            services.presence_leave(channel=row.channel, now=gone_at)
        back = begin + timedelta(seconds=300)
        assert well(back)
        seat = Seat.objects.get(table__slug=steady.slug, user=giorgi)
        assert seat.grace_at == back + timedelta(seconds=60) + SLACK
        assert seat.away_since == back


def test_a_pause_that_ends_by_hand_ends_with_the_move_time(steady: Play) -> None:
    """Both deadlines are one, and stay so."""
    Table.objects.filter(slug=steady.slug).update(
        deadline_kind="pause", deadline_at=F("move_deadline_at")
    )
    due = steady.due
    assert well(steady.now + timedelta(seconds=30))
    assert steady.due == steady.move_due == due + timedelta(seconds=30) + SLACK


def test_a_clock_that_was_set_back_stops_nothing(steady: Play) -> None:
    """An hour back: from then on an outage is noticed as ever."""
    then = steady.now - timedelta(hours=1)
    assert well(then)
    assert Pulse.objects.get().well_at == then
    assert not services.pulse_check(now=then + timedelta(seconds=60))


def test_the_first_sweep_ever_moves_nothing(moving: Play) -> None:
    """A new site has no past to make good."""
    due = moving.due
    services.process_beat(process="web-1", now=after(3))
    assert services.pulse_check(now=after(3))
    assert moving.due == due
