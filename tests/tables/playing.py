"""Plays matches through the services, as two players and the sweep would."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from random import Random

from accounts.models import User
from games.rules.commands import Confirm, Move, RollDice
from games.rules.match import Match, Phase
from games.tables import selectors, services
from games.tables.models import Table


def match_now(table: Table) -> Match:
    """The match as the row holds it."""
    match = selectors.match_of(selectors.table_get(slug=table.slug))
    assert match is not None
    return match


def act(
    table: Table,
    user: User,
    command: Callable[[int], object],
    now: datetime,
) -> services.Played:
    """The player's command, with the version that the row has."""
    version = selectors.table_get(slug=table.slug).version
    return services.match_command(
        user=user,
        slug=table.slug,
        version=version,
        command=command,  # type: ignore[arg-type]
        now=now,
    )


def due(table: Table) -> datetime:
    """The table's deadline."""
    deadline = selectors.table_get(slug=table.slug).deadline_at
    assert deadline is not None
    return deadline


def sweep_act(table: Table, now: datetime) -> services.Played | None:
    """What the sweep's task does at `now`."""
    row = selectors.table_get(slug=table.slug)
    return services.deadline_act(table_id=row.pk, version=row.version, now=now)


def opened_at(table: Table) -> datetime:
    """Let the sweep open the game; the moment at which it did."""
    now = due(table)
    sweep_act(table, now)
    return now


def played_out(
    table: Table, players: tuple[User, User], random: Random, now: datetime
) -> datetime:
    """Play at random to the end of the match; the moment at which it ended."""
    while (match := match_now(table)).phase is not Phase.OVER:
        if match.phase in (Phase.OPENING, Phase.BETWEEN):
            now = opened_at(table)
            continue
        assert match.mover is not None
        now += timedelta(milliseconds=100)
        act(table, players[match.mover], _choice(match, random), now)
    return now


def _choice(match: Match, random: Random) -> Callable[[int], object]:
    if match.phase is Phase.ROLL:
        return RollDice
    if match.phase is Phase.PAUSE:
        return Confirm
    assert match.turn is not None
    step = random.choice(match.turn.next_steps)
    return partial(Move, steps=(step,))
