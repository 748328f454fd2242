"""The table on a phone: nothing lies over anything else, a tap means where it is."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.people import placed, sat_down, slug_of
from tests.running import Site

# Every line of text beside the board that can be seen, cut as it is seen. Told are
# two that overlap, what lies on the board, over the screen's edge or is cut, and a
# name without room.
MUDDLE = """() => {
  const root = document.querySelector("[data-table]");
  const board = [...root.querySelectorAll("[data-board] svg")]
    .map((one) => one.getBoundingClientRect()).find(({ width }) => width > 0);
  const cut = ({ left, right, top, bottom }, node) => {
    let seen = { left, right, top, bottom };
    for (let one = node; one !== root; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.clipPath !== "none") return null;
      if (style.overflowX === "visible") continue;
      const box = one.getBoundingClientRect();
      seen = {
        left: Math.max(seen.left, box.left), right: Math.min(seen.right, box.right),
        top: Math.max(seen.top, box.top), bottom: Math.min(seen.bottom, box.bottom),
      };
    }
    return seen.right - seen.left < 2 || seen.bottom - seen.top < 2 ? null : seen;
  };
  const overlap = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const lines = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest("svg, dialog")) continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const box = cut(rect, parent);
      const full = rect.bottom - rect.top;
      if (box) lines.push({ ...box, node, text: node.data.trim(), full });
    }
  }
  const found = [];
  lines.forEach((line, index) => {
    if (overlap(line, board)) found.push(`on the board: ${line.text}`);
    if (line.bottom > innerHeight + 1 || line.right > innerWidth + 1) {
      found.push(`over the edge: ${line.text}`);
    }
    if (line.full - (line.bottom - line.top) > 2) found.push(`cut: ${line.text}`);
    for (const other of lines.slice(index + 1)) {
      if (line.node !== other.node && overlap(line, other)) {
        found.push(`${line.text} / ${other.text}`);
      }
    }
  });
  for (const { clientWidth, textContent } of root.querySelectorAll(".seat__name a")) {
    if (clientWidth < 80) found.push(`${clientWidth} px for a name: ${textContent}`);
  }
  const say = root.querySelector(".table__say");
  if (say.scrollHeight > say.clientHeight + 2) found.push(`scrolls: ${say.innerText}`);
  for (const one of root.querySelectorAll("a, button")) {
    if (one.closest("dialog") || !one.checkVisibility({ visibilityProperty: true })) continue;
    const { height } = one.getBoundingClientRect();
    if (height < 44) found.push(`${height} px high: ${one.textContent.trim()}`);
  }
  return found;
}"""

# Shows the longest reason, as a refused tap does.
TELL = """async () => {
  const words = document.querySelector('link[href*="js/words"]').href;
  const { divisible, hindranceSentence } = await import(words);
  const text = divisible(hindranceSentence("six_block"));
  document.querySelector('[data-part="status"]').textContent = text;
  document.querySelector("[data-table]").classList.add("is-telling");
}"""

# How large the numbers of the points come out on the screen.
NUMBER_PX = """() => {
  const text = [...document.querySelectorAll("[data-board] .nb-numbers text")]
    .find((one) => one.getBoundingClientRect().width > 0);
  return parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
}"""

# Both buttons stand above one another where the screen is small.
UNDO = """() => document.querySelector('[data-part="undo"]').removeAttribute("aria-disabled")"""

BOARD_TOP = """() => [...document.querySelectorAll("[data-board] svg")]
  .map((one) => one.getBoundingClientRect()).find(({ width }) => width > 0).top"""

PORTRAIT = (390, 844)
LANDSCAPE = ((568, 320), (667, 375), (844, 390))
BAR = {25: 1, 24: 1, 13: 5, 8: 3, 6: 5}


def sized(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})


def board_top(page: Page, width: int, height: int) -> float:
    sized(page, width, height)
    return round(float(page.evaluate(BOARD_TOP)), 1)


def middle_of(page: Page, place: int) -> dict[str, Any]:
    box = page.locator(f'.nb-spot[data-place="{place}"]:visible').bounding_box()
    assert box is not None
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def test_beside_the_board_nothing_lies_over_anything(
    visitor: Visitor, site: Site
) -> None:
    """In the four languages, with a checker on the bar, while a reason is told.

    Then in portrait a tap on a blocked checker tells why, and chooses no neighbour.
    """
    players = sat_down(visitor, "phone", 7, entry=100, has_touch=True)
    players[0].page.wait_for_selector('[data-phase="move"]')
    page = placed(site, players, BAR, BAR, (6, 5)).page
    for language in ("ka", "en", "ru", "tr"):
        page.goto(f"/{language}/table/{slug_of(page)}/")
        page.wait_for_selector('[data-line="open"]')
        page.evaluate(UNDO)
        for size in LANDSCAPE:
            sized(page, *size)
            assert page.evaluate(MUDDLE) == [], (language, size)
            assert page.evaluate(NUMBER_PX) >= 10
        for size in LANDSCAPE:
            sized(page, *size)
            page.evaluate(TELL)
            assert page.evaluate(MUDDLE) == [], (language, size)

    sized(page, *PORTRAIT)
    mover = placed(
        site,
        players,
        {24: 2, 13: 5, 8: 3, 7: 1, 6: 4},
        {22: 2, 13: 5, 8: 3, 6: 5},
        (5, 5),
    )
    assert mover.page is page
    page.goto(f"/en/table/{slug_of(page)}/")
    page.wait_for_selector('[data-line="open"]')
    page.touchscreen.tap(**middle_of(page, 8))
    status = page.locator('[data-part="status"]')
    expect(status).to_have_text("Your opponent holds the point where it would land.")
    expect(page.locator(".nb-spot[aria-pressed=true]:visible")).to_have_count(0)
    # What is true now takes its place at once.
    page.touchscreen.tap(**middle_of(page, 13))
    expect(status).to_be_empty()
    expect(page.locator(".nb-spot[aria-pressed=true]:visible")).to_have_count(1)

    everything_is_seen_at_once(page)

    other = next(player.page for player in players if player is not mover)
    page.goto(f"/ru/table/{slug_of(page)}/")
    page.wait_for_selector('[data-line="open"]')
    tops = {size: board_top(page, *size) for size in (*LANDSCAPE, PORTRAIT)}
    other.goto("about:blank")
    page.wait_for_selector('[data-away="theirs"]')
    assert tops == {size: board_top(page, *size) for size in tops}
    for size in LANDSCAPE:
        sized(page, *size)
        assert page.evaluate(MUDDLE) == [], size


def everything_is_seen_at_once(page: Page) -> None:
    """On a short portrait screen: the hint to turn it, and what can be done."""
    sized(page, 360, 640)
    hint = page.locator('[data-part="turn-hint"]')
    expect(hint).to_be_in_viewport(ratio=1)
    assert page.evaluate(NUMBER_PX) >= 10
    hint.get_by_role("button", name="Close").click()
    for language in ("en", "ka", "ru", "tr"):
        page.goto(f"/{language}/table/{slug_of(page)}/")
        expect(page.locator('[data-part="resign"]')).to_be_in_viewport(ratio=1)
        expect(page.locator('[data-part="full-screen"]')).to_be_in_viewport(ratio=1)
        expect(hint).to_be_hidden()
