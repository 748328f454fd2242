"""The events of a match are the match, and what is published adds up to it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from django.db import transaction
from pytest_django import Settings

from accounts.models import User
from games.rules import codec
from games.rules.match import Match, Phase, apply, match_start
from games.rules.rulesets import RULESETS
from games.tables import events, selectors, services
from games.tables.models import Event, Game, Presence, Status, Table
from tests.tables.conftest import Script, Sit
from tests.tables.playing import (
    NOON,
    Play,
    come,
    played_by_command,
    played_once,
    table_of,
)

pytestmark = pytest.mark.django_db


@dataclass
class Viewer:
    """A browser: keeps a snapshot up to date from events alone."""

    shown: dict[str, Any]

    def hear(self, event: dict[str, Any]) -> None:
        assert event["version"] == self.shown["version"] + 1
        self.shown |= {key: event[key] for key in ("version", "state", "clock")}
        if "table" in event:
            self.shown["table"] = event["table"]
        for fact in event["facts"]:
            if fact["fact"] == "opening":
                self.shown["history"] = []
            if fact["fact"] == "turn":
                self.shown["history"] = [*self.shown["history"], fact["turn"]]


class Audit:
    """Checks after every command that viewer, row and events say the same."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.published: list[dict[str, Any]] = []
        self.viewer = Viewer(self.snapshot())
        self.folded: Match | None = None
        self.folded_to = 0
        self.commands: set[str] = set()

    def snapshot(self) -> dict[str, Any]:
        """What a newcomer is shown; presence comes in messages of its own."""
        shown = selectors.table_snapshot(
            slug=self.play.slug, user_id=None, now=self.play.now
        )
        aside = ("beside", "presence")
        return {key: value for key, value in shown.items() if key not in aside}

    def check(self) -> None:
        """Compare; the clock only where a command has just told it."""
        heard = bool(self.published)
        for event in self.published:
            self.viewer.hear(event)
        self.published.clear()
        fresh = self.snapshot()
        if not heard:
            self.viewer.shown["clock"] = fresh["clock"]
        assert self.viewer.shown == fresh
        self.fold()
        assert self.folded == selectors.match_of(self.play.row)

    def fold(self) -> None:
        """Fold what is new: folding all after every command would take too long."""
        rows = Event.objects.filter(
            table__slug=self.play.slug, version__gt=self.folded_to
        )
        for row in rows.order_by("version"):
            assert row.version == self.folded_to + 1
            self.folded_to = row.version
            self.commands.add(row.command)
            if row.command == "join":
                ruleset = RULESETS[self.play.row.ruleset]
                target, white = self.play.row.target, row.data["white"]
                self.folded = match_start(ruleset, target, white)
            elif row.command != "cancel":
                assert self.folded is not None
                command = codec.command_from_json(row.command, row.seat, row.data)
                self.folded, _ = apply(self.folded, *command)


Audited = Callable[[Play], Audit]


@pytest.fixture
def audited(monkeypatch: pytest.MonkeyPatch) -> Audited:
    """Audit a table; what a command publishes is heard at once."""
    audits: dict[str, Audit] = {}

    def publish(slug: str, event: dict[str, Any]) -> None:
        if slug in audits:
            audits[slug].published.append(event)

    monkeypatch.setattr(events, "table_publish", publish)
    monkeypatch.setattr(transaction, "on_commit", lambda told, robust: told())

    def audited(play: Play) -> Audit:
        return audits.setdefault(play.slug, Audit(play))

    return audited


def begun(play: Play, audit: Audit) -> None:
    """Giorgi joins, and both come to the table."""
    nino, giorgi = play.players
    services.table_join(user=giorgi, slug=play.slug, now=play.now)
    audit.check()
    for player in (nino, giorgi):
        come(play.slug, player, play.now)


def leave(play: Play, player: User) -> None:
    for presence in Presence.objects.filter(seat__user=player):
        services.presence_leave(channel=presence.channel, now=play.now)


def a_game(play: Play) -> Iterator[object]:
    """Open, steps one and several, undo, confirm, and the end of a pause."""
    nino, giorgi = play.players
    yield play.sweep()
    yield play.step(nino, 8, 5)
    yield play.undo(nino)
    yield play.move(nino, (13, 5), (8, 3))
    yield play.undo(nino)
    yield play.step(nino, 6, 3)
    yield play.confirm(nino)
    yield play.roll(giorgi)
    yield play.move(giorgi, (24, 6), (18, 2))
    yield play.sweep()
    yield play.roll(nino)
    yield play.step(nino, 6, 1)
    yield play.sweep()


def left_to_the_server(play: Play) -> Iterator[object]:
    """Nobody does anything: the server rolls and plays for both."""
    for _ in range(5):
        yield play.sweep()


def given_up(play: Play) -> Iterator[object]:
    nino, giorgi = play.players
    yield play.sweep()
    yield play.step(nino, 8, 5)
    yield play.resign(giorgi)


def given_up_at_once(play: Play) -> Iterator[object]:
    yield play.resign(play.players[0])


def inattentive(play: Play) -> Iterator[object]:
    """Nino leaves one turn to the server, where one is too many."""
    yield play.sweep()
    yield play.sweep()


def absent(play: Play) -> Iterator[object]:
    yield play.sweep()
    leave(play, play.players[0])
    play.later(seconds=60)
    yield services.absence_settle(table_id=play.row.pk, now=play.now)


def void(play: Play) -> Iterator[object]:
    yield play.sweep()
    for player in play.players:
        leave(play, player)
    play.later(seconds=60)
    yield services.absence_settle(table_id=play.row.pk, now=play.now)


Story = Callable[[Play], Iterator[object]]

STORIES: dict[Story, set[str]] = {
    a_game: {"join", "open", "move", "undo", "confirm", "roll", "finish"},
    left_to_the_server: {"join", "open", "finish"},
    given_up: {"join", "open", "move", "resign"},
    given_up_at_once: {"join", "resign"},
    inattentive: {"join", "open", "finish", "forfeit"},
    absent: {"join", "open", "forfeit"},
    void: {"join", "open", "void"},
}


@pytest.fixture
def waiting(nino: User, giorgi: User) -> Play:
    """Nino's open table to 3, which Giorgi is going to join."""
    return Play(table_of(nino, target=3).slug, (nino, giorgi))


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
def test_after_every_command_viewer_row_and_events_say_the_same(
    waiting: Play,
    scripted: Script,
    audited: Audited,
    settings: Settings,
    story: Story,
) -> None:
    """Old snapshot and event give the fresh snapshot; the events fold to the row."""
    settings.TABLE_UNATTENDED_TURNS = 1 if story is inattentive else 0
    scripted(((4, 4), (5, 3)), ((6, 2),), ((1, 1),), *[((6, 2),)] * 5)
    audit = audited(waiting)
    begun(waiting, audit)
    for played in story(waiting):
        assert played
        audit.check()

    assert audit.commands == STORIES[story]


def test_the_stories_tell_every_command() -> None:
    """A new command needs a story."""
    told = set().union(*STORIES.values())

    assert told == {"join", *codec.NAMES.values()}


def test_a_cancelled_table_adds_up_too(
    opened: Table, nino: User, audited: Audited
) -> None:
    play = Play(opened.slug, (nino, nino))
    audit = audited(play)
    services.table_cancel(user=nino, slug=opened.slug, now=NOON)
    audit.check()

    assert (audit.commands, audit.folded) == ({"cancel"}, None)
    assert selectors.match_replayed(play.row) is None


@pytest.mark.parametrize("ruleset", RULESETS)
def test_random_matches_add_up_command_by_command(
    nino: User, giorgi: User, audited: Audited, settings: Settings, ruleset: str
) -> None:
    """With steps taken back, several dice at once and time run out in between."""
    settings.TABLE_UNATTENDED_TURNS = 0
    play = Play(table_of(nino, ruleset=ruleset).slug, (nino, giorgi))
    audit = audited(play)
    begun(play, audit)
    for _ in played_by_command(play, Random(ruleset), wild=True):
        audit.check()

    assert {"open", "roll", "move", "undo", "confirm", "finish"} <= audit.commands


@pytest.mark.parametrize(
    ("ruleset", "seed"), [("georgian", 10), ("long-white-opens", 18)]
)
def test_folding_the_events_gives_the_state(sit: Sit, ruleset: str, seed: int) -> None:
    """A whole random match, folded from its events alone, equals the row."""
    play = played_once(sit, seed, ruleset=ruleset, target=3)

    row, match = play.row, play.match
    assert match.phase is Phase.OVER
    assert row.status == Status.FINISHED
    assert selectors.match_replayed(row) == match
    assert row.version == row.events.count()
    assert max(match.score) == 3
    games = Game.objects.filter(table=row).order_by("number")
    assert [(game.winner, game.points, game.result) for game in games] == [
        (game.winner, game.points, game.name) for game in match.games
    ]
