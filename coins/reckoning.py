"""The reckoning: every account computed again from the transfers alone, in coins."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Max, Sum
from django.utils.module_loading import import_string

from coins.models import Account, Kind, Transfer

# A long ledger takes longer than a page may.
SNAPSHOT = """
    SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
    SET LOCAL statement_timeout = 0;
    SET LOCAL idle_in_transaction_session_timeout = 0;
"""
# Both sides of every transfer with the balance that it states and the one that
# the transfers up to it add up to.
CHAIN = """
    SELECT account, transfer, stated, summed FROM (
        SELECT account, transfer, stated,
            SUM(moved) OVER (PARTITION BY account ORDER BY transfer) AS summed
        FROM (
            SELECT debit_id AS account, id AS transfer,
                -amount AS moved, debit_after AS stated
            FROM coins_transfer
            UNION ALL
            SELECT credit_id, id, amount, credit_after FROM coins_transfer
        ) AS sides
    ) AS chain
    WHERE stated <> summed ORDER BY account, transfer
"""

# Table's number → coins that it must hold; every other one must be empty.
Held = Mapping[int, int]


def differences_find(*, held: Held | None = None) -> list[str]:
    """Return a sentence for everything that is not as it must be.

    `held` says what the tables must hold; without it the function named by the
    setting COINS_HELD_AT_TABLES is asked, so that this room need not know the
    games, and without that tables are not compared. Everything is read in one
    snapshot (PostgreSQL: unless the caller is in a transaction already).
    """
    own = not connection.in_atomic_block
    with transaction.atomic():
        if own and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(SNAPSHOT)
        if held is None and settings.COINS_HELD_AT_TABLES:
            held = import_string(settings.COINS_HELD_AT_TABLES)()
        return [
            *_sums_differ(),
            *_chain_differs(),
            *([] if held is None else _tables_differ(held)),
        ]


def _sums_differ() -> Iterator[str]:
    out = _by_account("debit")
    into = _by_account("credit")
    total = 0
    for account in Account.objects.order_by("id").iterator():
        debits, last_out = out.get(account.pk, (0, 0))
        credits, last_in = into.get(account.pk, (0, 0))
        total += account.balance
        # Not the row's own words, which are in the reader's language.
        whose = account.table_slug or account.user_id or ""
        where = f"account {account.pk} ({f'{account.kind} {whose}'.rstrip()})"
        if account.debits != debits:
            yield f"{where}: debits {account.debits}, its transfers {debits}"
        if account.credits != credits:
            yield f"{where}: credits {account.credits}, its transfers {credits}"
        if account.last_transfer != (last := max(last_out, last_in)):
            yield f"{where}: last transfer {account.last_transfer}, found {last}"
        if account.balance < 0 and not account.may_overdraw:
            yield f"{where}: overdrawn, {account.balance}"
    if total:
        yield f"all accounts together hold {total}, not 0"


def _by_account(side: str) -> dict[int, tuple[int, int]]:
    rows: Any = (
        Transfer.objects.order_by()
        .values_list(f"{side}_id")
        .annotate(Sum("amount"), Max("id"))
    )
    return {account: (amount, last) for account, amount, last in rows}


def _chain_differs() -> Iterator[str]:
    with connection.cursor() as cursor:
        cursor.execute(CHAIN)
        for account, transfer, stated, summed in cursor.fetchall():
            yield (
                f"transfer {transfer}: leaves {stated} in account {account}, "
                f"but the transfers up to it add up to {summed}"
            )


def _tables_differ(held: Held) -> Iterator[str]:
    missing = dict(held)
    for account in Account.objects.filter(kind=Kind.TABLE).order_by("id").iterator():
        due = missing.pop(account.table_id or 0, 0)
        if account.balance != due:
            yield (
                f"table {account.table_id} ({account.table_slug}): holds "
                f"{account.balance}, must hold {due}"
            )
    for table_id, due in missing.items():
        if due:
            yield f"table {table_id}: has no account, must hold {due}"
