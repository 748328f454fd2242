"""`make test`: every check, one after the other, stopping at the first that fails.

What mostly waits (a whole set-up of processes) runs beside those after it.

`python -m tests.run NAME ...` runs the named stages only.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PYTHON = sys.executable

# Debian package → what it must bring for the tests.
PACKAGES = {
    "chromium": "chromium",
    "gettext": "xgettext",
    "gnubg": "/usr/games/gnubg",
    "nginx-light": "/usr/sbin/nginx",
    "nodejs": "node",
    "postgresql": "/usr/lib/postgresql/*/bin/initdb",
    "redis-server": "redis-server",
}

# Values that a production start would have, for the checks made of it.
PRODUCTION = {
    "DATABASE_URL": "postgres:///nardi",
    "REDIS_URL": "redis://localhost",
    "SECRET_KEY": "checked-only-" + "0123456789abcdefghijklmnopqrstuvwxyz" * 2,
    "ALLOWED_HOSTS": "nardi.example",
}


# More at once were slower: browsers and processes of their own run beside them.
TWO_CORES = ("-n", "2", "--dist", "loadgroup")


# What PostgreSQL is not asked: these start the embedded site, whose database is
# SQLite whatever the tests' is; or they are about pages and forms, or about the
# rules' values, and say nothing of a database; or for long what others say in short.
EMBEDDED_ONLY = {
    "accounts": ("email", "factors", "hashers", "language", "login", "settings"),
    "tables": (
        *("pages", "protocol", "record_pages", "records", "replay"),
        *("served", "whole_matches"),
    ),
    "desk": ("admin_words", "case_page", "pages"),
}


@dataclass(frozen=True)
class Stage:
    """One command of the run."""

    name: str
    command: tuple[str, ...]
    environment: dict[str, str] = field(default_factory=dict)
    # Started and left to itself while those after it run: it mostly waits.
    is_beside: bool = False


def manage(*arguments: str) -> tuple[str, ...]:
    """Return a management command under the tests' settings."""
    return (PYTHON, "manage.py", *arguments, "--settings=tests.settings")


def pytest(*arguments: str) -> tuple[str, ...]:
    """Return a run of pytest on both cores."""
    return (PYTHON, "-m", "pytest", "-q", *TWO_CORES, *arguments)


def existing(*paths: str) -> Iterator[str]:
    """Yield the paths that exist."""
    return (path for path in paths if (ROOT / path).exists())


def stages() -> list[Stage]:
    """Return all stages, the quick ones first and pytest's summary last."""
    scripts = sorted(str(p.relative_to(ROOT)) for p in ROOT.glob("tests/**/*.test.mjs"))
    return [
        Stage("mypy", (str(BIN / "mypy"),), is_beside=True),
        Stage("ruff", (str(BIN / "ruff"), "check", ".")),
        Stage("format", (str(BIN / "ruff"), "format", "--check", ".")),
        Stage("imports", (str(BIN / "lint-imports"),)),
        Stage("dependencies", (str(BIN / "deptry"), ".")),
        Stage("templates", (str(BIN / "djlint"), ".", "--lint", "--quiet")),
        Stage("checks", manage("check", "--fail-level=WARNING")),
        Stage(
            "production",
            (PYTHON, "manage.py", "check", "--deploy", "--fail-level=WARNING"),
            PRODUCTION,
        ),
        Stage("migrations", manage("makemigrations", "--check", "--dry-run")),
        Stage("node", ("node", "--test", *scripts)),
        # One set-up for all of them, so one after the other.
        Stage(
            "machine",
            (PYTHON, "-m", "pytest", "-q", "tests/production"),
            is_beside=True,
        ),
        Stage(
            "postgres",
            (
                *(PYTHON, "-m", "tests.postgres"),
                *pytest(
                    *existing(
                        *(f"tests/{room}" for room in ("accounts", "coins", "tables")),
                        *(f"tests/{room}" for room in ("players", "desk")),
                    ),
                    *(
                        f"--ignore=tests/{room}/test_{name}.py"
                        for room, names in EMBEDDED_ONLY.items()
                        for name in names
                    ),
                ),
            ),
        ),
        Stage("pytest", pytest("--ignore=tests/production")),
    ]


def missing_packages() -> list[str]:
    """Return the Debian packages whose command is not there."""
    return [
        package
        for package, brings in PACKAGES.items()
        if not (list(Path("/").glob(brings[1:])) if "/" in brings else which(brings))
    ]


def which(command: str) -> str | None:
    """Return the command's path; Chromium's may be told by CHROMIUM."""
    if command == "chromium" and (told := os.environ.get("CHROMIUM")):
        return shutil.which(told)
    return shutil.which(command)


def packages_install() -> bool:
    """Install missing packages where that is allowed; tell whether all are there."""
    missing = missing_packages()
    if not missing:
        return True
    install = ["apt-get", "install", "-y", "--no-install-recommends", *missing]
    if os.getuid() == 0 and shutil.which("apt-get"):
        say(f"installing {' '.join(missing)}")
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        if subprocess.call(install, env=quiet) != 0:
            # The package lists may be old, or absent as in a fresh container.
            subprocess.call(["apt-get", "update"], env=quiet)
            subprocess.call(install, env=quiet)
        missing = missing_packages()
    if missing:
        say(
            f"The tests need what these Debian packages bring: {', '.join(missing)}. "
            f"Install them and try again: sudo {' '.join(install)}"
        )
    return not missing


def run(chosen: Iterable[Stage]) -> int:
    """Run the stages; returns the first exit code that is not 0, or 0."""
    *first, last = chosen
    with contextlib.ExitStack() as stack:
        beside = []
        for stage in first:
            started = Started(stage, stack)
            if stage.is_beside:
                beside.append(started)
            elif code := started.code():
                return code
        for started in beside:
            if code := started.code():
                return code
        return Started(last, stack).code()


class Started:
    """A stage that has been started; one beside the others speaks at its end."""

    said: IO[bytes] | None = None

    def __init__(self, stage: Stage, stack: contextlib.ExitStack) -> None:
        self.stage = stage
        self.begin = time.monotonic()
        if stage.is_beside:
            file = tempfile.TemporaryFile()  # noqa: SIM115 - the stack closes it
            self.said = stack.enter_context(file)
        say(f"{stage.name} ..." + " beside what follows" * stage.is_beside)
        self.process = subprocess.Popen(
            stage.command,
            cwd=ROOT,
            env={**os.environ, **stage.environment},
            stdout=self.said,
            stderr=subprocess.STDOUT if self.said else None,
            start_new_session=stage.is_beside,
        )
        stack.callback(self.end)

    def code(self) -> int:
        """Wait for it and tell how it ended."""
        code = self.process.wait()
        took_s = time.monotonic() - self.begin
        if self.said:
            self.said.seek(0)
            print(self.said.read().decode(errors="replace"), flush=True)
        if code != 0:
            say(f"{self.stage.name} FAILED after {took_s:.1f} s")
        # The closing words are the last pytest's own.
        elif self.stage.name != "pytest":
            say(f"{self.stage.name} ok, {took_s:.1f} s")
        return code

    def end(self) -> None:
        """Stop it where it still runs; one beside, with all that it has started."""
        if self.process.poll() is None and self.stage.is_beside:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait()


def say(text: str) -> None:
    """Print a line that stands out among the tools' own."""
    print(f"== {text}", flush=True)


def main(names: list[str]) -> int:
    """Run the named stages, or everything."""
    everything = stages()
    known = [stage.name for stage in everything]
    if unknown := set(names) - set(known):
        say(f"No stage {', '.join(sorted(unknown))}; there are {', '.join(known)}.")
        return 2
    if not names and not packages_install():
        return 1
    return run(s for s in everything if not names or s.name in names)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
