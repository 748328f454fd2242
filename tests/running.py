"""The real site as a child process, for the tests that need all of it."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parent.parent
START_WITHIN_S = 90

# What a test run sets for itself and a site of its own must not inherit.
NOT_INHERITED = ("DJANGO_SETTINGS_MODULE", "NARDI_TEST_POSTGRES", "HOST", "PORT")


def environment_of(data: Path, **more: str) -> dict[str, str]:
    """Return the environment of a site that keeps its data in `data`."""
    inherited = {k: v for k, v in os.environ.items() if k not in NOT_INHERITED}
    return {**inherited, "NARDI_DATA": str(data), "PYTHONUNBUFFERED": "1", **more}


@dataclass
class Site:
    """A running site: where it is, where its data are, what it has printed."""

    process: subprocess.Popen[str]
    data: Path
    output: list[str] = field(default_factory=list)
    url: str = ""
    interpreter: subprocess.Popen[str] | None = None

    def passwords(self) -> dict[str, str]:
        """Return the demo accounts' passwords as printed on the first start."""
        found = (re.fullmatch(r"    (\w+) +([a-z0-9]{12})\n", o) for o in self.output)
        return {match[1]: match[2] for match in found if match}

    def connect(self, path: str, **options: Any) -> ClientConnection:
        """Open a plain socket, as a page of the site would; for `with`."""
        options = {"origin": self.url, "open_timeout": 20, **options}
        opened: ClientConnection = connect(f"ws{self.url[4:]}{path}", **options)
        return opened

    def manage(self, *command: str) -> str:
        """Run a management command on the site's data; returns what it printed."""
        result = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=environment_of(self.data),
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 0, result.stderr
        return result.stdout

    def execute(self, code: str) -> str:
        """Run code on the site's data, in a process beside it; what it printed."""
        if self.interpreter is None:
            self.interpreter = subprocess.Popen(
                [sys.executable, "-m", "tests.interpreter"],
                cwd=ROOT,
                env=environment_of(self.data),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        assert self.interpreter.stdin is not None
        assert self.interpreter.stdout is not None
        self.interpreter.stdin.write(json.dumps(code) + "\n")
        self.interpreter.stdin.flush()
        answer = json.loads(self.interpreter.stdout.readline())
        assert answer["failed"] is None, answer["failed"]
        printed: str = answer["printed"]
        return printed

    def interpreter_end(self) -> None:
        """End that process: it reads to the end of its input."""
        if self.interpreter is not None:
            self.interpreter.communicate()


@contextlib.contextmanager
def site_running(data: Path, **environment: str) -> Iterator[Site]:
    """Run the site on a free port until the block ends."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=environment_of(data, PORT="0", **environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    site = Site(process, data)
    settled = threading.Event()

    def listen() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            site.output.append(line)
            if ready := re.match(r"Ready: (http://\S+)", line):
                site.url = ready[1]
                settled.set()
        settled.set()

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    try:
        settled.wait(START_WITHIN_S)
        assert site.url, f"the site did not start:\n{''.join(site.output)}"
        yield site
    finally:
        site.interpreter_end()
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        listener.join()
        assert process.stdout is not None
        process.stdout.close()
