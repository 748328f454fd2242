"""Playing: the players' commands, and what falls to the server in time."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from accounts.models import User
from coins.services import entries_return, pot_pay
from games.rules.codec import (
    command_name,
    command_seat,
    command_to_json,
    match_to_json,
)
from games.rules.commands import (
    Command,
    Confirm,
    Finish,
    Forfeit,
    Move,
    OpenGame,
    Resign,
    RollDice,
    Void,
)
from games.rules.facts import Ending, Facts, GameEnded, Opened, TurnPlayed
from games.rules.match import Match, Phase, apply, draw_wanted
from games.tables import dice, selectors
from games.tables.errors import NotPlaying, NotSeated, StaleVersion, TooLate
from games.tables.models import DeadlineKind, Game, Status, Table
from games.tables.services.rows import (
    beside_changed,
    event_append,
    lobby_changed,
    table_changed,
    table_locked,
)
from games.tables.shapes import deadline_length, fact_shape, turn_shape

DEADLINES = {
    Phase.OPENING: DeadlineKind.OPENING,
    Phase.ROLL: DeadlineKind.MOVE,
    Phase.MOVE: DeadlineKind.MOVE,
    Phase.PAUSE: DeadlineKind.PAUSE,
    Phase.BETWEEN: DeadlineKind.BETWEEN,
}

CHANGED_BY_PLAY = (
    "status",
    "state",
    "winner",
    "version",
    "deadline_at",
    "deadline_kind",
    "move_deadline_at",
    "ended_at",
)


@dataclass(frozen=True, slots=True)
class Played:
    """What a command led to: the new version, the match, the facts."""

    version: int
    match: Match
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
        table = table_locked(slug=slug)
        player = next((one for one in table.players if one.user_id == user.pk), None)
        if player is None:
            raise NotSeated
        match = live_match(table)
        if version is not None and version != table.version:
            raise StaleVersion(version=table.version)
        wanted = command(player.seat)
        _deadline_check(table, wanted, now)
        played = command_apply(table, match, wanted, now)
        return _with_follow_ups(table, wanted, played, now)


def deadline_act(*, table_id: int, version: int, now: datetime) -> Played | None:
    """Do what falls to the server when a deadline has come.

    Does nothing, and returns None, when the table has moved on from `version`
    or its deadline has not come: a task may arrive late or twice.
    """
    with transaction.atomic(durable=True):
        try:
            table = table_locked(id=table_id, version=version, deadline_at__lte=now)
        except Table.DoesNotExist:
            return None
        match = live_match(table)
        command = _due_command(table, match)
        played = command_apply(table, match, command, now)
        seat = match.mover
        if seat is not None and _is_inattentive(seat, command, played.match):
            leaving = Forfeit(seat, Ending.INATTENTION)
            return command_apply(table, played.match, leaving, now)
        return _with_follow_ups(table, command, played, now)


def command_apply(
    table: Table, match: Match, command: Command, now: datetime
) -> Played:
    """Apply the command under the table's lock, save, append, publish on commit."""
    rolls = dice.draw(draw_wanted(match, command))
    after, facts = apply(match, command, rolls)
    data = command_to_json(command, rolls)
    new_turn = False
    for fact in facts:
        if isinstance(fact, Opened):
            new_turn = True
            Game.objects.create(table=table, number=after.game, started_at=now)
            if table.seats.filter(is_ready=True).update(is_ready=False):
                beside_changed(table, now)
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
    event_append(
        table,
        game=after.game,
        command=command_name(command),
        seat=command_seat(command),
        data=data,
        now=now,
    )
    if after.phase is Phase.OVER:
        _match_over(table, after, now)
    else:
        _deadline_set(table, after, now, new_turn=new_turn)
    table.state = match_to_json(after)
    table.save(update_fields=CHANGED_BY_PLAY)
    table_changed(table, after, [fact_shape(fact) for fact in facts], now)
    return Played(table.version, after, facts)


def _with_follow_ups(
    table: Table, command: Command, played: Played, now: datetime
) -> Played:
    """Do what the mover wants done for him: roll, play a forced turn.

    Each is a command of his own, as if he had sent it at once. What he takes
    back is not played for him again.
    """
    match = played.match
    begins = isinstance(command, OpenGame | Confirm | Finish | RollDice)
    if match.mover is None or not begins:
        return played
    player = table.players[match.mover]
    if match.phase is Phase.ROLL and player.auto_roll:
        played = command_apply(table, match, RollDice(match.mover), now)
        match = played.match
    turn = match.turn
    if (
        match.mover is not None
        and turn is not None
        and player.plays_forced
        and turn.is_forced
    ):
        forced = Move(match.mover, turn.finish().steps)
        played = command_apply(table, match, forced, now)
    return played


def live_match(table: Table) -> Match:
    """Return the match being played; raises NotPlaying when there is none."""
    match = selectors.match_of(table)
    if match is None or table.status != Status.LIVE:
        raise NotPlaying
    return match


def _deadline_check(table: Table, command: Command, now: datetime) -> None:
    """Refuse what comes after its time: the sweep may be a moment late."""
    if table.move_deadline_at is None or isinstance(command, Resign):
        return
    pauses = table.deadline_kind == DeadlineKind.PAUSE
    if pauses and isinstance(command, Confirm):
        # The pause outlasts the move time, but only for this.
        return
    ended = table.deadline_at is not None and now >= table.deadline_at
    # In an outage no time runs, though only its end moves the deadlines.
    if (ended or now >= table.move_deadline_at) and selectors.site_is_well(now=now):
        raise TooLate


def _due_command(table: Table, match: Match) -> Command:
    match DeadlineKind(table.deadline_kind):
        case DeadlineKind.BEGIN:
            return Void()
        case DeadlineKind.OPENING | DeadlineKind.BETWEEN:
            return OpenGame()
        case DeadlineKind.MOVE:
            return Finish()
        case DeadlineKind.PAUSE:
            if match.mover is None:
                raise NotPlaying
            return Confirm(match.mover)


def _match_over(table: Table, match: Match, now: datetime) -> None:
    winner = match.result.winner if match.result else None
    table.status = Status.VOID if winner is None else Status.FINISHED
    table.winner = winner
    table.ended_at = now
    table.deadline_at = table.move_deadline_at = None
    table.deadline_kind = ""
    # A game given up has no winner of its own; it only ends.
    table.games.filter(ended_at=None).update(ended_at=now)
    table.seats.update(is_active=False, grace_at=None)
    players = [seat.user for seat in selectors.seats_of(table)]
    if winner is None:
        entries_return(table_id=table.pk, now=now)
    else:
        pot_pay(winner=players[winner], table_id=table.pk, now=now)
    lobby_changed(*(player.username for player in players))


def _is_inattentive(seat: int, command: Command, match: Match) -> bool:
    """Return whether a seat has left one turn too many in a row to the server."""
    limit = settings.TABLE_UNATTENDED_TURNS
    return (
        isinstance(command, Finish)
        and match.phase is not Phase.OVER
        and 0 < limit <= match.unattended[seat]
    )


def _deadline_set(table: Table, match: Match, now: datetime, *, new_turn: bool) -> None:
    kind = DEADLINES[match.phase]
    if match.mover is None:
        table.move_deadline_at = None
    elif new_turn:
        table.move_deadline_at = now + timedelta(seconds=table.move_seconds)
    table.deadline_kind = kind
    table.deadline_at = now + deadline_length(table, kind)
    if match.mover is None or table.move_deadline_at is None:
        return
    if kind is DeadlineKind.MOVE:
        table.deadline_at = table.move_deadline_at
    elif table.players[match.mover].confirms_by_hand:
        # The pause does not end by itself as long as move time lasts.
        table.deadline_at = max(table.deadline_at, table.move_deadline_at)
