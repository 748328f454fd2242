"""The database itself keeps the ledger: what no client can do, whoever it is.

A transfer is never changed or deleted; its insertion writes both accounts, and
nothing else does. It states the balances that it leaves, joins the kinds of
account that its reason allows, and is younger than the last one of either
account. An account begins empty, keeps its identity and is never deleted.

SQLite needs three guards more, for what its conflict clauses would let through:
INSERT OR REPLACE deletes without asking the delete trigger, INSERT OR IGNORE
makes the trigger's own updates ignore a refused overdraft, and a column takes
values that are no integers.

On SQLite a later change of either table drops its triggers with the old table:
such a migration has to install them again.
"""

from django.db import migrations

FLOWS = """
    'signup house wallet', 'daily house wallet', 'topup house wallet',
    'entry wallet table', 'pot table wallet', 'return table wallet',
    'reclaim wallet house', 'refund house wallet',
    'correction house wallet', 'correction wallet house'
"""

POSTGRESQL = f"""
CREATE FUNCTION coins_transfer_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'A transfer is never changed.'
        USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER coins_transfer_append_only BEFORE UPDATE OR DELETE ON coins_transfer
    FOR EACH ROW EXECUTE FUNCTION coins_transfer_refuse();

CREATE FUNCTION coins_transfer_apply() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    payer text;
    payer_holds bigint;
    payee text;
    payee_holds bigint;
BEGIN
    UPDATE coins_account SET debits = debits + NEW.amount, last_transfer = NEW.id
        WHERE id = NEW.debit_id AND last_transfer < NEW.id
        RETURNING kind, credits - debits INTO payer, payer_holds;
    UPDATE coins_account SET credits = credits + NEW.amount, last_transfer = NEW.id
        WHERE id = NEW.credit_id AND last_transfer < NEW.id
        RETURNING kind, credits - debits INTO payee, payee_holds;
    IF payer IS NULL OR payee IS NULL THEN
        RAISE EXCEPTION 'Only a new transfer moves coins.'
            USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.reason || ' ' || payer || ' ' || payee NOT IN ({FLOWS}) THEN
        RAISE EXCEPTION 'Coins do not go that way for that reason.'
            USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.debit_after <> payer_holds OR NEW.credit_after <> payee_holds THEN
        RAISE EXCEPTION 'The balances after the transfer are others.'
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER coins_transfer_applied AFTER INSERT ON coins_transfer
    FOR EACH ROW EXECUTE FUNCTION coins_transfer_apply();

CREATE FUNCTION coins_account_open() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.debits <> 0 OR NEW.credits <> 0 OR NEW.last_transfer <> 0 THEN
        RAISE EXCEPTION 'An account begins empty.'
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER coins_account_opened BEFORE INSERT ON coins_account
    FOR EACH ROW EXECUTE FUNCTION coins_account_open();

CREATE FUNCTION coins_account_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'An account is never deleted.'
            USING ERRCODE = 'restrict_violation';
    END IF;
    IF (NEW.id, NEW.kind, NEW.user_id, NEW.table_id, NEW.table_slug, NEW.may_overdraw)
        IS DISTINCT FROM
        (OLD.id, OLD.kind, OLD.user_id, OLD.table_id, OLD.table_slug, OLD.may_overdraw)
    THEN
        RAISE EXCEPTION 'An account stays whose it is.'
            USING ERRCODE = 'restrict_violation';
    END IF;
    IF (NEW.debits, NEW.credits, NEW.last_transfer)
        IS DISTINCT FROM (OLD.debits, OLD.credits, OLD.last_transfer)
    THEN
        RAISE EXCEPTION 'Only a new transfer moves coins.'
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
-- Depth 0: whatever a client does itself. The one above is at depth 1.
CREATE TRIGGER coins_account_kept BEFORE UPDATE OR DELETE ON coins_account
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION coins_account_keep();
"""
POSTGRESQL_BACK = """
DROP TRIGGER coins_transfer_append_only ON coins_transfer;
DROP TRIGGER coins_transfer_applied ON coins_transfer;
DROP TRIGGER coins_account_opened ON coins_account;
DROP TRIGGER coins_account_kept ON coins_account;
DROP FUNCTION coins_transfer_refuse();
DROP FUNCTION coins_transfer_apply();
DROP FUNCTION coins_account_open();
DROP FUNCTION coins_account_keep();
"""

SQLITE = {
    "coins_transfer_unchanged": """
        BEFORE UPDATE ON coins_transfer
        BEGIN SELECT RAISE(ABORT, 'A transfer is never changed.'); END
    """,
    "coins_transfer_undeleted": """
        BEFORE DELETE ON coins_transfer
        BEGIN SELECT RAISE(ABORT, 'A transfer is never deleted.'); END
    """,
    "coins_transfer_new": """
        BEFORE INSERT ON coins_transfer
        WHEN typeof(NEW.amount) <> 'integer' OR EXISTS (
            SELECT 1 FROM coins_transfer WHERE id = NEW.id OR "key" = NEW."key"
        )
        BEGIN SELECT RAISE(ABORT, 'A transfer is made once, in whole coins.'); END
    """,
    "coins_transfer_applied": f"""
        AFTER INSERT ON coins_transfer
        BEGIN
            UPDATE coins_account
                SET debits = debits + NEW.amount, last_transfer = NEW.id
                WHERE id = NEW.debit_id;
            UPDATE coins_account
                SET credits = credits + NEW.amount, last_transfer = NEW.id
                WHERE id = NEW.credit_id;
            SELECT RAISE(ABORT, 'Coins do not go that way, or leave other balances.')
            WHERE NOT EXISTS (
                SELECT 1 FROM coins_account payer, coins_account payee
                WHERE payer.id = NEW.debit_id AND payee.id = NEW.credit_id
                AND NEW.debit_after = payer.credits - payer.debits
                AND NEW.credit_after = payee.credits - payee.debits
                AND NEW.reason || ' ' || payer.kind || ' ' || payee.kind IN ({FLOWS})
            );
        END
    """,
    "coins_account_opened": """
        BEFORE INSERT ON coins_account
        WHEN NEW.debits <> 0 OR NEW.credits <> 0 OR NEW.last_transfer <> 0
            OR EXISTS (
                SELECT 1 FROM coins_account
                WHERE id = NEW.id OR user_id = NEW.user_id OR table_id = NEW.table_id
                OR kind = 'house' AND NEW.kind = 'house'
            )
        BEGIN SELECT RAISE(ABORT, 'An account begins empty, and once.'); END
    """,
    "coins_account_undeleted": """
        BEFORE DELETE ON coins_account
        BEGIN SELECT RAISE(ABORT, 'An account is never deleted.'); END
    """,
    "coins_account_same": """
        BEFORE UPDATE ON coins_account
        WHEN NEW.id IS NOT OLD.id OR NEW.kind IS NOT OLD.kind
            OR NEW.user_id IS NOT OLD.user_id OR NEW.table_id IS NOT OLD.table_id
            OR NEW.table_slug IS NOT OLD.table_slug
            OR NEW.may_overdraw IS NOT OLD.may_overdraw
        BEGIN SELECT RAISE(ABORT, 'An account stays whose it is.'); END
    """,
    "coins_account_moved": """
        BEFORE UPDATE ON coins_account
        WHEN (NEW.debits, NEW.credits, NEW.last_transfer)
            IS NOT (OLD.debits, OLD.credits, OLD.last_transfer)
        BEGIN
            SELECT RAISE(ABORT, 'Only a new transfer moves coins.')
            WHERE NOT EXISTS (
                SELECT 1 FROM coins_transfer t
                WHERE t.id = NEW.last_transfer AND t.id > OLD.last_transfer
                AND (
                    t.debit_id = NEW.id AND NEW.debits = OLD.debits + t.amount
                        AND NEW.credits = OLD.credits
                    OR t.credit_id = NEW.id AND NEW.credits = OLD.credits + t.amount
                        AND NEW.debits = OLD.debits
                )
            );
        END
    """,
}


def install(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL)
    else:
        for name, rest in SQLITE.items():
            schema_editor.execute(f"CREATE TRIGGER {name} {rest};")
    accounts = apps.get_model("coins", "Account").objects
    accounts.get_or_create(kind="house", defaults={"may_overdraw": True})


def remove(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL_BACK)
    else:
        for name in SQLITE:
            schema_editor.execute(f"DROP TRIGGER {name};")


class Migration(migrations.Migration):
    dependencies = [("coins", "0001_initial")]
    operations = [migrations.RunPython(install, remove)]
