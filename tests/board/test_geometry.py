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
    layout_get,
    seen,
)
from games.rules.position import BAR, OFF, POINTS
from games.rules.rulesets import RULESETS

ROOT = Path(__file__).resolve().parents[2]
BOARD_CSS = ROOT / "games/board/static/board/css/board.css"
GEOMETRY_JSON = Path(__file__).parent / "js/geometry.json"
MIRRORED_JSON = Path(__file__).parent / "js/mirrored.json"
BOTH: tuple[Who, Who] = ("mine", "theirs")

every_layout = pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
MIRRORED = {name: layout_get(name, home_on_left=True) for name in LIVE}
live_or_mirrored = pytest.mark.parametrize(
    "layout",
    [*LAYOUTS.values(), *MIRRORED.values()],
    ids=[*LAYOUTS, *(f"{name}-mirrored" for name in MIRRORED)],
)


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


@live_or_mirrored
def test_checkers_stand_inside_the_field(layout: Layout) -> None:
    radius = layout.checker / 2
    top, bottom = layout.home.y, layout.home.y + layout.field_height
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


@live_or_mirrored
def test_the_bar_holds_any_number_of_checkers(layout: Layout) -> None:
    """Hit checkers wait on the half facing the home that they enter."""
    radius = layout.checker / 2
    for count in range(1, CHECKERS + 1):
        mine = layout.bars["mine"].spot(count - 1, count)
        theirs = layout.bars["theirs"].spot(count - 1, count)
        assert layout.home.y <= mine.y - radius
        assert mine.y < layout.middle.y < theirs.y
        assert theirs.y + radius <= layout.home.y + layout.field_height


@live_or_mirrored
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


@live_or_mirrored
def test_the_dice_lie_at_their_owners_right_hand(layout: Layout) -> None:
    """In a mirror too: a hand does not move to the other side."""
    left, right = layout.halves
    assert left.x < right.x
    for who, half in (("mine", right), ("theirs", left)):
        for count in (1, 2, 4):
            spots = layout.die_spots(who, count)  # type: ignore[arg-type]
            middle = (spots[0].x + spots[-1].x) / 2
            assert middle == half.x + half.width / 2
            assert half.x < spots[0].x - 41
            assert spots[-1].x + 41 < half.x + half.width


def test_four_dice_do_not_touch_the_buttons_beside_them() -> None:
    """↶ and ✓ are a point wide, their middles 60 from the edges of the half."""
    layout = LAYOUTS["desktop"]
    _, half = layout.halves
    spots = layout.die_spots("mine", 4)
    assert spots[0].x - 41 - (half.x + 60 + 50) > 15
    assert half.x + half.width - 60 - 50 - (spots[-1].x + 41) > 15
    assert spots[1].x - spots[0].x > 82


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
    assert found["desktop-half"] == LAYOUTS["desktop"].halves[1].x / 100
    assert found["mirrored-half"] == MIRRORED["desktop"].halves[1].x / 100


def test_the_browsers_tests_use_the_present_geometry() -> None:
    """Written anew with: python -m tests.board.test_geometry."""
    for file, is_mirrored in ((GEOMETRY_JSON, False), (MIRRORED_JSON, True)):
        fresh = json.dumps(geometry_data(home_on_left=is_mirrored))
        assert json.loads(file.read_text()) == json.loads(fresh)


@pytest.mark.parametrize("name", LIVE)
def test_with_the_home_on_the_left_everything_is_where_a_mirror_shows_it(
    name: str,
) -> None:
    """Points, bar, trays, counts and numbers, in both families."""
    plain, mirror = LAYOUTS[name], MIRRORED[name]
    assert (plain.width, plain.height) == (mirror.width, mirror.height)
    for family in OPPOSITE:
        for who in BOTH:
            for place in (OFF, *POINTS, BAR):
                for index in (0, 3, 14):
                    there = plain.stack(who, family, place).spot(index, CHECKERS)
                    here = mirror.stack(who, family, place).spot(index, CHECKERS)
                    assert here.x == pytest.approx(plain.width - there.x)
                    assert here.y == there.y
    for who in BOTH:
        box, other = plain.trays[who], mirror.trays[who]
        assert other.x == pytest.approx(plain.width - box.x - box.width)
        assert (other.y, other.height) == (box.y, box.height)
        assert mirror.counts[who].x == pytest.approx(plain.width - plain.counts[who].x)
    for point in POINTS:
        assert mirror.number(point).x == plain.width - plain.number(point).x
    assert mirror.points[1].x == min(mirror.points[p].x for p in POINTS)


if __name__ == "__main__":
    GEOMETRY_JSON.write_text(json.dumps(geometry_data()) + "\n")
    MIRRORED_JSON.write_text(json.dumps(geometry_data(home_on_left=True)) + "\n")
