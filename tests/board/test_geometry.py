"""The board's numbers: what look.md fixes, and that everybody has the same ones."""

import json
import re
from pathlib import Path

import pytest

from games.board.geometry import (
    CHECKERS,
    FULL_STACK,
    LAYOUTS,
    LIVE,
    OPPOSITE,
    Layout,
    Who,
    geometry_data,
    seen,
)
from games.rules.position import BAR, OFF, POINTS
from games.rules.rulesets import RULESETS

ROOT = Path(__file__).resolve().parents[2]
BOARD_CSS = ROOT / "games/board/static/board/css/board.css"
GEOMETRY_JSON = Path(__file__).parent / "js/geometry.json"
BOTH: tuple[Who, Who] = ("mine", "theirs")

every_layout = pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)


@pytest.mark.parametrize(
    ("name", "width", "height"),
    [("desktop", 1576, 1204), ("landscape", 1482, 1054), ("portrait", 1326, 1580)],
)
def test_the_whole_board_has_the_size_that_was_designed(
    name: str, width: int, height: int
) -> None:
    assert (LAYOUTS[name].width, LAYOUTS[name].height) == (width, height)


@every_layout
def test_a_stack_is_never_taller_than_five(layout: Layout) -> None:
    five = layout.points[1].spot(4, 5)
    first = layout.points[1].spot(0, 5)
    tallest = abs(five.y - first.y)
    assert tallest == pytest.approx(4 * layout.checker)
    for count in range(1, CHECKERS + 1):
        top = layout.points[1].spot(count - 1, count)
        height = abs(top.y - first.y)
        assert height <= tallest + 1
        if count <= FULL_STACK:
            assert height == pytest.approx((count - 1) * layout.checker)
        else:
            assert height == pytest.approx(tallest, abs=1)


@every_layout
def test_checkers_stand_inside_the_field(layout: Layout) -> None:
    radius = layout.checker / 2
    top, bottom = layout.left.y, layout.left.y + layout.field_height
    for point in POINTS:
        for count in range(1, CHECKERS + 1):
            spot = layout.points[point].spot(count - 1, count)
            assert top <= spot.y - radius
            assert spot.y + radius <= bottom


@every_layout
def test_home_is_bottom_right_and_the_points_run_round(layout: Layout) -> None:
    points = layout.points
    assert points[1].x == max(points[p].x for p in POINTS)
    assert points[12].x == min(points[p].x for p in POINTS)
    for point in range(1, 13):
        across = 25 - point
        assert points[point].x == points[across].x
        assert points[point].y > layout.middle.y > points[across].y
    assert [points[p].x for p in range(1, 13)] == sorted(
        (points[p].x for p in range(1, 13)), reverse=True
    )


@every_layout
def test_the_bar_holds_any_number_of_checkers(layout: Layout) -> None:
    """Hit checkers wait on the half facing the home that they enter."""
    radius = layout.checker / 2
    for count in range(1, CHECKERS + 1):
        mine = layout.bars["mine"].spot(count - 1, count)
        theirs = layout.bars["theirs"].spot(count - 1, count)
        assert layout.left.y <= mine.y - radius
        assert mine.y < layout.middle.y < theirs.y
        assert theirs.y + radius <= layout.left.y + layout.field_height


@every_layout
def test_fifteen_slabs_fit_into_a_tray(layout: Layout) -> None:
    for who, tray in layout.trays.items():
        for index in range(CHECKERS):
            spot = layout.offs[who].spot(index, CHECKERS)
            assert tray.x <= spot.x + layout.slab.x
            assert spot.x - layout.slab.x <= tray.x + tray.width
            assert tray.y <= spot.y + layout.slab.y
            assert spot.y - layout.slab.y <= tray.y + tray.height


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_the_other_player_sees_the_same_point(ruleset: object) -> None:
    """Seen twice is seen as before, in both families; the middle of each is named."""
    family = ruleset.family  # type: ignore[attr-defined]
    for place in (OFF, *POINTS, BAR):
        there = seen("theirs", family, place)
        assert seen("theirs", family, there) == place
        assert seen("mine", family, place) == place
    assert OPPOSITE["short"][1] == 24
    assert OPPOSITE["long"][24] == 12
    assert OPPOSITE["long"][1] == 13


@every_layout
def test_the_dice_lie_at_their_owners_right_hand(layout: Layout) -> None:
    for who, half in (("mine", layout.right), ("theirs", layout.left)):
        for count in (1, 2, 4):
            spots = layout.die_spots(who, count)  # type: ignore[arg-type]
            middle = (spots[0].x + spots[-1].x) / 2
            assert middle == half.x + half.width / 2
            assert half.x < spots[0].x - 41
            assert spots[-1].x + 41 < half.x + half.width


@pytest.mark.parametrize("name", LIVE)
def test_the_style_sheet_has_the_same_proportions(name: str) -> None:
    css = BOARD_CSS.read_text()
    found = {
        key: float(value)
        for key, value in re.findall(r"--(\w+-(?:wide|high|half)): ([\d.]+);", css)
    }
    layout = LAYOUTS[name]
    assert found[f"{name}-wide"] == layout.width / 100
    assert found[f"{name}-high"] == layout.height / 100
    assert found["desktop-half"] == LAYOUTS["desktop"].right.x / 100


def test_the_browsers_tests_use_the_present_geometry() -> None:
    """Written anew with: python -m tests.board.test_geometry."""
    assert json.loads(GEOMETRY_JSON.read_text()) == json.loads(
        json.dumps(geometry_data())
    )


if __name__ == "__main__":
    GEOMETRY_JSON.write_text(json.dumps(geometry_data()) + "\n")
