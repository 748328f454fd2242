"""The socket of an address that there is none at."""

from channels.generic.websocket import AsyncWebsocketConsumer

from games.tables.consumers.socket import CLOSE_NOT_FOUND


class NowhereConsumer(AsyncWebsocketConsumer):
    """Says so and closes: an unknown address is no fault of the server."""

    async def connect(self) -> None:
        """Accept, because a browser sees the code of an accepted socket only."""
        await self.accept()
        await self.close(code=CLOSE_NOT_FOUND)
