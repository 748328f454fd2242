"""PostgreSQL and Redis as parts: private, on loopback, in a folder."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
from pathlib import Path
from typing import Any

import psycopg
from redis import Redis
from redis.exceptions import RedisError

from tests.machine.parts import Part
from tests.postgres import tool

LOCAL = "127.0.0.1"
DATABASE = "nardi"


def port_free() -> int:
    """Return a port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind((LOCAL, 0))
        return int(probe.getsockname()[1])


def postgres_part(folder: Path, *, port: int, quick: bool) -> Part:
    """Return a PostgreSQL on `port`, its cluster made if there is none.

    `quick` spares the disk: safe when processes die, not when the machine does.
    """
    data = folder / "postgres"
    who = postgres_owner(folder)
    if not (data / "PG_VERSION").exists():
        data.mkdir(exist_ok=True)
        if who:
            os.chown(data, who["user"], who["group"])
        subprocess.run(
            [
                *(tool("initdb"), "-D", str(data), "-U", "postgres", "-A", "trust"),
                *("-E", "UTF8", "--locale=C.UTF-8", "--no-sync"),
            ],
            check=True,
            cwd="/",
            stdout=subprocess.DEVNULL,
            **who,
        )
    settings = ["max_connections=200", f"listen_addresses={LOCAL}"]
    if quick:
        settings += ["fsync=off", "full_page_writes=off"]
    return Part(
        "postgres",
        [
            *(tool("postgres"), "-D", str(data), "-p", str(port), "-k", ""),
            *(word for setting in settings for word in ("-c", setting)),
        ],
        folder / "log" / "postgres.log",
        lambda: postgres_answers(port),
        options={**who},
        # The fast way: connections are ended, nothing waits for them.
        stop_signal=signal.SIGINT,
    )


def postgres_owner(folder: Path) -> dict[str, Any]:
    """Return who runs PostgreSQL, which refuses root: a user for Popen."""
    if os.getuid() != 0:
        return {}
    owner = pwd.getpwnam("postgres")
    for parent in (folder, *folder.parents):
        if not parent.stat().st_mode & 0o001:
            raise PermissionError(
                f"PostgreSQL runs as another user, who cannot pass {parent}: choose "
                "a folder that everybody may enter."
            )
    return {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}


def postgres_url(port: int, name: str = DATABASE) -> str:
    """Return the address of a database."""
    return f"postgres://postgres@{LOCAL}:{port}/{name}"


def postgres_answers(port: int) -> bool:
    """Whether a connection can be made."""
    try:
        with psycopg.connect(postgres_url(port, "postgres"), connect_timeout=2):
            return True
    except psycopg.OperationalError:
        return False


def database_make(port: int) -> None:
    """Make the site's database if there is none."""
    with psycopg.connect(postgres_url(port, "postgres"), autocommit=True) as connection:
        found = connection.execute(
            "SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]
        )
        if found.fetchone() is None:
            connection.execute(f"CREATE DATABASE {DATABASE}")


def redis_part(folder: Path, *, port: int) -> Part:
    """Return a Redis on `port` that keeps nothing."""
    command = shutil.which("redis-server")
    if command is None:
        raise FileNotFoundError("redis-server was not found")
    return Part(
        "redis",
        [
            *(command, "--port", str(port), "--bind", LOCAL, "--save", ""),
            *("--appendonly", "no", "--dir", str(folder)),
        ],
        folder / "log" / "redis.log",
        lambda: redis_answers(port),
    )


def redis_url(port: int) -> str:
    """Return the address of the Redis."""
    return f"redis://{LOCAL}:{port}/0"


def redis_answers(port: int) -> bool:
    """Whether it answers."""
    try:
        with Redis(LOCAL, port, socket_timeout=1, socket_connect_timeout=1) as client:
            return bool(client.ping())
    except RedisError:
        return False
