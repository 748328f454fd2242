"""`/healthz` and `/readyz`: whether this process lives, and whether it can serve.

They are answered before Django: no session, no language, no log-in. Any Host
header will do, because monitors and balancers ask by address, nothing of the
answer depends on the name, and no link is made of it. nginx shows them to the
machine itself only.
"""

import asyncio
from collections.abc import Callable
from functools import cache
from http import HTTPStatus
from typing import Any

from django.core.cache import caches
from django.db import Error as DatabaseError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from redis.exceptions import RedisError

from games.tables import selectors
from games.tables.consumers import in_database
from nardi_site.sockets import Application

WITHIN_S = 2.0


class Health:
    """Answers the two addresses; everything else is `inner`'s."""

    def __init__(self, inner: Application) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer, or pass on."""
        path = scope["path"] if scope["type"] == "http" else ""
        if path == "/healthz":
            await answer(scope, send, [], "alive")
        elif path == "/readyz":
            reasons, words = await readiness()
            await answer(scope, send, reasons, words)
        else:
            await self.inner(scope, receive, send)


async def readiness() -> tuple[list[str], str]:
    """Return why this process cannot serve, and what to say where it can.

    A sweep that is late makes no process unready: another's worker may be at
    fault. It is told, for whoever watches.
    """
    outcomes = await asyncio.gather(
        asked(in_database(database_state), "the database does not answer"),
        asked(asyncio.to_thread(cache_ask), "Redis does not answer"),
    )
    database, redis = outcomes
    reasons = [outcome for outcome in outcomes if outcome.startswith("not ready")]
    return reasons, database or redis


async def asked(question: Any, complaint: str) -> str:
    """Return the answer, or the complaint when there is none in time."""
    try:
        async with asyncio.timeout(WITHIN_S):
            return str(await question)
    except (DatabaseError, RedisError, OSError):
        return f"not ready: {complaint}"


def database_state() -> str:
    """Return "ready" and how old the last sweep is, or which migration lacks."""
    applied = MigrationRecorder(connection).applied_migrations()
    missing = migrations_wanted() - set(applied)
    if missing:
        names = ", ".join(sorted(f"{app} {name}" for app, name in missing))
        return f"not ready: migrations to apply: {names}"
    well_at = selectors.pulse_at()
    if well_at is None:
        return "ready; never swept"
    age = (timezone.now() - well_at).total_seconds()
    return f"ready; swept {max(0.0, age):.1f} s ago"


@cache
def migrations_wanted() -> set[tuple[str, str]]:
    """Return the last migration of each app, as this process's code has them."""
    return set(MigrationLoader(None, ignore_no_migrations=True).graph.leaf_nodes())


def cache_ask() -> str:
    """Ask Redis for something; raises when it does not answer."""
    caches["default"].get("readyz")
    return ""


async def answer(
    scope: Any, send: Callable[..., Any], reasons: list[str], words: str
) -> None:
    """Send a line of plain text: 503 with the reasons, or 200 with the words."""
    status = HTTPStatus.SERVICE_UNAVAILABLE if reasons else HTTPStatus.OK
    body = "".join(f"{line}\n" for line in reasons or [words]).encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    is_head = scope["method"] == "HEAD"
    await send({"type": "http.response.body", "body": b"" if is_head else body})
