"""The end of games and matches: worth, score, rows, what follows."""

from datetime import timedelta

import pytest

from accounts.models import User
from games.rules.facts import Ending, GameResult, MatchResult
from games.rules.match import Phase
from games.rules.position import Side
from games.tables import dice, selectors
from games.tables.errors import NotPlaying
from games.tables.models import Status
from tests.tables.conftest import Hearing, Script, Sit
from tests.tables.playing import Play, refused, side

pytestmark = pytest.mark.django_db

LAST_CHECKER = side({1: 1})

# Of a loser in his own numbering; his 19 to 24 are the winner's home.
SHORT_LOSERS = [
    pytest.param(side({6: 14}), 1, id="one-off"),
    pytest.param(side({6: 13, 25: 1}), 1, id="one-off-one-on-the-bar"),
    pytest.param(side({6: 15}), 2, id="none-off"),
    pytest.param(side({6: 14, 18: 1}), 2, id="in-the-winners-yard"),
    pytest.param(side({6: 14, 19: 1}), 3, id="in-the-winners-home"),
    pytest.param(side({6: 14, 25: 1}), 3, id="on-the-bar"),
]
LONG_LOSERS = [
    pytest.param(side({6: 14}), 1, id="one-off"),
    pytest.param(side({6: 15}), 2, id="none-off"),
    pytest.param(side({6: 1, 24: 14}), 2, id="on-the-head"),
]


def last_turn(play: Play, loser: Side, *, seat: int = 0) -> None:
    """Let the seat bear off its last checker against such a loser, unconfirmed."""
    sides = (LAST_CHECKER, loser) if seat == 0 else (loser, LAST_CHECKER)
    play.placed(sides=sides, mover=seat, dice=(6, 5), steps=())
    play.step(play.players[seat], 1, 6)


def won(play: Play, loser: Side, *, seat: int = 0) -> None:
    last_turn(play, loser, seat=seat)
    play.confirm(play.players[seat])


@pytest.mark.parametrize(("loser", "points"), SHORT_LOSERS)
@pytest.mark.parametrize(
    ("ruleset", "names"),
    [
        ("georgian", ("oini", "mars", "koks")),
        ("short", ("single", "gammon", "backgammon")),
    ],
)
def test_what_a_win_is_worth_in_the_short_family(
    sit: Sit, ruleset: str, names: tuple[str, ...], loser: Side, points: int
) -> None:
    """1, 2 or 3 points by what the loser has left; the row keeps it."""
    play = sit(ruleset=ruleset, target=7)
    play.sweep()
    won(play, loser, seat=1)

    game = GameResult(1, points, names[points - 1])
    assert (play.match.games, play.match.score) == ((game,), (0, points))
    row = play.row.games.get()
    assert (row.number, row.winner, row.points, row.result) == (
        1,
        1,
        points,
        game.name,
    )
    assert row.ended_at == play.now


@pytest.mark.parametrize(("loser", "points"), LONG_LOSERS)
@pytest.mark.parametrize("ruleset", ["long", "long-white-opens"])
def test_what_a_win_is_worth_in_the_long_family(
    sit: Sit, ruleset: str, loser: Side, points: int
) -> None:
    """1 or 2; there is no koks."""
    play = sit(ruleset=ruleset, target=7)
    play.sweep()
    won(play, loser)

    game = GameResult(0, points, ("oin", "mars")[points - 1])
    assert (play.match.games, play.match.score) == ((game,), (points, 0))


def test_the_last_checker_off_ends_the_game_whatever_dice_are_left(
    moving: Play, nino: User
) -> None:
    """The play is complete with one die of two; until ✓ it can be taken back."""
    last_turn(moving, side({6: 14}))
    assert (moving.match.phase, moving.match.games) == (Phase.PAUSE, ())

    moving.undo(nino)
    moving.step(nino, 1, 5)
    moving.confirm(nino)

    assert moving.match.result == MatchResult(0, Ending.PLAY)


def test_the_server_ends_a_game_too(moving: Play) -> None:
    """A last checker whose owner sleeps is borne off when his time is up."""
    moving.placed(sides=(LAST_CHECKER, side({6: 14})))

    moving.sweep()

    assert moving.match.result == MatchResult(0, Ending.PLAY)
    assert moving.row.games.get().winner == 0


def test_a_match_to_one_ends_with_its_game(
    moving: Play, nino: User, giorgi: User, hearing: Hearing
) -> None:
    """Both seats are free, no clock runs, and everyone hears the result."""
    last_turn(moving, side({6: 15}))
    with hearing() as heard:
        moving.confirm(nino)

    row = moving.row
    assert (row.status, row.ended_at) == (Status.FINISHED, moving.now)
    assert (row.deadline_at, row.deadline_kind, row.move_deadline_at) == (
        None,
        "",
        None,
    )
    assert not row.seats.filter(is_active=True).exists()
    for player in (nino, giorgi):
        assert selectors.seat_active(user=player) is None
    [event] = heard.events
    assert event["facts"][1:] == [
        {"fact": "game", "winner": 0, "points": 2, "name": "mars"},
        {"fact": "match", "winner": 0, "by": "play"},
    ]
    assert event["state"]["phase"] == "over"
    assert event["state"]["result"] == {"winner": 0, "points": 2, "name": "mars"}
    assert event["state"]["match"] == {"winner": 0, "by": "play"}
    assert event["clock"] is None
    assert heard.lobby[-1][1] == {"Nino", "Giorgi"}


def test_nothing_is_played_once_the_match_is_over(
    moving: Play, nino: User, giorgi: User
) -> None:
    won(moving, side({6: 14}))
    for player in (nino, giorgi):
        for command in (moving.roll, moving.undo, moving.confirm, moving.resign):
            with refused(moving, NotPlaying):
                command(player)


@pytest.mark.parametrize("winner", [0, 1])
def test_surplus_points_count_for_nothing(sit: Sit, winner: int) -> None:
    """2 of 3, then a koks: the score is 3, the game is still worth 3."""
    play = sit(target=3)
    play.sweep()
    won(play, side({6: 15}), seat=winner)
    assert play.match.score[winner] == 2
    play.sweep()

    won(play, side({6: 14, 25: 1}), seat=winner)

    assert play.match.score[winner] == 3
    assert [game.points for game in play.match.games] == [2, 3]
    assert play.row.status == Status.FINISHED
    assert [row.points for row in play.row.games.order_by("number")] == [2, 3]


def test_a_longer_match_goes_on_after_a_game(
    sit: Sit, nino: User, hearing: Hearing
) -> None:
    """The result is shown in between; the seats stay taken; a new game opens."""
    play = sit(target=3)
    play.sweep()
    last_turn(play, side({6: 14}))
    with hearing() as heard:
        play.confirm(nino)

    row = play.row
    assert (row.status, play.match.phase) == (Status.LIVE, Phase.BETWEEN)
    assert row.seats.filter(is_active=True).count() == 2
    [event] = heard.events
    assert event["state"]["result"] == {"winner": 0, "points": 1, "name": "oini"}
    assert event["state"]["match"] is None
    assert event["state"]["score"] == [1, 0]
    assert heard.lobby == []

    with hearing() as heard:
        play.sweep()

    [event] = heard.events
    assert event["facts"][0]["fact"] == "opening"
    assert event["state"]["game"] == 2
    assert event["state"]["result"] is None
    assert event["state"]["games"] == [{"winner": 0, "points": 1, "name": "oini"}]
    assert event["state"]["pips"] == [167, 167]
    first, second = play.row.games.order_by("number")
    assert (first.ended_at, second.winner) == (
        second.started_at - timedelta(seconds=6),
        None,
    )


def test_the_history_is_that_of_the_game_under_way(
    sit: Sit, nino: User, giorgi: User
) -> None:
    """Between games it is still the last one's; the next begins with none."""
    play = sit(target=3)
    play.sweep()

    def history() -> list[str]:
        shown = selectors.table_snapshot(slug=play.slug, user_id=None, now=play.now)
        return [turn["notation"] for turn in shown["history"]]

    won(play, side({6: 14}))
    assert history() == ["1/off"]
    play.sweep()
    assert history() == []
    won(play, side({6: 14}), seat=1)
    assert history() == ["1/off"]


@pytest.mark.parametrize("ruleset", ["short", "long-white-opens"])
@pytest.mark.parametrize("white", [0, 1])
def test_colours_swap_with_every_game_where_white_opens(
    sit: Sit, monkeypatch: pytest.MonkeyPatch, ruleset: str, white: int
) -> None:
    """Whoever won: White of the second game is Black of the first."""
    monkeypatch.setattr(dice, "lot", lambda: white)
    play = sit(ruleset=ruleset, target=7)
    seen = []
    for _ in range(3):
        play.sweep()
        seen.append((play.match.white, play.match.mover))
        won(play, side({6: 14}))

    other = 1 - white
    assert seen == [(white, white), (other, other), (white, white)]


@pytest.mark.parametrize("ruleset", ["georgian", "long"])
def test_elsewhere_everyone_keeps_his_colour(
    sit: Sit, scripted: Script, ruleset: str
) -> None:
    """The opening roll says who starts."""
    scripted(((6, 5),), ((5, 6),))
    play = sit(ruleset=ruleset, target=7)
    play.sweep()
    won(play, side({6: 14}))
    play.sweep()

    assert (play.match.white, play.match.mover) == (0, 1)
