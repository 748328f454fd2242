"""The statements of a transfer, written out as SQL for both databases.

Through the ORM a transfer took twice as long, most of it spent on compiling the
same queries again. What they may do is the ledger's and the database's business;
nothing is decided here.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection

from coins.models import Account, Transfer

ACCOUNT = [field.attname for field in Account._meta.concrete_fields]
ACCOUNTS = f"SELECT {', '.join(ACCOUNT)} FROM coins_account WHERE "  # noqa: S608

EXISTS = 'SELECT 1 FROM coins_transfer WHERE "key" = %s'
ENTRY_PAID = """
    SELECT 1 FROM coins_transfer
    WHERE debit_id = %s AND credit_id = %s AND reason = 'entry'
"""
INSERT = """
    INSERT INTO coins_transfer ("key", reason, debit_id, credit_id, amount,
        debit_after, credit_after, table_slug, at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
INSERT_NEW = f'{INSERT} ON CONFLICT ("key") DO NOTHING RETURNING id'


def accounts_for_update(wanted: Mapping[str, Sequence[int | str]]) -> list[Account]:
    """Lock and return the accounts whose column is one of the keys, in order of id."""
    named = {column: keys for column, keys in wanted.items() if keys}
    where = " OR ".join(
        f"{column} IN ({', '.join(['%s'] * len(keys))})"
        for column, keys in named.items()
    )
    # SQLite has none: there the transaction holds the only lock that there is.
    lock = (
        connection.ops.for_update_sql(no_key=True)
        if connection.features.has_select_for_update
        else ""
    )
    with connection.cursor() as cursor:
        cursor.execute(
            f"{ACCOUNTS} {where} ORDER BY id {lock}",
            [key for keys in named.values() for key in keys],
        )
        return [
            Account.from_db(connection.alias, ACCOUNT, row) for row in cursor.fetchall()
        ]


def entry_exists(wallet: Account, table: Account) -> bool:
    """Tell whether that wallet has paid an entry at that table."""
    return _finds_any(ENTRY_PAID, [wallet.pk, table.pk])


def transfer_insert(transfer: Transfer) -> bool:
    """Insert the row and give the object its id, unless the cause's key is used.

    Returns whether it was inserted.
    """
    values: list[Any] = [
        transfer.key,
        transfer.reason,
        transfer.debit_id,
        transfer.credit_id,
        transfer.amount,
        transfer.debit_after,
        transfer.credit_after,
        transfer.table_slug,
        connection.ops.adapt_datetimefield_value(transfer.at),
    ]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(INSERT_NEW, values)
            inserted = cursor.fetchone()
            transfer.pk = inserted and inserted[0]
            return inserted is not None
        # Its trigger refuses a used key before any conflict clause is heard.
        if _finds_any(EXISTS, [transfer.key]):
            return False
        cursor.execute(INSERT, values)
        transfer.pk = cursor.lastrowid
        return True


def _finds_any(query: str, values: Sequence[int | str]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return cursor.fetchone() is not None
