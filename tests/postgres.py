"""`python -m tests.postgres COMMAND ...`: a private PostgreSQL for one command.

It lives in a temporary folder, is reached through a socket there, and is gone
with the command. `tests.settings` uses it when it sees NARDI_TEST_POSTGRES.
"""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# Nothing here outlives the run, so nothing needs to reach the disk.
SERVER_OPTIONS = (
    *("-c", "listen_addresses="),
    *("-c", "fsync=off"),
    *("-c", "synchronous_commit=off"),
    *("-c", "full_page_writes=off"),
    *("-c", "max_connections=200"),
)
START_WITHIN_S = 60


def tool(name: str) -> str:
    """Return the path of a PostgreSQL server tool; Debian keeps them off PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    if found:
        return str(found[-1])
    path = shutil.which(name)
    if path is None:
        raise FileNotFoundError(f"{name} of PostgreSQL was not found")
    return path


@contextlib.contextmanager
def postgres_server() -> Iterator[Path]:
    """Run a PostgreSQL; yields the folder of its socket."""
    folder = Path(tempfile.mkdtemp(prefix="nardi-postgres-"))
    data = folder / "data"
    who: dict[str, Any] = {}
    if os.getuid() == 0:
        # PostgreSQL refuses to run as root.
        owner = pwd.getpwnam("postgres")
        os.chown(folder, owner.pw_uid, owner.pw_gid)
        who = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}

    log = (folder / "log").open("wb")
    options: dict[str, Any] = {"cwd": folder, "stdout": log, "stderr": log, **who}
    try:
        subprocess.run(
            [
                *(tool("initdb"), "-D", str(data), "-U", "postgres", "--no-sync"),
                *("-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"),
            ],
            check=True,
            **options,
        )
        # A child, not a daemon: it cannot outlive a run that is killed whole.
        server = subprocess.Popen(
            [tool("postgres"), "-D", str(data), "-k", str(folder), *SERVER_OPTIONS],
            **options,
        )
        try:
            ready_wait(server, folder)
            yield folder
        finally:
            server.send_signal(signal.SIGQUIT)
            server.wait()
    finally:
        log.close()
        shutil.rmtree(folder, ignore_errors=True)


def ready_wait(server: subprocess.Popen[bytes], folder: Path) -> None:
    """Return once the server answers; raises RuntimeError with its log if not."""
    asking = [tool("pg_isready"), "-q", "-h", str(folder)]
    give_up = time.monotonic() + START_WITHIN_S
    while subprocess.call(asking) != 0:
        if server.poll() is not None or time.monotonic() > give_up:
            raise RuntimeError((folder / "log").read_text(errors="replace"))
        time.sleep(0.05)


def main(command: list[str]) -> int:
    """Run the command beside a server; returns the command's exit code."""
    # So that the server is stopped when this is told to stop.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with postgres_server() as folder:
        environment = {**os.environ, "NARDI_TEST_POSTGRES": str(folder)}
        return subprocess.call(command, env=environment)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
