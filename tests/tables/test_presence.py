"""Who is at the table: sockets come and go, absences cost what they should."""

from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from games.rules.facts import Ending
from games.rules.match import Phase
from games.tables import selectors, services
from games.tables.models import (
    DeadlineKind,
    Presence,
    Seat,
    Status,
    Table,
    WebProcess,
)
from games.tables.services import presence
from tests.tables.conftest import Script, Sit
from tests.tables.playing import NOON, Play, come, table_of

pytestmark = pytest.mark.django_db


def seat_of(play: Play, user: User) -> Seat:
    return Seat.objects.get(table__slug=play.slug, user=user)


def leave(channel: str, now: datetime) -> None:
    services.presence_leave(channel=channel, now=now)


def gone(play: Play, user: User, now: datetime) -> None:
    """Close all sockets of the player."""
    channels = Presence.objects.filter(seat=seat_of(play, user))
    for channel in list(channels.values_list("channel", flat=True)):
        leave(channel, now)


def away_thrice(play: Play, user: User, seconds: float) -> None:
    """Three absences of that length, until the match is 300 s old."""
    for start in (0, 100, 200):
        gone(play, user, after(start))
        come(play.slug, user, after(start + seconds))


def settle(play: Play, now: datetime) -> services.Played | None:
    """What the sweep's task does about absences at `now`."""
    return services.absence_settle(table_id=play.row.pk, now=now)


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


class TestBegin:
    def test_no_clock_runs_before_both_are_connected(
        self, nino: User, giorgi: User
    ) -> None:
        """Sitting down begins nothing; the second connection starts the opening."""
        table = table_of(nino)
        services.table_join(user=giorgi, slug=table.slug, now=NOON)
        come(table.slug, nino, after(1))
        row = Table.objects.get(slug=table.slug)
        assert row.deadline_kind == DeadlineKind.BEGIN
        come(table.slug, giorgi, after(9))
        row = Table.objects.get(slug=table.slug)
        assert row.deadline_kind == DeadlineKind.OPENING
        assert row.deadline_at == after(9 + 2.5)

    def test_a_match_not_begun_within_two_minutes_is_void(
        self, nino: User, giorgi: User
    ) -> None:
        """One came, the other never did: nobody wins, both are free again."""
        table = table_of(nino)
        services.table_join(user=giorgi, slug=table.slug, now=NOON)
        come(table.slug, nino, after(1))
        play = Play(table.slug, (nino, giorgi), now=after(119))
        assert play.sweep_now() is None
        play.sweep()
        assert play.now == after(120)
        assert play.row.status == Status.VOID
        assert play.match.result is not None
        assert (play.match.result.winner, play.match.result.by) == (None, Ending.VOID)
        assert selectors.seat_active(user=nino) is None
        assert selectors.match_replayed(play.row) == play.match

    def test_going_before_the_match_begins_runs_no_grace(
        self, nino: User, giorgi: User
    ) -> None:
        """Before both are connected only the two minutes run."""
        table = table_of(nino)
        services.table_join(user=giorgi, slug=table.slug, now=NOON)
        play = Play(table.slug, (nino, giorgi))
        come(table.slug, nino, after(1))
        gone(play, nino, after(2))
        assert seat_of(play, nino).grace_at is None
        assert settle(play, after(100)) is None
        come(table.slug, nino, after(100))
        assert seat_of(play, nino).absent_ms == 0


class TestGrace:
    def test_the_last_socket_gone_starts_sixty_seconds(
        self, moving: Play, giorgi: User
    ) -> None:
        """Sixty seconds without a socket lose the match, not a moment before."""
        gone(moving, giorgi, after(10))
        assert settle(moving, after(69.9)) is None
        assert moving.match.phase is Phase.MOVE
        played = settle(moving, after(70))
        assert played is not None
        assert moving.match.result is not None
        assert (moving.match.result.winner, moving.match.result.by) == (
            0,
            Ending.ABSENCE,
        )
        assert moving.row.status == Status.FINISHED
        assert selectors.match_replayed(moving.row) == moving.match

    def test_coming_back_on_any_device_cancels_it(
        self, moving: Play, giorgi: User
    ) -> None:
        """One second before the end a telephone is enough."""
        gone(moving, giorgi, after(10))
        come(moving.slug, giorgi, after(69), process="web-2")
        assert settle(moving, after(100)) is None
        assert seat_of(moving, giorgi).away_since is None
        assert seat_of(moving, giorgi).absent_ms == 59_000

    def test_one_of_two_tabs_closed_is_not_leaving(
        self, moving: Play, giorgi: User
    ) -> None:
        """The seat is away only when its last socket has gone."""
        second = come(moving.slug, giorgi, after(1))
        leave(second, after(2))
        assert seat_of(moving, giorgi).away_since is None

    def test_a_socket_at_another_place_does_not_count(
        self, moving: Play, giorgi: User
    ) -> None:
        """Presence is per table: the lobby has no rows, so only the table's count."""
        gone(moving, giorgi, after(1))
        assert seat_of(moving, giorgi).away_since == after(1)

    def test_the_move_time_runs_on(self, moving: Play, nino: User) -> None:
        """Being away does not stop one's own clock."""
        before = moving.due
        gone(moving, nino, after(10))
        assert moving.due == before

    def test_coming_and_going_moves_no_deadline_and_no_version(
        self, moving: Play, nino: User, giorgi: User
    ) -> None:
        """Forty reloads change nothing that is played."""
        due, version = moving.due, moving.row.version
        for second in range(40):
            gone(moving, giorgi, after(second))
            come(moving.slug, giorgi, after(second + 0.5))
        assert (moving.due, moving.row.version) == (due, version)

    def test_absence_is_capped_over_the_match(self, moving: Play, giorgi: User) -> None:
        """Three times 59 seconds leave three seconds of the 180."""
        away_thrice(moving, giorgi, 59)
        gone(moving, giorgi, after(300))
        assert settle(moving, after(302.9)) is None
        assert settle(moving, after(303)) is not None
        assert moving.match.result is not None
        assert moving.match.result.winner == 0

    def test_leaving_twice_is_once(self, moving: Play, giorgi: User) -> None:
        """A close that is noticed late does not start the grace anew."""
        channel = come(moving.slug, giorgi, after(1))
        gone(moving, giorgi, after(2))
        leave(channel, after(30))
        assert seat_of(moving, giorgi).away_since == after(2)

    def test_after_the_end_anyone_may_go_and_the_other_is_told(
        self, moving: Play, nino: User, giorgi: User
    ) -> None:
        """It costs nothing, but there is nobody to have a rematch with."""
        moving.resign(nino)
        gone(moving, giorgi, after(10))
        seat = seat_of(moving, giorgi)
        assert (seat.away_since, seat.grace_at) == (after(10), None)
        assert settle(moving, after(1000)) is None
        come(moving.slug, giorgi, after(1001))
        seat = seat_of(moving, giorgi)
        assert (seat.away_since, seat.absent_ms) == (None, 0)

    def test_who_lost_by_his_absence_is_there_again_when_he_comes(
        self, moving: Play, giorgi: User
    ) -> None:
        """Else he could never be asked for a rematch."""
        gone(moving, giorgi, after(10))
        assert settle(moving, after(71)) is not None
        come(moving.slug, giorgi, after(90))
        assert seat_of(moving, giorgi).away_since is None


def test_no_grace_runs_for_a_seat_that_is_played_at_no_longer(
    moving: Play, nino: User
) -> None:
    """Whatever its table says: the database would refuse it, and stop the sweep."""
    Seat.objects.filter(user=nino).update(is_active=False)
    gone(moving, nino, after(1))
    seat = Seat.objects.get(user=nino)
    assert (seat.away_since, seat.grace_at) == (after(1), None)


def test_a_seat_that_cannot_be_freed_stops_nobody_else(
    moving: Play, nino: User, giorgi: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process of both is gone; one row is refused, the other player is away."""
    alone = presence._away_if_alone
    broken = Seat.objects.get(user=nino).pk

    def refuse(table: Table, seat_id: int, now: datetime, *, was_cut: bool) -> None:
        if seat_id == broken:
            raise IntegrityError("refused")
        alone(table, seat_id, now, was_cut=was_cut)

    monkeypatch.setattr(presence, "_away_if_alone", refuse)
    services.process_beat(process="web-1", now=after(0))
    services.processes_clear(now=after(60))
    assert Presence.objects.filter(seat__user=nino).exists()
    assert not Presence.objects.filter(seat__user=giorgi).exists()
    assert Seat.objects.get(user=giorgi).away_since == after(60)


class TestBothAway:
    def test_together_the_match_is_void(
        self, moving: Play, nino: User, giorgi: User
    ) -> None:
        """Absences that began within five seconds of each other: nobody wins."""
        gone(moving, nino, after(10))
        gone(moving, giorgi, after(15))
        assert settle(moving, after(70)) is None
        assert settle(moving, after(74.9)) is None
        assert settle(moving, after(75)) is not None
        assert moving.row.status == Status.VOID

    def test_a_reload_is_no_chance_for_whoever_is_out_of_time(
        self, moving: Play, nino: User, giorgi: User
    ) -> None:
        """Giorgi's absences are used up; he goes when Nino reloads his page."""
        away_thrice(moving, giorgi, 60)
        gone(moving, nino, after(300))
        gone(moving, giorgi, after(301))
        assert settle(moving, after(301)) is None
        come(moving.slug, nino, after(302))
        settle(moving, after(302))
        assert moving.match.result is not None
        assert moving.match.result.winner == 0

    @pytest.mark.parametrize("first", [0, 1])
    def test_else_who_went_first_loses_when_his_grace_is_over(
        self, moving: Play, first: int
    ) -> None:
        """Six seconds apart, in either order."""
        longer, shorter = moving.players[first], moving.players[1 - first]
        gone(moving, longer, after(10))
        gone(moving, shorter, after(16))
        assert settle(moving, after(69.9)) is None
        settle(moving, after(70))
        assert moving.match.result is not None
        assert moving.match.result.winner == 1 - first

    def test_a_shorter_grace_does_not_lose_before_the_longer_absence(
        self, moving: Play, nino: User, giorgi: User
    ) -> None:
        """Giorgi has two seconds left of his cap, but Nino went long before."""
        away_thrice(moving, giorgi, 59.333)
        gone(moving, nino, after(300))
        gone(moving, giorgi, after(320))
        assert seat_of(moving, giorgi).grace_at == after(322.001)
        assert settle(moving, after(330)) is None
        settle(moving, after(360))
        assert moving.match.result is not None
        assert moving.match.result.winner == 1

    def test_when_the_longer_absence_ends_the_other_loses_at_once(
        self, moving: Play, nino: User, giorgi: User
    ) -> None:
        """Giorgi's cap is used up; only Nino's longer absence held it off."""
        away_thrice(moving, giorgi, 59.333)
        gone(moving, nino, after(300))
        gone(moving, giorgi, after(320))
        come(moving.slug, nino, after(340))
        settle(moving, after(340.25))
        assert moving.match.result is not None
        assert moving.match.result.winner == 0


class TestUnattended:
    def turn_left_to_the_server(self, play: Play) -> None:
        """The mover's move time runs out without a touch."""
        play.sweep()

    def test_three_turns_in_a_row_are_leaving(
        self, sit: Sit, scripted: Script, nino: User, giorgi: User
    ) -> None:
        """Nino is connected and does nothing; the third time he has lost."""
        play = sit(target=3)
        scripted(((5, 3),))
        play.sweep()
        for turn in (1, 2):
            play.sweep()  # Nino's time runs out
            assert play.match.unattended[0] == turn
            assert play.match.phase is Phase.ROLL
            scripted(((2, 1),))
            play.roll(giorgi)
            while (step := play.match.turn) and not step.is_complete:
                play.move(giorgi, (step.next_steps[0].source, step.next_steps[0].die))
            play.confirm(giorgi)
            scripted(((6, 5),))
        play.sweep()
        assert play.match.result is not None
        assert (play.match.result.winner, play.match.result.by) == (
            1,
            Ending.INATTENTION,
        )
        assert play.match.score == (0, 3)
        assert play.row.status == Status.FINISHED
        assert selectors.match_replayed(play.row) == play.match

    def test_the_setting_at_nought_turns_it_off(
        self, sit: Sit, settings: object
    ) -> None:
        """Six turns each left to the server and the match goes on."""
        settings.TABLE_UNATTENDED_TURNS = 0  # type: ignore[attr-defined]
        play = sit(target=7)
        for _ in range(12):
            play.sweep()
        assert play.match.phase is not Phase.OVER
        assert max(play.match.unattended) >= 3


class TestOpenTables:
    @pytest.mark.parametrize(
        ("is_private", "length"),
        [(False, timedelta(seconds=60)), (True, timedelta(hours=24))],
    )
    def test_an_open_table_outlives_its_creators_last_socket_for_a_while(
        self, nino: User, *, is_private: bool, length: timedelta
    ) -> None:
        """A public table closes after a minute, a private one after a day."""
        table = table_of(nino, is_private=is_private)
        channel = come(table.slug, nino, after(5))
        assert not selectors.tables_absent(now=after(10_000_000))
        leave(channel, after(20))
        end = after(20) + length
        services.absence_settle(table_id=table.pk, now=end - timedelta(seconds=1))
        assert Table.objects.get(pk=table.pk).status == Status.OPEN
        assert selectors.tables_absent(now=end) == [table.pk]
        services.absence_settle(table_id=table.pk, now=end)
        assert Table.objects.get(pk=table.pk).status == Status.CANCELLED
        assert selectors.seat_active(user=nino) is None

    def test_a_creator_who_never_connects_holds_no_table(self, nino: User) -> None:
        """The minute runs from the creation."""
        table = table_of(nino)
        assert selectors.tables_absent(now=after(60)) == [table.pk]


class TestProcesses:
    def test_a_process_that_stops_beating_frees_its_sockets(
        self, moving: Play, giorgi: User
    ) -> None:
        """Killed with -9, it says nothing; its players get a whole grace from then."""
        gone(moving, giorgi, NOON)
        come(moving.slug, giorgi, NOON, process="doomed")
        services.process_beat(process="doomed", now=after(5))
        services.process_beat(process="web-1", now=after(13))
        services.processes_clear(now=after(12.9))
        assert seat_of(moving, giorgi).away_since is None
        services.processes_clear(now=after(13))
        seat = seat_of(moving, giorgi)
        assert (seat.away_since, seat.grace_at) == (after(13), after(73))
        assert not WebProcess.objects.filter(key="doomed").exists()
        assert WebProcess.objects.filter(key="web-1").exists()


def test_the_table_is_told_who_is_away_without_a_new_version(
    moving: Play,
    giorgi: User,
    told_presence: list[list[object]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """Presence travels beside the events, whole each time."""
    version = moving.row.version
    with django_capture_on_commit_callbacks(execute=True):
        gone(moving, giorgi, after(10))
        come(moving.slug, giorgi, after(12))
    assert told_presence == [
        [None, {"away_ms": 0, "grace_ms": 60_000}],
        [None, None],
    ]
    assert moving.row.version == version
