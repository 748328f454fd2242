"""Live tables by the thousand, and what is done at them, for the bench of the sweep."""

import random
import time
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from django.db import close_old_connections, transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.rules.codec import match_to_json
from games.rules.commands import Command, Confirm, Move, RollDice
from games.rules.match import Match, Phase, match_start
from games.rules.rulesets import ruleset_get
from games.tables import events, selectors, services
from games.tables.models import DeadlineKind, Event, Seat, Status, Table

AHEAD_S = 3.0
FAR = timedelta(days=1)


def tables_make(count: int, prefix: str) -> list[Table]:
    """Make live tables before their opening, due in a day."""
    now = timezone.now()
    users = User.objects.bulk_create(
        User(username=f"{prefix}_{number}") for number in range(2 * count)
    )
    state = match_to_json(match_start(ruleset_get("georgian"), 7, 0))
    tables = Table.objects.bulk_create(
        Table(
            slug=f"{prefix}{number}",
            ruleset="georgian",
            target=7,
            move_seconds=90,
            status=Status.LIVE,
            state=state,
            version=1,
            deadline_at=now + FAR,
            deadline_kind=DeadlineKind.OPENING,
            created_at=now,
            started_at=now,
        )
        for number in range(count)
    )
    Seat.objects.bulk_create(
        Seat(table=table, number=seat, user=users[2 * number + seat], taken_at=now)
        for number, table in enumerate(tables)
        for seat in (0, 1)
    )
    Event.objects.bulk_create(
        Event(
            table=table,
            version=1,
            game=1,
            command="join",
            seat=1,
            data={"white": 0},
            at=now,
        )
        for table in tables
    )
    return tables


def due_spread(*, count: int, a_second: int) -> dict[int, float]:
    """Let tables fall due one after the other; returns id → when, as a timestamp."""
    tables = tables_make(count, "due")
    begin = timezone.now() + timedelta(seconds=AHEAD_S)
    for number, table in enumerate(tables):
        table.deadline_at = begin + timedelta(seconds=number / a_second)
    Table.objects.bulk_update(tables, ["deadline_at"])
    return {t.pk: t.deadline_at.timestamp() for t in tables if t.deadline_at}


def lateness(due: dict[int, float], *, within_s: float) -> list[float]:
    """Return the seconds from each deadline to the act, once all are acted on."""
    deadline = time.monotonic() + within_s
    acted = Event.objects.filter(table_id__in=due, version=2)
    while acted.count() < len(due) and time.monotonic() < deadline:
        time.sleep(0.5)
    found = acted.values_list("table_id", "at")
    return [at.timestamp() - due[table_id] for table_id, at in found]


@dataclass
class Actor:
    """Somebody who acts for both players, at one table after the other."""

    tables: list[Table]
    # Of the table where he acts; a socket knows its player too.
    players: tuple[User, ...] = ()
    match: Match | None = None
    version: int = 1

    @property
    def table(self) -> Table:
        """Where he acts now."""
        return self.tables[-1]


def actors(count: int) -> list[Actor]:
    """Return actors, each with tables of his own."""
    return [Actor(tables_make(10, f"act{number}x")) for number in range(count)]


def least(actor: Actor) -> None:
    """Do as little as a durable command can."""
    close_old_connections()
    with transaction.atomic(durable=True):
        locked = Table.objects.select_for_update(of=("self",), no_key=True)
        table = locked.get(slug=actor.tables[0].slug)
        table.version += 1
        Table.objects.filter(pk=table.pk).update(version=F("version") + 1)
        Event.objects.create(
            table=table,
            version=table.version,
            game=1,
            command="roll",
            seat=0,
            data={},
            at=timezone.now(),
        )
        told = {"version": table.version, "facts": [], "state": {}, "clock": {}}
        transaction.on_commit(partial(events.table_publish, table.slug, told))
    close_old_connections()


def play(actor: Actor) -> None:
    """Carry out the next command of a match, a player's or the server's."""
    close_old_connections()
    match = actor.match
    if match is not None and match.phase is Phase.OVER:
        actor.tables.pop()
        actor.match, actor.version = None, 1
        match = None
    if match is None or match.phase in (Phase.OPENING, Phase.BETWEEN):
        actor.players = tuple(seat.user for seat in selectors.seats_of(actor.table))
        Table.objects.filter(pk=actor.table.pk).update(deadline_at=timezone.now())
        played = services.deadline_act(
            table_id=actor.table.pk, version=actor.version, now=timezone.now()
        )
        assert played is not None
    else:
        assert match.mover is not None
        played = services.match_command(
            user=actor.players[match.mover],
            slug=actor.table.slug,
            version=actor.version,
            command=lambda seat: choice(match, seat),
            now=timezone.now(),
        )
    actor.match, actor.version = played.match, played.version
    close_old_connections()


def choice(match: Match, seat: int) -> Command:
    """Return a command at random that the match allows."""
    if match.phase is Phase.ROLL:
        return RollDice(seat)
    if match.phase is Phase.PAUSE:
        return Confirm(seat)
    assert match.turn is not None
    return Move(seat, (random.choice(match.turn.next_steps),))
