"""A position as SVG: complete without a script, and fit to stand beside others."""

import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.template import Context, Template
from django.utils import translation

from games.board.drawing import (
    Arrow,
    Die,
    Marks,
    Position,
    Target,
    board_drawn,
    position_words,
    state_drawn,
)
from games.board.geometry import LAYOUTS, LIVE, geometry_data, layout_get
from games.board.samples import MIDDLE_GAME
from games.rules.rulesets import RULESETS

LARGEST_STILL_PART = 15_000
MINE, THEIRS = MIDDLE_GAME


def drawn(template: str, **context: Any) -> str:
    return Template("{% load board %}" + template).render(Context(context))


def board(layout: str = "desktop", key: str = "b", **more: Any) -> str:
    return drawn(
        "{% board_position sides key=key layout=layout marks=marks %}",
        **{"sides": MIDDLE_GAME, "key": key, "layout": layout, "marks": None, **more},
    )


def side(**checkers: int) -> list[int]:
    counts = [0] * 26
    for place, count in checkers.items():
        counts[int(place[1:])] = count
    counts[0] = 15 - sum(counts)
    return counts


def spots(context: dict[str, Any], colour: str) -> list[tuple[float, float]]:
    return [
        tuple(map(float, re.findall(r"[\d.]+", checker["at"])))  # type: ignore[misc]
        for checker in context["checkers"]
        if checker["colour"] == colour
    ]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_drawing_is_well_formed_and_has_nothing_inline(layout: str) -> None:
    marks = Marks(
        origins=(8,),
        arrivals=(4,),
        held=(4,),
        targets=(Target(2, "4+2"),),
        arrows=(Arrow(8, 4), Arrow(25, 20)),
    )
    svg = board(layout, marks=marks)
    ET.fromstring(svg)  # noqa: S314 - our own drawing
    assert "style=" not in svg
    assert "<script" not in svg
    assert "<style" not in svg


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_still_part_is_small(layout: str) -> None:
    empty = [side(), side()]
    assert len(board(layout, sides=empty).encode()) < LARGEST_STILL_PART


def test_boards_on_one_page_share_no_id() -> None:
    page = "".join(board(layout, key=layout) for layout in LAYOUTS)
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    for reference in re.findall(r'(?:href="|url\()#([^")]+)', page):
        assert reference in ids


def test_the_sprite_keeps_to_its_own_ids() -> None:
    page = board() + drawn("{% board_sprite %}")
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("language", ["ka", "en"])
def test_numbers_are_svg_numbers_in_every_language(language: str) -> None:
    """A comma from the language's own way of writing would break the drawing."""
    with translation.override(language):
        svg = board("landscape")
    assert not re.search(r'(?:transform|x|y|d)="[^"]*\d,\d', svg)


def test_every_checker_is_drawn_once() -> None:
    context = board_drawn(Position(MINE, THEIRS), layout="desktop", key="b")
    assert len(context["checkers"]) + len(context["slabs"]) == 30
    assert len(spots(context, "bone")) == 15


def test_the_outermost_of_a_high_stack_says_how_many() -> None:
    six = Position(side(p6=6, p1=5), side(p24=2))
    context = board_drawn(six, layout="desktop", key="b")
    assert [c["count"] for c in context["checkers"] if c["count"]] == ["6"]
    high = spots(context, "bone")[5:11]
    steps = [round(abs(a[1] - b[1]), 1) for a, b in pairwise(high)]
    assert steps == [73.6] * 5


@pytest.mark.parametrize(
    ("family", "near"), [("short", 24), ("long", 13)], ids=["short", "long"]
)
def test_each_family_sets_the_opponent_where_he_stands(family: str, near: int) -> None:
    """His own point 1 is my 24 across, or my 13 along the way we both go."""
    position = Position(side(p6=15), side(p1=15), family=family)
    context = board_drawn(position, layout="desktop", key="b")
    xs = {x for x, _ in spots(context, "tea")}
    assert xs == {LAYOUTS["desktop"].points[near].x}


def test_both_heads_of_long_nardy_lie_opposite() -> None:
    start = RULESETS["long"].start
    context = board_drawn(
        Position(start, start, family="long"), layout="desktop", key="b"
    )
    mine, theirs = spots(context, "bone")[0], spots(context, "tea")[0]
    desktop = LAYOUTS["desktop"]
    assert mine == (desktop.points[24].x, desktop.points[24].y)
    assert theirs == (desktop.points[12].x, desktop.points[12].y)


def test_the_other_seat_sees_the_same_board_from_his_side() -> None:
    ours = drawn("{% board_position sides key='b' viewer=0 %}", sides=MIDDLE_GAME)
    other = drawn("{% board_position sides key='b' viewer=1 %}", sides=MIDDLE_GAME)
    assert ours.count("nb-on-bone") == other.count("nb-on-bone") == 15
    assert ours != other


def test_borne_off_checkers_lie_in_the_tray_and_are_counted() -> None:
    position = Position(side(p1=3), side(p1=14))
    context = board_drawn(position, layout="desktop", key="b")
    assert [slab["colour"] for slab in context["slabs"]] == ["bone"] * 12 + ["tea"]
    assert {c["who"]: c["text"] for c in context["counts"]} == {
        "mine": "12",
        "theirs": "1",
    }


def test_a_state_shows_dice_steps_and_held_checkers() -> None:
    """The last move leaves a ring; stops on the way are not marked."""
    state = {
        "white": 0,
        "sides": MIDDLE_GAME,
        "turn": {
            "seat": 0,
            "dice": [4, 2],
            "used": [True, True],
            "steps": [
                {"from": 10, "to": 6, "die": 4, "hit": False},
                {"from": 6, "to": 4, "die": 2, "hit": True},
            ],
            "held": [4],
        },
    }
    context = state_drawn(state, family="short", viewer=0, layout="desktop", key="b")
    assert [(d["value"], d["used"]) for d in context["dice"]] == [
        ("4", True),
        ("2", True),
    ]
    assert [(b["kind"], b["text"]) for b in context["boxes"]] == [
        ("origin", "10"),
        ("arrival", "4"),
    ]
    assert len(context["rings"]) == 1
    assert len(context["held"]) == 1


def test_a_double_lies_as_four_dice() -> None:
    state = {
        "white": 0,
        "sides": MIDDLE_GAME,
        "turn": {
            "seat": 1,
            "dice": [3, 3],
            "used": [True, False, False, False],
            "steps": [],
            "held": [],
        },
    }
    context = state_drawn(state, family="short", viewer=0, layout="desktop", key="b")
    assert [die["used"] for die in context["dice"]] == [True, False, False, False]


def test_a_held_sign_shows_only_while_its_checker_is_alone() -> None:
    context = board_drawn(
        Position(MINE, THEIRS),
        layout="desktop",
        key="b",
        marks=Marks(held=(4, 5)),
        dice={"mine": (Die(4, used=True),)},
    )
    assert len(context["held"]) == 1


@pytest.mark.parametrize("layout", LIVE)
@pytest.mark.parametrize("family", ["short", "long"])
def test_a_board_with_the_home_on_the_left_is_the_other_in_a_mirror(
    layout: str, family: str
) -> None:
    """Checkers, slabs and marks; words and dice are the same."""
    state = {
        "white": 0,
        "sides": (side(p24=2, p6=3, p3=1), side(p24=9, p2=1)),
        "turn": {
            "seat": 0,
            "dice": [4, 2],
            "used": [True, False],
            "steps": [{"from": 10, "to": 6, "die": 4, "hit": False}],
            "held": [3],
        },
    }
    plain, mirrored = (
        state_drawn(
            state, family=family, viewer=0, layout=layout, key="b", home_on_left=is_left
        )
        for is_left in (False, True)
    )
    width = layout_get(layout).width

    def places(drawing: dict[str, Any], part: str) -> list[list[float]]:
        texts = [one if isinstance(one, str) else one["at"] for one in drawing[part]]
        return [[float(n) for n in re.findall(r"[\d.]+", text)[:2]] for text in texts]

    for part in ("checkers", "slabs", "boxes", "rings", "held"):
        assert places(mirrored, part), part
        for here, there in zip(
            places(mirrored, part), places(plain, part), strict=True
        ):
            assert here == pytest.approx([width - there[0], there[1]], abs=0.11)
    assert [one["text"] for one in mirrored["wood"]["numbers"]] == [
        str(point) for point in range(1, 25)
    ]
    assert mirrored["label"] == plain["label"]
    # What the scripts are handed is what was drawn.
    points = geometry_data(home_on_left=True)["layouts"][layout]["points"]
    numbers = [float(one["x"]) for one in mirrored["wood"]["numbers"]]
    assert numbers == [x for x, *_ in points[1:]]


def test_the_position_can_be_heard() -> None:
    with translation.override("en"):
        words = position_words(Position(side(p24=2, p6=1), side(p25=1, p1=2)))
    assert words == (
        "White: point 24: 2 checkers, point 6: 1 checker, borne off: 12. "
        "Black: on the bar: 1, point 24: 2 checkers, borne off: 12."
    )
