"""Between two games and two matches: ready for the next one, a rematch."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.people import Player, sat_down, slug_of
from tests.browser.test_match import wait_for_mover
from tests.running import Site

# One checker of the mover's is left, none of the opponent's was borne off.
LAST_CHECKER = """
from dataclasses import replace
from games.rules.codec import match_to_json
from games.tables import selectors
from games.tables.models import Table
table = Table.objects.get(slug="{slug}")
match = selectors.match_of(table)
last = tuple(14 if p == 0 else 1 if p == 1 else 0 for p in range(26))
sides = [match.ruleset.start, match.ruleset.start]
sides[match.mover] = last
match = replace(match, sides=tuple(sides), steps=())
table.state, table.version = match_to_json(match), table.version + 1
table.save()
"""


def first_game_won(site: Site, players: tuple[Player, Player]) -> None:
    """Let the mover bear off his last checker."""
    mover = wait_for_mover(players)
    site.execute(LAST_CHECKER.format(slug=slug_of(mover.page)))
    expect(mover.page.locator(".nb-spot.is-source:visible")).to_have_count(1)
    while mover.look()["phase"] not in ("between", "over"):
        mover.act()
    for player in players:
        player.page.wait_for_selector('[data-phase="between"]')


def test_the_next_game_begins_by_itself(visitor: Visitor, site: Site) -> None:
    """Nobody presses anything: six seconds later it is there."""
    players = sat_down(visitor, "unready", 5)
    first_game_won(site, players)
    for player in players:
        player.page.wait_for_selector('[data-phase="move"]', timeout=10_000)


def the_other_leaves_and_comes_back(asking: Page, other: Page) -> None:
    """He wants no rematch who has gone, and is refused one who sits elsewhere.

    Each way there and back is waited for on the other's page: what he presses
    between the two is another case.
    """
    table = asking.url
    said = other.locator('[data-part="rematch-text"]')
    button = other.locator('[data-part="rematch"]')
    asking.goto("/en/lobby/")
    expect(said).to_have_text("No longer connected: Nino_rematch.")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(other.locator('[data-seat="theirs"] [data-part="wish"]')).to_be_empty()
    asking.click("text=Create a table")
    asking.wait_for_url("**/table/**")
    own = asking.url
    asking.goto(table)
    expect(said).to_contain_text("Wants a rematch: Nino_rematch")
    expect(button).not_to_have_attribute("aria-disabled", "true")
    other.set_viewport_size({"width": 568, "height": 320})
    button.click()
    refusal = other.locator('[data-part="status"]')
    expect(refusal).to_have_text("One of you already sits at another table.")
    expect(refusal).to_be_in_viewport(ratio=1)
    other.set_viewport_size({"width": 1280, "height": 720})
    expect(refusal).to_be_in_viewport(ratio=1)
    asking.goto(own)
    expect(said).to_have_text("No longer connected: Nino_rematch.")
    asking.click("text=Close the table")
    asking.wait_for_selector("[data-lobby]")
    asking.goto(table)
    expect(said).to_contain_text("Wants a rematch: Nino_rematch")
    expect(button).not_to_have_attribute("aria-disabled", "true")


def test_a_rematch_takes_both_to_one_new_table(visitor: Visitor) -> None:
    """One asks and waits, the other is told; both clicking twice make one table."""
    nino, giorgi = players = sat_down(visitor, "rematch", 3)
    watcher = visitor()
    wait_for_mover(players)
    watcher.goto(nino.page.url)
    near = watcher.locator('[data-seat="mine"] [data-part="name"]')
    names = {"Nino_rematch", "Giorgi_rematch"}
    before = near.inner_text()
    watcher.get_by_role("button", name="Flip the board").click()
    expect(near).to_have_text((names - {before}).pop())
    expect(nino.page.locator('[data-part="watchers-count"]')).to_have_text("1")
    nino.press("resign")
    nino.page.locator("dialog[open]").get_by_role("button", name="Resign").click()
    old = slug_of(nino.page)
    nino.page.locator('[data-part="rematch"]').dblclick()
    expect(giorgi.page.locator('[data-part="rematch-text"]')).to_contain_text(
        "Wants a rematch: Nino_rematch"
    )
    expect(nino.page.locator('[data-part="rematch-text"]')).to_contain_text(
        "Waiting for: Giorgi_rematch"
    )
    the_other_leaves_and_comes_back(nino.page, giorgi.page)
    giorgi.page.locator('[data-part="rematch"]').dblclick()
    for player in players:
        player.page.wait_for_url(lambda url: "/table/" in url and old not in url)
        player.page.wait_for_selector('[data-phase="move"]', timeout=10_000)
    assert slug_of(nino.page) == slug_of(giorgi.page)
    way = watcher.get_by_role("link", name="To the rematch")
    way.click()
    watcher.wait_for_url(f"**/{slug_of(nino.page)}/")
