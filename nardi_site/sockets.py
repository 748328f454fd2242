"""A socket before it reaches its consumer: whose it is, and try again later."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

from channels.auth import AuthMiddleware, get_user
from channels.sessions import CookieMiddleware, SessionMiddleware
from django.db import Error as DatabaseError

from games.tables.consumers import CLOSE_TRY_LATER, in_database

logger = logging.getLogger(__name__)

Application = Callable[[Any, Any, Any], Awaitable[Any]]


# What Channels runs in its one thread, without the thread.
user_of_session: Callable[[Any], Any] = get_user.func  # type: ignore[attr-defined]


class ViewerMiddleware(AuthMiddleware):
    """Channels' own, reading session and player where sockets read everything.

    Channels does it in one thread of the whole process: with the database away
    each would wait for all before it.
    """

    async def resolve_scope(self, scope: Any) -> None:
        """Find the player of the session."""
        scope["user"]._wrapped = await in_database(user_of_session, scope)


class TryLater:
    """Tells a browser to come again later where the database fails its socket."""

    def __init__(self, inner: Application) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket; close it with 1013 when the database is away."""
        is_accepted = False

        async def noting(message: dict[str, Any]) -> None:
            nonlocal is_accepted
            is_accepted = is_accepted or message["type"] == "websocket.accept"
            await send(message)

        try:
            await self.inner(scope, receive, noting)
        except DatabaseError as error:
            logger.warning("A socket was sent away: %s", error)
            if not is_accepted:
                # Refused before, the browser would see no code at all.
                await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": CLOSE_TRY_LATER})


def viewer_stack(inner: Application) -> Application:
    """Give sockets their session and player, or send them away for now."""
    return TryLater(CookieMiddleware(SessionMiddleware(ViewerMiddleware(inner))))
