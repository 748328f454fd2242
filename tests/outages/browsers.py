"""A match in two real browsers, which nobody helps to come back."""

import threading
import time

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.people import Player, sat_down

POINTS = 3
# People take their time; the match is to last as long as the scenes.
PACE_S = 1.5


class BrowserMatch(threading.Thread):
    """Nino and Giorgi play by the mouse; hurried, Nino resigns after a game."""

    def __init__(self, url: str) -> None:
        super().__init__(name="browsers", daemon=True)
        self.url = url
        self.slug = ""
        self.fault = ""
        self.is_over = False
        self.ending = "play"
        self.seated = threading.Event()
        self.hurried = threading.Event()
        self.stopped = threading.Event()

    def run(self) -> None:
        """Sit down and play."""
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=CHROMIUM, args=FLAGS
                )
                self.play(browser)
                browser.close()
        except Exception as error:  # noqa: BLE001 - told by whoever waits for it
            self.fault = f"the browsers' match: {error}"
        finally:
            self.seated.set()

    def play(self, browser: Browser) -> None:
        """Play until the match is over."""

        def visitor(**_options: object) -> Page:
            return browser.new_context(locale="en", base_url=self.url).new_page()

        players = sat_down(visitor, "outage", POINTS)
        self.slug = players[0].page.url.rstrip("/").rsplit("/", 1)[-1]
        self.seated.set()
        last_game_is_over = False
        while not self.is_over and not self.stopped.is_set():
            for player in players:
                player.act()
            phase = players[0].look()["phase"]
            # Another whole game would last for minutes.
            if self.hurried.is_set() and phase == "between":
                last_game_is_over = True
            elif last_game_is_over and phase in ("roll", "move"):
                resign(players[0])
                self.ending = "resignation"
            self.is_over = all(is_over(player) for player in players)
            if not self.hurried.is_set():
                self.hurried.wait(PACE_S)
            time.sleep(0.02)


def resign(player: Player) -> None:
    """Give the match up, as the page asks."""
    player.press("resign")
    dialog = player.page.locator("dialog[open]")
    dialog.get_by_role("button", name="Resign").click()
    player.page.wait_for_selector('[data-phase="over"]')


def is_over(player: Player) -> bool:
    """Whether the page says that the match is over."""
    return bool(player.look()["phase"] == "over")
