"""Plays matches through the services, as two players and the sweep would."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.db.models import QuerySet

from accounts.models import User
from games.rules.codec import match_to_json
from games.rules.commands import Command, Confirm, Move, Resign, RollDice, Undo
from games.rules.facts import Roll
from games.rules.match import Match, Phase
from games.rules.position import SIDE_LENGTH, Side
from games.rules.turn import Step
from games.tables import dice, selectors, services
from games.tables.models import Event, Game, Table
from games.tables.services import Played

DEADLINE = ("deadline_at", "deadline_kind", "move_deadline_at")
NOON = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)


def table_of(user: User, **settings: Any) -> Table:
    """An open table of the user's: Georgian nardi to 1, 60 seconds, for all."""
    wanted: dict[str, Any] = {
        "ruleset": "georgian",
        "target": 1,
        "move_seconds": 60,
        "is_private": False,
        "now": NOON,
    }
    return services.table_create(user=user, **wanted | settings)


@dataclass
class Play:
    """A table in play: its row, its match, and what its players do at `now`."""

    slug: str
    players: tuple[User, User]
    now: datetime = NOON

    @property
    def row(self) -> Table:
        """The table as the database has it."""
        return Table.objects.get(slug=self.slug)

    @property
    def match(self) -> Match:
        """The match as the row holds it."""
        match = selectors.match_of(self.row)
        assert match is not None
        return match

    @property
    def last(self) -> Event:
        """The newest event."""
        return Event.objects.filter(table__slug=self.slug).latest("version")

    @property
    def due(self) -> datetime:
        """The deadline."""
        deadline = self.row.deadline_at
        assert deadline is not None
        return deadline

    @property
    def move_due(self) -> datetime:
        """When the move time runs out."""
        deadline = self.row.move_deadline_at
        assert deadline is not None
        return deadline

    def act(
        self, user: User, command: Callable[[int], Command], version: int | None = None
    ) -> Played:
        """A player's command; he has seen the newest version unless told."""
        return services.match_command(
            user=user,
            slug=self.slug,
            version=self.row.version if version is None else version,
            command=command,
            now=self.now,
        )

    def roll(self, user: User) -> Played:
        return self.act(user, RollDice)

    def step(self, user: User, source: int, die: int) -> Played:
        return self.move(user, (source, die))

    def move(self, user: User, *steps: tuple[int, int]) -> Played:
        """Several steps at once, all or none."""
        made = tuple(Step(source, die) for source, die in steps)
        return self.act(user, lambda seat: Move(seat, made))

    def undo(self, user: User) -> Played:
        return self.act(user, Undo)

    def confirm(self, user: User) -> Played:
        return self.act(user, Confirm)

    def resign(self, user: User) -> Played:
        return self.act(user, Resign)

    def later(self, **by: float) -> None:
        """Let time pass."""
        self.now += timedelta(**by)

    def sweep(self) -> Played | None:
        """What the sweep's task does at the deadline."""
        self.now = self.due
        return self.sweep_now()

    def sweep_now(self) -> Played | None:
        """What the sweep's task does at `now`."""
        row = self.row
        return services.deadline_act(table_id=row.pk, version=row.version, now=self.now)

    def placed(self, **changes: Any) -> None:
        """Put the match into another state, past the services."""
        state = match_to_json(replace(self.match, **changes))
        Table.objects.filter(slug=self.slug).update(state=state)

    def frozen(self) -> tuple[Any, ...]:
        """Everything that is stored of the table, to see that nothing changed."""
        return frozen(self.slug)


def frozen(slug: str) -> tuple[Any, ...]:
    """Everything that is stored of a table."""
    row = Table.objects.get(slug=slug)
    return (
        Table.objects.filter(pk=row.pk).values().get(),
        list(row.seats.order_by("pk").values()),
        list(row.games.order_by("pk").values()),
        list(row.events.order_by("pk").values()),
    )


@contextmanager
def refused(
    play: Play, error: type[Exception]
) -> Iterator[pytest.ExceptionInfo[Exception]]:
    """What is done inside raises exactly this error and stores nothing."""
    before = play.frozen()
    with pytest.raises(error) as raised:
        yield raised
    assert raised.type is error
    assert play.frozen() == before


def side(checkers: dict[int, int]) -> Side:
    """A side: how many checkers stand where, the rest borne off."""
    return (
        15 - sum(checkers.values()),
        *(checkers.get(point, 0) for point in range(1, SIDE_LENGTH)),
    )


def come(slug: str, user: User, now: datetime, *, process: str = "web-1") -> str:
    """Open a socket of the player at his table; the name of its channel."""
    table = selectors.table_get(slug=slug)
    channel = f"{process}.{uuid4().hex}"
    services.presence_enter(
        table_id=table.pk,
        user_id=user.pk,
        process=process,
        channel=channel,
        now=now,
    )
    return channel


def between_games(play: Play) -> Play:
    """Have the player of seat 0 win the first game of a longer match."""
    play.sweep()
    play.placed(sides=(side({1: 1}), side({6: 14})), mover=0, dice=(6, 5), steps=())
    play.step(play.players[0], 1, 6)
    play.confirm(play.players[0])
    return play


def played_out(play: Play, random: Random) -> None:
    """Play at random to the end of the match."""
    for _ in played_by_command(play, random):
        pass


# What a match played at random left in the rows, by its settings and its seed.
_left: dict[tuple[object, ...], dict[str, Any]] = {}
LEFT_IN_TABLE = ("status", "state", "winner", "version", "ended_at", *DEADLINE)


def played_once(sit: Callable[..., Play], seed: int, **settings: Any) -> Play:
    """Play a match to its end by that seed, through the services the first time.

    Later its rows are put there again: tests that read a record need no more.
    """
    key = (seed, *sorted(settings.items()))
    with pytest.MonkeyPatch.context() as patched:
        # Who is White is part of what was left.
        patched.setattr(dice, "lot", lambda: 0)
        play = sit(**settings)
    row, begun = play.row, play.row.version
    if key not in _left:
        played_out(play, Random(seed))
        row = play.row
        _left[key] = {
            "table": {name: getattr(row, name) for name in LEFT_IN_TABLE},
            "events": _copied(row.events.filter(version__gt=begun)),
            "games": _copied(row.games.order_by("number")),
        }
        return play
    left = _left[key]
    Event.objects.bulk_create(Event(table=row, **one) for one in left["events"])
    Game.objects.bulk_create(Game(table=row, **one) for one in left["games"])
    Table.objects.filter(pk=row.pk).update(**left["table"])
    row.seats.update(is_active=False, grace_at=None)
    return play


def _copied(rows: QuerySet[Any]) -> list[dict[str, Any]]:
    return [
        {name: value for name, value in row.items() if name not in ("id", "table_id")}
        for row in rows.values()
    ]


def played_by_command(
    play: Play, random: Random, *, wild: bool = False
) -> Iterator[Played]:
    """Play at random to the end of the match, pausing after every command.

    Wild players also take steps back, move by several dice at once and let
    their time run out. The dice are `random`'s too: the same match every time.
    """
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(dice, "_roll", partial(_thrown, random))
        yield from _commands(play, random, wild=wild)


def _thrown(random: Random) -> Roll:
    return random.randint(1, dice.FACES), random.randint(1, dice.FACES)


def _commands(play: Play, random: Random, *, wild: bool) -> Iterator[Played]:
    while (match := play.match).phase is not Phase.OVER:
        sleeps = wild and random.random() < 0.1
        if sleeps or match.phase in (Phase.OPENING, Phase.BETWEEN):
            played = play.sweep()
            assert played is not None
            yield played
            continue
        assert match.mover is not None
        play.later(milliseconds=100)
        choice = _wild_choice if wild else _choice
        yield play.act(play.players[match.mover], choice(match, random))


def _choice(match: Match, random: Random) -> Callable[[int], Command]:
    if match.phase is Phase.ROLL:
        return RollDice
    if match.phase is Phase.PAUSE:
        return Confirm
    assert match.turn is not None
    return partial(Move, steps=(random.choice(match.turn.next_steps),))


def _wild_choice(match: Match, random: Random) -> Callable[[int], Command]:
    if match.steps and random.random() < 0.2:
        return Undo
    if match.phase is Phase.MOVE and random.random() < 0.5:
        assert match.turn is not None
        reach = random.choice(match.turn.reach)
        steps, source = [], reach.source
        for die in reach.dice:
            steps.append(Step(source, die))
            source -= die
        return partial(Move, steps=tuple(steps))
    return _choice(match, random)
