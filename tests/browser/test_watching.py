"""Two play long nardy to its end while a third looks on, without an account."""

import time
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.people import Player, near_the_end, sat_down, slug_of
from tests.running import Site

MATCH_WITHIN_S = 120

# After every message of the table, notes by its version what the board shows:
# "colour place", in the numbering of seat 0, read off the drawing.
NOTE = """(() => {
  const noted = (window.__noted = {});
  const place = (node, shape) => {
    if (node.classList.contains("is-off")) return 0;
    const { e: x, f: y } = new DOMMatrix(node.style.transform);
    const far = y < shape.height / 2;
    return shape.points.findIndex(
      ([px], point) => point > 0 && Math.abs(px - x) < 2 && far === point > 12,
    );
  };
  const board = () => {
    const svg = [...document.querySelectorAll("[data-board] svg")]
      .find((one) => one.getBoundingClientRect().width > 0);
    const geometry = JSON.parse(document.getElementById("board-geometry").textContent);
    const shape = geometry.layouts[svg.dataset.layout];
    const name = document.querySelector('[data-seat="mine"] [data-part="name"]');
    const near = window.__players?.indexOf(name.textContent) ?? 0;
    return [...svg.querySelectorAll(".nb-checkers > g")].map((node) => {
      const seen = place(node, shape);
      const there = near === 1 ? geometry.opposite.long[seen] : seen;
      return `${node.classList[0]} ${there}`;
    }).sort().join(", ");
  };
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    set onmessage(hear) {
      super.onmessage = (event) => {
        hear(event);
        const { type, version, table } = JSON.parse(event.data);
        if (table) window.__players = table.seats.map((seat) => seat?.name);
        if (["snapshot", "event"].includes(type) && window.__players[1]) {
          noted[version] ??= board();
        }
      };
    }
  };
})()"""


def noted(page: Page) -> dict[int, str]:
    """What the page's board showed, by the version."""
    told: dict[str, str] = page.evaluate("window.__noted")
    return {int(version): board for version, board in told.items()}


def spot_of(player: Player, place: int) -> dict[str, Any]:
    """The middle of a place on the board that is shown."""
    box = player.page.locator(f'.nb-spot[data-place="{place}"]:visible').bounding_box()
    assert box is not None
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def mover_of(players: tuple[Player, Player]) -> Player:
    """Whoever has something to do; the opening is over then."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        for player in players:
            if player.look(patience_ms=100)["mine"]:
                return player
    raise AssertionError([player.look() for player in players])


def a_turn(player: Player) -> None:
    """Roll, move, confirm; until it is the other's turn or the match is over."""
    while player.act():
        pass


def the_head_is_asked_why(player: Player) -> None:
    """One checker has left it: a tap on the next one says that no more may."""
    while player.look()["roll"]:
        player.act()
    page = player.page
    for _ in range(2):
        page.mouse.click(**spot_of(player, 24))
    expect(page.locator('[data-part="undo"]:not([aria-disabled])')).to_be_visible()
    # The doubles of a first turn may take a second checker off.
    while 24 in [one["place"] for one in player.look()["sources"]]:
        table = page.locator("[data-table]")
        version = table.get_attribute("data-version") or ""
        for _ in range(2):
            page.mouse.click(**spot_of(player, 24))
        expect(table).not_to_have_attribute("data-version", version)
    if player.look()["confirm"]:
        return
    page.mouse.click(**spot_of(player, 24))
    expect(page.locator('[data-part="status"]')).to_have_text(
        "No more checkers may leave the head in this turn."
    )


def test_a_watcher_sees_what_the_players_see_at_every_version(
    visitor: Visitor, site: Site
) -> None:
    """From the opening to the last checker, from either side of the table."""
    players = sat_down(visitor, "watched", 1, ruleset="long", init_script=NOTE)
    watcher = visitor()
    watcher.add_init_script(NOTE)
    watcher.goto(players[0].page.url)
    watcher.wait_for_selector('[data-line="open"]')
    for page in (watcher, *(player.page for player in players)):
        expect(page.locator('[data-part="watchers-count"]')).to_have_text("1")
    the_head_is_asked_why(mover_of(players))
    for _ in range(4):
        a_turn(mover_of(players))

    near_the_end(site, watcher)
    for page in (watcher, *(player.page for player in players)):
        off = page.locator(".nb-desktop .nb-counts text")
        expect(off).to_have_text(["10", "10"])
    watcher.get_by_role("button", name="Flip the board").click()
    deadline = time.monotonic() + MATCH_WITHIN_S
    while not all(player.look()["phase"] == "over" for player in players):
        assert time.monotonic() < deadline, [player.look() for player in players]
        for player in players:
            a_turn(player)

    expect(watcher.locator('[data-part="final-title"]')).to_contain_text(
        "Winner of the match:"
    )
    told = site.execute(
        "from games.tables import selectors as s;"
        f"t = s.table_get(slug='{slug_of(watcher)}');"
        "print(t.status, t.version)",
    ).split()
    assert told[0] == "finished"
    seen, *theirs = (noted(page) for page in (watcher, *(p.page for p in players)))
    assert len(seen) > 30
    assert max(seen) == int(told[1])
    # All but the one that was written past the services come one by one.
    assert sorted(seen) == list(range(min(seen), max(seen) + 1))
    for shown in theirs:
        assert {version: shown.get(version) for version in seen} == seen
    # Every checker was found, and stands somewhere.
    assert {board.count(",") for board in seen.values()} == {29}
    assert "-1" not in " ".join(seen.values())
