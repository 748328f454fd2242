"""The home page in a real browser."""

import re

from playwright.sync_api import Page, Response, expect

from tests.browser.conftest import Visitor
from tests.browser.people import sat_down, slug_of
from tests.browser.test_match import wait_for_mover

HASHED = re.compile(r"/static/.+\.[0-9a-f]{12}\.\w+$")


def test_the_home_page_loads_without_a_complaint(visitor: Visitor) -> None:
    """Everything it asks for is there, and every static file has its hash."""
    page = visitor()
    static: list[Response] = []
    page.on("response", lambda r: static.append(r) if "/static/" in r.url else None)
    page.goto("/en/", wait_until="networkidle")
    expect(page.locator("h1")).to_be_visible()
    assert static
    assert [r.url for r in static if not HASHED.search(r.url)] == []
    # An ES module is reached by the name that its importer was given.
    assert any(r.url.endswith(".js") for r in static)
    assert all("immutable" in r.headers["cache-control"] for r in static)


def checkers(page: Page) -> list[str]:
    """Where the checkers of the front page's board lie."""
    lying: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".home__board .nb-checkers > g")]
          .map((one) => `${one.classList[0]} ${one.style.transform}`).sort()"""
    )
    return lying


def front(visitor: Visitor, slug: str) -> Page:
    """The front page, with that match on its board."""
    page = visitor()
    page.clock.install()
    page.goto("/en/")
    page.wait_for_selector(f'[data-glimpse$="/{slug}/glimpse/"] svg[aria-hidden]')
    # Drawn by the script, as soon as the line has told how the match stands.
    expect(page.locator(".home__board .nb-checkers > g[style]")).to_have_count(30)
    return page


def test_the_match_on_the_front_page_is_played_there_too(visitor: Visitor) -> None:
    """Its step, its score and its end are seen; who looks is no watcher."""
    players = sat_down(visitor, "front", 1)
    mover = wait_for_mover(players)
    slug = slug_of(mover.page)
    page = front(visitor, slug)
    before = checkers(page)
    mover.act()
    mover.act()
    expect(
        mover.page.locator('[data-part="undo"]:not([aria-disabled])')
    ).to_be_visible()
    expect(page.locator(".home__board .nb-strike")).not_to_have_count(0)
    page.clock.run_for(1000)
    after = checkers(page)
    assert after != before
    # As whoever comes now sees it.
    assert checkers(front(visitor, slug)) == after
    expect(mover.page.locator('[data-part="watchers-count"]')).to_be_hidden()
    mover.press("resign")
    mover.page.locator("dialog[open]").get_by_role("button", name="Resign").click()
    expect(page.locator("[data-score]")).to_have_text(re.compile("0 : 1|1 : 0"))
    page.clock.run_for(9000)
    expect(page.locator(f'[data-glimpse*="{slug}"]')).to_have_count(0)
    expect(page.locator(".home__board svg")).to_be_visible()
