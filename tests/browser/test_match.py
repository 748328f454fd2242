"""Two people play whole matches in real browsers, by clicking the board."""

import time

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.people import Player, sat_down
from tests.running import Site

# A match of three games takes about a minute; this only ends a test that hangs.
MATCH_WITHIN_S = 400


MOVE_REMAINING_MS = """() => JSON.parse(
  document.getElementById("snapshot").textContent
).clock.move_remaining_ms"""


def played_out(players: tuple[Player, Player]) -> None:
    """Let both do what is theirs to do until the match is over."""
    deadline = time.monotonic() + MATCH_WITHIN_S
    over = False
    while not over:
        assert time.monotonic() < deadline, [player.look() for player in players]
        for player in players:
            while player.act():
                pass
        over = all(player.look()["phase"] == "over" for player in players)


@pytest.mark.parametrize(("points", "motion"), [(1, "no-preference"), (3, "reduce")])
def test_a_match_is_played_to_its_end(
    visitor: Visitor, site: Site, points: int, motion: str
) -> None:
    """Both see the same result, and the server's record says the same."""
    players = sat_down(visitor, f"match{points}", points, reduced_motion=motion)
    played_out(players)
    titles = set()
    for player in players:
        final = player.page.locator('[data-part="final"]')
        expect(final).to_be_visible()
        titles.add(player.page.locator('[data-part="final-title"]').inner_text())
        expect(final.get_by_role("link", name="To the tables")).to_be_visible()
    assert len(titles) == 2, "one has won and the other has lost"
    slug = players[0].page.url.rstrip("/").rsplit("/", 1)[-1]
    told = site.manage(
        "shell",
        "-v0",
        "-c",
        "from games.tables import selectors as s;"
        f"t = s.table_get(slug='{slug}');"
        "m = s.match_of(t);"
        "print(t.status, max(m.score), m.result.by, s.match_replayed(t) == m)",
    )
    assert told.strip() == f"finished {points} play True"


def statement(player: Player) -> list[list[str]]:
    """Reason, coins and balance of every line of "My coins", the newest first."""
    player.page.goto("/en/coins/")
    rows = player.page.locator(".statement tbody tr")
    return [row.locator("td").all_inner_texts()[1:] for row in rows.all()]


def test_an_entry_goes_to_the_winner_to_the_coin(visitor: Visitor) -> None:
    """Header, final panel and both statements say the same."""
    players = sat_down(visitor, "entry", 1, entry=100)
    for player in players:
        expect(player.page.locator("[data-coin-balance]")).to_have_text("900")
    played_out(players)
    won = []
    for player in players:
        is_winner = player.page.locator('[data-part="final-title"]').inner_text() == (
            "You win the match."
        )
        won.append(is_winner)
        expect(player.page.locator('[data-part="final-coins"]')).to_have_text(
            "Both entries are yours: 200 coins."
            if is_winner
            else "Both entries go to your opponent: 200 coins."
        )
        # Live: the page has not been loaded again.
        balance = "1,100" if is_winner else "900"
        expect(player.page.locator("[data-coin-balance]")).to_have_text(balance)
    assert sorted(won) == [False, True]
    before = [["Entry", "−100", "900"], ["Welcome gift", "+1,000", "1,000"]]
    for player, is_winner in zip(players, won, strict=True):
        paid = [["Match won", "+200", "1,100"]] if is_winner else []
        assert statement(player) == [*paid, *before]


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
