"""Moving, undoing, confirming: the mover's turn through the services."""

import pytest

from accounts.models import User
from games.rules.commands import Move
from games.rules.errors import IllegalMove, NothingToUndo
from games.rules.match import NotNow, NotYourTurn, Phase
from games.rules.turn import Step
from games.tables.errors import NotPlaying, NotSeated, StaleVersion
from games.tables.models import DeadlineKind
from tests.tables.conftest import Hearing, Script, Sit
from tests.tables.playing import Play, refused, side

pytestmark = pytest.mark.django_db

START = {24: 2, 13: 5, 8: 3, 6: 5}


def test_a_step_is_seen_as_it_is_made(
    moving: Play, nino: User, hearing: Hearing
) -> None:
    """The event tells the step, the state shows it, the clock runs on."""
    moving.later(seconds=10)
    with hearing() as heard:
        moving.step(nino, 8, 5)

    assert (moving.match.phase, moving.match.steps) == (Phase.MOVE, (Step(8, 5),))
    [event] = heard.events
    assert event["facts"] == [
        {"fact": "stepped", "seat": 0, "from": 8, "to": 3, "die": 5, "hit": False}
    ]
    assert event["state"]["sides"][0][8] == 2
    assert event["state"]["sides"][0][3] == 1
    assert event["state"]["turn"]["used"] == [True, False]
    assert event["clock"] == {
        "kind": "move",
        "seat": 0,
        "remaining_ms": 50_000,
        "total_ms": 60_000,
        "move_remaining_ms": 50_000,
    }
    assert moving.last.data == {"steps": [[8, 5]]}


def test_only_the_mover_moves(
    moving: Play, nino: User, giorgi: User, lasha: User
) -> None:
    """The same step: refused to the other player and a third, made by the mover."""
    with refused(moving, NotYourTurn):
        moving.step(giorgi, 8, 5)
    with refused(moving, NotSeated):
        moving.step(lasha, 8, 5)

    assert moving.step(nino, 8, 5)


@pytest.mark.parametrize(
    ("source", "die"), [(8, 4), (7, 5), (25, 5), (24, 5), (1, 3), (6, 6)]
)
def test_a_step_against_the_rules_is_refused(
    moving: Play, nino: User, source: int, die: int
) -> None:
    """No such die, nobody there, nobody on the bar, a closed point."""
    with refused(moving, IllegalMove):
        moving.step(nino, source, die)

    assert moving.step(nino, 8, 5)


def test_several_dice_are_played_with_one_checker(
    moving: Play, nino: User, hearing: Hearing
) -> None:
    """13/8/5 is one command, one version, two facts; the play is complete."""
    version = moving.row.version
    with hearing() as heard:
        moving.move(nino, (13, 5), (8, 3))

    assert moving.row.version == version + 1
    assert moving.match.phase is Phase.PAUSE
    assert [
        (fact["fact"], fact["from"], fact["to"]) for fact in heard.events[0]["facts"]
    ] == [("stepped", 13, 8), ("stepped", 8, 5)]


@pytest.mark.parametrize(
    "steps",
    [
        ((8, 5), (3, 5)),  # the five is used
        ((8, 5), (6, 3), (6, 3)),  # a die too many
        ((8, 5), (24, 4)),  # no such die
        ((24, 3), (21, 5), (16, 1)),
    ],
)
def test_several_steps_are_made_all_or_none(
    moving: Play, nino: User, steps: tuple[tuple[int, int], ...]
) -> None:
    """When the last is refused the first is not made either."""
    with refused(moving, IllegalMove):
        moving.move(nino, *steps)

    assert moving.move(nino, *steps[:1])


def test_four_dice_of_a_double_are_one_command(
    rolling: Play, giorgi: User, scripted: Script
) -> None:
    scripted(((2, 2),))
    rolling.roll(giorgi)
    rolling.move(giorgi, (13, 2), (11, 2), (9, 2), (7, 2))

    assert rolling.match.phase is Phase.PAUSE
    assert rolling.match.sides_shown[1][5] == 1


def test_nobody_moves_before_he_has_rolled(
    rolling: Play, giorgi: User, scripted: Script
) -> None:
    """Dice first."""
    with refused(rolling, NotNow):
        rolling.step(giorgi, 24, 6)
    with refused(rolling, NotNow):
        rolling.undo(giorgi)
    with refused(rolling, NotNow):
        rolling.confirm(giorgi)

    scripted(((6, 2),))
    rolling.roll(giorgi)
    assert rolling.step(giorgi, 24, 6)


def test_a_table_that_waits_takes_no_commands(
    sit: Sit, nino: User, lasha: User
) -> None:
    """Its creator is told "not now", a passer-by that he does not sit."""
    play = sit()
    play.resign(nino)
    with refused(play, NotPlaying):
        play.roll(nino)
    with refused(play, NotSeated):
        play.roll(lasha)


def test_a_complete_play_pauses(
    moving: Play, nino: User, giorgi: User, hearing: Hearing
) -> None:
    """2.5 seconds to confirm or undo; no third step; the other player waits."""
    moving.later(seconds=10)
    moving.step(nino, 8, 5)
    with hearing() as heard:
        moving.step(nino, 6, 3)

    assert heard.events[0]["clock"] == {
        "kind": "pause",
        "seat": 0,
        "remaining_ms": 2500,
        "total_ms": 2500,
        "move_remaining_ms": 50_000,
    }
    with refused(moving, IllegalMove):
        moving.step(nino, 6, 1)
    with refused(moving, NotYourTurn):
        moving.confirm(giorgi)
    with refused(moving, NotYourTurn):
        moving.undo(giorgi)
    assert moving.confirm(nino)


def test_undo_takes_back_the_last_step(
    moving: Play, nino: User, hearing: Hearing
) -> None:
    """One step a time, told with the step that was taken back."""
    moving.move(nino, (13, 5), (8, 3))
    with hearing() as heard:
        moving.undo(nino)
        moving.undo(nino)

    assert [event["facts"] for event in heard.events] == [
        [{"fact": "undone", "seat": 0, "from": 8, "to": 5, "die": 3, "hit": False}],
        [{"fact": "undone", "seat": 0, "from": 13, "to": 8, "die": 5, "hit": False}],
    ]
    assert moving.match.sides_shown[0] == side(START)
    with refused(moving, NothingToUndo):
        moving.undo(nino)


def test_undo_brings_a_hit_checker_back(
    rolling: Play, giorgi: User, scripted: Script
) -> None:
    """The bar is as provisional as the step."""
    blot = side({24: 2, 20: 1, 13: 5, 8: 3, 6: 4})
    rolling.placed(sides=(blot, side(START)))
    scripted(((1, 3),))
    rolling.roll(giorgi)
    rolling.step(giorgi, 6, 1)
    assert rolling.match.sides_shown[0][25] == 1
    assert rolling.last.command == "move"

    rolling.undo(giorgi)

    assert rolling.match.sides_shown == (blot, side(START))


def test_a_confirmed_turn_is_over(
    pausing: Play, nino: User, giorgi: User, hearing: Hearing
) -> None:
    """The history gets its line, and the other player his full move time."""
    pausing.later(seconds=1)
    with hearing() as heard:
        pausing.confirm(nino)

    turn = {
        "game": 1,
        "number": 1,
        "seat": 0,
        "dice": [5, 3],
        "steps": [[8, 5], [6, 3]],
        "notation": "8/3 6/3",
        "by": "player",
    }
    [event] = heard.events
    assert event["facts"] == [{"fact": "turn", "turn": turn}]
    assert event["clock"]["seat"] == 1
    assert event["clock"]["remaining_ms"] == 60_000
    assert pausing.last.data == {"turn": turn}
    for command in (pausing.undo, pausing.confirm):
        with refused(pausing, NotNow):
            command(nino)


def test_a_play_that_is_not_complete_is_not_confirmed(moving: Play, nino: User) -> None:
    """Neither before the first step nor after it, while another is possible."""
    with refused(moving, NotNow):
        moving.confirm(nino)
    moving.step(nino, 8, 5)
    with refused(moving, NotNow):
        moving.confirm(nino)

    moving.step(nino, 6, 3)
    assert moving.confirm(nino)


def test_a_pass_pauses_and_is_confirmed(
    rolling: Play, giorgi: User, scripted: Script
) -> None:
    """No legal step: the turn passes with an empty notation; nothing to undo."""
    wall = side({6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2})
    rolling.placed(sides=(wall, side({25: 1, 13: 5, 8: 4, 6: 5})))
    scripted(((6, 2),))
    rolling.roll(giorgi)

    assert rolling.match.phase is Phase.PAUSE
    assert rolling.row.deadline_kind == DeadlineKind.PAUSE
    with refused(rolling, NothingToUndo):
        rolling.undo(giorgi)
    rolling.confirm(giorgi)
    turn = rolling.last.data["turn"]
    assert (turn["seat"], turn["notation"], turn["by"]) == (1, "", "player")
    assert rolling.match.mover == 0


@pytest.mark.parametrize("behind", [1, 2, -1, -1000])
def test_a_command_for_another_version_is_refused(
    moving: Play, nino: User, behind: int
) -> None:
    """Older or newer: the refusal says which version the table has."""
    moving.step(nino, 8, 5)
    moving.undo(nino)
    version = moving.row.version

    with refused(moving, StaleVersion) as refusal:
        moving.act(nino, lambda seat: pytest.fail("not asked"), version - behind)

    assert refusal.value.detail == {"version": version}  # type: ignore[attr-defined]
    assert moving.step(nino, 8, 5)


def test_the_same_step_sent_twice_is_made_once(moving: Play, nino: User) -> None:
    """Two sockets, one version: the second is stale, though the rules allow it."""
    version = moving.row.version

    def step(seat: int) -> Move:
        return Move(seat, (Step(8, 5),))

    moving.act(nino, step, version)
    with refused(moving, StaleVersion):
        moving.act(nino, step, version)

    assert moving.match.steps == (Step(8, 5),)
