"""Every read of the tables, as rows or as the shapes a browser is told."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import QuerySet, Sum

from accounts.models import User
from accounts.selectors import switches_get
from games.rules.codec import command_from_json, match_from_json
from games.rules.match import Match, Phase, apply, match_start
from games.rules.rulesets import ruleset_get
from games.tables.models import Event, Presence, Pulse, Seat, Status, Table
from games.tables.shapes import (
    beside_shape,
    clock_shape,
    state_shape,
    table_shape,
)

Json = dict[str, Any]

# Whoever has it may watch private tables and read their records.
VIEW_TABLE = "tables.view_table"

LOBBY_LENGTH = 200
LIVE_LENGTH = 20


class Versioned(NamedTuple):
    """What a table may have changed in: both versions, and its players' names."""

    version: int
    beside: int
    names: tuple[str, ...]


def table_get(*, slug: str) -> Table:
    """Return the table at that address; raises Table.DoesNotExist."""
    return Table.objects.get(slug=slug)


def table_shown(*, slug: str, viewer: User | None) -> Table:
    """Return the table if that viewer may see it; raises Table.DoesNotExist.

    A private table is for its two players, and for the desk.
    """
    table = table_get(slug=slug)
    if not table.is_private:
        return table
    if viewer is not None and (
        table.seats.filter(user=viewer).exists() or viewer.has_perm(VIEW_TABLE)
    ):
        return table
    raise Table.DoesNotExist


def match_of(table: Table) -> Match | None:
    """Return the match that the row holds, None until both sit."""
    return match_from_json(table.state) if table.state is not None else None


def seats_of(table: Table) -> list[Seat]:
    """Return the seats taken, with their players, by number."""
    return list(table.seats.select_related("user").order_by("number"))


def seat_number(seats: Collection[Seat], user_id: int | None) -> int | None:
    """Return the number of the player's seat among `seats`."""
    return next((seat.number for seat in seats if seat.user_id == user_id), None)


def table_beside(table: Table, seats: Collection[Seat], now: datetime) -> Json:
    """Return what of the table travels beside its versions."""
    watchers = table.presences.filter(seat=None).count()
    return beside_shape(table, seats, watchers, now)


def seat_get(*, slug: str, user_id: int) -> Seat | None:
    """Return the player's seat at that table, None when he has none."""
    return Seat.objects.filter(table__slug=slug, user_id=user_id).first()


def table_snapshot(*, slug: str, user_id: int | None, now: datetime) -> Json:
    """Return the snapshot message for one viewer; raises Table.DoesNotExist."""
    table = table_get(slug=slug)
    seats = seats_of(table)
    match = match_of(table)
    return {
        "type": "snapshot",
        "version": table.version,
        "you": seat_number(seats, user_id),
        "table": table_shape(table, seats),
        "state": state_shape(table, match),
        "clock": clock_shape(table, match, _clocks_at(now)),
        **table_beside(table, seats, now),
        "history": table_history(table, game=match.game) if match else [],
    }


def table_history(table: Table, *, game: int) -> list[Json]:
    """Return the turns played in one game up to that version, as TURN, in order."""
    return list(
        Event.objects.filter(
            table=table,
            game=game,
            # The row was read a moment ago, and the match goes on.
            version__lte=table.version,
            command__in=("confirm", "finish"),
        )
        .order_by("version")
        .values_list("data__turn", flat=True)
    )


def table_versions(table_ids: Collection[int]) -> dict[int, Versioned]:
    """Return the versions of those tables and who sits there, in one query."""
    rows = (
        Table.objects.filter(id__in=table_ids)
        .order_by("seats__number")
        .values_list("id", "version", "beside_version", "seats__user__username")
    )
    found: dict[int, Versioned] = {}
    for table_id, version, beside, name in rows:
        before = found.get(table_id, Versioned(version, beside, ()))
        names = (*before.names, name) if name else ()
        found[table_id] = Versioned(version, beside, names)
    return found


def seat_versions(*, user_ids: Collection[int]) -> dict[int, tuple[int, int]]:
    """Return where those players sit, and the version of that table."""
    seats = Seat.objects.filter(user_id__in=user_ids, is_active=True)
    return {
        user_id: (table_id, version)
        for user_id, table_id, version in seats.values_list(
            "user_id", "table_id", "table__version"
        )
    }


def presence_channels(*, process: str) -> set[str]:
    """Return the channels of the sockets that a web process holds."""
    there = Presence.objects.filter(process=process)
    return set(there.values_list("channel", flat=True))


def pulse_at() -> datetime | None:
    """Return when a sweep last found the site well, None before the first."""
    return Pulse.objects.values_list("well_at", flat=True).first()


def site_is_well(*, now: datetime) -> bool:
    """Return whether time runs: a sweep has just found everything as it should be."""
    well_at = pulse_at()
    longest = timedelta(seconds=settings.OUTAGE_SECONDS)
    return well_at is None or now - well_at <= longest


def tables_due(*, now: datetime) -> QuerySet[Table]:
    """Return the live tables whose deadline has come, the oldest first."""
    return Table.objects.filter(deadline_at__lte=now).order_by("deadline_at")


def tables_absent(*, now: datetime) -> list[int]:
    """Return the ids of tables at which a grace time has run out."""
    return list(
        Seat.objects.filter(grace_at__lte=now)
        .order_by("grace_at")
        .values_list("table_id", flat=True)
        .distinct()
    )


def tables_made(*, user: User, since: datetime) -> int:
    """Return how many tables the player has opened after that moment."""
    return Seat.objects.filter(user=user, number=0, taken_at__gt=since).count()


def tables_open() -> list[Json]:
    """Return the public tables that wait for an opponent, the oldest first."""
    seats = (
        Seat.objects.filter(
            number=0, table__status=Status.OPEN, table__is_private=False
        )
        .select_related("table", "user")
        .order_by("table__created_at", "table_id")[:LOBBY_LENGTH]
    )
    return [
        {
            "slug": seat.table.slug,
            "name": seat.user.username,
            "ruleset": seat.table.ruleset,
            "target": seat.table.target,
            "move_seconds": seat.table.move_seconds,
            "entry_coins": seat.table.entry_coins,
        }
        for seat in seats
    ]


def tables_open_to(
    name: str | None, apart: Collection[str], tables: Collection[Json]
) -> list[Json]:
    """Return those of `tables_open` at which this player may sit, his own marked.

    `apart` holds the names that he never meets, because either has blocked the other.
    """
    return [
        {**table, "mine": table["name"] == name}
        for table in tables
        if table["name"] not in apart
    ]


def tables_live() -> list[Json]:
    """Return the public tables that are played now, the newest first."""
    rows = (
        Table.objects.filter(status=Status.LIVE, is_private=False)
        .order_by("-started_at", "-id")
        .values("id", "slug", "ruleset", "target", "state__score")[:LIVE_LENGTH]
    )
    tables = list(rows)
    players: dict[int, list[str]] = {row["id"]: [] for row in tables}
    for table_id, name in (
        Seat.objects.filter(table_id__in=players)
        .order_by("number")
        .values_list("table_id", "user__username")
    ):
        players[table_id].append(name)
    return [
        {
            "slug": row["slug"],
            "players": players[row["id"]],
            "ruleset": row["ruleset"],
            "target": row["target"],
            "score": row["state__score"],
        }
        for row in tables
    ]


def tables_live_to(name: str | None, tables: Collection[Json]) -> list[Json]:
    """Return those of `tables_live` that this player does not play himself."""
    return [table for table in tables if name not in table["players"]]


def table_in_play() -> Json | None:
    """Return the newest public table that is played, with what its board shows."""
    table = (
        Table.objects.filter(status=Status.LIVE, is_private=False)
        .order_by("-started_at", "-id")
        .first()
    )
    match = match_of(table) if table else None
    if table is None or match is None:
        return None
    return {
        "slug": table.slug,
        "players": [seat.user.username for seat in seats_of(table)],
        "ruleset": table.ruleset,
        "family": ruleset_get(table.ruleset).family,
        "score": list(match.score),
        "sides": match.sides_shown,
        "white": match.white,
    }


def seat_active(*, user: User) -> Json | None:
    """Return the player's open or live seat as the lobby shows it."""
    seat = (
        Seat.objects.filter(user=user, is_active=True).select_related("table").first()
    )
    if seat is None:
        return None
    match = match_of(seat.table)
    opponent = seat.table.seats.exclude(number=seat.number).select_related("user")
    return {
        "slug": seat.table.slug,
        "ruleset": seat.table.ruleset,
        "target": seat.table.target,
        "private": seat.table.is_private,
        "opponent": next((other.user.username for other in opponent), None),
        "phase": match.phase if match else "waiting",
        "score": _score_seen_by(match, seat.number) if match else [0, 0],
        "is_my_turn": match is not None
        and match.mover == seat.number
        and match.phase is not Phase.OVER,
    }


def coins_held() -> dict[int, int]:
    """Return what each open or live table must hold: its id, coins."""
    seats = Seat.objects.filter(is_active=True, table__entry_coins__gt=0)
    return dict(
        seats.values("table_id")
        .annotate(held=Sum("table__entry_coins"))
        .values_list("table_id", "held")
    )


def match_replayed(table: Table) -> Match | None:
    """Return the match folded from the events alone, None before it began."""
    match: Match | None = None
    for event in table.events.order_by("version"):
        if event.command == "join":
            match = match_start(
                ruleset_get(table.ruleset), table.target, event.data["white"]
            )
        elif match is not None and event.command != "cancel":
            command, rolls = command_from_json(event.command, event.seat, event.data)
            match, _ = apply(match, command, rolls)
    return match


def _clocks_at(now: datetime) -> datetime:
    """Return the moment that the clocks show: while read-only, when they stopped.

    Deadlines move on only at the end of it, by what has passed since that moment.
    """
    if not switches_get().is_read_only:
        return now
    return min(now, pulse_at() or now)


def _score_seen_by(match: Match, seat: int) -> list[int]:
    return [match.score[seat], match.score[1 - seat]]
