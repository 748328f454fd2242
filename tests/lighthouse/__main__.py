"""The command line of `make lighthouse`; it needs npm."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.running import ROOT, Site, site_running

HERE = Path(__file__).parent
KEPT = ROOT / "var/lighthouse"
TRIES = 3
LEAST = 95
HEAVIEST_KB = 150
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
PAGES = {"home": "/ka/", "rules": "/ka/tsesebi/kartuli-nardi/", "lobby": "/ka/lobby/"}


@dataclass(frozen=True)
class Run:
    """What one run found: scores from 0 to 100, and what was loaded."""

    scores: dict[str, int]
    kilobytes: float
    faults: list[str]


def main() -> int:
    """Run it over each page; 1 where a median is too low or a page too heavy."""
    parser = argparse.ArgumentParser(prog="python -m tests.lighthouse")
    parser.add_argument("--runs", type=int, default=5, help="of each page")
    parser.add_argument("--faults", action="store_true", help="say what costs points")
    options = parser.parse_args()
    installed()
    with tempfile.TemporaryDirectory() as folder, site_running(Path(folder)) as site:
        cookies = {"lobby": logged_in(site)}
        good = []
        for name, path in PAGES.items():
            runs = [run(site, path, cookies.get(name, "")) for _ in range(options.runs)]
            good.append(reported(name, runs, faults=options.faults))
    return 0 if all(good) else 1


def installed() -> None:
    """Bring Lighthouse as the lock file has it, without running its scripts."""
    KEPT.mkdir(parents=True, exist_ok=True)
    names = ("package.json", "package-lock.json")
    if (KEPT / "node_modules").exists() and all(
        (KEPT / name).exists() and same(KEPT / name, HERE / name) for name in names
    ):
        return
    for name in names:
        shutil.copy(HERE / name, KEPT)
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund")
    subprocess.run(["npm", "ci", *quiet], cwd=KEPT, check=True)


def same(one: Path, other: Path) -> bool:
    return one.read_bytes() == other.read_bytes()


def logged_in(site: Site) -> str:
    """The cookies of a player, as a header has them."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(base_url=site.url)
        page.goto("/ka/account/login/")
        page.fill("[name=login]", "Nino")
        page.fill("[name=password]", site.passwords()["Nino"])
        page.click("main button[type=submit]")
        page.wait_for_url("**/lobby/")
        cookies = page.context.cookies()
        browser.close()
    return "; ".join(f"{one.get('name')}={one.get('value')}" for one in cookies)


def run(site: Site, path: str, cookies: str) -> Run:
    """One run, on Lighthouse's own phone."""
    command = [
        *("node", str(KEPT / "node_modules/lighthouse/cli/index.js")),
        f"{site.url}{path}",
        *("--quiet", "--output=json", "--output-path=stdout"),
        f"--only-categories={','.join(CATEGORIES)}",
        f"--chrome-flags=--headless=new {' '.join(FLAGS)}",
    ]
    if cookies:
        command.append(f"--extra-headers={json.dumps({'Cookie': cookies})}")
    told = json.loads(answered(command, path))
    audits = told["audits"]
    return Run(
        scores={
            name: round(100 * (told["categories"][name]["score"] or 0))
            for name in CATEGORIES
        },
        kilobytes=audits["total-byte-weight"]["numericValue"] / 1024,
        faults=sorted(
            f"{one['id']}: {one['title']} {one.get('displayValue', '')}"
            for one in audits.values()
            if one["score"] is not None and one["score"] < 1
        ),
    )


def answered(command: list[str], path: str) -> str:
    """What Lighthouse says; now and then Chromium loses its trace, and it asks again."""
    said = ""
    for _ in range(TRIES):
        done = subprocess.run(
            command,
            env={**os.environ, "CHROME_PATH": CHROMIUM},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode == 0:
            return done.stdout
        said = done.stderr
    sys.exit(f"Lighthouse could not look at {path}:\n{said}")


def reported(name: str, runs: list[Run], *, faults: bool) -> bool:
    """Say what the runs of a page found; tell whether it is good enough."""
    scores = {
        category: round(median(one.scores[category] for one in runs))
        for category in CATEGORIES
    }
    kilobytes = median(one.kilobytes for one in runs)
    said = ", ".join(f"{category} {score}" for category, score in scores.items())
    print(f"{name}: {said}; {kilobytes:.0f} KB", flush=True)
    good = min(scores.values()) >= LEAST and kilobytes <= HEAVIEST_KB
    if not good or faults:
        for fault in dict.fromkeys(fault for one in runs for fault in one.faults):
            print(f"    {fault}", flush=True)
    return good


if __name__ == "__main__":
    sys.exit(main())
