"""Migrations leave the old version's processes at work, as the operator's page says."""

from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import AddField

APPS = {"accounts", "coins", "tables", "players", "desk"}
# The last of each app before there was a site to be upgraded.
FIRST_SITE = {"accounts": "0006", "coins": "0004", "desk": "0002", "tables": "0005"}


def columns_added() -> list[tuple[str, str, AddField]]:
    """App, migration and operation of every column that came later."""
    migrations = MigrationLoader(None).disk_migrations
    return [
        (app, name, operation)
        for (app, name), migration in sorted(migrations.items())
        if app in APPS and name[:4] > FIRST_SITE.get(app, "0001")
        for operation in migration.operations
        if isinstance(operation, AddField) and not operation.field.many_to_many
    ]


def test_a_row_written_without_a_new_column_is_whole() -> None:
    """While a release is prepared the processes of the one before go on inserting."""
    added = columns_added()
    assert added
    refused = [
        (app, name, operation.name)
        for app, name, operation in added
        if not (operation.field.null or operation.field.has_db_default())
    ]
    assert refused == []
