"""Raw SQL for the tests of what the database refuses, on either database."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from coins.models import Account, Kind, Reason
from tests.coins.conftest import NOON


def sql(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


@contextmanager
def refused(says: str | None = None) -> Iterator[None]:
    """The database refuses what is done inside, and nothing is left of it."""
    with pytest.raises(IntegrityError, match=says), transaction.atomic():
        yield


def house() -> Account:
    return Account.objects.get(kind=Kind.HOUSE)


def row(
    debit: Account, credit: Account, amount: int, **other: object
) -> dict[str, Any]:
    """A transfer's columns, right in all but what `other` says."""
    return {
        "key": "raw",
        "reason": Reason.CORRECTION,
        "debit_id": debit.pk,
        "credit_id": credit.pk,
        "amount": amount,
        "debit_after": debit.balance - amount,
        "credit_after": credit.balance + amount,
        "table_slug": "",
        "at": NOON,
        **other,
    }


def insert(table: str, columns: dict[str, Any], verb: str = "INSERT") -> None:
    names = ", ".join(f'"{name}"' for name in columns)
    marks = ", ".join(["%s"] * len(columns))
    sql(f"{verb} INTO {table} ({names}) VALUES ({marks})", *columns.values())


def move(columns: dict[str, Any], verb: str = "INSERT") -> None:
    insert("coins_transfer", columns, verb)


def account_columns(**columns: Any) -> dict[str, Any]:
    """An empty account's columns, with what `columns` says."""
    empty = {
        "kind": "wallet",
        "user_id": None,
        "table_id": None,
        "table_slug": "",
        "may_overdraw": False,
        "is_frozen": False,
        "debits": 0,
        "credits": 0,
        "last_transfer": 0,
    }
    return empty | columns


def open_raw(**columns: Any) -> None:
    insert("coins_account", account_columns(**columns))


def upsert(table: str, columns: dict[str, Any], unique: str, change: str) -> None:
    """Insert, or else write over the row that has the same `unique` column."""
    if connection.vendor == "sqlite":
        insert(table, columns, "INSERT OR REPLACE")
        return
    names = ", ".join(f'"{name}"' for name in columns)
    marks = ", ".join(["%s"] * len(columns))
    sql(
        f"INSERT INTO {table} ({names}) VALUES ({marks}) "
        f'ON CONFLICT ("{unique}") DO UPDATE SET {change} = EXCLUDED.{change}',
        *columns.values(),
    )
