"""What every write to a table is made of: locks, events, what is told.

Nothing here decides; it is used under the lock that its first functions take.
"""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from django.db import transaction

from games.rules.match import Match
from games.tables import events, selectors
from games.tables.models import Event, Table
from games.tables.shapes import (
    clock_shape,
    state_shape,
    table_shape,
)


def table_locked(**lookup: Any) -> Table:
    """Return the one table of `lookup`, locked; raises Table.DoesNotExist."""
    return Table.objects.select_for_update(of=("self",), no_key=True).get(**lookup)


def tables_locked(slugs: Collection[str]) -> list[Table]:
    """Return those tables that there are, locked.

    In order of key: two joins that meet must not wait for each other.
    """
    return list(
        Table.objects.select_for_update(of=("self",), no_key=True)
        .filter(slug__in=slugs)
        .order_by("id")
    )


def event_append(
    table: Table,
    *,
    game: int,
    command: str,
    seat: int | None,
    data: dict[str, Any],
    now: datetime,
) -> None:
    """Raise the version and keep the command under it."""
    table.version += 1
    Event.objects.create(
        table=table,
        version=table.version,
        game=game,
        command=command,
        seat=seat,
        data=data,
        at=now,
    )


def table_changed(
    table: Table,
    match: Match | None,
    facts: Iterable[dict[str, Any]],
    now: datetime,
    *,
    sits_down: bool = False,
) -> None:
    """Tell the table, on commit: facts and state, names where they are new."""
    event = {
        "version": table.version,
        "facts": list(facts),
        "state": state_shape(table, match),
        "clock": clock_shape(table, match, now),
    }
    if sits_down:
        event["table"] = table_shape(table, selectors.seats_of(table))
    transaction.on_commit(lambda: events.table_publish(table.slug, event), robust=True)


def beside_changed(table: Table, now: datetime) -> None:
    """Tell the table, on commit, who is there and ready; the version stays.

    What is told has a number of its own: two processes may publish out of order,
    and what was lost on the way is found missing by it.
    """
    table.beside_version += 1
    table.save(update_fields=["beside_version"])
    shape = selectors.table_beside(table, selectors.seats_of(table), now)
    transaction.on_commit(lambda: events.beside_publish(table.slug, shape), robust=True)


def lobby_changed(*players: str) -> None:
    """Tell the lobby, on commit, its new lists and whose seat is another."""
    transaction.on_commit(
        lambda: events.lobby_publish(
            selectors.tables_open(), selectors.tables_live(), players
        ),
        robust=True,
    )
