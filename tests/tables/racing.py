"""Races on a real PostgreSQL, each with its guard and without it.

Every race has a meeting point in the middle of what the guard protects. With
the guard one comes there alone, waits a moment for the others and goes on;
without it all meet, and the damage is seen.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Barrier, BrokenBarrierError, Thread
from typing import Any

from django.db import connection

from accounts.models import User
from games.tables import services
from games.tables.models import Event, Seat, Table
from tests.tables.playing import NOON

# Long enough for a slow machine's thread to come, short enough to wait for nobody.
MEETING_S = 0.5


class Meeting:
    """Where a number of threads wait for each other, but not for long."""

    def __init__(self, number: int) -> None:
        self.barrier = Barrier(number)

    def wait(self, within_s: float = MEETING_S) -> None:
        with suppress(BrokenBarrierError):
            self.barrier.wait(within_s)


def raced(*actions: Callable[[], object]) -> list[Any]:
    """Let each act in a thread of its own, all at once: results and exceptions."""
    start = Barrier(len(actions))
    outcomes: list[Any] = [None] * len(actions)

    def run(index: int, action: Callable[[], object]) -> None:
        try:
            start.wait()
            outcomes[index] = action()
        except Exception as error:  # noqa: BLE001 - the outcome of a race
            outcomes[index] = error
        finally:
            connection.close()

    threads = [
        Thread(target=run, args=(index, action)) for index, action in enumerate(actions)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def kinds(outcomes: list[Any]) -> dict[type, int]:
    """How often each kind of outcome came."""
    return {
        kind: sum(type(outcome) is kind for outcome in outcomes)
        for kind in {type(outcome) for outcome in outcomes}
    }


@contextmanager
def unconstrained(name: str) -> Iterator[None]:
    """Seats without that constraint; their rows are gone before it comes back."""
    constraint = next(one for one in Seat._meta.constraints if one.name == name)
    with connection.schema_editor() as editor:
        editor.remove_constraint(Seat, constraint)
    try:
        yield
    finally:
        Event.objects.all().delete()
        Table.objects.all().delete()
        with connection.schema_editor() as editor:
            editor.add_constraint(Seat, constraint)


def joining(user: User, table: Table) -> Callable[[], object]:
    return lambda: services.table_join(user=user, slug=table.slug, now=NOON)
