"""Plays as text, written and read."""

from __future__ import annotations

import pytest

from games.rules.errors import IllegalMove, InvalidMessage
from games.rules.notation import play_format, play_parse
from games.rules.position import BAR
from games.rules.turn import Step, Turn
from tests.rules.positions import Setting, setting, start


def _written(roll: Setting, *steps: tuple[int, int]) -> str:
    turn = roll.turn()
    for source, die in steps:
        turn = turn.take(Step(source, die))
    return play_format(turn)


def _read(roll: Setting, text: str) -> tuple[Step, ...]:
    return play_parse(
        text, roll.ruleset, roll.position, roll.dice, first_turn=roll.first_turn
    )


HITS = setting("short", {8: 1, 13: 14}, {4: 1, 24: 14}, (4, 2))
ENTERS = setting("georgian", {BAR: 1, 13: 14}, {1: 15}, (5, 2))
LAST_TWO = setting("georgian", {6: 2}, {24: 15}, (6, 6))


@pytest.mark.parametrize(
    ("roll", "steps", "text"),
    [
        (start("georgian", (5, 3)), [(8, 5), (6, 3)], "8/3 6/3"),
        (start("georgian", (5, 3)), [(6, 3), (8, 5)], "8/3 6/3"),
        (start("georgian", (5, 3)), [(13, 5), (8, 3)], "13/5"),
        (HITS, [(8, 4), (4, 2)], "8/4*/2"),
        (HITS, [(8, 2), (6, 4)], "8/2"),
        (HITS, [(8, 4), (13, 2)], "13/11 8/4*"),
        (ENTERS, [(BAR, 5), (13, 2)], "bar/20 13/11"),
        (ENTERS, [(BAR, 5), (20, 2)], "bar/18"),
        (LAST_TWO, [(6, 6), (6, 6)], "6/off(2)"),
        (start("georgian", (1, 1)), [(8, 1), (8, 1), (6, 1), (6, 1)], "8/7(2) 6/5(2)"),
        (start("long", (6, 6)), [(24, 6), (24, 6)], "24/18(2)"),
    ],
)
def test_written(roll: Setting, steps: list[tuple[int, int]], text: str) -> None:
    """One checker's way is one part; only the stops with a hit are shown."""
    assert _written(roll, *steps) == text


def test_who_hits_is_kept() -> None:
    """The star stands with the checker that hits, not with the one that follows."""
    roll = setting("georgian", {8: 1, 6: 14}, {4: 1, 24: 14}, (4, 2))
    assert _written(roll, (8, 4), (6, 2)) == "8/4* 6/4"
    assert _written(roll, (6, 2), (8, 4)) == "8/4 6/4*"
    assert _read(roll, "8/4* 6/4") == (Step(8, 4), Step(6, 2))
    assert _read(roll, "8/4 6/4*") == (Step(6, 2), Step(8, 4))


def test_unfinished_turn_is_written_as_far_as_it_goes() -> None:
    """Nothing made is the empty text; one step is one part."""
    assert _written(start("georgian", (5, 3))) == ""
    assert _written(start("georgian", (5, 3)), (8, 5)) == "8/3"


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("8/3 6/3", ((8, 5), (6, 3))),
        ("6/3  8/3 ", ((8, 5), (6, 3))),
        ("13/5", ((13, 5), (8, 3))),
        ("13/8/5", ((13, 5), (8, 3))),
        ("13/10/5", ((13, 3), (10, 5))),
    ],
)
def test_read(text: str, steps: tuple[tuple[int, int], ...]) -> None:
    """In any order of the parts, with or without the stops between."""
    read = _read(start("georgian", (5, 3)), text)
    assert read == tuple(Step(*step) for step in steps)


def test_equal_parts_may_be_counted_or_repeated() -> None:
    """`24/18(2)` and `24/18 24/18` are one play."""
    roll = start("long", (6, 6))
    assert _read(roll, "24/18(2)") == _read(roll, "24/18 24/18")
    assert _read(start("long", (1, 1)), "24/23/22/21/20") == tuple(
        Step(point, 1) for point in (24, 23, 22, 21)
    )


def test_hits_must_be_marked() -> None:
    """`8/2` goes round the checker on 4, `8/4*/2` hits it."""
    assert _read(HITS, "8/2") == (Step(8, 2), Step(6, 4))
    assert _read(HITS, "8/4*/2") == (Step(8, 4), Step(4, 2))
    for text in ("8/4 13/11", "8/4*/2*", "8/6*/2", "13/11* 8/4*"):
        with pytest.raises(IllegalMove):
            _read(HITS, text)


def test_hit_on_the_only_way_must_be_marked() -> None:
    """Where every way leads over a lone checker, leaving out the hit is no play."""
    roll = setting("short", {8: 1, 1: 14}, {4: 1, 6: 2, 24: 12}, (4, 2))
    assert _read(roll, "8/4*/2") == (Step(8, 4), Step(4, 2))
    with pytest.raises(IllegalMove):
        _read(roll, "8/2")


def test_pass() -> None:
    """The empty text is a pass, and a pass only where nothing can be played."""
    passing = setting("georgian", {BAR: 1, 6: 14}, {20: 2, 23: 2, 1: 11}, (5, 2))
    assert _read(passing, "") == ()
    assert play_format(passing.turn()) == ""
    with pytest.raises(IllegalMove):
        _read(start("georgian", (5, 3)), "")


@pytest.mark.parametrize(
    "text", ["8/3", "8/3 6/3 6/3", "8/3(2)", "24/19 6/3", "8/2 6/4", "7/2 6/3", "6/off"]
)
def test_illegal(text: str) -> None:
    """Readable, but no whole legal play of this roll."""
    with pytest.raises(IllegalMove):
        _read(start("georgian", (5, 3)), text)


@pytest.mark.parametrize(
    "text",
    [
        "8-3",
        "8/",
        "8",
        "/3",
        "08/3",
        "25/20",
        "8/0",
        "8/bar",
        "off/3",
        "3/8",
        "8/8",
        "8/3**",
        "8/3(1)",
        "8/3(5)",
        "8/3(2)(2)",
        "bar/off*",
        "٨/3",
        "8/3\x00",
        "8/7(4) 6/5",
        "13/8/3/off 6/3 8/3",
        "x" * 201,
    ],
)
def test_unreadable(text: str) -> None:
    """What is no notation at all is refused before any rule is asked."""
    with pytest.raises(InvalidMessage):
        _read(start("georgian", (5, 3)), text)


def test_turn_rebuilt_from_text() -> None:
    """The steps read make the turn that was written."""
    roll = start("georgian", (5, 3))
    steps = _read(roll, "13/8 6/3")
    turn = Turn(roll.ruleset, roll.position, roll.dice, roll.first_turn, steps)
    assert play_format(turn) == "13/8 6/3"
