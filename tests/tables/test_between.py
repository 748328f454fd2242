"""Between two games, and between two matches."""

import pytest

from accounts.models import User
from games.rules.match import Phase
from games.tables import selectors, services
from games.tables.errors import AlreadySeated, Barred, NotPlaying, NotSeated
from games.tables.models import DeadlineKind, Seat, Status, Table
from tests.tables.conftest import Script, Sit
from tests.tables.playing import NOON, Play, between_games, come, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def between(sit: Sit) -> Play:
    """A match to 7 after its first game."""
    return between_games(sit(target=7))


def phase_of(play: Play) -> Phase:
    return play.match.phase


class TestReady:
    def test_the_next_game_opens_once_both_are_ready(
        self, between: Play, nino: User, giorgi: User
    ) -> None:
        """One alone waits; both need not."""
        services.ready_set(user=nino, slug=between.slug, now=between.now)
        assert phase_of(between) == Phase.BETWEEN
        services.ready_set(user=giorgi, slug=between.slug, now=between.now)
        assert phase_of(between) == Phase.MOVE
        assert between.match.game == 2
        assert not Seat.objects.filter(table__slug=between.slug, is_ready=True)

    def test_ready_twice_is_once(self, between: Play, nino: User) -> None:
        """A double click opens nothing."""
        for _ in range(2):
            services.ready_set(user=nino, slug=between.slug, now=between.now)
        assert phase_of(between) == Phase.BETWEEN

    def test_six_seconds_are_enough_without_it(self, between: Play, nino: User) -> None:
        """The next game opens by itself, and nobody is ready for the one after."""
        services.ready_set(user=nino, slug=between.slug, now=between.now)
        assert between.row.deadline_kind == DeadlineKind.BETWEEN
        between.sweep()
        assert between.match.game == 2
        assert not Seat.objects.filter(table__slug=between.slug, is_ready=True)

    def test_only_the_two_and_only_between_games(
        self, between: Play, nino: User, lasha: User
    ) -> None:
        """Nobody else, and not while a game is on."""
        with pytest.raises(NotSeated):
            services.ready_set(user=lasha, slug=between.slug, now=between.now)
        between.sweep()
        with pytest.raises(NotPlaying):
            services.ready_set(user=nino, slug=between.slug, now=between.now)


class TestRematch:
    def over(self, sit: Sit, loser: User, **settings: object) -> Play:
        play = sit(**settings)
        play.sweep()
        play.resign(loser)
        return play

    def ask(self, play: Play, user: User) -> Table | None:
        return services.rematch_ask(user=user, slug=play.slug, now=play.now)

    def test_both_must_ask_and_one_table_comes_of_it(
        self, sit: Sit, nino: User, giorgi: User
    ) -> None:
        """Clicked twice by both it is one table, with the same settings."""
        play = self.over(sit, nino, target=5, move_seconds=90)
        assert self.ask(play, nino) is None
        assert self.ask(play, nino) is None
        table = self.ask(play, giorgi)
        assert table is not None
        assert table == self.ask(play, giorgi) == self.ask(play, nino)
        assert (table.target, table.move_seconds) == (5, 90)
        assert table.status == Status.LIVE
        assert table.deadline_kind == DeadlineKind.BEGIN
        again = Play(table.slug, (nino, giorgi), play.now)
        for player in again.players:
            come(again.slug, player, again.now)
        again.sweep()
        assert phase_of(again) == Phase.MOVE

    def test_colours_are_swapped(self, sit: Sit, nino: User, giorgi: User) -> None:
        """Where White opens, the other one opens the rematch."""
        play = self.over(sit, nino, ruleset="short")
        white = play.match.white
        self.ask(play, nino)
        table = self.ask(play, giorgi)
        assert table is not None
        assert Play(table.slug, play.players).match.white == 1 - white

    def test_not_during_the_match_and_not_by_others(
        self, sit: Sit, nino: User, lasha: User
    ) -> None:
        """A rematch comes after a match, of the two who played it."""
        play = sit()
        with pytest.raises(NotPlaying):
            self.ask(play, nino)
        play.resign(nino)
        with pytest.raises(NotSeated):
            self.ask(play, lasha)

    def test_whoever_sits_elsewhere_has_no_rematch(
        self, sit: Sit, nino: User, giorgi: User
    ) -> None:
        """One seat: the new table would be a second one."""
        play = self.over(sit, nino)
        self.ask(play, nino)
        slug = table_of(nino, is_private=True).slug
        with pytest.raises(AlreadySeated) as told:
            self.ask(play, giorgi)
        # Where the other sits, perhaps by a private link, is not his business.
        assert told.value.detail == {}
        with pytest.raises(AlreadySeated) as told:
            self.ask(play, nino)
        assert told.value.detail == {"slug": slug}
        assert play.row.rematch is None

    def test_whose_name_was_taken_away_has_none(
        self, sit: Sit, nino: User, giorgi: User
    ) -> None:
        """Not before he has chosen another, whoever of the two asks."""
        play = self.over(sit, nino)
        giorgi.must_rename = True
        giorgi.save()
        for player in (nino, giorgi):
            with pytest.raises(Barred):
                self.ask(play, player)
        giorgi.must_rename = False
        giorgi.save()
        self.ask(play, nino)
        assert self.ask(play, giorgi) is not None

    def test_who_has_gone_since_no_longer_wants_one(
        self, sit: Sit, nino: User, giorgi: User
    ) -> None:
        """It would take his seat and his entry; he is asked when he comes back."""
        play = self.over(sit, nino, entry_coins=50)
        self.ask(play, nino)
        for presence in list(play.row.presences.filter(seat__user=nino)):
            services.presence_leave(channel=presence.channel, now=play.now)
        assert self.ask(play, giorgi) is None
        wishes = play.row.seats.order_by("number").values_list(
            "wants_rematch", flat=True
        )
        assert list(wishes) == [False, True]
        come(play.slug, nino, play.now)
        assert self.ask(play, nino) is not None


class TestPreferences:
    def test_the_dice_are_rolled_for_who_wishes_it(
        self, pausing: Play, nino: User, giorgi: User, scripted: Script
    ) -> None:
        """As if he had tapped at once: the roll is his own."""
        giorgi.auto_roll = True
        giorgi.save()
        scripted(((6, 2),))
        pausing.confirm(nino)
        assert phase_of(pausing) == Phase.MOVE
        assert pausing.match.dice == (6, 2)
        event = pausing.row.events.order_by("version").last()
        assert event is not None
        assert (event.command, event.seat) == ("roll", 1)

    def test_a_forced_turn_is_played_and_not_again_after_undo(
        self, rolling: Play, giorgi: User, scripted: Script
    ) -> None:
        """One legal end only: the steps are made, the pause runs, undo is obeyed."""
        giorgi.plays_forced = True
        giorgi.save()
        # On the bar alone: the four enters it, the three is closed, then 21/18.
        alone = (14, *[0] * 24, 1)
        rolling.placed(sides=(rolling.match.sides[0], alone))
        scripted(((4, 3),))
        rolling.roll(giorgi)
        assert phase_of(rolling) == Phase.PAUSE
        assert [step.die for step in rolling.match.steps] == [4, 3]
        rolling.undo(giorgi)
        assert [step.die for step in rolling.match.steps] == [4]
        rolling.undo(giorgi)
        assert not rolling.match.steps

    def test_a_pause_by_hand_lasts_as_long_as_the_move_time(
        self, moving: Play, nino: User
    ) -> None:
        """It does not end after 2.5 seconds, and not later than the move time."""
        nino.confirms_by_hand = True
        nino.save()
        moving.step(nino, 8, 5)
        moving.step(nino, 6, 3)
        assert phase_of(moving) == Phase.PAUSE
        assert moving.due == moving.move_due
        moving.now = moving.move_due
        moving.sweep_now()
        assert phase_of(moving) == Phase.ROLL


def test_watchers_are_counted_and_lose_nothing_by_going(
    moving: Play, lasha: User
) -> None:
    """A watcher has a socket, no seat and no grace."""
    come(moving.slug, lasha, NOON)
    shape = selectors.table_snapshot(slug=moving.slug, user_id=None, now=NOON)
    assert shape["watchers"] == 1
