"""Many at once, on PostgreSQL; what each guard is good for is seen without it."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connection, connections
from django.db.models import Q

from accounts.models import AuditEntry, User
from coins import causes, services
from coins.errors import InsufficientCoins, TableSettledError
from coins.models import Account, Kind, Transfer
from coins.services import entries, grants, ledger, statements
from coins.services.entries import PotVoided
from tests.coins.conftest import NOON, balance_of, transfers
from tests.coins.playing import TABLE, held_by, sit, win

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

MIDNIGHT = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)

Act = Callable[[int], object]


def at_once(number: int, act: Act) -> list[object]:
    """What each of the threads got or raised, all let go at the same moment."""
    gate = threading.Barrier(number)
    outcomes: list[object] = [None] * number

    def run(index: int) -> None:
        try:
            connection.ensure_connection()
            gate.wait()
            outcomes[index] = act(index)
        except Exception as error:  # noqa: BLE001 - it is the outcome
            outcomes[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=[i]) for i in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def of(kind: type | tuple[type, ...], outcomes: list[object]) -> int:
    return sum(isinstance(outcome, kind) for outcome in outcomes)


def unlocked(**wanted: Any) -> ledger.Locked:
    """What `accounts_lock` returns, without its lock."""
    rows = Account.objects.filter(
        Q(user__in=wanted.get("users", ()))
        | Q(id__in=wanted.get("ids", ()))
        | Q(table_id=wanted.get("table_id", -1))
        | Q(kind=Kind.HOUSE)
    )
    return ledger.Locked({row.pk: row for row in rows})


@pytest.fixture
def no_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Services read their accounts without locking them."""
    for module in (entries, grants):
        monkeypatch.setattr(module, "accounts_lock", unlocked)


@pytest.fixture
def no_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """Services do not ask whether the wallet holds enough."""
    monkeypatch.setattr(ledger, "_uncovered", lambda debit, amount: None)


@contextmanager
def without_constraint() -> Iterator[None]:
    """The database does not ask either; the rows are gone afterwards."""
    with connection.cursor() as cursor:
        cursor.execute(
            "ALTER TABLE coins_account DROP CONSTRAINT account_not_overdrawn"
        )
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("TRUNCATE coins_account CASCADE")
            cursor.execute(
                "ALTER TABLE coins_account ADD CONSTRAINT account_not_overdrawn "
                "CHECK (may_overdraw OR debits <= credits)"
            )


# --- Coins for one -----------------------------------------------------------


@pytest.fixture
def coins_for_one(nino: User) -> User:
    """Nino, who has coins for exactly one entry."""
    for number, coins in enumerate((500, 250, 100, 100)):
        sit(nino, 0, coins, table_id=1000 + number)
    assert balance_of(nino) == 50
    return nino


def sits_down(user: User) -> Act:
    """Each thread at a table of its own, with nothing but the ledger between."""
    return lambda index: sit(user, 0, 50, table_id=1 + index)


def test_fifty_threads_spend_coins_for_one(coins_for_one: User) -> None:
    """One sits down, the others are told why not."""
    outcomes = at_once(50, sits_down(coins_for_one))
    assert of(Transfer, outcomes) == 1
    assert of(InsufficientCoins, outcomes) == 49
    assert balance_of(coins_for_one) == 0


def test_without_the_services_check_the_database_refuses(
    coins_for_one: User, no_check: None
) -> None:
    outcomes = at_once(50, sits_down(coins_for_one))
    assert of(Transfer, outcomes) == 1
    assert of(IntegrityError, outcomes) == 49
    assert balance_of(coins_for_one) == 0


def test_without_the_lock_the_database_refuses(
    coins_for_one: User, no_lock: None
) -> None:
    """All see the same 50 coins; the ledger does not drift by it."""
    outcomes = at_once(50, sits_down(coins_for_one))
    assert of(Transfer, outcomes) == 1
    assert of((IntegrityError, InsufficientCoins), outcomes) == 49
    assert balance_of(coins_for_one) == 0


def test_without_the_constraint_the_coins_are_spent_fifty_times(
    coins_for_one: User, no_check: None, drifting: None
) -> None:
    """The negative control: this is the damage that the CHECK keeps away."""
    with without_constraint():
        outcomes = at_once(50, sits_down(coins_for_one))
        assert of(Transfer, outcomes) == 50
        assert balance_of(coins_for_one) == -2450


# --- One cause, many requests ------------------------------------------------


def test_one_seat_is_paid_once(nino: User) -> None:
    outcomes = at_once(20, lambda _: sit(nino, 0))
    assert (
        len({outcome.pk for outcome in outcomes if isinstance(outcome, Transfer)}) == 1
    )
    assert of(Transfer, outcomes) == 20
    assert balance_of(nino) == 900


def test_the_daily_gift_is_given_once_to_twenty_requests(nino: User) -> None:
    outcomes = at_once(20, lambda _: services.gift_claim(user=nino, now=NOON))
    assert of(Transfer, outcomes) == 20
    assert balance_of(nino) == 1100


def test_around_midnight_twenty_requests_get_two_gifts(nino: User) -> None:
    """Those of the old day share one, those of the new day the other."""
    moments = (MIDNIGHT - timedelta(microseconds=1), MIDNIGHT)
    outcomes = at_once(
        20, lambda index: services.gift_claim(user=nino, now=moments[index % 2])
    )
    assert of(Transfer, outcomes) == 20
    assert balance_of(nino) == 1200
    assert sorted(key for key, _ in transfers()[1:]) == [
        f"grant:daily:{nino.pk}:2026-11-29",
        f"grant:daily:{nino.pk}:2026-11-30",
    ]


def test_without_the_lock_the_key_alone_keeps_the_gift_single(
    nino: User, no_lock: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All twenty have read that nothing is given yet, and then give."""
    gate = threading.Barrier(20)

    def insert(transfer: Transfer) -> bool:
        gate.wait()
        return plain_insert(transfer)

    plain_insert = statements.transfer_insert
    monkeypatch.setattr(statements, "transfer_insert", insert)
    outcomes = at_once(20, lambda _: services.gift_claim(user=nino, now=NOON))
    assert of(Transfer, outcomes) == 20
    assert balance_of(nino) == 1100


def test_with_a_key_for_every_request_the_gift_is_given_to_each(
    nino: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: a lock alone makes nothing single."""
    numbers = iter(range(20))
    monkeypatch.setattr(causes, "daily", lambda *_: f"request:{next(numbers)}")
    at_once(20, lambda _: services.gift_claim(user=nino, now=NOON))
    assert balance_of(nino) == 3000


def test_a_wallet_is_opened_once(db: None) -> None:
    (early,) = User.objects.bulk_create([User(username="Early")])
    outcomes = at_once(20, lambda _: services.wallet_ensure(user=early, now=NOON))
    assert outcomes == [None] * 20
    assert transfers() == [(f"grant:signup:{early.pk}", 1000)]


# --- The end of a match ------------------------------------------------------


@pytest.fixture
def seated(nino: User, giorgi: User) -> tuple[User, User]:
    sit(nino, 0)
    sit(giorgi, 1)
    return nino, giorgi


def test_two_workers_end_the_same_match(seated: tuple[User, User]) -> None:
    nino, giorgi = seated
    outcomes = at_once(10, lambda _: win(nino))
    assert of(Transfer, outcomes) == 10
    assert (balance_of(nino), balance_of(giorgi), held_by()) == (1100, 900, 0)


def test_paying_and_giving_back_meet(seated: tuple[User, User]) -> None:
    """One of them happens; the other finds the table settled."""

    def act(index: int) -> object:
        if index % 2:
            return win(seated[0])
        return services.entries_return(table_id=TABLE, now=NOON)

    outcomes = at_once(10, act)
    assert of(TableSettledError, outcomes) == 5
    assert of((Transfer, list), outcomes) == 5
    assert held_by() == 0


def test_two_moderators_void_the_same_match(
    seated: tuple[User, User], mariam: User
) -> None:
    win(seated[0])

    def act(_: int) -> object:
        return services.pot_void(
            table_id=TABLE, actor=mariam, reason="A fault.", now=NOON
        )

    assert at_once(10, act) == [PotVoided(reclaimed=200, written_off=0)] * 10
    assert AuditEntry.objects.count() == 1


# --- Two services that meet --------------------------------------------------


@pytest.fixture
def crossed(nino: User, giorgi: User) -> list[tuple[int, User, User]]:
    """Matches won in turn by one of two players against the other."""
    matches = []
    for number in range(10):
        winner, loser = (nino, giorgi) if number % 2 else (giorgi, nino)
        sit(nino, 0, table_id=number)
        sit(giorgi, 1, table_id=number)
        win(winner, table_id=number)
        matches.append((number, winner, loser))
    return matches


def test_services_that_lock_the_same_accounts_do_not_wait_for_each_other(
    crossed: list[tuple[int, User, User]], nino: User, giorgi: User, mariam: User
) -> None:
    def act(index: int) -> object:
        if index % 2:
            return services.gift_claim(user=(nino, giorgi)[index // 2 % 2], now=NOON)
        return services.pot_void(
            table_id=index // 2, actor=mariam, reason="A fault.", now=NOON
        )

    outcomes = at_once(20, act)
    assert of(PotVoided, outcomes) == 10
    assert of(Transfer, outcomes) == 10
    assert balance_of(nino) == balance_of(giorgi) == 1100


def test_out_of_order_they_do(
    crossed: list[tuple[int, User, User]], monkeypatch: pytest.MonkeyPatch, mariam: User
) -> None:
    """The negative control: each locks the winner first, then waits for the other."""
    gate = threading.Barrier(2)

    def lock(*, ids: list[int], **_more: Any) -> ledger.Locked:
        rows = {}
        for number in ids:
            rows[number] = Account.objects.select_for_update().get(pk=number)
            if len(rows) == 1:
                gate.wait()
        rest = unlocked(ids=ids, table_id=-1)
        return ledger.Locked(rest.rows | rows)

    by_table = {table_id: winner for table_id, winner, _ in crossed}

    def winner_first(table_id: int, **_more: Any) -> Any:
        table = Account.objects.get(table_id=table_id)
        paid = list(Transfer.objects.filter(credit=table).select_related("debit"))
        paid.sort(key=lambda entry: entry.debit.user_id != by_table[table_id].pk)
        return table, paid, lock(ids=[entry.debit_id for entry in paid])

    monkeypatch.setattr(entries, "_entries_locked", winner_first)
    outcomes = at_once(
        2,
        lambda index: services.pot_void(
            table_id=index, actor=mariam, reason="A fault.", now=NOON
        ),
    )
    assert of(OperationalError, outcomes) == 1
    assert of(PotVoided, outcomes) == 1
