"""The commands of the operator's page: a backup, and what a restored match is like."""

import os
import subprocess
from pathlib import Path
from typing import Any

from tests.machine.setup import Machine
from tests.machine.stores import postgres_url
from tests.postgres import tool
from tests.production.conftest import Meeting

MOVE_MS = 90_000
WRITERS = ("web1", "web2", "worker1", "worker2", "beat")


def run(name: str, *arguments: str) -> None:
    """Run a tool of PostgreSQL."""
    subprocess.run([tool(name), *arguments], check=True, env={**os.environ})


def restore(machine: Machine, dump: Path) -> None:
    """Put a backup in the place of the database, while nobody uses it."""
    for name in WRITERS:
        machine.parts[name].end()
    admin = ("--maintenance-db", postgres_url(machine.postgres_port, "postgres"))
    run("dropdb", *admin, "nardi")
    run("createdb", *admin, "nardi")
    url = machine.environment["DATABASE_URL"]
    run("pg_restore", "--dbname", url, "--no-owner", "--exit-on-error", str(dump))
    for name in WRITERS:
        machine.parts[name].start()
    for name in WRITERS:
        machine.parts[name].wait_ready()


def is_given_back(message: dict[str, Any]) -> bool:
    """Whether a message shows more time than the move had at the backup."""
    clock = message.get("clock")
    return clock is not None and clock["remaining_ms"] > MOVE_MS


def test_a_match_goes_on_from_its_backup(meeting: Meeting, tmp_path: Path) -> None:
    """What was played after the backup is gone; no time is lost, and play goes on."""
    machine = meeting.machine
    dump = tmp_path / "nardi.dump"
    nino, giorgi = meeting.connect(0, machine.port), meeting.connect(1, machine.port)
    for player in (nino, giorgi):
        player.phase("move")
    version = nino.said["version"]
    seat = nino.said["state"]["turn"]["seat"]
    url = machine.environment["DATABASE_URL"]
    run("pg_dump", url, "--format=custom", "--file", str(dump))
    mover = (nino, giorgi)[seat]
    mover.step()
    mover.hear(lambda m: m.get("version") == version + 1)

    restore(machine, dump)

    pair = meeting.connect(0, machine.port), meeting.connect(1, machine.port)
    assert [player.said["version"] for player in pair] == [version, version]
    mover = pair[seat]
    # The time since the backup is an outage: it is given back.
    if not is_given_back(mover.said):
        mover.hear(is_given_back)
    mover.step()
    event = mover.hear(lambda m: m["type"] == "event")
    assert event["version"] == version + 1
