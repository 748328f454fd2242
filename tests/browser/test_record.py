"""The record of a match in a real browser: with scripts a replay, without a page."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.running import Site

# One worker runs them all, so that one match is enough.
pytestmark = pytest.mark.xdist_group("record")

# Plays a Georgian match to 3 on the site's own database, as the services do.
PLAY = """
from random import Random
from accounts.models import User
from games.tables import services
from tests.tables.playing import Play, come, played_out, table_of
users = [User.objects.create_user(name) for name in ("Nana_record", "Gia_record")]
from datetime import timedelta
from django.utils import timezone
now = timezone.now() + timedelta(days=1)
table = table_of(users[0], target=3, now=now)
services.table_join(user=users[1], slug=table.slug, now=now)
for user in users:
    come(table.slug, user, now)
play = Play(table.slug, tuple(users), now)
played_out(play, Random(11))
print(table.slug)
"""

# What stands where on the board that is displayed, as {x,y of the place: count}.
CHECKERS = """() => {
  const svg = [...document.querySelectorAll("[data-board] svg")]
    .find((one) => one.getBoundingClientRect().width > 0);
  return [...svg.querySelectorAll(".nb-checkers > g")].map((node) => {
    const matrix = new DOMMatrix(getComputedStyle(node).transform);
    return [node.classList[0], Math.round(matrix.e), Math.round(matrix.f)].join(" ");
  }).sort();
}"""


@pytest.fixture(scope="module")
def slug(site: Site) -> str:
    """A match that has ended."""
    return site.execute(PLAY).split()[-1]


@pytest.fixture
def page(visitor: Visitor, slug: str) -> Page:
    """Its page."""
    page = visitor()
    page.goto(f"/en/match/{slug}/")
    expect(page.locator('[data-part="controls"]')).to_be_visible()
    return page


def record_of(page: Page) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(page.locator("#record").text_content() or "")
    return told


def offs_shown(page: Page) -> list[int]:
    """How many have been borne off, as the board's two numbers say."""
    texts = page.locator(".nb-desktop .nb-counts text").all_text_contents()
    return sorted(int(text) for text in texts)


def pips_shown(page: Page) -> list[int]:
    """Both players' pip counts, as the page's head says."""
    return [int(text) for text in page.locator("[data-pips]").all_text_contents()]


def pips_at(record: dict[str, Any], key: str) -> list[int]:
    """What the two sides still have to travel."""
    sides = ([int(digit, 16) for digit in side] for side in sides_at(record, key))
    return [sum(place * count for place, count in enumerate(side)) for side in sides]


def keys_of(record: dict[str, Any]) -> list[str]:
    return [
        f"g{game['number']}m{number}"
        for game in record["games"]
        for number in range(len(game["turns"]) + 1)
    ]


def sides_at(record: dict[str, Any], key: str) -> list[str]:
    found = re.fullmatch(r"g(\d+)m(\d+)", key)
    assert found
    game = record["games"][int(found[1]) - 1]
    number = int(found[2])
    sides: list[str] = game["turns"][number - 1]["sides"] if number else game["start"]
    return sides


def current(page: Page) -> str:
    """The position that the address names, which is the line that is marked."""
    line = page.locator("[data-position][aria-current]")
    expect(line).to_have_count(1)
    return (line.get_attribute("href") or "").removeprefix("#")


def test_it_is_whole_without_scripts(visitor: Visitor, slug: str) -> None:
    """The last position is drawn, every move is written, nothing waits for a script."""
    page = visitor(java_script_enabled=False)
    page.goto(f"/en/match/{slug}/")
    expect(page.locator(".nb-desktop")).to_be_visible()
    expect(page.locator('[data-part="controls"]')).to_be_hidden()
    record = record_of(page)
    assert page.locator("[data-position]").count() == len(keys_of(record))
    off = sorted(int(side[0], 16) for side in sides_at(record, keys_of(record)[-1]))
    assert offs_shown(page) == off
    assert pips_shown(page) == pips_at(record, keys_of(record)[-1])
    drawn = page.locator(".nb-desktop .nb-checkers > g").count()
    assert drawn == 30 - sum(off)
    for game in record["games"]:
        for turn in game["turns"]:
            line = page.locator(f"#g{game['number']}m{turn['number']}")
            expect(line).to_contain_text(turn["notation"] or "no legal move")


def test_it_steps_forward_and_back_to_the_same_positions(page: Page) -> None:
    """Each as the record has it, and the same from either direction."""
    record = record_of(page)
    keys = keys_of(record)[:14]
    page.click('[data-go="first"]')
    forward = []
    for key in keys:
        assert current(page) == key
        assert page.url.endswith(f"#{key}")
        off = sorted(int(side[0], 16) for side in sides_at(record, key))
        assert offs_shown(page) == off
        assert pips_shown(page) == pips_at(record, key)
        forward.append(page.evaluate(CHECKERS))
        page.click('[data-go="forward"]')
    for key, seen in reversed(list(zip(keys, forward, strict=True))):
        page.keyboard.press("ArrowLeft")
        assert current(page) == key
        assert page.evaluate(CHECKERS) == seen
    # The same position opened at once, not walked to.
    page.goto(f"{page.url.split('#')[0]}#{keys[9]}")
    page.reload()
    assert current(page) == keys[9]
    assert page.evaluate(CHECKERS) == forward[9]


def test_an_address_names_a_position(page: Page) -> None:
    """A line leads there, the explorer goes with it, the ends cannot be passed."""
    record = record_of(page)
    keys = keys_of(record)
    # Without a name in the address it is the end.
    assert current(page) == keys[-1]
    forward = page.locator('[data-go="forward"]')
    expect(forward).to_have_attribute("aria-disabled", "true")
    page.locator(f'[data-position][href="#{keys[3]}"]').click()
    assert current(page) == keys[3]
    assert page.url.endswith(f"#{keys[3]}")
    page.keyboard.press("Home")
    expect(page.locator('[data-go="back"]')).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("ArrowLeft")
    assert current(page) == keys[0]
    page.keyboard.press("End")
    assert current(page) == keys[-1]
    page.evaluate("location.hash = '#g1m5'")
    now = page.locator('[data-part="now"]')
    expect(now).to_have_text("Game 1, move 5")
    desktop = page.viewport_size
    page.set_viewport_size({"width": 568, "height": 320})
    box = now.bounding_box()
    assert box is not None
    assert box["width"] > 44, "hidden on a small phone"
    assert desktop is not None
    page.set_viewport_size(desktop)
    page.locator('[data-part="explorer"]').click()
    expect(page).to_have_url(re.compile("/en/position/"))
    dice = sorted(record["games"][0]["turns"][5]["dice"], reverse=True)
    assert f"dice={dice[0]}{dice[1]}" in page.url


def test_it_plays_by_itself_and_is_flipped(page: Page) -> None:
    """From the start when it stands at the end; a hand on it stops it."""
    page.click('[data-go="play"]')
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator('[data-part="now"]')).to_have_text("Game 1, move 2")
    page.click('[data-go="back"]')
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert current(page) == "g1m1"
    before = page.evaluate(CHECKERS)
    page.click('[data-go="flip"]')
    flipped = page.evaluate(CHECKERS)
    assert flipped != before
    page.click('[data-go="flip"]')
    assert page.evaluate(CHECKERS) == before
