"""`python -m tests.benched TABLES`: the embedded site with the bench's sockets.

Prints one line of JSON when it serves: the port, and of each table its slug, its
players' sessions, and the row that the least durable play writes.
"""

import json
import os
import socket
import sys
from functools import partial
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nardi_site.settings")

# Before anything of Django: it chooses the event loop.
from nardi_site.embedded import site_serve  # isort: skip

import django

django.setup()

from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import path  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts import live  # noqa: E402
from accounts.models import User  # noqa: E402
from games.tables import routing, services  # noqa: E402
from games.tables.consumers.socket import Socket, in_database  # noqa: E402
from games.tables.models import Event, Table  # noqa: E402

LONGEST_MATCH = 7
LONGEST_MOVE_SECONDS = 90


class EchoConsumer(AsyncWebsocketConsumer):
    """Says what it hears."""

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None
    ) -> None:
        await self.send(text_data=text_data)


class LeastConsumer(AsyncWebsocketConsumer):
    """Does for every message the least that makes it durable and heard.

    By the same ways to database and layer as the site's own sockets.
    """

    dispatch = Socket.dispatch

    async def connect(self) -> None:
        arguments = self.scope["url_route"]["kwargs"]
        self.table_id = arguments["table_id"]
        self.text = "x" * arguments["size"]
        await self.channel_layer.group_add(group(self.table_id), self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(group(self.table_id), self.channel_name)

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None
    ) -> None:
        await in_database(played, self.table_id, self.text)

    async def least_event(self, event: dict[str, Any]) -> None:
        await self.send(text_data=event["text"])


def group(table_id: int) -> str:
    """The group of the two sockets of a row."""
    return f"least.{table_id}"


def played(table_id: int, text: str) -> None:
    """One lock, one UPDATE, one INSERT, one message to the group."""
    with transaction.atomic(durable=True):
        rows = Table.objects.select_for_update(of=("self",), no_key=True)
        row = rows.get(id=table_id)
        row.version += 1
        row.save(update_fields=["version", "state"])
        Event.objects.create(
            table=row,
            version=row.version,
            game=1,
            command="move",
            seat=0,
            data={"steps": [[8, 5]]},
            at=timezone.now(),
        )
        message = {"type": "least.event", "text": text}
        transaction.on_commit(partial(live.publish, group(table_id), message))


def tables_laid(number: int) -> list[dict[str, Any]]:
    """Two players at each of so many tables, and a row beside each."""
    laid = []
    for index in range(number):
        players = [
            User.objects.create_user(f"Player_{index}_{seat}") for seat in (0, 1)
        ]
        table = services.table_create(
            user=players[0],
            ruleset="georgian",
            target=LONGEST_MATCH,
            move_seconds=LONGEST_MOVE_SECONDS,
            is_private=False,
            now=timezone.now(),
        )
        services.table_join(user=players[1], slug=table.slug, now=timezone.now())
        least = services.table_create(
            user=User.objects.create_user(f"Least_{index}"),
            ruleset="georgian",
            target=LONGEST_MATCH,
            move_seconds=LONGEST_MOVE_SECONDS,
            is_private=True,
            now=timezone.now(),
        )
        # As much to write as a match has.
        state = Table.objects.get(id=table.pk).state
        Table.objects.filter(id=least.pk).update(state=state)
        sessions = [session_of(player) for player in players]
        laid.append({"slug": table.slug, "sessions": sessions, "least": least.pk})
    return laid


def session_of(player: User) -> str:
    """The key of a session in which the player is logged in."""
    client = Client()
    client.force_login(player)
    return client.cookies["sessionid"].value


def main(number: int) -> int:
    """Serve until told to stop."""
    call_command("migrate", interactive=False, verbosity=0)
    # Where the collected files would be; there is no page here that wants any.
    Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)
    tables = tables_laid(number)
    # Before the site's own, the last of which takes every address.
    routing.websocket_urlpatterns[:0] = [
        path("bench/echo/", EchoConsumer.as_asgi()),  # type: ignore[arg-type]
        path("bench/least/<int:table_id>/<int:size>/", LeastConsumer.as_asgi()),  # type: ignore[arg-type]
    ]
    listening = socket.create_server(("127.0.0.1", 0), backlog=256)
    port = listening.getsockname()[1]

    def ready() -> None:
        sys.stdout.write(json.dumps({"port": port, "tables": tables}) + "\n")
        sys.stdout.flush()

    return site_serve(listening, on_ready=ready)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
