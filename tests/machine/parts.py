"""One part of the set-up: a process group with a log, started and ended at will."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
START_WITHIN_S = 60.0
STOP_WITHIN_S = 20.0


class PartFailed(Exception):  # noqa: N818 - a sentence for whoever started it
    """A part did not start, or ended by itself."""


@dataclass
class Part:
    """A process by name; `is_ready` says whether it answers."""

    name: str
    command: list[str]
    log: Path
    is_ready: Callable[[], bool]
    environment: Mapping[str, str] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    stop_signal: signal.Signals = signal.SIGTERM
    process: subprocess.Popen[bytes] | None = None

    @property
    def is_running(self) -> bool:
        """Whether the process lives."""
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        """Start the process; returns at once."""
        assert not self.is_running, f"{self.name} is running already"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=ROOT,
                env={**os.environ, **self.environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                # A group of its own: Ctrl-C is for whoever started it, and a
                # kill takes its children too.
                start_new_session=True,
                **self.options,
            )

    def wait_ready(self, within_s: float = START_WITHIN_S) -> float:
        """Wait until it answers; returns how long that took, in seconds."""
        begin = time.monotonic()
        while not self.is_ready():
            if not self.is_running:
                raise PartFailed(f"{self.name} ended by itself:\n{self.log_tail()}")
            if time.monotonic() - begin > within_s:
                raise PartFailed(f"{self.name} does not answer:\n{self.log_tail()}")
            time.sleep(0.02)
        return time.monotonic() - begin

    def end(self, how: signal.Signals | None = None) -> float:
        """End it by a signal, SIGKILL included; returns how long that took."""
        begin = time.monotonic()
        if self.process is not None and self.is_running:
            how = how or self.stop_signal
            with contextlib.suppress(ProcessLookupError):
                if how is signal.SIGKILL:
                    os.killpg(self.process.pid, how)
                else:
                    self.process.send_signal(how)
            try:
                self.process.wait(STOP_WITHIN_S)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
                raise PartFailed(
                    f"{self.name} did not stop within {STOP_WITHIN_S:.0f} s"
                ) from None
        return time.monotonic() - begin

    def log_tail(self, lines: int = 20) -> str:
        """Return the last lines of its log."""
        text = self.log.read_text(encoding="utf-8", errors="replace")
        return "\n".join(text.splitlines()[-lines:])
