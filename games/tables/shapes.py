"""What a browser is told: the JSON shapes of table, state, clock and facts.

Sides are in their owner's numbering; times are milliseconds that remain, never
a moment, because the devices' clocks are not asked.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from coins.errors import CoinRefusal
from games.rules.errors import IllegalMove, InvalidMessage, NothingToUndo
from games.rules.facts import (
    Fact,
    GameEnded,
    MatchEnded,
    Opened,
    Rolled,
    Stepped,
    TurnPlayed,
    Undone,
)
from games.rules.match import Match, NotNow, NotYourTurn, Phase
from games.rules.position import pip_count
from games.rules.rulesets import RULESETS
from games.rules.turn import Turn
from games.tables.errors import Refusal, TooLarge
from games.tables.models import DeadlineKind, Seat, Status, Table

Json = dict[str, Any]

# The narrower kind first.
ERROR_CODES: dict[type[Exception], str] = {
    NotYourTurn: "not_your_turn",
    NotNow: "not_now",
    NothingToUndo: "nothing_to_undo",
    IllegalMove: "illegal_move",
    TooLarge: "too_large",
    InvalidMessage: "invalid_message",
}


def table_shape(table: Table, seats: Iterable[Seat]) -> Json:
    """Return TABLE: settings and who sits where."""
    named: list[Json | None] = [None, None]
    for seat in seats:
        named[seat.number] = {"name": seat.user.username}
    return {
        "slug": table.slug,
        "ruleset": table.ruleset,
        "family": RULESETS[table.ruleset].family,
        "target": table.target,
        "move_seconds": table.move_seconds,
        "entry_coins": table.entry_coins,
        "pause_ms": settings.TABLE_PAUSE_MS,
        "unattended_turns": settings.TABLE_UNATTENDED_TURNS,
        "private": table.is_private,
        "seats": named,
    }


def state_shape(table: Table, match: Match | None) -> Json:
    """Return STATE; `match` is what `table.state` holds."""
    if match is None:
        return _state_before_play(table)
    sides = match.sides_shown
    phase = match.phase
    after_game = phase in (Phase.BETWEEN, Phase.OVER)
    last = match.games[-1] if match.games else None
    return {
        "phase": phase,
        "white": match.white,
        "score": list(match.score),
        "game": match.game,
        "sides": [list(side) for side in sides],
        "pips": [pip_count(side) for side in sides],
        "unattended": list(match.unattended),
        "opening": [list(roll) for roll in match.opening],
        "turn": _turn_shape(match),
        "result": (
            {"winner": last.winner, "points": last.points, "name": last.name}
            if after_game and last and len(match.games) == match.game
            else None
        ),
        "games": [
            {"winner": game.winner, "points": game.points, "name": game.name}
            for game in match.games
        ],
        "match": (
            {"winner": match.result.winner, "by": match.result.by}
            if match.result
            else None
        ),
    }


def clock_shape(table: Table, match: Match | None, now: datetime) -> Json | None:
    """Return CLOCK at `now`, None when nothing runs."""
    if table.deadline_at is None:
        return None
    kind = DeadlineKind(table.deadline_kind)
    remaining_ms = _ms_until(table.deadline_at, now)
    total_ms = round(deadline_length(table, kind) / timedelta(milliseconds=1))
    return {
        "kind": kind,
        "seat": match.mover if match else None,
        "remaining_ms": remaining_ms,
        # A pause that only ends by hand runs as long as the move time.
        "total_ms": max(remaining_ms, total_ms),
        "move_remaining_ms": (
            _ms_until(table.move_deadline_at, now) if table.move_deadline_at else None
        ),
    }


def deadline_length(table: Table, kind: DeadlineKind) -> timedelta:
    """Return how long a deadline of that kind runs in full."""
    match kind:
        case DeadlineKind.BEGIN:
            return timedelta(seconds=settings.TABLE_BEGIN_SECONDS)
        case DeadlineKind.OPENING:
            return timedelta(milliseconds=settings.TABLE_OPENING_MS)
        case DeadlineKind.MOVE:
            return timedelta(seconds=table.move_seconds)
        case DeadlineKind.PAUSE:
            return timedelta(milliseconds=settings.TABLE_PAUSE_MS)
        case DeadlineKind.BETWEEN:
            return timedelta(milliseconds=settings.TABLE_BETWEEN_MS)


def beside_shape(
    table: Table, seats: Iterable[Seat], watchers: int, now: datetime
) -> Json:
    """Return what travels beside the versions, whole each time.

    `beside` rises with each change of it, so that a later one is known as such.
    `presence` has an entry a seat, null while somebody is connected: `away_ms`
    is how long the seat has been away, `grace_ms` how much longer it may be,
    null where no grace runs. `ready` and `rematch` say who has asked for the
    next game and the next match; `rematch_slug` is where that one is played.
    """
    presence: list[Json | None] = [None, None]
    ready = [False, False]
    rematch = [False, False]
    for seat in seats:
        ready[seat.number] = seat.is_ready
        rematch[seat.number] = seat.wants_rematch
        if seat.away_since is not None:
            grace = _ms_until(seat.grace_at, now) if seat.grace_at else None
            away_ms = max(0, _ms_between(seat.away_since, now))
            presence[seat.number] = {"away_ms": away_ms, "grace_ms": grace}
    return {
        "beside": table.beside_version,
        "presence": presence,
        "watchers": watchers,
        "ready": ready,
        "rematch": rematch,
        "rematch_slug": table.rematch.slug if table.rematch else None,
    }


def turn_shape(turn: TurnPlayed) -> Json:
    """Return TURN, a line of the history."""
    return {
        "game": turn.game,
        "number": turn.number,
        "seat": turn.seat,
        "dice": list(turn.dice),
        "steps": [[step.source, step.die] for step in turn.steps],
        "notation": turn.notation,
        "by": turn.by,
    }


def fact_shape(fact: Fact) -> Json:
    """Return FACT, one thing that a command did."""
    match fact:
        case Opened(rolls, starter):
            return {
                "fact": "opening",
                "rolls": [list(roll) for roll in rolls],
                "starter": starter,
            }
        case Rolled(seat, dice, by):
            return {"fact": "rolled", "seat": seat, "dice": list(dice), "by": by}
        case Stepped():
            return {"fact": "stepped", **_step_fact(fact)}
        case Undone():
            return {"fact": "undone", **_step_fact(fact)}
        case TurnPlayed():
            return {"fact": "turn", "turn": turn_shape(fact)}
        case GameEnded(result):
            return {
                "fact": "game",
                "winner": result.winner,
                "points": result.points,
                "name": result.name,
            }
        case MatchEnded(end):
            return {"fact": "match", "winner": end.winner, "by": end.by}


def error_shape(error: Exception) -> Json:
    """Return the code of an error and what there is to say of it."""
    if isinstance(error, Refusal | CoinRefusal):
        return {"code": error.code, "detail": error.detail}
    code = next(code for kind, code in ERROR_CODES.items() if isinstance(error, kind))
    return {"code": code, "detail": {"reason": str(error)}}


def _state_before_play(table: Table) -> Json:
    start = RULESETS[table.ruleset].start
    return {
        "phase": "cancelled" if table.status == Status.CANCELLED else "waiting",
        "white": 0,
        "score": [0, 0],
        "game": 1,
        "sides": [list(start), list(start)],
        "pips": [pip_count(start), pip_count(start)],
        "unattended": [0, 0],
        "opening": [],
        "turn": None,
        "result": None,
        "games": [],
        "match": None,
    }


def _turn_shape(match: Match) -> Json | None:
    if match.mover is None:
        return None
    turn = match.turn
    shape: Json = {
        "seat": match.mover,
        "number": match.turn_number,
        "dice": list(match.dice) if match.dice else [],
        "used": [],
        "steps": [],
        "next": [],
        "reach": [],
        "tap": [],
        "held": [],
        "why": [],
        "undo": bool(match.steps),
    }
    return shape if turn is None else shape | _play_shape(turn)


def _play_shape(turn: Turn) -> Json:
    return {
        "used": _used(turn),
        "steps": _steps_made(turn),
        "next": [
            {
                "from": step.source,
                "die": step.die,
                "to": turn.landing(step),
                "hit": turn.hits(step),
            }
            for step in turn.next_steps
        ],
        "reach": [
            {
                "from": reach.source,
                "to": reach.target,
                "dice": list(reach.dice),
                "hits": list(reach.hits),
            }
            for reach in turn.reach
        ],
        "tap": [
            {"from": tap.source, "die": tap.die, "off": tap.off} for tap in turn.taps
        ],
        "held": sorted(turn.held),
        "why": [
            {"from": source, "die": die, "code": reason}
            for source, die, reason in turn.hindrances
        ],
    }


def _used(turn: Turn) -> list[bool]:
    """Return a flag a die shown; of a double the first four flags fill up."""
    first, second = turn.dice
    if first == second:
        return [count < len(turn.steps) for count in range(4)]
    left = list(turn.dice_left)
    return [die not in left for die in turn.dice]


def _steps_made(turn: Turn) -> list[Json]:
    return [
        {
            "from": step.source,
            "die": step.die,
            "to": turn.landing(step),
            "hit": hit,
        }
        for step, hit in zip(turn.steps, turn.steps_hit, strict=True)
    ]


def _step_fact(fact: Stepped | Undone) -> Json:
    return {
        "seat": fact.seat,
        "from": fact.source,
        "to": fact.target,
        "die": fact.die,
        "hit": fact.hit,
    }


def _ms_until(moment: datetime, now: datetime) -> int:
    return max(0, _ms_between(now, moment))


def _ms_between(start: datetime, end: datetime) -> int:
    return round((end - start) / timedelta(milliseconds=1))
