"""What the desk does to a table: void, adjudicate, force an end; a seat given up.

Each is a command like a player's, in the caller's transaction, and has its audit
entry there. Who may do it is asked at the edge; here only that nobody rules on a
match of his own.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.audit import audit_entry_append
from accounts.models import User
from coins.services import pot_void, wallets_lock
from games.rules.codec import command_name, command_to_json, match_to_json
from games.rules.commands import Command, Forfeit, Void
from games.rules.facts import Ending
from games.rules.match import Match, apply
from games.tables import selectors
from games.tables.errors import NotPlaying, OwnMatch
from games.tables.models import Seat, Status, Table
from games.tables.services.playing import command_apply, live_match
from games.tables.services.rows import (
    event_append,
    lobby_changed,
    table_changed,
    table_locked,
)
from games.tables.services.seating import table_close
from games.tables.shapes import fact_shape

Json = dict[str, Any]
SEATS = (0, 1)


def match_void(
    *, slug: str, actor: User, reason: str, now: datetime, data: Json | None = None
) -> Table:
    """Have a match count as never played, live or won; the entries go back.

    A pot that has been paid goes back as `coins.services.pot_void` says; for it an
    open table of the winner's is cancelled, at which he may have put it. Raises
    NotPlaying where there is no such match, or it is void already, OwnMatch, or
    Table.DoesNotExist.
    """

    def void(table: Table) -> None:
        if table.status == Status.FINISHED:
            _annulled(table, actor, reason, now)
        else:
            command_apply(table, live_match(table), Void(Ending.ANNULLED), now)

    return _ruled(
        "table.void", void, slug=slug, actor=actor, reason=reason, now=now, data=data
    )


def match_adjudicate(
    *,
    slug: str,
    winner: int,
    actor: User,
    reason: str,
    now: datetime,
    data: Json | None = None,
) -> Table:
    """Give a live match to a seat, and the pot to its player.

    Raises NotPlaying, OwnMatch, Table.DoesNotExist, or ValueError for no seat.
    """
    if winner not in SEATS:
        raise ValueError(f"there is no seat {winner}")

    def adjudicate(table: Table) -> None:
        forfeit = Forfeit(1 - winner, Ending.RULING)
        command_apply(table, live_match(table), forfeit, now)

    told = {"winner": winner, **(data or {})}
    return _ruled(
        "table.adjudicate",
        adjudicate,
        slug=slug,
        actor=actor,
        reason=reason,
        now=now,
        data=told,
    )


def match_force_end(
    *, slug: str, actor: User, reason: str, now: datetime, data: Json | None = None
) -> Table:
    """End a table as it stands: who leads in points wins, level it is void.

    An open one is closed. Raises NotPlaying, OwnMatch or Table.DoesNotExist.
    """

    def end(table: Table) -> None:
        if table.status == Status.OPEN:
            table_close(table, now)
            return
        match = live_match(table)
        command_apply(table, match, _as_it_stands(match), now)

    return _ruled(
        "table.force_end",
        end,
        slug=slug,
        actor=actor,
        reason=reason,
        now=now,
        data=data,
    )


def seat_give_up(
    *, user: User, table_id: int, actor: User, now: datetime
) -> Table | None:
    """End what a player sits at, because he may sit nowhere; None if he does not.

    A live match is lost, an open table closed. The sanction has the audit entry.
    Raises OwnMatch where whoever decides it would win by it.
    """
    with transaction.atomic():
        table = table_locked(id=table_id)
        seat = Seat.objects.filter(table=table, user=user, is_active=True).first()
        if seat is None:
            return None
        if table.seats.filter(user=actor).exists():
            raise OwnMatch
        if table.status == Status.OPEN:
            table_close(table, now)
        else:
            forfeit = Forfeit(seat.number, Ending.SANCTION)
            command_apply(table, live_match(table), forfeit, now)
        return table


def _ruled(
    action: str,
    rule: Callable[[Table], None],
    *,
    slug: str,
    actor: User,
    reason: str,
    now: datetime,
    data: Json | None,
) -> Table:
    """Carry out a ruling under the table's lock, with its audit entry."""
    with transaction.atomic():
        table = table_locked(slug=slug)
        seats = selectors.seats_of(table)
        if selectors.seat_number(seats, actor.pk) is not None:
            raise OwnMatch
        if table.status in (Status.CANCELLED, Status.VOID):
            raise NotPlaying
        before = table.status
        rule(table)
        audit_entry_append(
            actor=actor,
            action=action,
            subject=f"table:{table.pk}",
            reason=reason,
            data={
                "table": table.slug,
                "players": [seat.user.username for seat in seats],
                "from": before,
                "to": table.status,
                **(data or {}),
            },
            now=now,
        )
        return table


def _as_it_stands(match: Match) -> Command:
    first, second = match.score
    if first == second:
        return Void(Ending.ANNULLED)
    return Forfeit(1 if first > second else 0, Ending.RULING)


def _open_table_locked(user: User) -> Table | None:
    """Return the table at which a player waits for another, locked; None if none.

    It is younger than any match of his that is over, so this lock comes after that
    match's in the order of keys, in which joining locks two tables.
    """
    seats = Seat.objects.filter(user=user, is_active=True, table__status=Status.OPEN)
    for table_id in seats.values_list("table_id", flat=True):
        table = table_locked(id=table_id)
        # Somebody may have sat down while it was waited for.
        return table if table.status == Status.OPEN else None
    return None


def _annulled(table: Table, actor: User, reason: str, now: datetime) -> None:
    """Take a win back, under the table's lock: result, pot and entries."""
    match = selectors.match_of(table)
    if match is None or table.winner is None:
        raise NotPlaying
    if table.entry_coins:
        players = [seat.user for seat in selectors.seats_of(table)]
        waiting = _open_table_locked(players[table.winner])
        # Coins move twice: all that they move between is locked at once before.
        wallets_lock(users=players, house=True)
        if waiting is not None:
            table_close(waiting, now)
    command = Void(Ending.ANNULLED)
    after, facts = apply(match, command)
    event_append(
        table,
        game=after.game,
        command=command_name(command),
        seat=None,
        data=command_to_json(command, ()),
        now=now,
    )
    table.status, table.winner = Status.VOID, None
    table.state = match_to_json(after)
    table.save(update_fields=["status", "winner", "state", "version"])
    pot_void(table_id=table.pk, actor=actor, reason=reason, now=now)
    table_changed(table, after, [fact_shape(fact) for fact in facts], now)
    lobby_changed()
