"""What people do in a browser: sign up, sit down, play by the mouse."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor

PASSWORD = "kaxuri-ghvino-9"

# Where one can click now, read off the page as a person would see it.
LOOK = """() => {
  const root = document.querySelector("[data-table]");
  const svg = [...root.querySelectorAll("[data-board] svg")]
    .find((one) => one.getBoundingClientRect().width > 0);
  const part = (name) => root.querySelector(`[data-part="${name}"]`);
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return {
      place: Number(node.dataset.place),
      pressed: node.getAttribute("aria-pressed") === "true",
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
    };
  };
  const can = (name) => {
    const button = part(name);
    const is = button && !button.hidden && button.getAttribute("aria-disabled") !== "true";
    return is ? middle(button) : null;
  };
  const sources = [...svg.querySelectorAll(".nb-spot.is-source")];
  return {
    phase: root.dataset.phase,
    mine: root.dataset.turn === "mine",
    open: root.dataset.line === "open",
    roll: can("roll"),
    confirm: can("confirm"),
    undo: can("undo"),
    sources: sources.map(middle).sort((a, b) => b.place - a.place),
  };
}"""


def signed_up(visitor: Visitor, name: str, **options: object) -> Page:
    """A new player's browser, in the lobby."""
    page = visitor(**options)
    page.goto("/en/account/signup/")
    page.fill("[name=username]", name)
    page.fill("[name=email]", f"{name}@example.com")
    page.fill("[name=password1]", PASSWORD)
    page.click("text=Create the account")
    expect(page.locator("h1")).to_have_text("Take a seat and let us play")
    return page


@dataclass
class Player:
    """A person at a table, with eyes and a mouse."""

    page: Page

    def look(self) -> dict[str, Any]:
        """What can be done now."""
        seen: dict[str, Any] = self.page.evaluate(LOOK)
        return seen

    def press(self, part: str) -> None:
        """Click a button."""
        self.page.click(f'[data-part="{part}"]')

    def act(self) -> bool:
        """Do the one next thing that is mine to do; tell whether there was one."""
        seen = self.look()
        if not seen["mine"] or not seen["open"]:
            return False
        sources = seen["sources"]
        # The rearmost checker; a second click moves it by the larger die.
        pressed = [one for one in sources if one["pressed"]]
        chosen = next(iter(pressed or sources), None)
        where = seen["roll"] or seen["confirm"] or chosen
        if where is None:
            return False
        # Where it was seen, as a hand does: the pause may end under it.
        self.page.mouse.click(where["x"], where["y"])
        return True


def sat_down(visitor: Visitor, name: str, points: int) -> tuple[Player, Player]:
    """Two new players at one table, before the opening."""
    nino = signed_up(visitor, f"Nino_{name}")
    giorgi = signed_up(visitor, f"Giorgi_{name}")
    nino.check(f"[name=target][value='{points}']", force=True)
    nino.click("text=Create a table")
    nino.wait_for_url("**/table/**")
    row = giorgi.locator("tr", has_text=f"Nino_{name}")
    row.get_by_role("button", name="Join").click()
    giorgi.wait_for_url("**/table/**")
    return Player(nino), Player(giorgi)
