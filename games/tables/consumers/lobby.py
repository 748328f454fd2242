"""The socket of the lobby: the open tables and the live ones, whole each time."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db import Error as DatabaseError

from accounts import live
from accounts.selectors import names_apart
from games.rules.errors import InvalidMessage
from games.tables import selectors
from games.tables.consumers.keeper import keeper_start
from games.tables.consumers.socket import Known, Socket, in_database
from games.tables.protocol import Message


class LobbyConsumer(Socket):
    """One viewer of the lobby."""

    shows_lobby = True

    seat: dict[str, Any] | None = None
    apart: Collection[str] = ()
    shown: Sequence[dict[str, Any]] = ()
    shown_live: Sequence[dict[str, Any]] = ()
    # Where the keeper found the viewer seated when this was last sent to him.
    seated: tuple[int, int] | None = None

    async def opened(self) -> None:
        """Send the list, then every change of it."""
        await live.join(live.LOBBY_GROUP, self.channel_name)
        keeper_start()
        await self.show()

    async def closed(self) -> None:
        """Leave the group."""
        await live.leave(live.LOBBY_GROUP, self.channel_name)

    async def carried_out(self, message: Message) -> bool:
        """Answer `sync`, the only message there is."""
        if message.command is not None or message.wish is not None:
            raise InvalidMessage("The lobby knows 'sync' only.")
        return False

    async def send_all(self) -> None:
        """Read lists, seat and who is kept apart afresh, and send what is shown."""
        if self.viewer:
            self.seat = await in_database(selectors.seat_active, user=self.viewer)
            self.apart = await in_database(names_apart, user=self.viewer)
        await self.send_lobby(
            await in_database(selectors.tables_open),
            await in_database(selectors.tables_live),
        )

    def is_behind(self, known: Known) -> bool:
        """Return whether lists or seat are others than those last sent."""
        if known.open_tables is None:
            return False
        return (
            known.open_tables != self.shown
            or known.live_tables != self.shown_live
            or self.seat_of(known) != self.seated
        )

    def caught_up(self, known: Known) -> None:
        """Note where the viewer sits, as he has been told."""
        if known.open_tables is not None:
            self.seated = self.seat_of(known)

    def seat_of(self, known: Known) -> tuple[int, int] | None:
        """Return the viewer's table and its version."""
        return known.seats.get(self.viewer.pk) if self.viewer else None

    async def lobby_event(self, event: dict[str, Any]) -> None:
        """Pass the whole list on; look the seat up only if it may have changed."""
        async with self.telling:
            if self.viewer and self.viewer.username in event["players"]:
                try:
                    self.seat = await in_database(
                        selectors.seat_active, user=self.viewer
                    )
                except DatabaseError:
                    # Left as it was; the keeper finds it behind, and sends all.
                    return
            await self.send_lobby(event["open"], event["live"])

    async def send_lobby(
        self, open_tables: list[dict[str, Any]], live_tables: list[dict[str, Any]]
    ) -> None:
        """Send the lists, the viewer's own open table marked, and his seat."""
        name = self.viewer.username if self.viewer else None
        self.shown = open_tables
        self.shown_live = live_tables
        await self.send_json(
            {
                "type": "lobby",
                "open": selectors.tables_open_to(name, self.apart, open_tables),
                "live": selectors.tables_live_to(name, live_tables),
                "seat": self.seat,
            }
        )
