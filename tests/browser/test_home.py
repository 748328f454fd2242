"""The home page in a real browser."""

import re

from playwright.sync_api import Response, expect

from tests.browser.conftest import Visitor

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
