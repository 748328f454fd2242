"""The socket of every other page: what concerns the whole site, and its player."""

from accounts.selectors import switches_get
from games.rules.errors import InvalidMessage
from games.tables.consumers.keeper import keeper_start
from games.tables.consumers.socket import Known, Socket, in_database
from games.tables.protocol import Message


class SiteConsumer(Socket):
    """One page that shows neither the lobby nor a table."""

    async def opened(self) -> None:
        """Tell how the switches stand; the keeper tells every change."""
        keeper_start()
        await self.show()

    async def closed(self) -> None:
        """There is nothing to undo."""

    async def carried_out(self, message: Message) -> bool:
        """Answer `sync`, the only message there is."""
        if message.command is not None or message.wish is not None:
            raise InvalidMessage("This socket knows 'sync' only.")
        return False

    async def send_all(self) -> None:
        """Send how the switches stand."""
        switches = await in_database(switches_get)
        self.site_version = switches.version
        await self.send_json({"type": "site", **switches.shape})

    def is_behind(self, known: Known) -> bool:
        """Return False: of the switches every socket is told alike."""
        return False
