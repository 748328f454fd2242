"""The embedded site's channel layer: in memory, and quick from any thread."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from channels.layers import InMemoryChannelLayer

Result = TypeVar("Result")


class ServerLoopLayer(InMemoryChannelLayer):
    """An in-memory layer whose queues are touched on the server's loop only.

    A queue filled from another thread is noticed when the server's loop wakes
    for some other reason: half a second later at the median. Run on that loop,
    a message from a worker thread arrives within a millisecond or two.

    Until `bind` is called it is the plain in-memory layer.
    """

    _loop: asyncio.AbstractEventLoop | None = None

    def bind(self, loop: asyncio.AbstractEventLoop | None) -> None:
        """Do all the work on `loop` from now on; None to be plain again."""
        self._loop = loop

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        """Put `message` into a channel."""
        await self._on_loop(super().send(channel, message))

    async def group_add(self, group: str, channel: str) -> None:
        """Add a channel to a group."""
        await self._on_loop(super().group_add(group, channel))

    async def group_discard(self, group: str, channel: str) -> None:
        """Take a channel out of a group."""
        await self._on_loop(super().group_discard(group, channel))

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Put `message` into every channel of a group."""
        await self._on_loop(super().group_send(group, message))

    async def _on_loop(self, work: Coroutine[Any, Any, Result]) -> Result:
        loop = self._loop
        if loop is None or loop is asyncio.get_running_loop():
            return await work
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))
