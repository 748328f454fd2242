"""Sitting down and getting up: create, join, cancel, expire."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.crypto import get_random_string

from accounts.models import User
from accounts.selectors import block_between, switches_get
from accounts.services import users_locked
from coins.services import entries_return, entry_take
from games.rules.codec import match_to_json
from games.rules.match import match_start
from games.rules.rulesets import Opening, ruleset_get
from games.tables import dice, selectors
from games.tables.errors import (
    AlreadySeated,
    Barred,
    Blocked,
    NoNewTables,
    NotPlaying,
    NotSeated,
    OwnTable,
    SeatTaken,
)
from games.tables.models import DeadlineKind, Seat, Status, Table
from games.tables.services.rows import (
    beside_changed,
    event_append,
    lobby_changed,
    table_changed,
    table_locked,
    tables_locked,
)
from games.tables.shapes import deadline_length

SLUG_LENGTH = 12


def table_create(
    *,
    user: User,
    ruleset: str,
    target: int,
    move_seconds: int,
    entry_coins: int = 0,
    is_private: bool,
    now: datetime,
) -> Table:
    """Open a table and seat its creator, who pays the entry.

    Raises AlreadySeated when the player holds an open or live seat, and what
    `sitting_check` and `coins.services.entry_take` raise.
    """
    _seat_free_check(user)
    try:
        with transaction.atomic(durable=True):
            table = table_insert(
                ruleset=ruleset,
                target=target,
                move_seconds=move_seconds,
                entry_coins=entry_coins,
                is_private=is_private,
                now=now,
            )
            Seat.objects.create(
                table=table,
                number=0,
                user=user,
                taken_at=now,
                away_since=now,
                left_at=now,
                grace_at=now + open_grace(table),
            )
            sitting_check(user, now=now)
            entry_pay(table, user, seat=0, now=now)
            lobby_changed(user.username)
    except IntegrityError:
        # Another request of the same player was quicker; the index said so.
        _seat_free_check(user)
        raise
    return table


def table_join(*, user: User, slug: str, now: datetime) -> Table:
    """Take the second seat, pay its entry; play begins once both are connected.

    An open table of the player's own is cancelled. Raises OwnTable, SeatTaken,
    AlreadySeated, Table.DoesNotExist, and what `sitting_check` and
    `coins.services.entry_take` raise.
    """
    try:
        with transaction.atomic(durable=True):
            own = (
                Seat.objects.filter(user=user, is_active=True)
                .select_related("table")
                .first()
            )
            tables = tables_locked({slug, own.table.slug} if own else {slug})
            table = next((row for row in tables if row.slug == slug), None)
            if table is None:
                raise Table.DoesNotExist
            if own and own.table_id == table.pk:
                raise OwnTable
            if table.status != Status.OPEN:
                raise SeatTaken
            for other in tables:
                if other.pk != table.pk:
                    _own_table_left(other, now)
            _second_seat_taken(table, user, now)
    except IntegrityError:
        _seat_free_check(user)
        raise
    return table


def table_cancel(*, user: User, slug: str, now: datetime) -> Table:
    """Close an open table of the player's own.

    Raises NotSeated, NotPlaying once both sit, Table.DoesNotExist.
    """
    with transaction.atomic(durable=True):
        table = table_locked(slug=slug)
        if not table.seats.filter(user=user).exists():
            raise NotSeated
        if table.status != Status.OPEN:
            raise NotPlaying
        table_close(table, now)
    return table


def table_insert(
    *,
    ruleset: str,
    target: int,
    move_seconds: int,
    entry_coins: int,
    is_private: bool,
    now: datetime,
) -> Table:
    """Return a new table with nobody at it, at an address nobody can guess."""
    return Table.objects.create(
        slug=get_random_string(SLUG_LENGTH),
        ruleset=ruleset,
        target=target,
        move_seconds=move_seconds,
        entry_coins=entry_coins,
        is_private=is_private,
        created_at=now,
    )


def sitting_check(user: User, *others: User, now: datetime) -> None:
    """Refuse a seat at which somebody may not sit, once all are in the table.

    Not before: who is being suspended is locked, and waited for here; and whoever
    suspends one of them later waits for the seat. Raises as `sitting_ask`.
    """
    sitting_ask(*users_locked({player.pk for player in (user, *others)}), now=now)


def sitting_ask(*players: User, now: datetime) -> None:
    """Refuse what `sitting_check` would, without a lock, before a seat is taken.

    Raises NoNewTables, Barred or Blocked.
    """
    switches = switches_get()
    if switches.no_new_tables or switches.is_read_only:
        raise NoNewTables
    # Whose name was taken away plays on where he sits, and nowhere else before he
    # has chosen another.
    if any(
        player.is_barred(now) or not player.is_active or player.must_rename
        for player in players
    ):
        raise Barred
    first, *others = (player.pk for player in players)
    if others and block_between(user_id=first, others=others):
        raise Blocked


def entry_pay(table: Table, user: User, *, seat: int, now: datetime) -> None:
    """Take the entry of a player who sits down, under the table's lock."""
    entry_take(
        user=user,
        table_id=table.pk,
        table_slug=table.slug,
        seat=seat,
        entry_coins=table.entry_coins,
        now=now,
    )


def match_begin(table: Table, *, white: int, now: datetime) -> None:
    """Put the match on the table, both seats taken, before any clock runs."""
    match = match_start(ruleset_get(table.ruleset), table.target, white)
    # No clock and no grace runs before both are connected.
    table.seats.update(grace_at=None)
    table.status = Status.LIVE
    table.started_at = now
    table.deadline_kind = DeadlineKind.BEGIN
    table.deadline_at = now + deadline_length(table, DeadlineKind.BEGIN)
    table.state = match_to_json(match)
    event_append(table, game=1, command="join", seat=1, data={"white": white}, now=now)
    table.save()
    table_changed(table, match, [{"fact": "seated", "seat": 1}], now, sits_down=True)
    beside_changed(table, now)
    lobby_changed(*(seat.user.username for seat in selectors.seats_of(table)))


def table_close(table: Table, now: datetime) -> None:
    """Cancel an open table, under its lock; the entry goes back."""
    table.status = Status.CANCELLED
    table.ended_at = now
    table.seats.update(is_active=False, grace_at=None)
    entries_return(table_id=table.pk, now=now)
    event_append(table, game=1, command="cancel", seat=0, data={}, now=now)
    table.save(update_fields=["status", "ended_at", "version"])
    table_changed(table, None, [{"fact": "cancelled"}], now)
    lobby_changed(*(seat.user.username for seat in selectors.seats_of(table)))


def open_grace(table: Table) -> timedelta:
    """Return how long an open table outlives its creator's last socket."""
    return (
        timedelta(hours=settings.TABLE_PRIVATE_OPEN_HOURS)
        if table.is_private
        else timedelta(seconds=settings.TABLE_PUBLIC_OPEN_SECONDS)
    )


def _seat_free_check(user: User) -> None:
    seat = selectors.seat_active(user=user)
    if seat is not None:
        raise AlreadySeated(slug=seat["slug"])


def _own_table_left(table: Table, now: datetime) -> None:
    """Cancel the player's own open table, under its lock."""
    if table.status == Status.LIVE:
        raise AlreadySeated(slug=table.slug)
    if table.status == Status.OPEN:
        table_close(table, now)


def _second_seat_taken(table: Table, user: User, now: datetime) -> None:
    by_lot = ruleset_get(table.ruleset).opening is Opening.WHITE_OPENS
    Seat.objects.create(
        table=table, number=1, user=user, taken_at=now, away_since=now, left_at=now
    )
    (creator,) = table.seats.exclude(user=user).select_related("user")
    sitting_check(user, creator.user, now=now)
    entry_pay(table, user, seat=1, now=now)
    match_begin(table, white=dice.lot() if by_lot else 0, now=now)
