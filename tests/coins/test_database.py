"""What the database itself refuses, each broken once by raw SQL."""

import itertools
from typing import Any

import pytest
from django.db import DataError, connection, transaction

from accounts.models import User
from coins import services
from coins.models import Account, Kind, Reason, Transfer
from tests.coins.conftest import NOON, account_of
from tests.coins.raw import house, move, open_raw, refused, row, sql

pytestmark = pytest.mark.django_db

ALLOWED = {
    (Reason.SIGNUP, Kind.HOUSE, Kind.WALLET),
    (Reason.DAILY, Kind.HOUSE, Kind.WALLET),
    (Reason.TOP_UP, Kind.HOUSE, Kind.WALLET),
    (Reason.ENTRY, Kind.WALLET, Kind.TABLE),
    (Reason.POT, Kind.TABLE, Kind.WALLET),
    (Reason.RETURN, Kind.TABLE, Kind.WALLET),
    (Reason.RECLAIM, Kind.WALLET, Kind.HOUSE),
    (Reason.REFUND, Kind.HOUSE, Kind.WALLET),
    (Reason.CORRECTION, Kind.HOUSE, Kind.WALLET),
    (Reason.CORRECTION, Kind.WALLET, Kind.HOUSE),
    (Reason.CLOSING, Kind.WALLET, Kind.HOUSE),
}


# --- Transfers ---------------------------------------------------------------


def test_a_right_transfer_writes_both_accounts(nino: User) -> None:
    """The trigger writes the sums; so what is refused below is not for the form."""
    wallet, bank = account_of(nino), house()
    move(row(bank, wallet, 70))
    assert account_of(nino).balance == 1070
    assert house().debits == bank.debits + 70


def test_an_overdraft_is_refused(nino: User) -> None:
    wallet = account_of(nino)
    is_sqlite = connection.vendor == "sqlite"
    # There it is asked before the row is written: see migration 0004.
    with refused("not hold so many" if is_sqlite else "account_not_overdrawn"):
        move(row(wallet, house(), 1001))
    move(row(wallet, house(), 1000))
    assert account_of(nino).balance == 0


def test_the_check_refuses_what_no_trigger_has_asked(nino: User) -> None:
    with refused("account_not_overdrawn"):
        if connection.vendor == "sqlite":
            sql("DROP TRIGGER coins_transfer_covered")
        move(row(account_of(nino), house(), 1001))


def test_the_house_may_overdraw(nino: User) -> None:
    assert house().balance == -1000


@pytest.mark.parametrize(
    "change",
    [
        "amount = amount + 1",
        "\"key\" = 'another'",
        "debit_after = debit_after + 1",
        "at = at",
    ],
)
def test_a_transfer_is_not_changed(nino: User, change: str) -> None:
    with refused("never changed"):
        sql(f"UPDATE coins_transfer SET {change}")


def test_a_transfer_is_not_deleted(nino: User) -> None:
    with refused("never"):
        sql("DELETE FROM coins_transfer")
    assert Transfer.objects.count() == 1


def test_a_key_is_used_once(nino: User, giorgi: User) -> None:
    move(row(house(), account_of(nino), 10, key="once"))
    with refused():
        move(row(house(), account_of(nino), 10, key="once"))
    with refused():
        move(row(house(), account_of(giorgi), 10, key="once"))


@pytest.mark.parametrize("amount", [0, -1, -1000])
def test_an_amount_is_above_zero(nino: User, amount: int) -> None:
    with refused("transfer_amount_positive"):
        move(row(house(), account_of(nino), amount))


@pytest.mark.parametrize("amount", ["0.5", "many"])
def test_an_amount_is_a_whole_number(nino: User, amount: str) -> None:
    """SQLite's columns take anything: its trigger does not."""
    columns = row(house(), account_of(nino), 1) | {"amount": amount}
    if connection.vendor == "sqlite":
        with refused("whole coins"):
            move(columns)
    else:
        with pytest.raises(DataError), transaction.atomic():
            move(columns)


def test_coins_go_from_one_account_to_another(nino: User) -> None:
    wallet = account_of(nino)
    with refused("transfer_between_two"):
        move(row(wallet, wallet, 10))


def test_both_accounts_exist(nino: User) -> None:
    wallet = account_of(nino)
    with refused():
        move(row(house(), wallet, 10, credit_id=wallet.pk + 1000))
    with refused():
        move(row(wallet, house(), 10, debit_id=wallet.pk + 1000))


@pytest.mark.parametrize("column", ["debit_after", "credit_after"])
def test_the_balances_that_it_states_are_those_that_it_leaves(
    nino: User, column: str
) -> None:
    columns = row(house(), account_of(nino), 10)
    with refused("balances"):
        move({**columns, column: columns[column] + 1})


def test_it_is_younger_than_the_last_of_either_account(nino: User) -> None:
    """So that ids on one account rise in the order in which coins moved."""
    wallet = account_of(nino)
    move(row(house(), wallet, 10, id=wallet.last_transfer + 100))
    with refused("new transfer"):
        move(row(house(), account_of(nino), 10, key="older", id=wallet.pk - 1000))


def test_coins_go_only_the_ways_of_the_design(
    nino: User, giorgi: User, lasha: User
) -> None:
    """Of every reason between every two kinds; never from player to player."""
    for seat, (user, table) in enumerate([(nino, 1), (nino, 2), (giorgi, 2)]):
        services.entry_take(
            user=user,
            table_id=table,
            table_slug="",
            seat=seat,
            entry_coins=100,
            now=NOON,
        )
    accounts = list(Account.objects.all())
    assert {account.kind for account in accounts} == {"house", "wallet", "table"}
    went = set()
    for reason in Reason:
        for debit, credit in itertools.permutations(accounts, 2):
            way = (reason, Kind(debit.kind), Kind(credit.kind))
            if way in ALLOWED:
                with transaction.atomic():
                    move(row(debit, credit, 10, reason=reason))
                    went.add(way)
                    transaction.set_rollback(True)
            else:
                with refused("do not go that way"):
                    move(row(debit, credit, 10, reason=reason))
    assert went == ALLOWED
    with refused("do not go that way"):
        move(row(house(), account_of(nino), 10, reason="present"))


# --- Accounts ----------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        "credits = credits + 1000",
        "debits = debits + 10",
        "debits = debits + 10, credits = credits + 10",
        "debits = 0, credits = 0, last_transfer = 0",
        "last_transfer = last_transfer + 1",
        # The transfer that opened the wallet, a second time.
        "credits = credits + 1000, last_transfer = last_transfer",
    ],
)
def test_sums_change_with_a_transfer_only(nino: User, change: str) -> None:
    with refused("new transfer"):
        sql(f"UPDATE coins_account SET {change} WHERE id = %s", account_of(nino).pk)


def test_somebody_elses_transfer_moves_nothing(nino: User, giorgi: User) -> None:
    """A wallet cannot take the coins of a younger transfer of another one."""
    assert account_of(giorgi).last_transfer > account_of(nino).last_transfer
    with refused("new transfer"):
        sql(
            "UPDATE coins_account SET credits = credits + 1000, last_transfer = %s "
            "WHERE id = %s",
            account_of(giorgi).last_transfer,
            account_of(nino).pk,
        )


@pytest.mark.parametrize(
    "change",
    [
        "kind = 'house', user_id = NULL, may_overdraw = TRUE",
        "may_overdraw = TRUE",
        "user_id = NULL",
        "table_id = 7",
        "table_slug = 'another'",
        "id = id + 1000",
    ],
)
def test_an_account_stays_whose_it_is(nino: User, change: str) -> None:
    with refused("stays whose it is"):
        sql(f"UPDATE coins_account SET {change} WHERE id = %s", account_of(nino).pk)


def test_an_account_is_not_deleted(nino: User) -> None:
    with refused("never deleted"):
        sql("DELETE FROM coins_account WHERE id = %s", account_of(nino).pk)


@pytest.mark.parametrize("column", ["debits", "credits", "last_transfer"])
def test_an_account_begins_empty(column: str) -> None:
    columns: dict[str, Any] = {"kind": "table", "table_id": 1, column: 5}
    with refused("begins empty"):
        open_raw(**columns)


def test_there_is_one_house_one_wallet_a_player_one_account_a_table(
    nino: User,
) -> None:
    open_raw(kind="table", table_id=1)
    with refused():
        open_raw(kind="house", may_overdraw=True)
    with refused():
        open_raw(kind="wallet", user_id=nino.pk)
    with refused():
        open_raw(kind="table", table_id=1)


@pytest.mark.parametrize(
    ("constraint", "columns"),
    [
        ("account_kind_whole", {"kind": "wallet"}),
        ("account_kind_whole", {"kind": "wallet", "table_id": 1}),
        ("account_kind_whole", {"kind": "table"}),
        ("account_kind_whole", {"kind": "purse", "table_id": 1}),
        (
            "account_house_alone_overdraws",
            {"kind": "table", "table_id": 1, "may_overdraw": True},
        ),
        (
            "account_wallet_alone_freezes",
            {"kind": "table", "table_id": 1, "is_frozen": True},
        ),
    ],
)
def test_an_account_is_of_one_kind(constraint: str, columns: dict[str, Any]) -> None:
    with refused(constraint):
        open_raw(**columns)
