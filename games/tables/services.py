"""Every write to a table, each under the lock of its row.

Time is an argument (`now`, aware). Dice come from `dice`. What is published is
published after the commit, and a publish that fails fails nothing.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.crypto import get_random_string

from accounts.models import User
from games.rules.codec import (
    command_name,
    command_seat,
    command_to_json,
    match_to_json,
)
from games.rules.commands import Command, Confirm, Finish, OpenGame, Resign
from games.rules.facts import Facts, GameEnded, Opened, TurnPlayed
from games.rules.match import Match, Phase, apply, draw_wanted, match_start
from games.rules.rulesets import Opening, ruleset_get
from games.tables import dice, events, selectors
from games.tables.errors import (
    AlreadySeated,
    NotPlaying,
    NotSeated,
    OwnTable,
    SeatTaken,
    StaleVersion,
    TooLate,
)
from games.tables.models import DeadlineKind, Event, Game, Seat, Status, Table
from games.tables.shapes import (
    clock_shape,
    deadline_length,
    fact_shape,
    state_shape,
    table_shape,
    turn_shape,
)

SLUG_LENGTH = 12

DEADLINES = {
    Phase.OPENING: DeadlineKind.OPENING,
    Phase.ROLL: DeadlineKind.MOVE,
    Phase.MOVE: DeadlineKind.MOVE,
    Phase.PAUSE: DeadlineKind.PAUSE,
    Phase.BETWEEN: DeadlineKind.BETWEEN,
}


# --- Sitting down and getting up ---------------------------------------------


def table_create(
    *,
    user: User,
    ruleset: str,
    target: int,
    move_seconds: int,
    is_private: bool,
    now: datetime,
) -> Table:
    """Open a table and seat its creator.

    Raises AlreadySeated when the player holds an open or live seat.
    """
    _seat_free_check(user)
    try:
        with transaction.atomic(durable=True):
            table = Table.objects.create(
                slug=get_random_string(SLUG_LENGTH),
                ruleset=ruleset,
                target=target,
                move_seconds=move_seconds,
                is_private=is_private,
                created_at=now,
            )
            Seat.objects.create(table=table, number=0, user=user, taken_at=now)
            _lobby_changed(user.username)
    except IntegrityError:
        # Another request of the same player was quicker; the index said so.
        _seat_free_check(user)
        raise
    return table


def table_join(*, user: User, slug: str, now: datetime) -> Table:
    """Take the second seat, which begins the match.

    An open table of the player's own is cancelled. Raises OwnTable, SeatTaken,
    AlreadySeated or Table.DoesNotExist.
    """
    try:
        with transaction.atomic(durable=True):
            own = (
                Seat.objects.filter(user=user, is_active=True)
                .select_related("table")
                .first()
            )
            tables = _tables_locked({slug, own.table.slug} if own else {slug})
            table = next((row for row in tables if row.slug == slug), None)
            if table is None:
                raise Table.DoesNotExist
            if own and own.table_id == table.id:
                raise OwnTable
            if table.status != Status.OPEN:
                raise SeatTaken
            for other in tables:
                if other.id != table.id:
                    _own_table_left(other, user, now)
            _match_begin(table, user, now)
    except IntegrityError:
        _seat_free_check(user)
        raise
    return table


def table_cancel(*, user: User, slug: str, now: datetime) -> Table:
    """Close an open table of the player's own.

    Raises NotSeated, NotPlaying once the match has begun, Table.DoesNotExist.
    """
    with transaction.atomic(durable=True):
        table = _table_locked(slug)
        if not table.seats.filter(user=user).exists():
            raise NotSeated
        if table.status != Status.OPEN:
            raise NotPlaying
        _table_cancelled(table, now)
        _lobby_changed(user.username)
    return table


# --- Playing -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Played:
    """What a command led to: the new version and the facts."""

    version: int
    facts: Facts


def match_command(
    *,
    user: User,
    slug: str,
    version: int | None,
    command: Callable[[int], Command],
    now: datetime,
) -> Played:
    """Carry out a player's command; `command` makes it from his seat.

    `version` is the one that the player saw, None where it does not matter.
    Raises NotSeated, NotPlaying, StaleVersion, TooLate, the rules' IllegalMove
    (with NotYourTurn and NotNow) or Table.DoesNotExist; nothing changes then.
    """
    with transaction.atomic(durable=True):
        table = _table_locked(slug)
        seat = selectors.seat_number(list(table.seats.all()), user.pk)
        if seat is None:
            raise NotSeated
        match = _live_match(table)
        if version is not None and version != table.version:
            raise StaleVersion(version=table.version)
        wanted = command(seat)
        _deadline_check(table, wanted, now)
        return _apply(table, match, wanted, now)


def deadline_act(*, table_id: int, version: int, now: datetime) -> Played | None:
    """Do what falls to the server when a deadline has come.

    Does nothing, and returns None, when the table has moved on from `version`
    or its deadline has not come: a task may arrive late or twice.
    """
    with transaction.atomic(durable=True):
        table = (
            Table.objects.select_for_update(of=("self",), no_key=True)
            .filter(id=table_id, version=version, deadline_at__lte=now)
            .first()
        )
        if table is None:
            return None
        match = _live_match(table)
        return _apply(table, match, _due_command(table, match), now)


# --- Parts -------------------------------------------------------------------


def _table_locked(slug: str) -> Table:
    return Table.objects.select_for_update(of=("self",), no_key=True).get(slug=slug)


def _tables_locked(slugs: Collection[str]) -> list[Table]:
    # In order of key: two joins that meet must not wait for each other.
    return list(
        Table.objects.select_for_update(of=("self",), no_key=True)
        .filter(slug__in=slugs)
        .order_by("id")
    )


def _live_match(table: Table) -> Match:
    match = selectors.match_of(table)
    if match is None or table.status != Status.LIVE:
        raise NotPlaying
    return match


def _seat_free_check(user: User) -> None:
    seat = selectors.seat_active(user=user)
    if seat is not None:
        raise AlreadySeated(slug=seat["slug"])


def _own_table_left(table: Table, user: User, now: datetime) -> None:
    """Cancel the player's own open table, under its lock."""
    if table.status == Status.LIVE:
        raise AlreadySeated(slug=table.slug)
    if table.status == Status.OPEN:
        _table_cancelled(table, now)
        _lobby_changed(user.username)


def _table_cancelled(table: Table, now: datetime) -> None:
    table.status = Status.CANCELLED
    table.ended_at = now
    table.seats.update(is_active=False)
    _event_append(table, game=1, command="cancel", seat=0, data={}, now=now)
    table.save(update_fields=["status", "ended_at", "version"])
    _table_changed(table, None, [{"fact": "cancelled"}], now)


def _match_begin(table: Table, user: User, now: datetime) -> None:
    ruleset = ruleset_get(table.ruleset)
    white = dice.lot() if ruleset.opening is Opening.WHITE_OPENS else 0
    match = match_start(ruleset, table.target, white)
    Seat.objects.create(table=table, number=1, user=user, taken_at=now)
    table.status = Status.LIVE
    table.started_at = now
    _event_append(table, game=1, command="join", seat=1, data={"white": white}, now=now)
    _deadline_set(table, match, now, new_turn=False)
    table.state = match_to_json(match)
    table.save()
    seats = selectors.seats_of(table)
    _table_changed(
        table,
        match,
        [{"fact": "seated", "seat": 1}],
        now,
        names=table_shape(table, seats),
    )
    _lobby_changed(*(seat.user.username for seat in seats))


def _deadline_check(table: Table, command: Command, now: datetime) -> None:
    """Refuse what comes after the move time: the sweep may be a moment late."""
    if table.move_deadline_at is None or isinstance(command, Resign):
        return
    # The pause outlasts the move time, but only to confirm.
    confirms = isinstance(command, Confirm) and (
        table.deadline_kind == DeadlineKind.PAUSE
    )
    if now >= table.move_deadline_at and not confirms:
        raise TooLate


def _due_command(table: Table, match: Match) -> Command:
    match DeadlineKind(table.deadline_kind):
        case DeadlineKind.OPENING | DeadlineKind.BETWEEN:
            return OpenGame()
        case DeadlineKind.MOVE:
            return Finish()
        case DeadlineKind.PAUSE:
            if match.mover is None:
                raise NotPlaying
            return Confirm(match.mover)


def _apply(table: Table, match: Match, command: Command, now: datetime) -> Played:
    """Apply the command, save, append the event, publish on commit."""
    rolls = dice.draw(draw_wanted(match, command))
    after, facts = apply(match, command, rolls)
    data = command_to_json(command, rolls)
    new_turn = False
    for fact in facts:
        if isinstance(fact, Opened):
            new_turn = True
            Game.objects.create(table=table, number=after.game, started_at=now)
        elif isinstance(fact, TurnPlayed):
            new_turn = True
            data["turn"] = turn_shape(fact)
        elif isinstance(fact, GameEnded):
            Game.objects.filter(table=table, number=match.game).update(
                winner=fact.result.winner,
                points=fact.result.points,
                result=fact.result.name,
                ended_at=now,
            )
    _event_append(
        table,
        game=after.game,
        command=command_name(command),
        seat=command_seat(command),
        data=data,
        now=now,
    )
    if after.phase is Phase.OVER:
        _match_over(table, now)
    else:
        _deadline_set(table, after, now, new_turn=new_turn)
    table.state = match_to_json(after)
    table.save()
    _table_changed(table, after, [fact_shape(fact) for fact in facts], now)
    return Played(table.version, facts)


def _match_over(table: Table, now: datetime) -> None:
    table.status = Status.FINISHED
    table.ended_at = now
    table.deadline_at = table.move_deadline_at = None
    table.deadline_kind = ""
    # A game given up has no winner of its own; it only ends.
    table.games.filter(ended_at=None).update(ended_at=now)
    table.seats.update(is_active=False)
    _lobby_changed(*(seat.user.username for seat in selectors.seats_of(table)))


def _deadline_set(table: Table, match: Match, now: datetime, *, new_turn: bool) -> None:
    kind = DEADLINES[match.phase]
    if match.mover is None:
        table.move_deadline_at = None
    elif new_turn:
        table.move_deadline_at = now + timedelta(seconds=table.move_seconds)
    table.deadline_kind = kind
    table.deadline_at = (
        table.move_deadline_at
        if kind is DeadlineKind.MOVE
        else now + deadline_length(table, kind)
    )


def _event_append(
    table: Table,
    *,
    game: int,
    command: str,
    seat: int | None,
    data: dict[str, Any],
    now: datetime,
) -> None:
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


def _table_changed(
    table: Table,
    match: Match | None,
    facts: Iterable[dict[str, Any]],
    now: datetime,
    *,
    names: dict[str, Any] | None = None,
) -> None:
    """Publish on commit; `names` is TABLE where somebody has sat down."""
    event = {
        "version": table.version,
        "facts": list(facts),
        "state": state_shape(table, match),
        "clock": clock_shape(table, match, now),
    }
    if names is not None:
        event["table"] = names
    transaction.on_commit(partial(events.table_publish, table.slug, event), robust=True)


def _lobby_changed(*players: str) -> None:
    transaction.on_commit(
        lambda: events.lobby_publish(selectors.tables_open(), players), robust=True
    )
