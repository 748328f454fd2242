"""How late the server acts, and how many commands one process carries out.

`python -m tests.bench.sweep` starts a real set-up and prints, in one run,
- the sweep's lateness, in seconds from a deadline to the moment at which a worker
  acts on it, with 1,000 live tables of which 40 fall due a second;
- commands per second of one process on PostgreSQL, in threads as its sockets have
  them, beside the least durable command: one lock, one UPDATE, one INSERT, one
  publish. The rest of the set-up is stopped for this. The time of the processor is
  told too, because the rate falls with whatever else the machine does.
"""

import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from tests.machine.setup import Machine

TABLES = 1_000
DUE_A_SECOND = 40
PROMISED_P99_S = 0.5
THREADS = 8
COMMANDS_S = 6.0


def main() -> int:
    """Start, measure, stop."""
    # So that everything is stopped when this is told to stop.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    folder = Path(tempfile.mkdtemp(prefix="nardi-bench-"))
    folder.chmod(0o755)
    machine = Machine(folder, webs=1)
    os.environ.update(machine.environment)
    try:
        machine.start()
        import django  # noqa: PLC0415 - the settings come from the machine

        django.setup()
        lateness_print()
        for name in ("beat", "worker1", "worker2", "web1", "nginx"):
            machine.parts[name].end()
        commands_print()
    finally:
        machine.stop()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


def lateness_print() -> None:
    """Let every table fall due once, evenly; print how late each was acted on."""
    from tests.machine import tables  # noqa: PLC0415

    due = tables.due_spread(count=TABLES, a_second=DUE_A_SECOND)
    time.sleep(TABLES / DUE_A_SECOND + tables.AHEAD_S)
    late = sorted(tables.lateness(due, within_s=60))
    median, p99 = late[len(late) // 2], late[len(late) * 99 // 100]
    sys.stdout.write(
        f"sweep, {TABLES} live tables, {DUE_A_SECOND} due a second, "
        f"{len(late)} acted on: lateness median {median:.3f} s, "
        f"p99 {p99:.3f} s (<= {PROMISED_P99_S})\n"
    )


def commands_print() -> None:
    """Print both rates, a run of each in turn so that both meet the same machine."""
    from tests.machine import tables  # noqa: PLC0415

    actors = tables.actors(THREADS)
    for name, act in (
        ("least durable command", tables.least),
        ("command of a match", tables.play),
    ):
        begin = time.process_time()
        rate, p50, p99 = rates([partial(act, actor) for actor in actors])
        own_ms = (time.process_time() - begin) * 1000 / (rate * COMMANDS_S)
        sys.stdout.write(
            f"{name:22} {rate:6.0f} a second, median {p50 * 1000:.1f} ms, "
            f"p99 {p99 * 1000:.1f} ms; {own_ms:.2f} ms of this process's processor\n"
        )


def rates(acts: list[Callable[[], None]]) -> tuple[float, float, float]:
    """Do each in a thread of its own; returns acts a second, median and p99 seconds."""
    end = time.monotonic() + COMMANDS_S

    def repeat(act: Callable[[], None]) -> list[float]:
        took = []
        while (begin := time.monotonic()) < end:
            act()
            took.append(time.monotonic() - begin)
        return took

    with ThreadPoolExecutor(len(acts)) as pool:
        took = sorted(s for one in pool.map(repeat, acts) for s in one)
    return len(took) / COMMANDS_S, took[len(took) // 2], took[len(took) * 99 // 100]


if __name__ == "__main__":
    sys.exit(main())
