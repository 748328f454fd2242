"""The database itself refuses to change an event."""

from django.db import migrations

POSTGRESQL = """
CREATE FUNCTION tables_event_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'An event is never changed.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER tables_event_append_only BEFORE UPDATE ON tables_event
    FOR EACH ROW EXECUTE FUNCTION tables_event_refuse();
"""
POSTGRESQL_BACK = """
DROP TRIGGER tables_event_append_only ON tables_event;
DROP FUNCTION tables_event_refuse();
"""
SQLITE = """
CREATE TRIGGER tables_event_append_only BEFORE UPDATE ON tables_event
BEGIN SELECT RAISE(ABORT, 'An event is never changed.'); END;
"""
SQLITE_BACK = "DROP TRIGGER tables_event_append_only;"


def install(apps, schema_editor):
    by_vendor = {"postgresql": POSTGRESQL, "sqlite": SQLITE}
    schema_editor.execute(by_vendor[schema_editor.connection.vendor])


def remove(apps, schema_editor):
    by_vendor = {"postgresql": POSTGRESQL_BACK, "sqlite": SQLITE_BACK}
    schema_editor.execute(by_vendor[schema_editor.connection.vendor])


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial")]
    operations = [migrations.RunPython(install, remove)]
