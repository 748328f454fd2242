"""Tables with an entry: stories of whole matches, to the coin."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import IntegrityError

from accounts.models import User
from coins import reckoning
from coins import services as coin_services
from coins.errors import InsufficientCoins, WalletFrozen
from coins.models import Account, Transfer
from coins.terms import ENTRY_COINS
from games.rules.match import Phase
from games.tables import selectors, services
from games.tables.errors import NotPlaying, OpponentCannotPay, SeatTaken
from games.tables.models import Seat, Status, Table
from tests.tables.conftest import Sit
from tests.tables.playing import NOON, Play, come, refused, side, table_of

pytestmark = pytest.mark.django_db

FIRST = 1_000


def balance_of(user: User) -> int:
    return Account.objects.get(user=user).balance


def held_by(table: Table) -> int:
    return Account.objects.get(table_id=table.pk).balance


def spend(user: User, *, leave: int) -> None:
    """Take all but so many of the player's coins, as a moderator would."""
    coin_services.correction_make(
        user=user,
        coins=leave - balance_of(user),
        actor=User.objects.create_user(f"Staff_{user.pk}_{leave}"),
        reason="A test.",
        token=f"spend-{user.pk}-{leave}",
        now=NOON,
    )


def freeze(user: User) -> None:
    coin_services.wallet_freeze(
        user=user,
        actor=User.objects.create_user(f"Staff_{user.pk}"),
        reason="A test.",
        now=NOON,
    )


def stored() -> tuple[Any, ...]:
    """All tables, seats and coins, to see that nothing changed."""
    return tuple(
        list(rows.objects.order_by("pk").values())
        for rows in (Table, Seat, Account, Transfer)
    )


class TestSittingDown:
    @pytest.mark.parametrize("entry", [coins for coins in ENTRY_COINS if coins <= 1000])
    def test_the_entry_is_taken_from_both(
        self, sit: Sit, nino: User, giorgi: User, entry: int
    ) -> None:
        play = sit(entry_coins=entry)
        assert (balance_of(nino), balance_of(giorgi)) == (FIRST - entry, FIRST - entry)
        if entry:
            assert held_by(play.row) == 2 * entry
            assert selectors.coins_held() == {play.row.pk: 2 * entry}
        else:
            assert not Account.objects.filter(table_id=play.row.pk).exists()
            assert selectors.coins_held() == {}

    def test_one_who_waits_has_paid(self, nino: User) -> None:
        table = table_of(nino, entry_coins=250)
        assert balance_of(nino) == 750
        assert selectors.coins_held() == {table.pk: 250}

    @pytest.mark.parametrize("entry", [1, 75, -50, 5000])
    def test_no_other_entry_is_asked(self, nino: User, entry: int) -> None:
        before = stored()
        with pytest.raises(IntegrityError):
            table_of(nino, entry_coins=entry)
        assert stored() == before

    def test_too_few_coins_open_no_table(self, nino: User) -> None:
        before = stored()
        with pytest.raises(InsufficientCoins) as refusal:
            table_of(nino, entry_coins=2500)
        assert refusal.value.detail == {"needed": 2500, "balance": FIRST}
        assert stored() == before

    def test_too_few_coins_join_no_table(self, nino: User, giorgi: User) -> None:
        table = table_of(nino, entry_coins=500)
        spend(giorgi, leave=499)
        before = stored()
        with pytest.raises(InsufficientCoins):
            services.table_join(user=giorgi, slug=table.slug, now=NOON)
        assert stored() == before
        spend(giorgi, leave=500)
        services.table_join(user=giorgi, slug=table.slug, now=NOON)
        assert (balance_of(giorgi), held_by(table)) == (0, 1000)

    @pytest.mark.parametrize("entry", [0, 50])
    def test_a_frozen_wallet_pays_no_entry(
        self, nino: User, giorgi: User, entry: int
    ) -> None:
        """A free table takes him all the same."""
        table = table_of(nino, entry_coins=entry)
        freeze(giorgi)
        if entry == 0:
            services.table_join(user=giorgi, slug=table.slug, now=NOON)
            return
        before = stored()
        with pytest.raises(WalletFrozen):
            services.table_join(user=giorgi, slug=table.slug, now=NOON)
        assert stored() == before

    def test_ones_own_table_stays_when_another_cannot_be_paid(
        self, nino: User, giorgi: User
    ) -> None:
        """Its entry comes back first, and may be what pays for the other one."""
        spend(giorgi, leave=250)
        own = table_of(giorgi, entry_coins=100)
        dear = table_of(nino, entry_coins=500)
        before = stored()
        with pytest.raises(InsufficientCoins) as refusal:
            services.table_join(user=giorgi, slug=dear.slug, now=NOON)
        assert refusal.value.detail == {"needed": 500, "balance": 250}
        assert stored() == before
        own.refresh_from_db()
        assert own.status == Status.OPEN

    def test_ones_own_entry_pays_for_another_table(
        self, nino: User, giorgi: User
    ) -> None:
        spend(giorgi, leave=250)
        own = table_of(giorgi, entry_coins=100)
        table = table_of(nino, entry_coins=250)
        services.table_join(user=giorgi, slug=table.slug, now=NOON)
        assert (balance_of(giorgi), held_by(own), held_by(table)) == (0, 0, 500)

    def test_who_comes_third_pays_nothing(
        self, sit: Sit, nino: User, lasha: User
    ) -> None:
        play = sit(entry_coins=100)
        with pytest.raises(SeatTaken):
            services.table_join(user=lasha, slug=play.slug, now=NOON)
        assert balance_of(lasha) == FIRST


class TestGettingUp:
    def test_a_table_closed_gives_the_entry_back(self, nino: User) -> None:
        table = table_of(nino, entry_coins=100)
        services.table_cancel(user=nino, slug=table.slug, now=NOON)
        assert (balance_of(nino), held_by(table)) == (FIRST, 0)
        with pytest.raises(NotPlaying):
            services.table_cancel(user=nino, slug=table.slug, now=NOON)
        assert balance_of(nino) == FIRST

    def test_a_table_that_expires_gives_it_back(self, nino: User) -> None:
        table = table_of(nino, entry_coins=100)
        later = NOON + timedelta(seconds=settings.TABLE_PUBLIC_OPEN_SECONDS)
        services.absence_settle(table_id=table.pk, now=later)
        services.absence_settle(table_id=table.pk, now=later)
        table.refresh_from_db()
        assert table.status == Status.CANCELLED
        assert (balance_of(nino), held_by(table)) == (FIRST, 0)


def resigned(play: Play) -> int:
    play.resign(play.players[0])
    return 1


def played(play: Play) -> int:
    """Whoever begins a game bears off his last checker at once."""
    while play.match.phase is not Phase.OVER:
        play.sweep()
        mover = play.match.mover
        assert mover is not None
        play.placed(sides=(side({1: 1}), side({1: 1})), dice=(6, 5), steps=())
        play.step(play.players[mover], 1, 6)
        play.confirm(play.players[mover])
    assert play.match.result is not None
    assert play.match.result.winner is not None
    return play.match.result.winner


def left_to_the_server(play: Play) -> int:
    """Nobody moves until somebody's third turn in a row is finished for him."""
    while play.match.phase is not Phase.OVER:
        play.sweep()
    assert play.match.result is not None
    assert play.match.result.winner is not None
    return play.match.result.winner


def absent(play: Play) -> int:
    play.sweep()
    channel = come(play.slug, play.players[1], play.now)
    services.presence_leave(channel=channel, now=play.now)
    for presence in list(play.row.presences.filter(seat__number=1)):
        services.presence_leave(channel=presence.channel, now=play.now)
    play.later(seconds=settings.TABLE_GRACE_SECONDS)
    services.absence_settle(table_id=play.row.pk, now=play.now)
    return 0


class TestTheEnd:
    @pytest.mark.parametrize("end", [resigned, played, left_to_the_server, absent])
    @pytest.mark.parametrize("target", [1, 3])
    def test_the_winner_has_both_entries(
        self, sit: Sit, end: Callable[[Play], int], target: int
    ) -> None:
        play = sit(entry_coins=250, target=target)
        winner = end(play)
        assert play.row.status == Status.FINISHED
        assert balance_of(play.players[winner]) == FIRST + 250
        assert balance_of(play.players[1 - winner]) == FIRST - 250
        assert held_by(play.row) == 0
        moved = Transfer.objects.filter(table_slug=play.slug).order_by("id")
        assert [(row.reason, row.amount) for row in moved] == [
            ("entry", 250),
            ("entry", 250),
            ("pot", 500),
        ]

    def test_a_frozen_winner_is_paid(self, sit: Sit, nino: User, giorgi: User) -> None:
        play = sit(entry_coins=50)
        freeze(giorgi)
        play.resign(nino)
        assert balance_of(giorgi) == FIRST + 50

    def test_a_match_that_never_began_gives_both_back(
        self, nino: User, giorgi: User
    ) -> None:
        table = table_of(nino, entry_coins=250)
        services.table_join(user=giorgi, slug=table.slug, now=NOON)
        play = Play(table.slug, (nino, giorgi))
        play.sweep()
        assert play.row.status == Status.VOID
        assert (balance_of(nino), balance_of(giorgi)) == (FIRST, FIRST)
        assert held_by(play.row) == 0

    def test_what_ends_late_and_twice_pays_once(self, sit: Sit, nino: User) -> None:
        play = sit(entry_coins=100)
        play.sweep()
        version, due = play.row.version, play.due
        play.resign(nino)
        before = stored()
        services.deadline_act(table_id=play.row.pk, version=version, now=due)
        with refused(play, NotPlaying):
            play.resign(nino)
        assert stored() == before

    def test_what_the_payout_cannot_do_the_end_cannot_either(
        self, sit: Sit, nino: User, giorgi: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """One transaction: the match goes on rather than end without its coins."""
        play = sit(entry_coins=100)

        def broken(**_: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr("games.tables.services.playing.pot_pay", broken)
        with refused(play, ZeroDivisionError):
            play.resign(nino)
        monkeypatch.undo()
        play.resign(nino)
        assert balance_of(giorgi) == FIRST + 100


class TestRematch:
    def over(self, sit: Sit, **wanted: Any) -> Play:
        play = sit(**wanted)
        play.resign(play.players[0])
        return play

    def asked(self, play: Play, number: int) -> Table | None:
        return services.rematch_ask(
            user=play.players[number], slug=play.slug, now=play.now
        )

    def test_both_pay_again(self, sit: Sit, nino: User, giorgi: User) -> None:
        play = self.over(sit, entry_coins=100)
        assert self.asked(play, 0) is None
        assert balance_of(nino) == 900
        again = self.asked(play, 1)
        assert again is not None
        assert again.entry_coins == 100
        assert (balance_of(nino), balance_of(giorgi)) == (800, 1000)
        assert held_by(again) == 200
        assert self.asked(play, 1) == self.asked(play, 0) == again
        assert held_by(again) == 200

    def test_who_has_too_little_is_told_when_he_asks(
        self, sit: Sit, nino: User
    ) -> None:
        play = self.over(sit, entry_coins=100)
        spend(nino, leave=99)
        before = stored()
        with pytest.raises(InsufficientCoins):
            self.asked(play, 0)
        assert stored() == before

    def test_who_has_too_little_by_then_is_named_to_the_other(
        self, sit: Sit, nino: User
    ) -> None:
        play = self.over(sit, entry_coins=100)
        self.asked(play, 0)
        spend(nino, leave=99)
        before = stored()
        with pytest.raises(OpponentCannotPay):
            self.asked(play, 1)
        assert stored() == before
        spend(nino, leave=100)
        assert self.asked(play, 1) is not None
        assert balance_of(nino) == 0

    def test_a_rematch_that_nobody_comes_to_gives_both_back(
        self, sit: Sit, nino: User, giorgi: User
    ) -> None:
        play = self.over(sit, entry_coins=100)
        self.asked(play, 0)
        again = self.asked(play, 1)
        assert again is not None
        Play(again.slug, play.players).sweep()
        assert (balance_of(nino), balance_of(giorgi)) == (900, 1100)


def test_the_audit_knows_what_tables_hold(sit: Sit, lasha: User, mariam: User) -> None:
    """Open, live and over: the games say what each must hold."""
    sit(entry_coins=100)
    table_of(lasha, entry_coins=50)
    assert reckoning.differences_find() == []
    Seat.objects.filter(user=lasha).update(is_active=False, grace_at=None)
    assert len(reckoning.differences_find()) == 1
    Seat.objects.filter(user=lasha).update(is_active=True)
    table_of(mariam)
    assert reckoning.differences_find() == []
