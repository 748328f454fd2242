"""The socket of a table: commands in, snapshots and events out."""

from contextlib import suppress
from typing import Any

from django.db import Error as DatabaseError
from django.utils import timezone

from accounts import live
from games.rules.errors import InvalidMessage
from games.tables import selectors, services
from games.tables.consumers.keeper import PROCESS, keeper_start, presence_leave
from games.tables.consumers.socket import CLOSE_NOT_FOUND, Known, Socket, in_database
from games.tables.errors import NotSeated, ReadOnly
from games.tables.models import Table
from games.tables.protocol import Message


class TableConsumer(Socket):
    """One viewer of one table: a player or a spectator."""

    # Of those who sit there, as last sent.
    names: tuple[str, ...] = ()

    async def opened(self) -> None:
        """Join the group, note the presence, send a snapshot."""
        self.slug = self.scope["url_route"]["kwargs"]["slug"]
        self.group = live.table_group(self.slug)
        self.user_id = self.viewer.pk if self.viewer else None
        try:
            table = await in_database(
                selectors.table_shown, slug=self.slug, viewer=self.viewer
            )
        except Table.DoesNotExist:
            await self.close(code=CLOSE_NOT_FOUND)
            return
        self.table_id = table.pk
        # In the group first: an event in between is caught, not lost.
        await live.join(self.group, self.channel_name)
        keeper_start()
        if await self.is_counted(table):
            Socket.present_here.add(self.channel_name)
            await self.presence_enter()
            self.is_present = True
        await self.show()

    async def is_counted(self, table: Table) -> bool:
        """Return whether the rows say that the viewer is at the table.

        One of the desk who watches two who are by themselves is not counted:
        nobody else could be there.
        """
        if not table.is_private or self.viewer is None:
            return True
        seat = await in_database(
            selectors.seat_get, slug=self.slug, user_id=self.viewer.pk
        )
        return seat is not None

    async def closed(self) -> None:
        """Leave the group, and the seat if this was its last socket."""
        if self.table_id is None:
            # Closed before it was opened.
            return
        await live.leave(self.group, self.channel_name)
        if self.channel_name in Socket.present_here and not Socket.is_ending:
            with suppress(DatabaseError):
                await presence_leave(self.channel_name, was_cut=self.was_cut)
        Socket.present_here.discard(self.channel_name)

    async def presence_enter(self) -> None:
        """Note that the viewer is at the table, through this socket."""
        if self.table_id is None:
            return
        await in_database(
            services.presence_enter,
            table_id=self.table_id,
            user_id=self.user_id,
            process=PROCESS,
            channel=self.channel_name,
            now=timezone.now(),
        )

    async def carried_out(self, message: Message) -> bool:
        """Hand a command to the services; the event comes back to the group."""
        command, wish = message.command, message.wish
        if command is None and wish is None:
            return False
        if self.viewer is None:
            raise NotSeated
        if Socket.is_read_only:
            raise ReadOnly
        if command is None:
            await in_database(
                services.ready_set if wish == "ready" else services.rematch_ask,
                user=self.viewer,
                slug=self.slug,
                now=timezone.now(),
            )
            return True
        await in_database(
            services.match_command,
            user=self.viewer,
            slug=self.slug,
            version=message.version,
            command=command,
            now=timezone.now(),
        )
        return True

    def is_behind(self, known: Known) -> bool:
        """Return whether the row is ahead of what was sent, or a name is new.

        Of who sits down an event tells; here only of who sat there before.
        """
        row = known.versions.get(self.table_id or 0)
        if row is None:
            return False
        return (
            row.version > self.version
            or row.beside > self.beside
            or any(
                name != before
                for name, before in zip(row.names, self.names, strict=False)
            )
        )

    def caught_up(self, known: Known) -> None:
        """Note who sits there, as the viewer has been told."""
        row = known.versions.get(self.table_id or 0)
        self.names = row.names if row else self.names

    async def send_all(self) -> None:
        """Send a snapshot: the whole table as it stands."""
        snapshot = await in_database(
            selectors.table_snapshot,
            slug=self.slug,
            user_id=self.user_id,
            now=timezone.now(),
        )
        self.version, self.beside = snapshot["version"], snapshot["beside"]
        seats = snapshot["table"]["seats"]
        self.names = tuple(seat["name"] for seat in seats if seat)
        await self.send_json(snapshot)

    async def table_event(self, event: dict[str, Any]) -> None:
        """Pass an event on; a gap, or one come late, is made good."""
        async with self.telling:
            gap = event["version"] - self.version
            if gap == 1:
                self.version = event["version"]
                await self.send(text_data=event["text"])
        if gap > 1:
            await self.table_reload(event)

    async def table_beside(self, event: dict[str, Any]) -> None:
        """Pass on who is there and who is ready, unless something newer was sent."""
        async with self.telling:
            if event["shape"]["beside"] > self.beside:
                self.beside = event["shape"]["beside"]
                await self.send_json({"type": "presence", **event["shape"]})

    async def table_reload(self, _event: dict[str, Any]) -> None:
        """Send a snapshot; if the database is away, the keeper sends it later."""
        try:
            await self.show()
        except DatabaseError:
            self.version = -1


class GlimpseConsumer(TableConsumer):
    """The front page's board: it is told what a spectator is, and counts as none."""

    async def is_counted(self, table: Table) -> bool:
        """Return False: who opens the front page has not come to watch."""
        return False

    async def carried_out(self, message: Message) -> bool:
        """Answer `sync`, the only message there is."""
        if message.command is not None or message.wish is not None:
            raise InvalidMessage("This socket knows 'sync' only.")
        return False
