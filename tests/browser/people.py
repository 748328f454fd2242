"""What people do in a browser: sign up, sit down, play by the mouse."""

import re
import time
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.running import Site

PASSWORD = "kaxuri-ghvino-9"

# Where one can click now, read off the page as a person would see it.
LOOK = """(patience) => {
  const root = document.querySelector("[data-table]");
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
    const button = root.querySelector(`[data-part="${name}"]`);
    const is = button && !button.hidden && button.getAttribute("aria-disabled") !== "true";
    return is ? middle(button) : null;
  };
  const see = () => {
    const svg = [...root.querySelectorAll("[data-board] svg")]
      .find((one) => one.getBoundingClientRect().width > 0);
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
  };
  const enough = ({ phase, roll, confirm, sources }) =>
    phase === "over" || roll || confirm || sources.length > 0;
  // While it is another's turn there is nothing to measure.
  const isIdle = ({ phase, turn, line }) =>
    phase !== "over" && (turn !== "mine" || line !== "open");
  return new Promise((resolve) => {
    const until = performance.now() + patience;
    const look = () => {
      const isLast = performance.now() >= until;
      const seen = isIdle(root.dataset) && !isLast ? null : see();
      if (isLast || (seen && enough(seen))) resolve(seen);
      else setTimeout(look, 20);
    };
    look();
  });
}"""


# Both near the end, long since past each other: the mover has the first dice.
NEAR_THE_END = """
from dataclasses import replace
from games.rules.codec import match_to_json
from games.tables import selectors
from games.tables.models import Table
table = Table.objects.get(slug="{slug}")
match = selectors.match_of(table)
left = {{8: 1, 6: 1, 5: 1, 3: 1, 1: 1}}
side = (10, *(left.get(point, 0) for point in range(1, 26)))
match = replace(match, sides=(side, side), steps=(), turns_taken=(9, 9))
table.state, table.version = match_to_json(match), table.version + 1
table.save()
"""


# `mine` are the mover's checkers by his own points; what is missing has been borne off.
PLACED = """
from dataclasses import replace
from games.rules.codec import match_to_json
from games.tables import selectors
from games.tables.models import Table
table = Table.objects.get(slug="{slug}")
match = selectors.match_of(table)
def side(checkers):
    off = 15 - sum(checkers.values())
    return (off, *(checkers.get(point, 0) for point in range(1, 26)))
sides = [side({theirs}), side({theirs})]
sides[match.mover] = side({mine})
match = replace(match, sides=tuple(sides), dice={dice}, steps=(), turns_taken=(9, 9))
table.state, table.version = match_to_json(match), table.version + 1
table.save()
print(match.mover, table.version)
"""


def slug_of(page: Page) -> str:
    """The address of the table that the page shows."""
    return page.url.rstrip("/").rsplit("/", 1)[-1]


def near_the_end(site: Site, page: Page) -> None:
    """Put the match at the page's table where a few turns end its game."""
    site.execute(NEAR_THE_END.format(slug=slug_of(page)))


def placed(
    site: Site,
    players: tuple["Player", "Player"],
    mine: dict[int, int],
    theirs: dict[int, int],
    dice: tuple[int, int],
) -> "Player":
    """Put a position in the middle of the match; returns the mover, who sees it."""
    slug = slug_of(players[0].page)
    told = site.execute(
        PLACED.format(slug=slug, mine=mine, theirs=theirs, dice=dice),
    )
    number, version = told.split()
    mover = players[int(number)]
    mover.page.wait_for_selector(f'[data-version="{version}"]')
    return mover


def posted(page: Page, path: str, **form: str | int) -> str:
    """Send a form as that person without drawing its page; where it leads to."""
    cookies = {one["name"]: one["value"] for one in page.context.cookies()}
    sent: dict[str, str | float | bool] = {
        **form,
        "csrfmiddlewaretoken": cookies["csrftoken"],
    }
    answer = page.request.post(path, form=sent, max_redirects=0)
    assert answer.status == HTTPStatus.FOUND, answer.text()
    return answer.headers["location"]


def registered(
    visitor: Visitor, name: str, *, language: str = "en", **options: Any
) -> Page:
    """A new player's browser, with nothing drawn yet; he reads in that language."""
    page = visitor(**options)
    path = f"/{language}/account/signup/"
    page.request.get(path)
    posted(
        page,
        path,
        username=name,
        email=f"{name}@example.com",
        password1=PASSWORD,
    )
    return page


def signed_up(
    visitor: Visitor, name: str, *, language: str = "en", **options: Any
) -> Page:
    """A new player's browser, in the lobby; he reads the site in that language."""
    page = registered(visitor, name, language=language, **options)
    page.goto(f"/{language}/lobby/")
    return page


def signed_up_by_hand(visitor: Visitor, name: str, **options: Any) -> Page:
    """The same, by the page's own form; he reads English."""
    page = visitor(**options)
    page.goto("/en/account/signup/")
    page.fill("[name=username]", name)
    page.fill("[name=email]", f"{name}@example.com")
    page.fill("[name=password1]", PASSWORD)
    page.click("main form button[type=submit]")
    page.wait_for_selector("[data-lobby]")
    return page


def letter_link(site: Site, email: str, where: str) -> str:
    """The newest link of that kind in a letter to that address, as it is printed."""
    wanted = rf"To: {re.escape(email)}\n(?:(?!\nTo: ).)*?(http://\S*{where}\S*)"
    until = time.monotonic() + 10
    while time.monotonic() < until:
        if found := re.findall(wanted, "".join(site.output), re.S):
            return str(found[-1])
        time.sleep(0.05)
    raise AssertionError(f"no letter to {email}")


def confirmed(page: Page, site: Site, name: str) -> None:
    """Open the link in the letter and confirm the address; back to the lobby."""
    page.goto(letter_link(site, f"{name}@example.com".lower(), "/email/confirm/"))
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".messages")).to_contain_text("is confirmed")
    page.goto("/en/lobby/")


@dataclass
class Player:
    """A person at a table, with eyes and a mouse."""

    page: Page

    def look(self, *, patience_ms: int = 0) -> dict[str, Any]:
        """What can be done, now or as soon as there is something to do."""
        seen: dict[str, Any] = self.page.evaluate(LOOK, patience_ms)
        return seen

    def press(self, part: str) -> None:
        """Click a button."""
        self.page.click(f'[data-part="{part}"]')

    def act(self) -> bool:
        """Do the one next thing that is mine to do; tell whether there was one."""
        seen = self.look(patience_ms=200)
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


def sat_down(
    visitor: Visitor,
    name: str,
    points: int,
    *,
    entry: int = 0,
    ruleset: str = "georgian",
    init_script: str = "",
    **options: Any,
) -> tuple[Player, Player]:
    """Two new players at one table, before the opening.

    `init_script` runs in their pages before the pages' own scripts.
    """
    nino, giorgi = pages = (
        registered(visitor, f"Nino_{name}", **options),
        registered(visitor, f"Giorgi_{name}", **options),
    )
    table = posted(
        nino,
        "/en/table/new/",
        ruleset=ruleset,
        target=points,
        move_seconds=60,
        entry_coins=entry,
    )
    posted(giorgi, f"{table}join/")
    for page in pages:
        page.add_init_script(init_script)
        page.goto(table)
    return Player(nino), Player(giorgi)


def sat_down_by_hand(
    visitor: Visitor, name: str, points: int, *, entry: int = 0, **options: Any
) -> tuple[Player, Player]:
    """The same by the pages' own forms, from signing up to joining in the lobby."""
    nino = signed_up_by_hand(visitor, f"Nino_{name}", **options)
    giorgi = signed_up_by_hand(visitor, f"Giorgi_{name}", **options)
    nino.check(f"[name=target][value='{points}']", force=True)
    nino.check(f"[name=entry_coins][value='{entry}']", force=True)
    nino.click("text=Create a table")
    nino.wait_for_url("**/table/**")
    row = giorgi.locator("tr", has_text=f"Nino_{name}")
    row.get_by_role("button", name="Join").click()
    giorgi.wait_for_url("**/table/**")
    return Player(nino), Player(giorgi)
