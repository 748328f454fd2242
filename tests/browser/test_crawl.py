"""Walks the whole site as visitor and as player, in each language, on a phone.

Every link is followed. One page of each kind, and every page of the book, opens in a
browser: nothing is complained of, cut off, or wider than the window. One page of each
kind is looked at by axe-core.
"""

import re
from dataclasses import dataclass, field
from http import HTTPStatus
from importlib.resources import files
from urllib.parse import urldefrag, urlsplit

import polib
import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from games.rulebook.languages import LIBRARY
from nardi_site.catalogs import LOCALE
from tests.browser.conftest import Visitor
from tests.browser.people import sat_down

LANGUAGES = [code for code, _ in settings.LANGUAGES]
HEAVIEST_KB = 150
PHONE = {"width": 360, "height": 740}
EXPLORED = EXAMINED_IN = "ka"
AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")

# Words that are not for the reader's language, as in `tests.rulebook`.
FOREIGN = re.compile(
    r"Domino Coin|GNU Backgammon|JSON|CSV|\.mat\b|Android|A–Z|a–z|\S+@\S+"
    r"|4HPwATDgc/ABMA|\blong-|\bbar(?=/)|(?<=/)off\b|\boff\b|\bbar\b|\w+_crawl|JavaScript|vur-kaç"
)
SCRIPTS = ("ka", "ru")
"""The languages with letters of their own."""
LATIN_WORD = re.compile(r"[A-Za-z]{2,}")

# What a person could not read: wider than the window, or cut where it stands.
LOOK = """async () => {
  await document.fonts.ready;
  const wide = document.documentElement.scrollWidth - innerWidth;
  const cut = [];
  const beyond = [];
  const heard = [];
  for (const node of document.querySelectorAll("body *")) {
    if (node.closest("svg, script, style, noscript, [hidden]")) continue;
    const own = [...node.childNodes].filter((one) => one.nodeType === 3 && one.data.trim());
    if (own.length === 0) continue;
    const style = getComputedStyle(node);
    const box = node.getBoundingClientRect();
    const skip = node.closest("[translate=no], code, [lang]:not(html), .menu__chip");
    if (!skip) heard.push(...own.map((one) => one.data.replace(/\\s+/g, " ").trim()));
    if (box.width < 2 || style.visibility === "hidden") continue;
    const name = `${node.tagName}.${node.className}: ${node.textContent.trim().slice(0, 40)}`;
    const clips = ["hidden", "clip"].includes(style.overflowX) && !node.closest(".only-heard");
    // A long name may end in dots: the player knows it.
    if (clips && !skip && node.scrollWidth > node.clientWidth + 1) cut.push(name);
    let scrolls = false;
    for (let up = node; up; up = up.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(up).overflowX)) scrolls = true;
    }
    const range = document.createRange();
    for (const one of own) {
      range.selectNodeContents(one);
      for (const line of range.getClientRects()) {
        if (!scrolls && !node.closest(".only-heard") && line.width > 0 && (line.left < -1 || line.right > innerWidth + 1)) beyond.push(name);
      }
    }
  }
  const links = [...document.querySelectorAll("a[href]")].map((one) => one.href);
  // What it weighs on its way, from the cache or not.
  const came = ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind));
  const weight = came.reduce((sum, one) => sum + one.encodedBodySize, 0) / 1024;
  const language = document.documentElement.lang;
  return { wide, cut, beyond, heard, links, weight, language };
}"""


SPOILT = """() => {
  const main = document.querySelector("main");
  const add = (style, text) => {
    const one = main.appendChild(document.createElement("p"));
    Object.assign(one.style, style);
    one.textContent = text;
  };
  add({ width: "400px" }, "ვ".repeat(30));
  add({ width: "50px", overflow: "hidden", whiteSpace: "nowrap" }, "ვაზი და ღვინო");
  add({ position: "relative", left: "340px" }, "ვაზი");
  add({ color: "#ddd", background: "#fff" }, "Roll the dice");
}"""


@dataclass
class Walk:
    """One person on his way through the site in one language."""

    page: Page
    language: str
    untranslated: set[str]
    links: dict[str, str] = field(default_factory=dict)
    """Every address met, and where first."""
    opened: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)

    @property
    def glossary(self) -> str:
        """The one page that has words of all languages."""
        return LIBRARY[self.language]["glossary"].path

    def open(self, path: str, *, examined: bool = False) -> None:
        """Look at a page with a person's eyes, and with axe-core's if asked."""
        answer = self.page.goto(path)
        assert answer is not None
        self.judge(path, answer.status)
        if examined:
            self.examine()

    def judge(self, path: str, status: int) -> None:
        """Write down what is wrong with the page that is open."""
        found = self.page.evaluate(LOOK)
        self.opened.add(urlsplit(self.page.url).path)
        for link in found["links"]:
            self.links.setdefault(urldefrag(link).url, path)
        wrong = {
            "status": status if status != HTTPStatus.OK else None,
            "language": found["language"] if found["language"] != self.language else "",
            "wider than the window": max(found["wide"], 0),
            "too heavy": round(max(found["weight"] - HEAVIEST_KB, 0)),
            "cut": found["cut"],
            "beyond the edge": found["beyond"],
            "English": self.untranslated.intersection(found["heard"]),
            "foreign": self.foreign(found["heard"]),
        }
        self.faults += [
            f"{path}: {name}: {what}" for name, what in wrong.items() if what
        ]

    def examine(self) -> None:
        """Let axe-core look at the page that is open."""
        self.page.evaluate(AXE)
        found = self.page.evaluate("axe.run({resultTypes: ['violations']})")
        self.faults += [
            f"{self.page.url}: {one['id']}: {node['target']} {node['failureSummary']}"
            for one in found["violations"]
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]

    def foreign(self, heard: list[str]) -> list[str]:
        """Words in another language's letters."""
        if self.language not in SCRIPTS or self.page.url.endswith(self.glossary):
            return []
        return LATIN_WORD.findall(FOREIGN.sub(" ", " ".join(heard)))

    def follow(self) -> None:
        """Ask for every link that was met and not opened."""
        for link, where in self.links.items():
            parts = urlsplit(link)
            if parts.scheme not in ("http", "https") or parts.path in self.opened:
                continue
            # Hundreds of positions, the same in every language.
            if "/position/" in parts.path and self.language != EXPLORED:
                continue
            answer = self.page.request.get(link)
            if not answer.ok:
                self.faults.append(f"{where}: {link} answers {answer.status}")


def untranslated(language: str) -> set[str]:
    """English texts of ours that the language says otherwise."""
    catalogs = (
        polib.pofile(str(LOCALE / language / "LC_MESSAGES" / f"{domain}.po"))
        for domain in ("django", "djangojs")
    )
    return {
        entry.msgid
        for catalog in catalogs
        for entry in catalog
        if language != "en" and entry.msgstr and entry.msgstr != entry.msgid
    }


PLAYERS = (
    "lobby/",
    "coins/",
    "account/settings/",
    "account/password/change/",
    "account/email/",
    "account/name/",
    "account/sessions/",
    "account/factor/",
)
ENTRANCES = ("account/login/", "account/signup/", "account/password/reset/")
EXAMINED = ("index", "georgian", "compare", "glossary")
"""One page of the book for each thing that pages have."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_visitor_finds_every_page(visitor: Visitor, language: str) -> None:
    """Home, the entrances, the whole book and the explorer."""
    walk = Walk(visitor(viewport=PHONE), language, untranslated(language))
    here = language == EXAMINED_IN
    for path in ("", *ENTRANCES, "position/", "position/4HPwATDgc_ABMA/?dice=33"):
        walk.open(f"/{language}/{path}", examined=here)
    for key, entry in LIBRARY[language].items():
        walk.open(f"/{language}/{entry.path}", examined=here and key in EXAMINED)
    walk.follow()
    assert walk.faults == []


def test_a_player_finds_every_page(visitor: Visitor) -> None:
    """Lobby, coins, settings, a table in play and its record, in each language."""
    nino, giorgi = sat_down(visitor, "crawl", 1, viewport=PHONE)
    slug = urlsplit(nino.page.url).path.split("/")[-2]
    # A browser of its own for each language: what it has of another would weigh too.
    known = nino.page.context.storage_state()
    walks = [
        Walk(visitor(storage_state=known, viewport=PHONE), code, untranslated(code))
        for code in LANGUAGES
    ]
    for walk in walks:
        for path in (*PLAYERS, f"table/{slug}/"):
            here = walk.language == EXAMINED_IN
            walk.open(f"/{walk.language}/{path}", examined=here)
    giorgi.page.goto(f"/en/table/{slug}/")
    giorgi.press("resign")
    giorgi.page.locator("[data-part=resign-dialog]").get_by_text("Resign").last.click()
    expect(giorgi.page.locator("[data-table]")).to_have_attribute("data-phase", "over")
    for walk in walks:
        here = walk.language == EXAMINED_IN
        walk.open(f"/{walk.language}/match/{slug}/", examined=here)
        walk.follow()
    assert [fault for walk in walks for fault in walk.faults] == []


def test_the_walk_sees_what_is_wrong(visitor: Visitor) -> None:
    """A control: a page with one fault of each kind."""
    page = visitor(viewport=PHONE)
    walk = Walk(page, "ka", {"Roll the dice"})
    page.goto("/ka/")
    page.evaluate(SPOILT)
    walk.judge("/ka/", HTTPStatus.OK)
    walk.examine()
    told = " ".join(walk.faults)
    for fault in ("wider", "cut", "beyond", "English", "foreign", "color-contrast"):
        assert fault in told, fault
