"""What coins at a table are worth when all come at once."""

import threading
from contextlib import suppress
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError

from accounts.models import User
from coins import reckoning
from coins.models import Account, Transfer
from coins.services import gift_claim, ledger, pot_void
from games.tables import services
from games.tables.errors import NotPlaying, SeatTaken
from games.tables.models import Seat, Status, Table
from games.tables.services import playing, rulings, seating
from tests.tables.conftest import Meet, Sit
from tests.tables.playing import NOON, table_of
from tests.tables.racing import MEETING_S, joining, kinds, raced, unconstrained

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

MANY = 50


def balance_of(user: User) -> int:
    return Account.objects.get(user=user).balance


def test_the_account_alone_refuses_the_second_entry(
    giorgi: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fifty tables and coins for one; no index and no check in Python asks.

    What is left is the account's CHECK, and it lets one through.
    """
    hosts = [User.objects.create_user(f"Host_{number}") for number in range(MANY)]
    tables = [table_of(host, entry_coins=1000) for host in hosts]
    monkeypatch.setattr(ledger, "_uncovered", lambda debit, amount: None)
    monkeypatch.setattr(seating, "_seat_free_check", lambda user: None)
    monkeypatch.setattr(seating, "_own_table_left", lambda table, now: None)
    with unconstrained("seat_one_active_a_player"):
        outcomes = raced(*(joining(giorgi, table) for table in tables))
        assert kinds(outcomes) == {Table: 1, IntegrityError: MANY - 1}
        refusals = [str(one) for one in outcomes if isinstance(one, IntegrityError)]
        assert all("account_not_overdrawn" in refusal for refusal in refusals)
        assert Seat.objects.filter(user=giorgi).count() == 1
        assert balance_of(giorgi) == 0
        assert reckoning.differences_find() == []
        for table in Table.objects.filter(status=Status.OPEN):
            with suppress(NotPlaying):
                services.table_cancel(
                    user=table.seats.get().user, slug=table.slug, now=NOON
                )
        live = Table.objects.get(status=Status.LIVE)
        services.deadline_act(
            table_id=live.pk, version=live.version, now=live.deadline_at or NOON
        )
        assert reckoning.differences_find() == []
        assert balance_of(giorgi) == 1000


def test_two_workers_end_one_match(
    sit: Sit, nino: User, giorgi: User, meet: Meet, *, is_locked: bool
) -> None:
    """The second finds it over; without the lock an index stops him. One pot."""
    play = sit(entry_coins=100)
    play.sweep()
    meet(4, (playing, "command_apply"))

    outcomes = raced(*[lambda: play.resign(nino), lambda: play.resign(giorgi)] * 2)

    refusal = NotPlaying if is_locked else IntegrityError
    assert kinds(outcomes) == {services.Played: 1, refusal: 3}
    assert Transfer.objects.filter(reason="pot").count() == 1
    assert sorted((balance_of(nino), balance_of(giorgi))) == [900, 1100]


def test_a_table_is_closed_while_the_second_sits_down(
    nino: User, giorgi: User, meet: Meet
) -> None:
    """Either both have paid, or one has his entry back and the other never paid."""
    table = table_of(nino, entry_coins=250)
    meet(2, (seating, "entry_pay"), (seating, "entries_return"))

    raced(
        joining(giorgi, table),
        lambda: services.table_cancel(user=nino, slug=table.slug, now=NOON),
    )

    table.refresh_from_db()
    left = 750 if table.status == Status.LIVE else 1000
    assert (balance_of(nino), balance_of(giorgi)) == (left, left)


def test_two_with_dear_tables_join_each_others(nino: User, giorgi: User) -> None:
    """Coins for one entry each: one match begins, nothing waits for ever."""
    tables = [table_of(nino, entry_coins=1000), table_of(giorgi, entry_coins=1000)]

    outcomes = raced(joining(nino, tables[1]), joining(giorgi, tables[0]))

    assert kinds(outcomes)[Table] == 1
    assert SeatTaken in kinds(outcomes) or len(kinds(outcomes)) == 2
    assert (balance_of(nino), balance_of(giorgi)) == (0, 0)
    assert sorted(Table.objects.values_list("status", flat=True)) == [
        Status.CANCELLED,
        Status.LIVE,
    ]


@pytest.mark.parametrize("in_order", [True, False])
def test_a_void_that_cancels_a_table_meets_a_gift(
    sit: Sit,
    giorgi: User,
    mariam: User,
    monkeypatch: pytest.MonkeyPatch,
    *,
    in_order: bool,
) -> None:
    """The gift wants the house, then the wallet; so does the void.

    Had it only the wallet when it came to the house, each would wait for the other.
    """
    play = sit(entry_coins=100)
    play.resign(giorgi)
    winner = play.players[0]
    table_of(winner, entry_coins=1000)
    cancelled, given = threading.Event(), threading.Event()

    def slowly(**wanted: Any) -> Any:
        cancelled.set()
        given.wait(MEETING_S)
        return pot_void(**wanted)

    monkeypatch.setattr(rulings, "pot_void", slowly)
    if not in_order:
        monkeypatch.setattr(rulings, "wallets_lock", lambda **_options: None)

    def gift() -> None:
        assert cancelled.wait(10)
        gift_claim(user=winner, now=NOON)
        given.set()

    outcomes = raced(
        lambda: services.match_void(
            slug=play.slug, actor=mariam, reason="Arranged.", now=NOON
        ),
        gift,
    )
    assert (OperationalError in kinds(outcomes)) is not in_order
    assert reckoning.differences_find() == []
