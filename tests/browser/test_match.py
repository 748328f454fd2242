"""Two people play whole matches in real browsers, by clicking the board."""

import re
import time

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.people import (
    Player,
    near_the_end,
    sat_down,
    sat_down_by_hand,
    slug_of,
)
from tests.running import Site

# A whole match takes about half a minute; this only ends a test that hangs.
MATCH_WITHIN_S = 400


MOVE_REMAINING_MS = """() => JSON.parse(
  document.getElementById("snapshot").textContent
).clock.move_remaining_ms"""


def played_until(players: tuple[Player, Player], *phases: str) -> None:
    """Let both do what is theirs to do until the match is in one of the phases."""
    deadline = time.monotonic() + MATCH_WITHIN_S
    while not all(player.look()["phase"] in phases for player in players):
        assert time.monotonic() < deadline, [player.look() for player in players]
        for player in players:
            while player.act():
                pass


def told_of(site: Site, page: Page, *more: str) -> str:
    """Status, points of the winner, and why it ended, as the server's row says."""
    told = ", ".join(("t.status", "max(m.score)", "m.result.by", *more))
    return site.execute(
        "from games.tables import selectors as s;"
        f"t = s.table_get(slug='{slug_of(page)}');"
        f"m = s.match_of(t); print({told})",
    ).strip()


def statement(player: Player) -> list[list[str]]:
    """Reason, coins and balance of every line of "My coins", the newest first."""
    player.page.goto("/en/coins/")
    rows = player.page.locator(".statement tbody tr")
    return [row.locator("td").all_inner_texts()[1:] for row in rows.all()]


def test_a_match_is_played_to_its_end(visitor: Visitor, site: Site) -> None:
    """From the first roll to the last checker, by hand, in motion, for an entry.

    Both see the same result, and the server's record says the same; header, final
    panel and both statements say where the coins went.
    """
    players = sat_down_by_hand(
        visitor, "whole", 1, entry=100, reduced_motion="no-preference"
    )
    for player in players:
        expect(player.page.locator("[data-coin-balance]")).to_have_text("900")
    played_until(players, "over")
    won = []
    for player in players:
        page = player.page
        final = page.locator('[data-part="final"]')
        expect(final).to_be_visible()
        expect(final.get_by_role("link", name="To the tables")).to_be_visible()
        is_winner = page.locator('[data-part="final-title"]').inner_text() == (
            "You win the match."
        )
        won.append(is_winner)
        expect(page.locator('[data-part="final-coins"]')).to_have_text(
            "Both entries are yours: 200 coins."
            if is_winner
            else "Both entries go to your opponent: 200 coins."
        )
        # Live: the page has not been loaded again.
        balance = "1,100" if is_winner else "900"
        expect(page.locator("[data-coin-balance]")).to_have_text(balance)
    assert sorted(won) == [False, True]
    assert told_of(site, players[0].page, "s.match_replayed(t) == m") == (
        "finished 1 play True"
    )
    before = [["Entry", "−100", "900"], ["Welcome gift", "+1,000", "1,000"]]
    for player, is_winner in zip(players, won, strict=True):
        paid = [["Match won", "+200", "1,100"]] if is_winner else []
        assert statement(player) == [*paid, *before]


def both_ready(players: tuple[Player, Player]) -> None:
    """Each sees who is ready; the second to say so opens the game at once."""
    nino, giorgi = players
    expect(nino.page.locator('[data-part="more"]')).to_have_text(
        re.compile(r"The next game begins in \d seconds?\.")
    )
    # What is said besides does not hide how long the pause lasts.
    nino.page.locator('[data-part="status"]').evaluate("n => n.textContent = 'No.'")
    expect(nino.page.locator('[data-part="more"]')).to_be_visible()
    nino.press("ready")
    theirs = giorgi.page.locator('[data-seat="theirs"] [data-part="wish"]')
    expect(theirs).to_have_text("ready")
    button = nino.page.locator('[data-part="ready"]')
    expect(button).to_have_attribute("aria-pressed", "true")
    giorgi.press("ready")
    for player in players:
        player.page.wait_for_selector('[data-phase="move"]', timeout=4000)
        expect(player.page.locator('[data-part="ready"]')).to_be_hidden()


def test_games_are_played_until_the_match_is_won(visitor: Visitor, site: Site) -> None:
    """To three points; only the ends of its games are played."""
    players = sat_down_by_hand(visitor, "three", 3)
    games = 0
    while True:
        games += 1
        wait_for_mover(players)
        near_the_end(site, players[0].page)
        for player in players:
            off = player.page.locator(".nb-desktop .nb-counts text")
            expect(off).to_have_text(["10", "10"])
        played_until(players, "between", "over")
        if players[0].look()["phase"] == "over":
            break
        both_ready(players)
    titles = [
        player.page.locator('[data-part="final-title"]').inner_text()
        for player in players
    ]
    assert sorted(titles) == ["You win the match.", "Your opponent wins the match."]
    # A game is won by one point here, as all have checkers off.
    assert 3 <= games <= 5
    for player in players:
        expect(player.page.locator('[data-part="final-games"] li')).to_have_count(games)
    final_is_seen(players[0].page)
    assert told_of(site, players[0].page) == "finished 3 play"


def final_is_seen(page: Page) -> None:
    """The ways on without scrolling, and the games one by one, on a phone too."""
    page.set_viewport_size({"width": 1280, "height": 720})
    final = page.locator('[data-part="final"]')
    for name in ("Rematch", "To the tables", "The record of the match"):
        way = final.get_by_text(name, exact=True)
        expect(way).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 568, "height": 320})
    expect(final.get_by_text("Rematch", exact=True)).to_be_in_viewport(ratio=1)
    games = final.locator('[data-part="final-games"] li')
    expect(games.first).to_be_in_viewport(ratio=1)
    games.last.scroll_into_view_if_needed()
    expect(games.last).to_be_in_viewport(ratio=1)


def test_a_reload_in_the_middle_of_a_turn_shows_the_same(visitor: Visitor) -> None:
    """Dice, the step made and the clock are the server's, not the page's."""
    players = sat_down(visitor, "reload", 1)
    mover = wait_for_mover(players)
    rearmost = mover.look()["sources"][0]
    for _ in range(2):
        mover.page.mouse.click(rearmost["x"], rearmost["y"])
    undo = mover.page.locator('[data-part="undo"]')
    expect(undo).not_to_have_attribute("aria-disabled", "true")
    before = board_of(mover)
    remaining_ms = [60_000]
    for _ in range(2):
        mover.page.reload()
        mover.page.wait_for_selector('[data-line="open"]')
        assert board_of(mover) == before
        remaining_ms.append(mover.page.evaluate(MOVE_REMAINING_MS))
    assert remaining_ms[0] > remaining_ms[1] > remaining_ms[2]
    mover.press("undo")
    expect(undo).to_have_attribute("aria-disabled", "true")


def test_the_pause_confirms_by_itself(visitor: Visitor) -> None:
    """Nobody presses ✓: after two and a half seconds it is the other's turn."""
    players = sat_down(visitor, "pause", 1)
    mover = wait_for_mover(players)
    other = players[1] if mover is players[0] else players[0]
    while not mover.look()["confirm"]:
        mover.act()
    expect(other.page.locator('[data-part="roll"]')).to_be_visible(timeout=10_000)


def test_resigning_asks_first_and_says_what_it_costs(visitor: Visitor) -> None:
    """Playing on changes nothing; resigning gives the points still needed."""
    players = sat_down(visitor, "resign", 5)
    mover = wait_for_mover(players)
    page = mover.page
    mover.press("resign")
    dialog = page.locator("dialog[open]")
    expect(dialog).to_contain_text("5")
    dialog.get_by_role("button", name="Play on").click()
    assert mover.look()["phase"] == "move"
    mover.press("resign")
    dialog.get_by_role("button", name="Resign").click()
    for player in players:
        expect(player.page.locator('[data-part="final"]')).to_be_visible()


def wait_for_mover(players: tuple[Player, Player]) -> Player:
    """The player who won the opening roll, once it has fallen."""
    players[0].page.wait_for_selector('[data-phase="move"]')
    mine = players[0].look()["mine"]
    mover = players[0] if mine else players[1]
    mover.page.wait_for_selector('[data-phase="move"][data-line="open"]')
    return mover


def board_of(player: Player) -> list[str]:
    """The checkers and dice as they are spoken of."""
    labels: list[str] = player.page.evaluate(
        """() => [...document.querySelectorAll(".nb-spot")]
          .filter((one) => one.getBoundingClientRect().width > 0)
          .map((one) => `${one.dataset.place}: ${one.getAttribute("aria-label")}`)
          .sort()"""
    )
    return labels
