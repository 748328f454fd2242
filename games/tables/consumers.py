"""The sockets of table and lobby: who may speak, how often, to what effect."""

import asyncio
import json
import logging
from collections import defaultdict
from functools import partial
from time import monotonic
from typing import Any, ClassVar

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import timezone

from accounts import live
from accounts.models import User
from games.rules.errors import IllegalMove, InvalidMessage
from games.tables import selectors, services
from games.tables.errors import NotSeated, Refusal, TooFast
from games.tables.models import Table
from games.tables.protocol import Message, message_read
from games.tables.shapes import error_shape

logger = logging.getLogger(__name__)

MESSAGES_A_SECOND = 10
# Whoever goes on past this many refusals in a row is not a browser of ours.
FLOOD_LIMIT = 100
CATCH_UP_S = 1.0
CLOSE_NOT_FOUND = 4404
CLOSE_FLOOD = 4429


class Allowance:
    """At most MESSAGES_A_SECOND messages a second, as a bucket that refills."""

    def __init__(self) -> None:
        self.left = float(MESSAGES_A_SECOND)
        self.refused = 0
        self.at = monotonic()

    def take(self) -> bool:
        """Return whether one more message is allowed now."""
        now = monotonic()
        self.left = min(
            MESSAGES_A_SECOND, self.left + (now - self.at) * MESSAGES_A_SECOND
        )
        self.at = now
        if self.left < 1:
            self.refused += 1
            return False
        self.left -= 1
        self.refused = 0
        return True


class Socket(AsyncWebsocketConsumer):
    """What both sockets share: the viewer, JSON out, the allowance."""

    viewer: User | None = None

    async def connect(self) -> None:
        """Accept, join the group, send what there is."""
        user: object = self.scope["user"]
        self.viewer = user if isinstance(user, User) else None
        self.allowance = Allowance()
        await self.accept()

    async def send_json(self, message: dict[str, Any]) -> None:
        """Send one message."""
        await self.send(text_data=json.dumps(message, separators=(",", ":")))

    async def send_error(self, error: Exception) -> None:
        """Say why a message was not carried out."""
        await self.send_json({"type": "error", **error_shape(error)})


class TableConsumer(Socket):
    """One viewer of one table: a player or a spectator."""

    # The sockets of this process by table, for `catch_up`.
    shown: ClassVar[dict[int, set["TableConsumer"]]] = defaultdict(set)
    catching_up: ClassVar[asyncio.Task[None] | None] = None

    table_id: int | None = None
    version = -1

    async def connect(self) -> None:
        """Send a snapshot, then every event."""
        await super().connect()
        self.slug = self.scope["url_route"]["kwargs"]["slug"]
        self.group = live.table_group(self.slug)
        try:
            table = await in_database(selectors.table_get, slug=self.slug)
        except Table.DoesNotExist:
            await self.close(code=CLOSE_NOT_FOUND)
            return
        self.table_id = table.pk
        # In the group first: an event in between is caught, not lost.
        await live.join(self.group, self.channel_name)
        self.shown[table.pk].add(self)
        catch_up_start()
        await self.send_snapshot()

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        if self.table_id is None:
            return
        await live.leave(self.group, self.channel_name)
        viewers = self.shown[self.table_id]
        viewers.discard(self)
        if not viewers:
            del self.shown[self.table_id]

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None
    ) -> None:
        """Carry out one message, or say why not and show what is so."""
        if not self.allowance.take():
            await self.refuse_flood()
            return
        try:
            message = message_read(text_data)
            if message.command is not None:
                await self.command(message)
                return
        except (InvalidMessage, IllegalMove, Refusal) as error:
            await self.send_error(error)
        await self.send_snapshot()

    async def command(self, message: Message) -> None:
        """Hand a command to the services; the event comes back to the group."""
        if self.viewer is None:
            raise NotSeated
        await in_database(
            services.match_command,
            user=self.viewer,
            slug=self.slug,
            version=message.version,
            command=message.command,
            now=timezone.now(),
        )

    async def refuse_flood(self) -> None:
        """Answer the first message too many; end the socket of a flood."""
        if self.allowance.refused == 1:
            await self.send_error(TooFast())
            await self.send_snapshot()
        elif self.allowance.refused > FLOOD_LIMIT:
            await self.close(code=CLOSE_FLOOD)

    async def send_snapshot(self) -> None:
        """Send the whole table as it stands."""
        snapshot = await in_database(
            selectors.table_snapshot,
            slug=self.slug,
            user_id=self.viewer.pk if self.viewer else None,
            now=timezone.now(),
        )
        self.version = snapshot["version"]
        await self.send_json(snapshot)

    async def table_event(self, event: dict[str, Any]) -> None:
        """Pass an event on; a gap, or one come late, is made good."""
        if event["version"] <= self.version:
            return
        if event["version"] > self.version + 1:
            await self.send_snapshot()
            return
        self.version = event["version"]
        await self.send(text_data=event["text"])


class LobbyConsumer(Socket):
    """One viewer of the lobby."""

    seat: dict[str, Any] | None = None

    async def connect(self) -> None:
        """Send the list, then every change of it."""
        await super().connect()
        await live.join(live.LOBBY_GROUP, self.channel_name)
        await self.send_all()

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        await live.leave(live.LOBBY_GROUP, self.channel_name)

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None
    ) -> None:
        """Answer `sync`, the only message there is."""
        if not self.allowance.take():
            if self.allowance.refused == 1:
                await self.send_error(TooFast())
            elif self.allowance.refused > FLOOD_LIMIT:
                await self.close(code=CLOSE_FLOOD)
            return
        try:
            if message_read(text_data).command is not None:
                raise InvalidMessage("The lobby knows 'sync' only.")
        except InvalidMessage as error:
            await self.send_error(error)
        else:
            await self.send_all()

    async def lobby_event(self, event: dict[str, Any]) -> None:
        """Pass the whole list on; look the seat up only if it may have changed."""
        if self.viewer and self.viewer.username in event["players"]:
            self.seat = await in_database(selectors.seat_active, user=self.viewer)
        await self.send_lobby(event["open"])

    async def send_all(self) -> None:
        """Read list and seat afresh and send them."""
        if self.viewer:
            self.seat = await in_database(selectors.seat_active, user=self.viewer)
        await self.send_lobby(await in_database(selectors.tables_open))

    async def send_lobby(self, open_tables: list[dict[str, Any]]) -> None:
        """Send the list, the viewer's own table marked, and his seat."""
        name = self.viewer.username if self.viewer else None
        await self.send_json(
            {
                "type": "lobby",
                "open": [
                    {**table, "mine": table["name"] == name} for table in open_tables
                ],
                "seat": self.seat,
            }
        )


async def in_database(function: Any, **arguments: Any) -> Any:
    """Run a service or selector where it may wait for the database."""
    return await database_sync_to_async(partial(function, **arguments))()


def catch_up_start() -> None:
    """Start this process's catching up, if it is not running on this loop."""
    task = TableConsumer.catching_up
    if task is None or task.done() or task.get_loop() is not asyncio.get_running_loop():
        TableConsumer.catching_up = asyncio.create_task(catch_up())


async def catch_up() -> None:
    """Once a second, send a snapshot to every socket that is behind.

    Losing the last message of a table leaves no gap to be seen; this sees it.
    Ends when no socket shows a table.
    """
    while TableConsumer.shown:
        await asyncio.sleep(CATCH_UP_S)
        try:
            await catch_up_once()
        except Exception:
            logger.exception("Could not catch up; the next second tries again.")


async def catch_up_once() -> None:
    """Compare the versions shown with the rows, in one query."""
    versions = await in_database(
        selectors.table_versions, table_ids=list(TableConsumer.shown)
    )
    for table_id, version in versions.items():
        for socket in list(TableConsumer.shown.get(table_id, ())):
            if socket.version < version:
                await socket.send_snapshot()
