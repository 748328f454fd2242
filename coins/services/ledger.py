"""What every move of coins is made of: locked accounts, and a transfer once a cause.

Nothing here decides who may have what.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.models import User
from coins import events
from coins.errors import InsufficientCoins, KeyReusedError
from coins.models import Account, Kind, Reason, Transfer
from coins.services import statements


@dataclass(frozen=True, slots=True)
class Locked:
    """Those of the accounts asked for that there are, by id."""

    rows: dict[int, Account]

    @property
    def house(self) -> Account:
        """The house's account."""
        return next(row for row in self.rows.values() if row.kind == Kind.HOUSE)

    @property
    def table(self) -> Account | None:
        """The table's account, if it has been opened."""
        rows = self.rows.values()
        return next((row for row in rows if row.kind == Kind.TABLE), None)

    @property
    def wallets(self) -> dict[int, Account]:
        """The wallets, by their players' ids."""
        rows = self.rows.values()
        return {row.user_id: row for row in rows if row.user_id is not None}


def accounts_lock(
    *,
    users: Collection[User] = (),
    ids: Collection[int] = (),
    table_id: int | None = None,
    house: bool = False,
) -> Locked:
    """Lock these accounts for the rest of the transaction, in order of their keys.

    One query, so that two services that meet never wait for each other. The
    house is there always.
    """
    rows = statements.accounts_for_update(
        {
            "user_id": [user.pk for user in users],
            "id": list(ids),
            "table_id": [] if table_id is None else [table_id],
            "kind": [Kind.HOUSE.value] if house else [],
        }
    )
    locked = Locked({row.pk: row for row in rows})
    if house and not any(row.kind == Kind.HOUSE for row in rows):
        account_open(Account(kind=Kind.HOUSE, may_overdraw=True))
        return accounts_lock(users=users, ids=ids, table_id=table_id, house=True)
    return locked


def wallets_lock(*, users: Collection[User], house: bool = False) -> None:
    """Lock the wallets of several players at once, and the house where it is wanted.

    For a transaction that then calls services for one after the other.
    """
    accounts_lock(users=users, house=house)


def is_closed(wallet: Account) -> bool:
    """Tell whether a wallet, locked, is that of a player who closed his account."""
    return Account.objects.filter(pk=wallet.pk, user__is_active=False).exists()


def account_open(account: Account) -> None:
    """Insert an account, unless somebody else just has.

    To be asked when a lock has not found it: SQLite refuses a second one.
    """
    Account.objects.bulk_create([account], ignore_conflicts=True)


def transfer_once(
    *,
    key: str,
    reason: Reason,
    debit: Account,
    credit: Account,
    amount: int,
    now: datetime,
    table_slug: str = "",
    refusal: Exception | None = None,
    is_fixed: bool = True,
) -> tuple[Transfer, bool]:
    """Move coins between two locked accounts, once a cause; tell whether it is new.

    The first transfer of the cause is the answer to every later one, whatever
    has changed since; where there is none, `refusal` is raised, or else
    InsufficientCoins where the coins are lacking. Raises KeyReusedError when the
    first joins other accounts, or when it moved another amount where the cause
    fixes it. New, both objects hold the sums that the database's trigger wrote.
    """
    refusal = refusal or _uncovered(debit, amount)
    if refusal is None:
        transfer = Transfer(
            key=key,
            reason=reason.value,
            debit=debit,
            credit=credit,
            amount=amount,
            debit_after=debit.balance - amount,
            credit_after=credit.balance + amount,
            table_slug=table_slug,
            at=now,
        )
        if statements.transfer_insert(transfer):
            _moved(transfer)
            return transfer, True
    found = Transfer.objects.filter(key=key)
    if refusal is not None and not found.exists():
        raise refusal
    first = found.get()
    if (first.debit_id, first.credit_id) != (debit.pk, credit.pk) or (
        is_fixed and first.amount != amount
    ):
        raise KeyReusedError(f"{key} is {first.amount} coins between other accounts")
    return first, False


def _uncovered(debit: Account, amount: int) -> InsufficientCoins | None:
    """Say in words what the database would refuse."""
    if debit.may_overdraw or amount <= debit.balance:
        return None
    return InsufficientCoins(needed=amount, balance=debit.balance)


def _moved(transfer: Transfer) -> None:
    """Bring both accounts up to date, and tell their players on commit."""
    transfer.debit.debits += transfer.amount
    transfer.credit.credits += transfer.amount
    for account in (transfer.debit, transfer.credit):
        account.last_transfer = transfer.pk
        if account.user_id is not None:
            _player_told(account.user_id, account.balance, transfer.pk)


def _player_told(user_id: int, balance: int, version: int) -> None:
    # No partial: Django cannot name one when it logs what a hook raised.
    transaction.on_commit(
        lambda: events.balance_publish(user_id, balance, version), robust=True
    )
