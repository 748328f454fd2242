"""Lets a transactional test empty, on SQLite, what the database refuses to delete.

Append-only rows have a trigger that refuses a deletion. PostgreSQL's flush
truncates, which asks no row trigger; SQLite's deletes. So there the flush takes
the triggers away and puts them back, in its one transaction.
"""

from typing import Any

from django.db.backends.sqlite3.base import DatabaseWrapper

Operations = DatabaseWrapper.ops_class
_plain_sql_flush = Operations.sql_flush


def _sql_flush(self: Any, style: Any, tables: Any, **options: Any) -> list[str]:
    """Return the statements of the plain flush between those that make way."""
    with self.connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = cursor.fetchall()
    return [
        *(f'DROP TRIGGER "{name}"' for name, _ in triggers),
        *_plain_sql_flush(self, style, tables, **options),
        *(create for _, create in triggers),
    ]


def flush_make_way() -> None:
    """Flush that way from now on, on every connection."""
    Operations.sql_flush = _sql_flush  # type: ignore[method-assign]
