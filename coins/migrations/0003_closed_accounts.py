"""A closed account leaves its coins to the house: one way more for a transfer.

The function (PostgreSQL) and the trigger (SQLite) that know the ways are those of
migration 0002 with that way added. The reason is a choice alone, which makes no
table anew on SQLite.
"""

from importlib import import_module

from django.db import migrations, models

ledger = import_module("coins.migrations.0002_the_database_keeps_the_ledger")

BEFORE = "'correction wallet house'"
AFTER = "'correction wallet house', 'closing wallet house'"
FUNCTION = "CREATE FUNCTION coins_transfer_apply()"


def replace(schema_editor, ways):
    if schema_editor.connection.vendor == "postgresql":
        begin = ledger.POSTGRESQL.index(FUNCTION)
        end = ledger.POSTGRESQL.index("END $$;", begin) + len("END $$;")
        function = ledger.POSTGRESQL[begin:end].replace("CREATE", "CREATE OR REPLACE", 1)
        schema_editor.execute(function.replace(BEFORE, ways))
    else:
        trigger = ledger.SQLITE["coins_transfer_applied"].replace(BEFORE, ways)
        schema_editor.execute("DROP TRIGGER coins_transfer_applied;")
        schema_editor.execute(f"CREATE TRIGGER coins_transfer_applied {trigger};")


def add(apps, schema_editor):
    replace(schema_editor, AFTER)


def take_away(apps, schema_editor):
    replace(schema_editor, BEFORE)


class Migration(migrations.Migration):
    dependencies = [("coins", "0002_the_database_keeps_the_ledger")]
    operations = [
        migrations.AlterField(
            model_name="transfer",
            name="reason",
            field=models.CharField(
                choices=[
                    ("signup", "Welcome gift"),
                    ("daily", "Daily gift"),
                    ("topup", "Top-up"),
                    ("entry", "Entry"),
                    ("pot", "Match won"),
                    ("return", "Entry returned"),
                    ("reclaim", "Match voided: winnings taken back"),
                    ("refund", "Match voided: entry returned"),
                    ("correction", "Correction"),
                    ("closing", "Account closed"),
                ],
                max_length=10,
                verbose_name="reason",
            ),
        ),
        migrations.RunPython(add, take_away),
    ]
