"""Coins at the tables: entries in, the pot out, entries back, a voided payout.

To be called under the lock of the table's row, which keeps one table's moves
apart. A table with a free entry has no account, and nothing here does anything.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.audit import audit_entry_append
from accounts.models import User
from coins import causes, selectors
from coins.errors import (
    InsufficientCoins,
    LedgerError,
    PotUnpaidError,
    TableSettledError,
    WalletFrozen,
)
from coins.models import Account, Kind, Reason, Transfer
from coins.services.grants import wallet_ensure
from coins.services.ledger import (
    Locked,
    account_open,
    accounts_lock,
    is_closed,
    transfer_once,
)
from coins.services.statements import entry_exists
from coins.terms import ENTRY_COINS


@dataclass(frozen=True, slots=True)
class PotVoided:
    """What became of a pot: coins back from the winner, coins written off."""

    reclaimed: int
    written_off: int


def entry_check(*, user: User, entry_coins: int, now: datetime) -> None:
    """Refuse early what `entry_take` would refuse; moves nothing.

    Raises InsufficientCoins, WalletFrozen, or ValueError for an unknown entry.
    """
    if not _is_paid(entry_coins):
        return
    wallet_ensure(user=user, now=now)
    wallet = selectors.wallet_get(user=user)
    if wallet.is_frozen:
        raise WalletFrozen
    if wallet.balance < entry_coins:
        raise InsufficientCoins(needed=entry_coins, balance=wallet.balance)


def entry_take(
    *,
    user: User,
    table_id: int,
    table_slug: str,
    seat: int,
    entry_coins: int,
    now: datetime,
) -> Transfer | None:
    """Take the entry of a player who sits down; None where it is free.

    Raises InsufficientCoins, WalletFrozen, TableSettledError once coins have left the
    table, KeyReusedError when the seat was paid for otherwise, or ValueError for an
    unknown entry; nothing moves then.
    """
    if not _is_paid(entry_coins):
        return None
    with transaction.atomic():
        wallet, table = _seat_locked(user, table_id, table_slug, now)
        refusal: Exception | None = None
        if table.debits:
            refusal = TableSettledError(f"table {table_id} takes no more entries")
        elif wallet.is_frozen:
            refusal = WalletFrozen()
        transfer, _ = transfer_once(
            key=causes.entry(table_id, seat),
            reason=Reason.ENTRY,
            debit=wallet,
            credit=table,
            amount=entry_coins,
            now=now,
            table_slug=table.table_slug,
            refusal=refusal,
        )
        return transfer


def pot_pay(*, winner: User, table_id: int, now: datetime) -> Transfer | None:
    """Pay all that the table holds to its winner; None where the entry was free.

    A frozen wallet is paid too. Raises TableSettledError when the entries went back,
    KeyReusedError when another has been paid, LedgerError when the winner paid no
    entry here.
    """
    with transaction.atomic():
        locked = accounts_lock(users=[winner], table_id=table_id)
        table, wallet = locked.table, locked.wallets.get(winner.pk)
        if table is None:
            return None
        if wallet is None or not entry_exists(wallet, table):
            raise LedgerError(f"{winner.pk} paid no entry at table {table_id}")
        refusal = TableSettledError(f"the entries of table {table_id} went back")
        transfer, _ = transfer_once(
            key=causes.pot(table_id),
            reason=Reason.POT,
            debit=table,
            credit=wallet,
            amount=table.balance,
            is_fixed=False,
            now=now,
            table_slug=table.table_slug,
            refusal=refusal if table.debits else None,
        )
        return transfer


def entries_return(*, table_id: int, now: datetime) -> list[Transfer]:
    """Give every entry back: cancelled, or voided before any payout.

    Returns one transfer an entry, by seat; none where the entry was free.
    Raises TableSettledError when the pot has been paid: see `pot_void`.
    """
    with transaction.atomic():
        table, entries, locked = _entries_locked(table_id)
        if table is None:
            return []
        if Transfer.objects.filter(key=causes.pot(table_id)).exists():
            raise TableSettledError(f"the pot of table {table_id} is paid")
        return [
            _entry_back(
                key=causes.entry_return(table_id, causes.entry_seat(entry.key)),
                reason=Reason.RETURN,
                entry=entry,
                debit=table,
                credit=locked.rows[entry.debit_id],
                now=now,
            )
            for entry in entries
        ]


def pot_void(
    *, table_id: int, actor: User | None, reason: str, now: datetime
) -> PotVoided | None:
    """Undo a match whose pot has been paid; None where the entry was free.

    The pot goes back from the winner to the house as far as his wallet holds
    it; the rest is written off in the audit entry; the house returns every
    entry, and has that of a closed account again at once. Done twice, it is done
    once. Raises PotUnpaidError.
    """
    with transaction.atomic():
        table, entries, locked = _entries_locked(table_id, house=True)
        if table is None:
            return None
        pot = Transfer.objects.filter(key=causes.pot(table_id)).first()
        if pot is None:
            raise PotUnpaidError(f"table {table_id} has paid no pot")
        done = _voided(table_id, pot, entries)
        if done is not None:
            return done
        winner = locked.rows[pot.credit_id]
        reclaimed = min(winner.balance, pot.amount)
        if reclaimed:
            transfer_once(
                key=causes.pot_reclaim(table_id),
                reason=Reason.RECLAIM,
                debit=winner,
                credit=locked.house,
                amount=reclaimed,
                now=now,
                table_slug=table.table_slug,
            )
        for entry in entries:
            seat, wallet = causes.entry_seat(entry.key), locked.rows[entry.debit_id]
            _entry_back(
                key=causes.entry_refund(table_id, seat),
                reason=Reason.REFUND,
                entry=entry,
                debit=locked.house,
                credit=wallet,
                now=now,
            )
            if is_closed(wallet):
                _entry_back(
                    key=causes.closing_refund(table_id, seat),
                    reason=Reason.CLOSING,
                    entry=entry,
                    debit=wallet,
                    credit=locked.house,
                    now=now,
                )
        outcome = PotVoided(reclaimed, pot.amount - reclaimed)
        audit_entry_append(
            actor=actor,
            action="coins.pot_void",
            subject=f"table:{table_id}",
            reason=reason,
            data={
                "table": table.table_slug,
                "winner": winner.user_id,
                "pot": pot.amount,
                "reclaimed": outcome.reclaimed,
                "written_off": outcome.written_off,
            },
            now=now,
        )
        return outcome


def _is_paid(entry_coins: int) -> bool:
    if entry_coins not in ENTRY_COINS:
        raise ValueError(f"no table has an entry of {entry_coins}")
    return entry_coins > 0


def _seat_locked(
    user: User, table_id: int, table_slug: str, now: datetime
) -> tuple[Account, Account]:
    """Return wallet and table's account, locked; opened where one is missing."""
    locked = accounts_lock(users=[user], table_id=table_id)
    wallet, table = locked.wallets.get(user.pk), locked.table
    if wallet and table:
        return wallet, table
    if wallet is None:
        wallet_ensure(user=user, now=now)
    if table is None:
        account_open(Account(kind=Kind.TABLE, table_id=table_id, table_slug=table_slug))
    return _seat_locked(user, table_id, table_slug, now)


def _entries_locked(
    table_id: int, *, house: bool = False
) -> tuple[Account | None, list[Transfer], Locked]:
    """Return the table's account, its entries, and all that they came from."""
    table = Account.objects.filter(table_id=table_id).first()
    entries = list(
        Transfer.objects.filter(credit=table, reason=Reason.ENTRY).order_by("key")
        if table
        else ()
    )
    owners = [entry.debit_id for entry in entries]
    locked = accounts_lock(ids=owners, table_id=table_id, house=house)
    return locked.table, entries, locked


def _entry_back(
    *,
    key: str,
    reason: Reason,
    entry: Transfer,
    debit: Account,
    credit: Account,
    now: datetime,
) -> Transfer:
    transfer, _ = transfer_once(
        key=key,
        reason=reason,
        debit=debit,
        credit=credit,
        amount=entry.amount,
        now=now,
        table_slug=entry.table_slug,
    )
    return transfer


def _voided(table_id: int, pot: Transfer, entries: list[Transfer]) -> PotVoided | None:
    """Return what an earlier voiding did, None when there was none."""
    refunds = [
        causes.entry_refund(table_id, causes.entry_seat(entry.key)) for entry in entries
    ]
    if not Transfer.objects.filter(key__in=refunds).exists():
        return None
    reclaim = Transfer.objects.filter(key=causes.pot_reclaim(table_id)).first()
    reclaimed = reclaim.amount if reclaim else 0
    return PotVoided(reclaimed, pot.amount - reclaimed)
