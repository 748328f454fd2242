"""Ways round the triggers: what the conflict clauses of SQL would let through."""

import pytest
from django.db import connection

from accounts.audit import audit_entry_append
from accounts.models import AuditEntry, User
from coins.models import Account, Transfer
from tests.coins.conftest import NOON, account_of
from tests.coins.playing import sit
from tests.coins.raw import (
    account_columns,
    house,
    insert,
    open_raw,
    refused,
    row,
    sql,
    upsert,
)

pytestmark = pytest.mark.django_db


def test_writing_over_a_transfer_is_refused(nino: User) -> None:
    """SQLite's REPLACE deletes the old row without asking the delete trigger."""
    first = Transfer.objects.get()
    for unique, value in (("key", first.key), ("id", first.pk)):
        columns = row(house(), account_of(nino), 5000, **{unique: value})
        with refused():
            upsert("coins_transfer", columns, unique, "amount")
    assert Transfer.objects.get().amount == 1000


def test_writing_over_somebody_elses_transfer_is_refused(
    nino: User, giorgi: User
) -> None:
    """Even where the row would be younger than all of its own accounts."""
    open_raw(kind="table", table_id=8)
    first = sit(nino, 0)
    table = Account.objects.get(table_id=8)
    columns = row(account_of(giorgi), table, 50, reason="entry", id=first.pk)
    with refused():
        upsert("coins_transfer", columns, "id", "amount")


def test_ignoring_an_overdraft_is_refused(nino: User) -> None:
    """SQLite's IGNORE is handed on to the updates inside the trigger."""
    columns = row(account_of(nino), house(), 5000)
    if connection.vendor == "sqlite":
        # Whatever the row says of the balances: those before, or those after.
        for after in (columns["debit_after"], account_of(nino).balance):
            for verb in ("INSERT OR IGNORE", "INSERT OR FAIL", "INSERT OR ABORT"):
                with refused("does not hold so many"):
                    insert("coins_transfer", {**columns, "debit_after": after}, verb)
        assert Transfer.objects.count() == 1
        return
    names = ", ".join(f'"{name}"' for name in columns)
    marks = ", ".join(["%s"] * len(columns))
    with refused("account_not_overdrawn"):
        sql(
            f"INSERT INTO coins_transfer ({names}) VALUES ({marks}) "
            "ON CONFLICT DO NOTHING",
            *columns.values(),
        )


@pytest.mark.parametrize("unique", ["id", "user_id", "table_id", "house"])
def test_writing_over_an_account_is_refused(nino: User, unique: str) -> None:
    """The new row conflicts with the old one in nothing but that."""
    sit(nino, 0)
    columns = account_columns(kind="table", table_id=99, table_slug="another")
    if unique == "id":
        columns |= {"id": account_of(nino).pk}
    elif unique == "user_id":
        columns |= {"kind": "wallet", "user_id": nino.pk, "table_id": None}
    elif unique == "table_id":
        columns |= {"table_id": 7}
    else:
        columns |= {"kind": "house", "table_id": None, "may_overdraw": True}
        # An index over some rows only cannot be named as the others can.
        unique = "id"
    before = list(Account.objects.order_by("id").values())
    with refused():
        upsert("coins_account", columns, unique, "table_slug")
    assert list(Account.objects.order_by("id").values()) == before


@pytest.fixture
def entry(mariam: User) -> AuditEntry:
    return audit_entry_append(
        actor=mariam, action="test", subject="user:1", reason="Because.", now=NOON
    )


def test_an_audit_entry_is_not_changed(entry: AuditEntry) -> None:
    with refused("never changed"):
        sql("UPDATE accounts_auditentry SET reason = 'Another.'")


def test_an_audit_entry_is_not_deleted(entry: AuditEntry) -> None:
    with refused("never"):
        sql("DELETE FROM accounts_auditentry")


def test_an_audit_entry_is_not_written_over(entry: AuditEntry) -> None:
    columns = {
        "id": entry.pk,
        "actor_id": None,
        "actor_name": "",
        "action": "another",
        "subject": "user:2",
        "reason": "Another.",
        "data": "{}",
        "at": NOON,
    }
    with refused():
        upsert("accounts_auditentry", columns, "id", "reason")


def test_an_audit_entry_has_a_reason(mariam: User) -> None:
    with refused("audit_entry_has_reason"):
        audit_entry_append(
            actor=mariam, action="test", subject="user:1", reason="", now=NOON
        )


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has text only")
def test_a_cause_is_a_text(nino: User) -> None:
    """SQLite would take the same letters as bytes for another key."""
    columns = row(house(), account_of(nino), 5, key=b"grant:signup:1")
    with refused():
        insert("coins_transfer", columns)
