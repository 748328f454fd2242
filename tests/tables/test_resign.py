"""Giving the match up: at any time after both have sat down."""

import pytest

from accounts.models import User
from games.rules.commands import Resign
from games.rules.facts import Ending, MatchResult
from games.rules.match import Phase
from games.tables import services
from games.tables.errors import NotPlaying, NotSeated
from games.tables.models import Status, Table
from tests.tables.conftest import Hearing, Script, Sit
from tests.tables.playing import Play, refused, side

pytestmark = pytest.mark.django_db


def brought_to(play: Play, phase: str, scripted: Script) -> Play:
    """Nino is the mover wherever somebody is."""
    scripted(((5, 3),), ((6, 2),), ((6, 2),))
    nino, giorgi = play.players
    if phase == "opening":
        return play
    play.sweep()
    if phase == "between":
        play.placed(sides=(side({1: 1}), side({6: 14})))
        play.step(nino, 1, 5)
        play.confirm(nino)
    elif phase == "mid-turn":
        play.step(nino, 8, 5)
    elif phase == "pause":
        play.move(nino, (13, 5), (8, 3))
    elif phase == "roll":
        play.move(nino, (13, 5), (8, 3))
        play.confirm(nino)
        play.roll(giorgi)
        play.move(giorgi, (24, 6), (18, 2))
        play.confirm(giorgi)
    return play


PHASES = {
    "opening": Phase.OPENING,
    "roll": Phase.ROLL,
    "move": Phase.MOVE,
    "mid-turn": Phase.MOVE,
    "pause": Phase.PAUSE,
    "between": Phase.BETWEEN,
}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("target", [3, 7])
def test_resigning_gives_the_opponent_the_match(
    sit: Sit, scripted: Script, phase: str, seat: int, target: int
) -> None:
    """In every phase, by the mover and by the other: the points still needed."""
    play = brought_to(sit(target=target), phase, scripted)
    match = play.match
    assert match.phase is PHASES[phase]
    shown, games = match.sides_shown, match.games

    play.resign(play.players[seat])

    after = play.match
    assert (after.phase, after.result) == (
        Phase.OVER,
        MatchResult(1 - seat, Ending.RESIGNATION),
    )
    assert after.score[1 - seat] == target
    assert after.score[seat] == match.score[seat]
    assert (after.sides_shown, after.games) == (shown, games)
    row = play.row
    assert (row.status, row.ended_at, row.deadline_at) == (
        Status.FINISHED,
        play.now,
        None,
    )
    assert not row.seats.filter(is_active=True).exists()
    assert not row.games.filter(ended_at=None).exists()


def test_the_game_given_up_has_no_winner(
    sit: Sit, scripted: Script, giorgi: User
) -> None:
    """Its row ends; the games before it keep theirs."""
    play = brought_to(sit(target=7), "between", scripted)
    play.sweep()
    play.later(seconds=3)
    play.resign(giorgi)

    first, second = play.row.games.order_by("number")
    assert (first.winner, first.points, first.result) == (0, 1, "oini")
    assert (second.winner, second.points, second.result) == (None, None, "")
    assert second.ended_at == play.now


def test_everyone_hears_who_resigned(
    moving: Play, giorgi: User, hearing: Hearing
) -> None:
    """One fact: the match, its winner and how; no game was won."""
    with hearing() as heard:
        moving.resign(giorgi)

    [event] = heard.events
    assert event["facts"] == [{"fact": "match", "winner": 0, "by": "resignation"}]
    assert event["state"]["match"] == {"winner": 0, "by": "resignation"}
    assert (event["state"]["result"], event["state"]["games"]) == (None, [])
    assert event["clock"] is None
    assert heard.lobby[-1][1] == {"Nino", "Giorgi"}


def test_the_version_does_not_matter(moving: Play, nino: User) -> None:
    """Whoever wants to go is not told that the table has moved on."""
    moving.step(nino, 8, 5)

    played = services.match_command(
        user=nino, slug=moving.slug, version=None, command=Resign, now=moving.now
    )

    assert played.version == moving.row.version


def test_only_a_player_resigns(moving: Play, nino: User, lasha: User) -> None:
    with refused(moving, NotSeated):
        moving.resign(lasha)

    assert moving.resign(nino)


def test_a_match_is_given_up_once(moving: Play, nino: User, giorgi: User) -> None:
    """The second of two who resign at once has won already."""
    moving.resign(nino)
    with refused(moving, NotPlaying):
        moving.resign(giorgi)


def test_an_open_table_is_not_resigned(opened: Table, nino: User, lasha: User) -> None:
    """It is cancelled."""
    play = Play(opened.slug, (nino, lasha))
    with refused(play, NotPlaying):
        play.resign(nino)
    with refused(play, NotSeated):
        play.resign(lasha)
