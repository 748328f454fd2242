"""A line that loses messages: both boards are the same again within two seconds."""

import json
import re
import time
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from tests.browser.conftest import Visitor
from tests.browser.people import Player, sat_down

TURNS = 6
PLAYED_WITHIN_S = 120
LONGEST_DIFFERENCE_S = 2.0

# Notes when the page shows which version.
WATCH = """
window.shown = [];
addEventListener("DOMContentLoaded", () => {
  const root = document.querySelector("[data-table]");
  if (!root) return;
  new MutationObserver(() => {
    const at = performance.timeOrigin + performance.now();
    window.shown.push([at, Number(root.dataset.version)]);
  }).observe(root, { attributeFilter: ["data-version"] });
});
"""


@dataclass
class Lossy:
    """A proxy in a browser's line: what the server says gets lost on the way.

    That is the message that ends a turn, always, and every twentieth besides.
    """

    page: Page
    passed: int = 0
    turns_lost: int = 0
    others_lost: int = 0

    def stand_between(self) -> None:
        self.page.route_web_socket(re.compile(r"/ws/table/"), self.opened)

    def opened(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        server.on_message(lambda text: self.heard(line, str(text)))

    def heard(self, line: WebSocketRoute, text: str) -> None:
        message: dict[str, Any] = json.loads(text)
        if any(fact["fact"] == "turn" for fact in message.get("facts", ())):
            self.turns_lost += 1
        elif self.passed >= 19:
            self.passed = 0
            self.others_lost += 1
        else:
            self.passed += 1
            line.send(text)


def shown_since(page: Page) -> dict[int, float]:
    """When the page first showed each version, or a later one; seconds."""
    seen: list[tuple[float, int]] = page.evaluate("window.shown")
    first: dict[int, float] = {}
    for at, version in seen:
        for one in range(max(first, default=0) + 1, version + 1):
            first[one] = at / 1000
    return first


def test_boards_differ_for_two_seconds_at_most(visitor: Visitor) -> None:
    players = sat_down(visitor, "lossy", 1)
    lines = [Lossy(player.page) for player in players]
    for line in lines:
        line.page.add_init_script(WATCH)
        line.stand_between()
        line.page.reload()
    played_on(players, lines)
    first, second = (shown_since(player.page) for player in players)
    versions = sorted(set(first) & set(second))
    # What both saw when they came back is the beginning.
    differences = [abs(first[v] - second[v]) for v in versions[1:-1]]
    assert len(differences) > 3 * TURNS
    assert min(line.others_lost for line in lines) >= 1
    assert max(differences) <= LONGEST_DIFFERENCE_S


def played_on(players: tuple[Player, Player], lines: list[Lossy]) -> None:
    """Play until that many ends of a turn have got lost to each."""
    deadline = time.monotonic() + PLAYED_WITHIN_S
    while min(line.turns_lost for line in lines) < TURNS:
        assert time.monotonic() < deadline, lines
        for player in players:
            player.act()
