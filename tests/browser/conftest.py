"""Real browsers on the real site.

`site` is a running site of the worker's own, `visitor` opens a browser of a new
person on it. Whatever a page complains about fails the test that opened it.
"""

import os
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Response, sync_playwright

from tests.running import Site, site_running

CHROMIUM = os.environ.get("CHROMIUM") or "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

Visitor = Callable[..., Page]


# Ended with the folder: it costs its share of a core as long as it runs.
@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site, with its two demo players and its admin."""
    with site_running(tmp_path_factory.mktemp("site")) as running:
        yield running
        # Whatever the browsers have done, every coin is accounted for.
        running.manage("coins_audit")


# Not for the whole session: Playwright's event loop runs as long as it does, and
# no asynchronous test could run beside it. The suite runs this folder in one go.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def complaints() -> list[str]:
    """What the pages complained about; a test may empty what it provoked."""
    return []


@pytest.fixture
def visitor(chromium: Browser, site: Site, complaints: list[str]) -> Iterator[Visitor]:
    """Open a page as a new person; takes what `Browser.new_context` takes.

    Nothing moves on its way unless told: most tests wait for the server, not for
    pictures.
    """
    contexts = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(f"{message.type}: {message.text}")

    def on_response(response: Response) -> None:
        if response.status >= 400:
            complaints.append(f"{response.status}: {response.url}")

    def visit(**options: object) -> Page:
        wanted = {
            "locale": "en",
            "base_url": site.url,
            "reduced_motion": "reduce",
            **options,
        }
        context = chromium.new_context(**wanted)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.on("console", on_console)
        page.on("pageerror", lambda error: complaints.append(f"script: {error}"))
        page.on("response", on_response)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert complaints == []
