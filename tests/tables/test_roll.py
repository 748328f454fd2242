"""Rolling, and who is White: the dice of a match through the services."""

from collections import Counter

import pytest

from accounts.models import User
from games.rules.commands import RollDice
from games.rules.match import Draw, NotNow, NotYourTurn, Phase
from games.tables import dice
from games.tables.errors import NotSeated
from tests.tables.conftest import Hearing, Script, Sit
from tests.tables.playing import Play, refused

pytestmark = pytest.mark.django_db


def test_the_mover_rolls_and_everyone_sees_the_same_dice(
    rolling: Play, giorgi: User, scripted: Script, hearing: Hearing
) -> None:
    """The roll is in the row and in its event before anyone is told."""
    scripted(((6, 2),))
    with hearing() as heard:
        played = rolling.roll(giorgi)

    assert rolling.match.dice == (6, 2)
    assert rolling.row.version == played.version
    event = rolling.row.events.get(version=played.version)
    assert (event.command, event.seat, event.data) == ("roll", 1, {"rolls": [[6, 2]]})
    assert heard.events[0]["facts"] == [
        {"fact": "rolled", "seat": 1, "dice": [6, 2], "by": "player"}
    ]
    assert heard.events[0]["state"]["turn"]["dice"] == [6, 2]


def test_only_the_mover_rolls(
    rolling: Play, nino: User, giorgi: User, lasha: User, scripted: Script
) -> None:
    """The other player is told that it is not his turn, a third that he does not sit."""
    scripted(((6, 2),), ((6, 2),), ((6, 2),))
    with refused(rolling, NotYourTurn):
        rolling.roll(nino)
    with refused(rolling, NotSeated):
        rolling.roll(lasha)

    assert rolling.roll(giorgi)


def test_dice_are_rolled_once_a_turn(
    rolling: Play, nino: User, giorgi: User, scripted: Script
) -> None:
    """Neither in the move nor in the pause is there another roll."""
    scripted(((6, 2),))
    rolling.roll(giorgi)
    with refused(rolling, NotNow):
        rolling.roll(giorgi)

    rolling.move(giorgi, (24, 6), (18, 2))
    assert rolling.match.phase is Phase.PAUSE
    for player in (giorgi, nino):
        with refused(rolling, NotNow):
            rolling.roll(player)


def test_nobody_rolls_before_a_game_is_opened(opening: Play, nino: User) -> None:
    """The opening roll comes by itself."""
    with refused(opening, NotNow):
        opening.roll(nino)


def test_the_opening_dice_are_the_first_move(
    opening: Play, scripted: Script, hearing: Hearing
) -> None:
    """Georgian: ties again, the higher plays those two dice, unasked."""
    scripted(((4, 4), (1, 1), (2, 6)))
    with hearing() as heard:
        opening.sweep()

    match = opening.match
    assert (match.phase, match.mover, match.dice) == (Phase.MOVE, 1, (6, 2))
    assert heard.events[0]["facts"] == [
        {"fact": "opening", "rolls": [[4, 4], [1, 1], [2, 6]], "starter": 1}
    ]
    assert opening.row.events.get(version=2).data == {"rolls": [[4, 4], [1, 1], [2, 6]]}


def test_the_winner_of_the_opening_rolls_both_again_in_long_nardy(
    sit: Sit, scripted: Script, giorgi: User
) -> None:
    """Long: the higher starts and rolls, and may roll a double."""
    play = sit(ruleset="long")
    scripted(((2, 6),), ((6, 6),))
    play.sweep()
    assert (play.match.phase, play.match.mover) == (Phase.ROLL, 1)

    play.roll(giorgi)

    assert play.match.dice == (6, 6)


@pytest.mark.parametrize("ruleset", ["short", "long-white-opens"])
@pytest.mark.parametrize("white", [0, 1])
def test_where_white_opens_the_lot_says_who_is_white(
    sit: Sit, monkeypatch: pytest.MonkeyPatch, ruleset: str, white: int
) -> None:
    """The lot is drawn once, when both sit, and kept with the join."""
    monkeypatch.setattr(dice, "lot", lambda: white)
    play = sit(ruleset=ruleset)
    assert play.match.white == white
    assert play.row.events.get(command="join").data == {"white": white}

    play.sweep()

    match = play.match
    assert (match.phase, match.mover, match.opening) == (Phase.ROLL, white, ())


@pytest.mark.parametrize("ruleset", ["georgian", "long"])
def test_elsewhere_nobody_draws_lots(
    sit: Sit, monkeypatch: pytest.MonkeyPatch, ruleset: str
) -> None:
    """The creator has the pale checkers."""
    monkeypatch.delattr(dice, "lot")

    assert sit(ruleset=ruleset).match.white == 0


@pytest.mark.parametrize("ruleset", ["short", "long-white-opens"])
def test_whites_first_roll_is_drawn_without_doubles(
    sit: Sit, monkeypatch: pytest.MonkeyPatch, ruleset: str
) -> None:
    """The first roll of the game only; the next player may roll a double."""
    monkeypatch.setattr(dice, "lot", lambda: 0)
    play = sit(ruleset=ruleset)
    play.sweep()
    drawn: list[Draw | None] = []

    def draw(wanted: Draw | None) -> tuple[tuple[int, int], ...]:
        drawn.append(wanted)
        return ((2, 1),) if wanted else ()

    monkeypatch.setattr(dice, "draw", draw)
    for player in play.players:
        play.roll(player)
        play.later(seconds=60)
        play.sweep()

    assert [wanted for wanted in drawn if wanted] == [Draw.FIRST, Draw.ROLL]


def test_the_dice_are_fair_in_kind() -> None:
    """Each draw has its shape; every face and every unequal pair turns up."""
    assert dice.draw(None) == ()
    rolls = Counter(roll for _ in range(3000) for roll in dice.draw(Draw.ROLL))
    assert len(rolls) == 36
    firsts = Counter(roll for _ in range(3000) for roll in dice.draw(Draw.FIRST))
    assert len(firsts) == 30
    assert all(a != b for a, b in firsts)
    for _ in range(300):
        *ties, last = dice.draw(Draw.OPENING)
        assert all(a == b for a, b in ties)
        assert last[0] != last[1]
    assert {dice.lot() for _ in range(100)} == {0, 1}


def test_a_roll_that_is_refused_leaves_no_dice_behind(
    rolling: Play, nino: User, giorgi: User, scripted: Script
) -> None:
    """What the other player's early tap drew is not what the mover gets."""
    scripted(((6, 6),), ((6, 2),))
    with refused(rolling, NotYourTurn):
        rolling.act(nino, RollDice)

    rolling.roll(giorgi)

    assert rolling.match.dice == (6, 2)
