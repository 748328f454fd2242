"""Position strings: GNU Backgammon's own, and that of the long family."""

from __future__ import annotations

import pytest
from hypothesis import given

from games.rules.errors import InvalidMessage
from games.rules.position import BAR, OFF, POINTS, Position
from games.rules.position_string import (
    position_from_string,
    position_to_gnu,
    position_to_string,
)
from games.rules.rulesets import RULESETS
from tests.rules.positions import Setting, any_setting, setting

SHORT, LONG = RULESETS["short"], RULESETS["long"]
START = "4HPwATDgc/ABMA"


# What GNU Backgammon 1.07 shows for these positions; the opponent's checkers
# stand on points of the mover's.
KNOWN = {
    START: setting(
        "short", {24: 2, 13: 5, 8: 3, 6: 5}, {1: 2, 12: 5, 17: 3, 19: 5}, (3, 1)
    ),
    "4HPwATCwZ/ABMA": setting(
        "short", {24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, {1: 2, 12: 5, 17: 3, 19: 5}, (3, 1)
    ),
    "4Dn4AFiwZ/ABUA": setting(
        "short",
        {BAR: 1, 24: 1, 13: 5, 8: 2, 6: 4, 5: 2},
        {1: 2, 12: 5, 17: 3, 19: 4},
        (3, 1),
        their_bar=1,
    ),
    "MQcAADYHAEAAAA": setting(
        "short",
        {BAR: 1, 6: 3, 4: 2, 3: 2},
        {19: 3, 21: 2, 24: 1},
        (3, 1),
        their_bar=0,
    ),
}


@pytest.mark.parametrize("text", KNOWN)
def test_gnu_backgammon_writes_the_same(text: str) -> None:
    """Borne off checkers, the bar on either side, and who is on roll."""
    position = KNOWN[text].position
    assert position_to_gnu(position) == text
    assert position_from_string(text) == ("short", position)
    address = text.replace("/", "_").replace("+", "-")
    assert position_to_string(position, "short") == address
    assert position_from_string(address) == ("short", position)


def test_the_mover_is_the_second_half() -> None:
    """Whoever is on roll, the other one is written first."""
    position = KNOWN["4HPwATCwZ/ABMA"].position
    assert position_to_gnu(position.switched()) == "sGfwATDgc/ABMA"


@given(any_setting)
def test_there_and_back(given_setting: Setting) -> None:
    """Every position of every rule set comes back as it was, from an address too."""
    family = given_setting.ruleset.family
    text = position_to_string(given_setting.position, family)
    assert position_from_string(text) == (family, given_setting.position)
    assert not set(text) & set("+/=% ")


def test_long_start() -> None:
    """The string of the long family says which family it is."""
    start = Position(LONG.start, LONG.start)
    text = position_to_string(start, "long")
    assert text == "long-AACA_z8AAID_Pw"
    assert position_from_string(text) == ("long", start)


def test_an_empty_board() -> None:
    """Whoever stands nowhere has borne off all fifteen."""
    family, position = position_from_string("A" * 14)
    assert family == "short"
    assert position.mine[OFF] == position.theirs[OFF] == 15
    assert not any(position.mine[point] for point in POINTS)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "14 characters"),
        (START[:-1], "14 characters"),
        (START + "A", "14 characters"),
        (START + "==", "14 characters"),
        ("long-", "14 characters"),
        ("Long-" + START, "14 characters"),
        ("4HPwATDgc/ABM!", "base64"),
        ("4HPwATDgc/ABM ", "base64"),
        ("ა" * 14, "base64"),
        ("4HPwATDgc/AB=A", "base64"),
        ("4HPwATDgc/ABMB", "too much"),
        ("/////////////w", "80 checkers"),
        ("A" * 12 + "8A", "more in the string"),
        ("AACABAAAAAAAAA", "point 1"),
        ("long-AACAAAAABAAAAA", "no bar"),
        ("long-AAgAAAAAAgAAAA", "point 24"),
    ],
)
def test_refused(text: str, says: str) -> None:
    """Each refusal is one sentence."""
    with pytest.raises(InvalidMessage, match=says):
        position_from_string(text)
