"""The rules explorer: any position, any roll, every legal play once."""

from __future__ import annotations

import re
from itertools import islice
from urllib.parse import quote

import pytest
from django.test import Client

from games.rulebook.explorer import Asked, asked_read, explored
from games.rulebook.plays import MOST_SHOWN, ROLLS, distinct_plays, plays_written
from games.rules.notation import play_parse
from games.rules.plays import legal_positions
from games.rules.position import OFF, Position
from games.rules.position_string import position_from_string, position_to_string
from games.rules.rulesets import RULESETS
from tests.rules.positions import played, setting, thrown

pytestmark = pytest.mark.django_db

START = "/en/position/4HPwATDgc_ABMA/"
LONG_START = "/en/position/long-AACA_z8AAID_Pw/"

# The mover's fifteen alone on their points and nobody in the way: few rolls have more.
SPREAD = dict.fromkeys(range(10, 25), 1)


def shown(address: str, status: int = 200, **query: str) -> str:
    answer = Client().get(address, query or None)
    assert answer.status_code == status
    return answer.content.decode()


def plays(html: str) -> list[tuple[str, str]]:
    """Each play that the page lists, with where it leads."""
    listed = re.search(r'<ol class="plays.*?</ol>', html, re.DOTALL)
    found = re.findall(r'href="(.*?)".*?>(.*?)</a>', listed[0]) if listed else []
    return [(text, address.replace("&amp;", "&")) for address, text in found]


def test_every_play_of_a_roll() -> None:
    """Written as the rules write it, each leading to the other player's turn."""
    listed = plays(shown(START, dice="31"))
    start = Position(RULESETS["georgian"].start, RULESETS["georgian"].start)
    found = distinct_plays(RULESETS["georgian"], start, (3, 1))
    assert [text for text, _ in listed] == plays_written(
        RULESETS["georgian"], start, (3, 1), found
    )
    assert "8/5 6/5" in dict(listed)
    there = shown(dict(listed)["8/5 6/5"])
    assert "Black to move" in there
    string = position_to_string(found[0].position.switched(), "short")
    assert any(string in address for _, address in listed)


@pytest.mark.parametrize("key", ["georgian", "short", "long"])
def test_one_play_for_every_position_that_can_be_reached(key: str) -> None:
    ruleset = RULESETS[key]
    for source in (played, thrown):
        for roll in islice(source(ruleset, 31), 60):
            found = distinct_plays(ruleset, roll.position, roll.dice)
            first = roll.position.mine[24] == 15
            reached = legal_positions(
                ruleset, roll.position, roll.dice, first_turn=first
            )
            assert sorted(
                (one.position.mine, one.position.theirs) for one in found
            ) == sorted((one.mine, one.theirs) for one in reached)


def test_each_play_can_be_read_back() -> None:
    ruleset = RULESETS["georgian"]
    for roll in islice(played(ruleset, 32), 20):
        found = distinct_plays(ruleset, roll.position, roll.dice)
        for text in plays_written(ruleset, roll.position, roll.dice, found):
            assert play_parse(text, ruleset, roll.position, roll.dice, first_turn=False)


def test_the_rule_set_matters() -> None:
    """Hitting at home and running on is a play of one and not of the other."""
    where = setting("short", {8: 1, 6: 14}, {4: 1, 24: 14}, (4, 2))
    address = f"/en/position/{position_to_string(where.position, 'short')}/"
    in_short = dict(plays(shown(address, dice="42", rules="short")))
    in_georgian = dict(plays(shown(address, dice="42")))
    assert "8/4*/2" in in_short
    assert "8/4*/2" not in in_georgian
    assert all("rules=short" in there for there in in_short.values())


def test_long_nardy_knows_the_first_turn() -> None:
    """All fifteen on the head: two may leave with 4-4, and only then."""
    assert [text for text, _ in plays(shown(LONG_START, dice="44"))] == ["24/16(2)"]
    assert [text for text, _ in plays(shown(LONG_START, dice="55"))] == ["24/4"]
    html = shown(LONG_START, dice="44")
    assert "Long nardy" in html
    assert "GNU Backgammon" not in html


def test_nothing_to_play() -> None:
    """The page says so, and passes the turn."""
    where = setting(
        "georgian", {25: 1, 6: 14}, {19: 3, 20: 3, 21: 3, 22: 3, 23: 2, 24: 1}, (6, 6)
    )
    string = position_to_string(where.position, "short")
    html = shown(f"/en/position/{string}/", dice="66")
    assert "the turn passes" in html
    other = position_to_string(where.position.switched(), "short")
    assert f"/en/position/{other}/?move=black" in html


def test_either_colour_may_be_to_move() -> None:
    assert "White to move" in shown(START)
    html = shown(START, move="black", dice="21")
    assert "Black to move" in html
    assert all("move=black" not in there for _, there in plays(html))


def test_pips_are_told_of_the_colours_whoever_moves() -> None:
    start = RULESETS["georgian"].start
    ahead = (*start[:20], start[20] + 1, *start[21:24], start[24] - 1, *start[25:])
    for position, query in (
        (Position(ahead, start), {}),
        (Position(start, ahead), {"move": "black"}),
    ):
        assert explored(asked_read("short", position, query)).pips == (163, 167)


def test_without_a_roll_there_is_one_to_choose() -> None:
    html = shown(START)
    assert plays(html) == []
    for row in ROLLS:
        for high, low in row:
            assert f'/position/4HPwATDgc_ABMA/?dice={high}{low}"' in html


@pytest.mark.parametrize("dice", ["7", "07", "1", "123", "6-7", "x", "٣٤", "6 6"])
def test_a_roll_that_is_none(dice: str) -> None:
    html = shown(START, dice=dice)
    assert "two numbers from 1 to 6" in html
    assert plays(html) == []


def test_a_roll_may_be_written_either_way() -> None:
    assert plays(shown(START, dice="13")) == plays(shown(START, dice="3-1")) != []


@pytest.mark.parametrize("query", ["rules=chess", "move=red", "page=0", "page=x"])
def test_what_is_not_understood_is_as_usual(query: str) -> None:
    usual = plays(shown(START, dice="31"))
    assert plays(shown(f"{START}?dice=31&{query}")) == usual


def test_a_finished_game_has_no_rolls() -> None:
    html = shown("/en/position/AAAAAAAAAAAAAA/", dice="31")
    assert "The game is over" in html
    assert plays(html) == []
    assert "Choose a roll" not in html


@pytest.mark.parametrize("query", ["", "?move=black"])
@pytest.mark.parametrize("over", [True, False])
def test_in_a_finished_game_nobody_is_to_move(query: str, *, over: bool) -> None:
    """Neither in the headings nor by the link that hands the turn over."""
    where = "/en/position/AAAAAAAAAAAAAA/" if over else START
    html = shown(f"{where}{query}")
    assert ("to move" not in html) == over
    assert ("Let the other side move" not in html) == over
    assert html.count("<h1>The game is over: somebody") == over


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "4HPwATDgc_ABM",
        "4HPwATDgc_ABMB",
        "_____________w",
        "long-",
        "AACABAAAAAAAAA",
        "ნარდი",
        "a/b/c",
        "<b>bold</b>",
        "4" * 3000,
    ],
)
def test_a_string_that_is_no_position(text: str) -> None:
    """An answer with words in the reader's language, and a field to try again."""
    html = shown(f"/en/position/{quote(text)}/", status=404)
    assert "is no position string" in html
    assert "<b>bold" not in html
    assert 'name="position"' in html


def test_a_string_of_gnu_backgammon_finds_its_address() -> None:
    answer = Client().get("/en/position/4HPwATDgc/ABMA/")
    assert answer.status_code == 301
    assert answer["Location"] == START
    asked = "?dice=6-6&rules=short"
    answer = Client().get(f"/en/position/4HPwATDgc/ABMA/{asked}")
    assert answer["Location"] == f"{START}{asked}"


def test_the_field_takes_what_was_copied() -> None:
    answer = Client().get("/en/position/", {"position": " 4HPwATDgc/ABMA "})
    assert (answer.status_code, answer["Location"]) == (302, START)
    assert shown("/en/position/", status=404, position="nonsense")
    assert "From the start" in shown("/en/position/")


def test_positions_are_not_for_search_engines() -> None:
    assert '<meta name="robots" content="noindex">' in shown(START)
    assert '<meta name="robots"' not in shown("/en/position/")


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("key", ["georgian", "long"])
def test_the_worst_double_is_bounded(key: str, die: int) -> None:
    """Fifteen lone checkers: some two thousand plays, and sixty on a page."""
    where = setting(key, SPREAD, {1: 14}, (die, die))
    found = distinct_plays(RULESETS[key], where.position, (die, die))
    assert 1000 < len(found) < 2500
    asked = Asked(where.position, key, dice=(die, die))
    first = explored(asked)
    assert len(first.plays) == MOST_SHOWN
    assert first.count == len(found)
    assert first.earlier == ""
    last = explored(Asked(where.position, key, dice=(die, die), page=99))
    assert last.last == last.count
    assert last.later == ""


def test_pages_of_plays_follow_each_other() -> None:
    where = setting("georgian", SPREAD, {1: 14}, (3, 3))
    string = position_to_string(where.position, "short")
    html = shown(f"/en/position/{string}/", dice="33", page="2")
    assert "page=1" not in html
    assert "page=3" in html
    first = shown(f"/en/position/{string}/", dice="33")
    assert not set(dict(plays(first))) & set(dict(plays(html)))


def test_an_address_says_what_it_asks_for() -> None:
    family, position = position_from_string("4HPwATDgc_ABMA")
    asked = asked_read(family, position, {"dice": "42", "move": "black", "page": "2"})
    assert asked == Asked(position, "georgian", black=True, dice=(4, 2), page=2)
    assert asked.address.endswith("?dice=42&move=black&page=2")
    assert position.mine[OFF] == 0
