"""The rooms hold: each import contract and ban, broken on purpose, is seen to fail.

The tree is copied once; each test adds one bad line to a module and takes it
away again.
"""

import contextlib
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.running import ROOT

PACKAGES = ("accounts", "coins", "games", "nardi_site")
BIN = Path(sys.executable).parent
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONTRACTS = {c["id"]: c for c in CONFIG["tool"]["importlinter"]["contracts"]}

# contract → a module, and the line that it must not hold
BREACHES = {
    "apps": ("accounts/models.py", "import games.tables.models"),
    "rooms": ("games/rules/position.py", "import games.board.geometry"),
    "inside": ("games/tables/models.py", "import games.tables.services"),
    "rules-pure": ("games/rules/match.py", "import random"),
    "board-picture": ("games/board/geometry.py", "import accounts.models"),
    "entropy": ("games/tables/views.py", "import games.tables.dice"),
    "one-mouth": ("games/tables/views.py", "import games.tables.events"),
    "ledger-door": ("games/tables/views.py", "import coins.models"),
    "live-door": ("games/tables/selectors.py", "import accounts.live"),
}

BANS = {
    "chance": ("games/tables/selectors.py", "import random\n\nrandom.random()"),
    "secrets": ("accounts/models.py", "import secrets\n\nsecrets.token_hex()"),
    "clock": (
        "games/tables/selectors.py",
        "from django.utils import timezone as tz\n\ntz.now()",
    ),
    "layer": (
        "games/tables/events.py",
        "from channels.layers import get_channel_layer\n\nget_channel_layer()",
    ),
    "signals": (
        "games/tables/models.py",
        "from django.db.models.signals import post_save\n\npost_save.connect(print)",
    ),
}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the Python files, with the same configuration."""
    copy = tmp_path_factory.mktemp("tree")
    for package in PACKAGES:
        for source in (ROOT / package).rglob("*.py"):
            target = copy / source.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    shutil.copy(ROOT / "pyproject.toml", copy)
    return copy


@contextlib.contextmanager
def added(tree: Path, module: str, line: str) -> Iterator[None]:
    """The tree with one more line at the end of a module."""
    path = tree / module
    kept = path.read_text(encoding="utf-8")
    path.write_text(f"{kept}\n{line}\n", encoding="utf-8")
    yield
    path.write_text(kept, encoding="utf-8")


def judged(tree: Path, *command: str) -> tuple[bool, str]:
    """Whether a tool accepts the tree, and all that it said."""
    result = subprocess.run(
        [str(BIN / command[0]), *command[1:]],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
    )
    return result.returncode == 0, result.stdout + result.stderr


def contract_judged(tree: Path, *contracts: str) -> tuple[bool, str]:
    """Whether the import contracts of these names hold in the tree."""
    chosen = [option for name in contracts for option in ("--contract", name)]
    return judged(tree, "lint-imports", "--no-cache", *chosen)


def test_every_contract_is_broken_below() -> None:
    assert BREACHES.keys() == CONTRACTS.keys()


def test_the_copied_tree_keeps_every_contract(tree: Path) -> None:
    """Or a breach below could be seen for a wrong reason."""
    kept, said = contract_judged(tree, *CONTRACTS)
    assert kept, said


@pytest.mark.parametrize("contract", BREACHES)
def test_a_broken_contract_is_seen(tree: Path, contract: str) -> None:
    module, line = BREACHES[contract]
    with added(tree, module, line):
        kept, said = contract_judged(tree, contract)
    assert not kept
    assert f"{CONTRACTS[contract]['name']} BROKEN" in said.replace("\n", " ")


@pytest.mark.parametrize(
    ("module", "contract"),
    [("games/attic/__init__.py", "rooms"), ("games/tables/utils.py", "inside")],
)
def test_a_new_file_must_find_its_room(tree: Path, module: str, contract: str) -> None:
    path = tree / module
    path.parent.mkdir(exist_ok=True)
    path.write_text('"""Odds and ends."""\n')
    kept, said = contract_judged(tree, contract)
    path.unlink()
    assert not kept
    assert Path(module).parts[1] in said


def test_every_app_keeps_its_inside_in_order() -> None:
    """The list of apps in the contract is complete; pure rooms have no inside."""
    apps = {
        ".".join(path.parent.relative_to(ROOT).parts)
        for package in ("accounts", "coins", "games")
        for edge in ("models.py", "views.py", "account_views.py")
        for path in (ROOT / package).rglob(edge)
    }
    assert set(CONTRACTS["inside"]["containers"]) == apps


def test_sockets_do_not_reach_round_the_layers_door() -> None:
    """What neither linter sees: the layer that every consumer carries."""
    doors = {"accounts/live.py", "nardi_site/embedded.py", "nardi_site/layers.py"}
    named = {
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if re.search(r"\bchannel_layer|channels\.layers", path.read_text())
    }
    assert named == doors


@pytest.mark.parametrize("ban", BANS)
def test_a_ban_is_seen(tree: Path, ban: str) -> None:
    module, line = BANS[ban]
    check = ("ruff", "check", "--no-cache", "--select", "TID251", module)
    assert judged(tree, *check)[0]
    with added(tree, module, line):
        accepted, said = judged(tree, *check)
    assert not accepted
    assert "is banned" in said
