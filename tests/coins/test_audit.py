"""The reckoning: what it says of a ledger that is right, and of one that is not."""

import logging
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import F

from accounts.models import User
from coins import reckoning, tasks
from coins.models import Account, Kind, Transfer
from tests.coins.conftest import NOON, account_of
from tests.coins.playing import TABLE, sit, win

pytestmark = pytest.mark.django_db


@pytest.fixture
def unguarded(drifting: None, db: None) -> None:
    """The database refuses nothing any more, until the test is rolled back."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # What waits for the commit would stand in the way of a change.
            cursor.execute(
                "SET CONSTRAINTS ALL IMMEDIATE;"
                "ALTER TABLE coins_account DISABLE TRIGGER USER;"
                "ALTER TABLE coins_transfer DISABLE TRIGGER USER;"
                "ALTER TABLE coins_account DROP CONSTRAINT account_not_overdrawn;"
            )
            return
        cursor.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger' "
            "AND name LIKE 'coins_%'"
        )
        for (name,) in cursor.fetchall():
            cursor.execute(f"DROP TRIGGER {name}")
        cursor.execute("PRAGMA ignore_check_constraints = ON")


@pytest.fixture(autouse=True)
def guarded_again() -> object:
    yield
    if connection.vendor == "sqlite" and connection.connection is not None:
        connection.connection.execute("PRAGMA ignore_check_constraints = OFF")


@pytest.fixture
def played(nino: User, giorgi: User) -> int:
    """A match that Nino won; the number of its table."""
    sit(nino, 0)
    sit(giorgi, 1)
    win(nino)
    return TABLE


def differences(**held: dict[int, int]) -> list[str]:
    return reckoning.differences_find(**held)


def audited() -> tuple[int, str]:
    """The command's exit code and what it printed."""
    output = StringIO()
    try:
        call_command("coins_audit", stdout=output)
    except SystemExit as end:
        return int(str(end.code)), output.getvalue()
    return 0, output.getvalue()


def test_a_right_ledger(played: int) -> None:
    assert audited() == (0, "The ledger is right.\n")


def test_coins_from_nowhere(played: int, nino: User, unguarded: None) -> None:
    """Named by the account, and by the sum of all, which is no longer zero."""
    wallet = account_of(nino)
    Account.objects.filter(user=nino).update(credits=F("credits") + 5)
    code, output = audited()
    assert code == 1
    assert output.splitlines() == [
        f"account {wallet.pk} (wallet {nino.pk}): credits 1205, its transfers 1200",
        "all accounts together hold 5, not 0",
    ]


def test_coins_gone(played: int, nino: User, unguarded: None) -> None:
    wallet = account_of(nino)
    Account.objects.filter(user=nino).update(debits=F("debits") + 5)
    assert differences() == [
        f"account {wallet.pk} (wallet {nino.pk}): debits 105, its transfers 100",
        "all accounts together hold -5, not 0",
    ]


def test_a_changed_transfer(played: int, unguarded: None) -> None:
    """Both accounts differ, and from there on every balance that is stated."""
    Transfer.objects.filter(key="table:7:entry:1").update(amount=150)
    said = differences()
    assert any(line.endswith("its transfers 150") for line in said)
    assert any(line.endswith("its transfers 250") for line in said)
    assert any("leaves 900 in account" in line for line in said)


def test_a_deleted_transfer(played: int, nino: User, unguarded: None) -> None:
    Transfer.objects.filter(key="table:7:pot").delete()
    said = "\n".join(differences())
    assert f"(wallet {nino.pk}): credits 1200, its transfers 1000" in said
    assert "(table table7): debits 200, its transfers 0" in said
    assert "last transfer" in said


def test_a_wrong_balance_in_a_statement(
    played: int, nino: User, unguarded: None
) -> None:
    pot = Transfer.objects.get(key="table:7:pot")
    Transfer.objects.filter(pk=pot.pk).update(credit_after=2000)
    (said,) = differences()
    assert said == (
        f"transfer {pot.pk}: leaves 2000 in account {account_of(nino).pk}, but the "
        "transfers up to it add up to 1100"
    )


def test_an_overdrawn_wallet(nino: User, unguarded: None) -> None:
    wallet = account_of(nino)
    house = Account.objects.get(kind=Kind.HOUSE)
    over = Transfer.objects.create(
        key="over",
        reason="correction",
        debit=wallet,
        credit=house,
        amount=1001,
        debit_after=-1,
        credit_after=house.balance + 1001,
        at=NOON,
    )
    Account.objects.filter(pk=wallet.pk).update(debits=1001, last_transfer=over.pk)
    Account.objects.filter(pk=house.pk).update(credits=1001, last_transfer=over.pk)
    assert differences() == [f"account {wallet.pk} (wallet {nino.pk}): overdrawn, -1"]


# --- Tables ------------------------------------------------------------------


def test_a_live_table_holds_exactly_its_entries(nino: User, giorgi: User) -> None:
    sit(nino, 0)
    assert differences(held={TABLE: 100}) == []
    sit(giorgi, 1)
    assert differences(held={TABLE: 200, 99: 0}) == []
    assert differences(held={TABLE: 100}) == [
        "table 7 (table7): holds 200, must hold 100"
    ]


def test_a_finished_table_is_empty(nino: User, giorgi: User) -> None:
    sit(nino, 0)
    assert differences(held={}) == ["table 7 (table7): holds 100, must hold 0"]
    sit(giorgi, 1)
    win(nino)
    assert differences(held={}) == []


def test_a_table_that_should_hold_something_has_an_account(db: None) -> None:
    assert differences(held={5: 100}) == ["table 5: has no account, must hold 100"]


def held_at_tables() -> dict[int, int]:
    """What the games will tell, by the setting."""
    return {TABLE: 100}


def test_the_games_are_asked_by_a_setting(nino: User, settings) -> None:
    sit(nino, 0)
    settings.COINS_HELD_AT_TABLES = f"{__name__}.held_at_tables"
    assert audited()[0] == 0
    sit(nino, 1, 50)
    assert audited() == (1, "table 7 (table7): holds 150, must hold 100\n")
    settings.COINS_HELD_AT_TABLES = ""


def test_without_the_games_tables_are_not_compared(nino: User) -> None:
    sit(nino, 0)
    assert differences() == []


# --- Every night -------------------------------------------------------------


def test_the_nightly_task_is_silent_on_a_right_ledger(
    played: int, caplog: pytest.LogCaptureFixture
) -> None:
    tasks.ledger_audit()
    assert caplog.records == []


def test_the_nightly_task_cries_out(
    played: int, nino: User, unguarded: None, caplog: pytest.LogCaptureFixture
) -> None:
    Account.objects.filter(kind=Kind.WALLET).update(credits=F("credits") + 5)
    tasks.ledger_audit()
    assert {record.levelno for record in caplog.records} == {logging.CRITICAL}
    assert "all accounts together hold 10, not 0" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_it_reads_one_snapshot(nino: User) -> None:
    """Outside a transaction it begins its own, at the level that keeps still."""
    asked = []

    def watch(execute, statement, *arguments):
        asked.append(statement)
        return execute(statement, *arguments)

    with connection.execute_wrapper(watch):
        assert differences() == []
    is_set = asked[0] == reckoning.SNAPSHOT
    assert is_set is (connection.vendor == "postgresql")
