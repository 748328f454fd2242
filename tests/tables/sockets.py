"""Sockets for the tests: who is behind one, what is said and heard on it."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, ParamSpec, TypeVar

from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts.models import User
from nardi_site.asgi import application

ORIGIN = b"http://localhost"
WITHIN_S = 10

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Json = dict[str, Any]


async def stored(
    function: Callable[Parameters, Result],
    *args: Parameters.args,
    **kwargs: Parameters.kwargs,
) -> Result:
    """Call what asks the database, where the sockets do it too."""
    return await database_sync_to_async(function)(*args, **kwargs)


def cookie_of(user: User | None) -> list[tuple[bytes, bytes]]:
    """The cookie of a browser in which that player, or nobody, is logged in."""
    if user is None:
        return []
    client = Client()
    client.force_login(user)
    return [(b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode())]


class Line:
    """A socket that has been opened."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self.communicator = communicator

    async def say(self, kind: str, **message: Any) -> None:
        """Send a message."""
        await self.write(json.dumps({"type": kind, **message}))

    async def write(self, text: str) -> None:
        """Send a text that may be none."""
        await self.communicator.send_to(text_data=text)

    async def hear(self, *, all_kinds: bool = False) -> Json:
        """The next message; pings and who comes and goes only when asked to."""
        while True:
            text = await self.communicator.receive_from(timeout=WITHIN_S)
            message: Json = json.loads(text)
            if all_kinds or message["type"] not in ("presence", "ping"):
                return message

    async def hears_nothing_more(self) -> None:
        """Whatever was on its way would come before the second answer."""
        for _ in range(2):
            await self.say("sync")
            assert (await self.hear())["type"] == "snapshot"

    async def closed(self) -> int:
        """The code with which the server closes, whatever it says before."""
        while True:
            output = await self.communicator.receive_output(timeout=WITHIN_S)
            if output["type"] == "websocket.close":
                code: int = output["code"]
                return code

    async def refused(self, code: str) -> Json:
        """An error of that code and the snapshot that follows; the detail."""
        error = await self.hear()
        assert (error["type"], error["code"]) == ("error", code)
        assert (await self.hear())["type"] == "snapshot"
        detail: Json = error["detail"]
        return detail


@asynccontextmanager
async def line_to(
    path: str, user: User | None = None, *, origin: bytes | None = ORIGIN
) -> AsyncIterator[Line]:
    """A socket of that player's browser, closed at the end."""
    headers = await stored(cookie_of, user)
    if origin is not None:
        headers.append((b"origin", origin))
    communicator = WebsocketCommunicator(application, path, headers=headers)
    connected, code = await communicator.connect(timeout=WITHIN_S)
    assert connected, code
    try:
        yield Line(communicator)
    finally:
        await communicator.disconnect(timeout=WITHIN_S)


@asynccontextmanager
async def table_line(slug: str, user: User | None = None) -> AsyncIterator[Line]:
    """A socket of a table, the first snapshot already heard."""
    async with line_to(f"/ws/table/{slug}/", user) as line:
        snapshot = await line.hear()
        assert snapshot["type"] == "snapshot"
        yield line
