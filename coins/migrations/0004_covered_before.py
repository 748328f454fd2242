"""On SQLite an overdraft is refused before the transfer's row is written.

A transfer's conflict clause is handed on to the updates inside its trigger: with
INSERT OR IGNORE the account's CHECK is passed over, with INSERT OR FAIL the row
stays although neither account was written. A RAISE is nobody's to hand on. So
whether the payer has the coins is asked before, and afterwards whether both
accounts were written. PostgreSQL has no such clauses.
"""

from importlib import import_module

from django.db import migrations

ledger = import_module("coins.migrations.0002_the_database_keeps_the_ledger")
closing = import_module("coins.migrations.0003_closed_accounts")

COVERED = """
    BEFORE INSERT ON coins_transfer
    WHEN typeof(NEW."key") <> 'text' OR NOT EXISTS (
        SELECT 1 FROM coins_account
        WHERE id = NEW.debit_id AND (may_overdraw OR debits + NEW.amount <= credits)
    )
    BEGIN SELECT RAISE(ABORT, 'The account does not hold so many coins.'); END
"""
BALANCES = "AND NEW.debit_after = payer.credits - payer.debits"
WRITTEN = f"AND payer.last_transfer = NEW.id AND payee.last_transfer = NEW.id {BALANCES}"


def applied(schema_editor, balances):
    trigger = ledger.SQLITE["coins_transfer_applied"].replace(
        closing.BEFORE, closing.AFTER
    )
    schema_editor.execute("DROP TRIGGER coins_transfer_applied;")
    schema_editor.execute(
        f"CREATE TRIGGER coins_transfer_applied {trigger.replace(BALANCES, balances)};"
    )


def add(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(f"CREATE TRIGGER coins_transfer_covered {COVERED};")
        applied(schema_editor, WRITTEN)


def take_away(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TRIGGER coins_transfer_covered;")
        applied(schema_editor, BALANCES)


class Migration(migrations.Migration):
    dependencies = [("coins", "0003_closed_accounts")]
    operations = [migrations.RunPython(add, take_away)]
