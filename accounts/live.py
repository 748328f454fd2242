"""The one module that touches a channel layer: group names and publishing.

A layer is a hint: what it loses is sent again by whoever reads the row. So
nothing here raises because of a layer.
"""

import asyncio
import logging
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

LOBBY_GROUP = "lobby"

# A layer that does not answer must not hold up the command that is done.
LAYER_TIMEOUT_S = 2.0


def table_group(slug: str) -> str:
    """Return the group of everyone who shows the table."""
    return f"table.{slug}"


def user_group(user_id: int) -> str:
    """Return the group of all sockets of one player."""
    return f"user.{user_id}"


def session_group(session_key: str | None) -> str:
    """Return the group of all sockets of one session, by a hash of its key."""
    return f"session.{sha256((session_key or '').encode()).hexdigest()[:32]}"


def session_close(session_key: str) -> None:
    """End the sockets of a session that has ended."""
    publish(session_group(session_key), {"type": "socket.close"})


def user_close(user_id: int) -> None:
    """End all sockets of a player whose account is closed."""
    publish(user_group(user_id), {"type": "socket.close"})


def user_bar(user_id: int) -> None:
    """End all sockets of a player who has been suspended or closed."""
    publish(user_group(user_id), {"type": "socket.bar"})


def user_renew(user_id: int) -> None:
    """End all sockets of a player; each browser opens a new one, as whoever it is."""
    publish(user_group(user_id), {"type": "socket.renew"})


async def join(group: str, channel: str) -> None:
    """Add a socket's channel to a group."""
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        async with asyncio.timeout(LAYER_TIMEOUT_S):
            await layer.group_add(group, channel)
    except Exception as error:  # whatever a layer may raise
        complain("Could not add a socket to", group, error)


async def leave(group: str, channel: str) -> None:
    """Take a socket's channel out of a group."""
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        async with asyncio.timeout(LAYER_TIMEOUT_S):
            await layer.group_discard(group, channel)
    except Exception as error:
        complain("Could not take a socket out of", group, error)


async def send(group: str, message: Mapping[str, Any]) -> None:
    """Send `message` to every socket of `group`, from a coroutine."""
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        async with asyncio.timeout(LAYER_TIMEOUT_S):
            await layer.group_send(group, dict(message))
    except Exception as error:
        complain("Could not publish to", group, error)


def publish(group: str, message: Mapping[str, Any]) -> None:
    """Send `message` to every socket of `group`, from ordinary code.

    `message["type"]` names the consumer's handler ("table.event" calls
    `table_event`). Works in any thread without a running event loop. A layer
    with a `group_publish` does it in this thread; another one's `group_send`
    is run on the server's loop below a view or a consumer, elsewhere on a loop
    of its own. A failure is logged and goes no further.
    """
    layer = get_channel_layer()
    in_this_thread = getattr(layer, "group_publish", None)
    try:
        if in_this_thread is not None:
            in_this_thread(group, dict(message))
        else:
            async_to_sync(send)(group, message)
    except Exception as error:
        complain("Could not publish to", group, error)


def complain(what: str, group: str, error: Exception) -> None:
    """Log a failure of the layer in a line; there may be many."""
    reason = str(error) or type(error).__name__
    logger.warning("%s group %s: %s", what, group, reason)
