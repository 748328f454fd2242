"""The record of a match is what was played, in every form it is given in."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from games.rules.codec import side_from_text
from games.rules.position import Position, pip_count
from games.rules.position_string import position_to_gnu
from games.rules.transcript import GameTranscript
from games.tables import records, selectors
from games.tables.models import Table
from games.tables.records import record_mat, record_shape, transcript_of
from tests.tables.conftest import Sit
from tests.tables.playing import Play, between_games, played_once

pytestmark = pytest.mark.django_db

# Of each rule set one that gives a short match of two games.
SEEDS = {"georgian": 10, "short": 10, "long": 19, "long-white-opens": 18}
SETS = list(SEEDS)


@pytest.fixture
def played(sit: Sit, request: pytest.FixtureRequest) -> Play:
    """A random match to 3 that was played to its end."""
    return played_once(sit, SEEDS[request.param], ruleset=request.param, target=3)


@pytest.mark.parametrize("played", SETS, indirect=True)
def test_the_record_ends_as_the_match_did(played: Play) -> None:
    """Positions, results and score, from the events alone."""
    match = played.match
    transcript = transcript_of(played.row)
    assert transcript.games[-1].turns[-1].sides == match.sides
    assert tuple(game.result for game in transcript.games) == match.games
    assert transcript.score == match.score
    assert [game.white for game in transcript.games][-1] == match.white
    assert all(game.turns[0].number == 1 for game in transcript.games)


@pytest.mark.parametrize("played", ["georgian"], indirect=True)
def test_the_json_is_complete(played: Play) -> None:
    """Who, when, what, and every position."""
    shape = record_shape(played.row, selectors.seats_of(played.row))
    assert shape["players"] == ["Nino", "Giorgi"]
    last = shape["games"][-1]["turns"][-1]
    sides = tuple(side_from_text(side) for side in last["sides"])
    assert sides == played.match.sides
    for game in shape["games"]:
        assert game["pips"] == [167, 167]
        for turn in game["turns"]:
            told = (side_from_text(side) for side in turn["sides"])
            assert turn["pips"] == [pip_count(side) for side in told]


def test_a_match_given_up_at_once_has_a_record(sit: Sit) -> None:
    """Before the opening there is no game, and the winner has the points."""
    play = sit(target=5)
    play.resign(play.players[0])
    shape = record_shape(play.row, selectors.seats_of(play.row))
    assert shape["games"] == []
    assert (shape["score"], shape["match"]["winner"]) == ([0, 5], 1)
    with pytest.raises(ValueError, match="nothing"):
        record_mat(play.row, selectors.seats_of(play.row))


def test_a_match_given_up_between_two_games_says_who_got_the_rest(sit: Sit) -> None:
    """The game that was played was worth a point, and Giorgi lost four more."""
    play = between_games(sit(target=5))
    play.resign(play.players[1])
    told = record_mat(play.row, selectors.seats_of(play.row)).splitlines()
    points = play.match.games[0].points
    assert [line.strip() for line in told if "Wins" in line] == [
        f"Wins {points} point{'s' * (points > 1)}",
        f"Wins {5 - points} points and the match",
    ]
    assert [line.strip() for line in told if " Game " in line] == ["Game 1", "Game 2"]


def test_a_match_under_way_has_no_record(moving: Play) -> None:
    """It would tell of a match that may still end otherwise."""
    with pytest.raises(Table.DoesNotExist):
        records.record_table(slug=moving.slug)


GNUBG = shutil.which("gnubg", path=f"{os.environ['PATH']}:/usr/games")

# Run by GNU Backgammon's own Python.
READ = """
import gnubg, json
gnubg.command("set automatic game off")
gnubg.command("import mat {path}")
games = gnubg.match(0, 1, 0, 0)["games"]
print("READ" + json.dumps([
    [games["info"]["winner"], games["info"]["points-won"]]
    + [[one["player"], one["dice"], one["board"]] for one in games["game"]]
    for games in games
]))
"""


@pytest.mark.parametrize("played", ["georgian", "short"], indirect=True)
def test_gnu_backgammon_reads_the_mat_file(played: Play, tmp_path: Path) -> None:
    """Imported there, every turn of every game starts from the same position."""
    assert GNUBG is not None, "make test installs gnubg"
    mat = tmp_path / "match.mat"
    mat.write_text(record_mat(played.row, selectors.seats_of(played.row)))
    script = tmp_path / "read.py"
    script.write_text(READ.replace("{path}", str(mat)))
    read = subprocess.run(
        [GNUBG, "-t", "-q", "-p", str(script)],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "HOME": str(tmp_path)},
    )
    line = next(row for row in read.stdout.splitlines() if row.startswith("READ"))
    assert json.loads(line.removeprefix("READ")) == [
        [PLAYER[game.result.winner], game.result.points, *_turns_as_gnubg(game)]
        for game in transcript_of(played.row).games
        if game.result is not None
    ]


PLAYER = ("X", "O")


def _turns_as_gnubg(game: GameTranscript) -> list[list[object]]:
    turns: list[list[object]] = []
    sides = game.start
    for turn in game.turns:
        position = Position(sides[turn.seat], sides[1 - turn.seat])
        turns.append(
            [
                PLAYER[turn.seat],
                sorted(turn.dice, reverse=True),
                position_to_gnu(position),
            ]
        )
        sides = turn.sides
    return turns
