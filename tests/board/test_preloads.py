"""The pages with a live board ask for all of their scripts at once."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "games"
PRELOADS = GAMES / "tables/templates/tables/preloads.html"
RECORD = GAMES / "tables/templates/tables/record.html"


def imported(script: str, found: set[str]) -> set[str]:
    """Return what a script imports, and what that imports, as static addresses."""
    app = script.split("/", maxsplit=1)[0]
    # The site's own, shared by all pages, are in the composition root.
    own = ROOT / "nardi_site" if app == "site" else ROOT / app
    room = GAMES / app if (GAMES / app).exists() else own
    text = (room / "static" / script).read_text()
    for name in re.findall(r'^import .*? from "([^"]+)";', text, re.M | re.S):
        parts = [*script.split("/")[:-1], *name.split("/")]
        path: list[str] = []
        for part in parts:
            if part == "..":
                path.pop()
            elif part != ".":
                path.append(part)
        address = "/".join(path)
        if address not in found:
            imported(address, found | {address})
            found |= {address} | imported(address, found | {address})
    return found


def test_every_script_of_the_table_is_preloaded() -> None:
    listed = re.findall(r"{% static '([^']+)' %}", PRELOADS.read_text())
    assert sorted(listed) == sorted(imported("tables/js/main.js", set()))


def test_every_script_of_the_record_is_preloaded() -> None:
    preload = r"modulepreload\" href=\"{% static '([^']+)' %}"
    listed = re.findall(preload, RECORD.read_text())
    assert sorted(listed) == sorted(imported("tables/js/record.js", set()))
