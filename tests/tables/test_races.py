"""What a match comes to when commands and the server's acts meet."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.db import IntegrityError

from accounts.models import User
from games.rules.commands import Confirm, Move
from games.rules.turn import Step
from games.tables import services
from games.tables.errors import StaleVersion
from games.tables.models import Table
from games.tables.services import between, playing
from tests.tables.conftest import Meet, Sit
from tests.tables.playing import Play, between_games
from tests.tables.racing import kinds, raced

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]


def command(play: Play, user: User, made: Any, version: int) -> Callable[[], object]:
    return lambda: play.act(user, made, version)


def test_two_confirm_at_once(
    pausing: Play, nino: User, meet: Meet, *, is_locked: bool
) -> None:
    """The second of two ✓ finds that the table has moved on.

    Without the lock both would end the turn; the index of versions stops one.
    """
    version = pausing.row.version
    meet(2, (playing, "command_apply"))

    outcomes = raced(*[command(pausing, nino, Confirm, version)] * 2)

    refusal = StaleVersion if is_locked else IntegrityError
    assert kinds(outcomes) == {services.Played: 1, refusal: 1}
    assert pausing.row.version == version + 1
    assert pausing.row.events.filter(command="confirm").count() == 1


def test_the_same_step_at_once(
    moving: Play, nino: User, meet: Meet, *, is_locked: bool
) -> None:
    """Sent by two sockets: one checker moves, once."""
    version = moving.row.version
    meet(2, (playing, "command_apply"))

    def step(seat: int) -> Move:
        return Move(seat, (Step(13, 5),))

    outcomes = raced(*[command(moving, nino, step, version)] * 2)

    refusal = StaleVersion if is_locked else IntegrityError
    assert kinds(outcomes) == {services.Played: 1, refusal: 1}
    assert moving.match.steps == (Step(13, 5),)


def test_a_player_confirms_while_the_pause_ends(
    pausing: Play, nino: User, meet: Meet, *, is_locked: bool
) -> None:
    """✓ and the sweep at the same moment: the turn ends once."""
    row, pausing.now = pausing.row, pausing.due
    meet(2, (playing, "command_apply"))

    confirmed, swept = raced(
        command(pausing, nino, Confirm, row.version),
        lambda: services.deadline_act(
            table_id=row.pk, version=row.version, now=pausing.now
        ),
    )

    if is_locked:
        assert (type(confirmed), type(swept)) in (
            (services.Played, type(None)),
            (StaleVersion, services.Played),
        )
    else:
        assert IntegrityError in {type(confirmed), type(swept)}
    assert pausing.row.version == row.version + 1
    assert pausing.row.events.filter(command="confirm").count() == 1


def test_a_sweep_that_runs_twice_acts_once(
    moving: Play, meet: Meet, *, is_locked: bool
) -> None:
    """Two workers with the same task; one of them finds nothing to do."""
    row, due = moving.row, moving.due
    meet(2, (playing, "command_apply"))

    outcomes = raced(*[swept(row, due)] * 2)

    refusal = type(None) if is_locked else IntegrityError
    assert kinds(outcomes) == {services.Played: 1, refusal: 1}
    assert moving.row.events.filter(command="finish").count() == 1


def swept(row: Table, now: datetime) -> Callable[[], object]:
    return lambda: services.deadline_act(table_id=row.pk, version=row.version, now=now)


def test_both_players_resign_at_once(moving: Play, meet: Meet) -> None:
    """Whoever is first has lost."""
    meet(2, (playing, "command_apply"))

    outcomes = raced(
        *(lambda player=player: moving.resign(player) for player in moving.players)
    )

    assert services.Played in {type(outcome) for outcome in outcomes}
    assert kinds(outcomes)[services.Played] == 1
    result = moving.match.result
    assert result is not None
    loser = [type(outcome) for outcome in outcomes].index(services.Played)
    assert result.winner == 1 - loser


def test_both_are_ready_at_once(sit: Sit, meet: Meet, *, is_locked: bool) -> None:
    """The next game opens once.

    Without the lock each sees the other not ready yet, and it opens by nobody.
    """
    play = between_games(sit(target=3))
    meet(2, (between, "live_match"))

    raced(*(lambda player=player: ready(play, player) for player in play.players))

    assert play.row.events.filter(command="open").count() == (2 if is_locked else 1)


def ready(play: Play, player: User) -> None:
    services.ready_set(user=player, slug=play.slug, now=play.now)


def test_both_want_a_rematch_at_once(sit: Sit, meet: Meet, *, is_locked: bool) -> None:
    """One new table; both are led to it.

    Without the lock each sees the other not asking yet, and there is none.
    """
    play = sit()
    play.resign(play.players[0])
    meet(2, (between, "_wishes_forgotten"))

    raced(
        *(
            lambda player=player: services.rematch_ask(
                user=player, slug=play.slug, now=play.now
            )
            for player in play.players
        )
    )

    assert Table.objects.count() == (2 if is_locked else 1)
    assert (play.row.rematch is not None) is is_locked
