"""The channel layers: in memory for the embedded site, Redis for production."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

from channels.layers import InMemoryChannelLayer
from channels_redis.pubsub import (
    RedisPubSubChannelLayer,
    RedisPubSubLoopLayer,
    RedisSingleShardConnection,
)
from channels_redis.utils import create_pool
from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.asyncio.client import PubSub
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisAway
from redis.exceptions import RedisError
from redis.retry import Retry

Result = TypeVar("Result")

logger = logging.getLogger(__name__)

# A Redis that failed is not tried again for so long: whoever publishes would
# wait in turn.
REST_S = 1.0
# A command waits for what it publishes; Redis takes a fraction of a millisecond.
PUBLISH_S = 1.0


class ServerLoopLayer(InMemoryChannelLayer):
    """An in-memory layer whose queues are touched on the server's loop only.

    A queue filled from another thread is noticed when the server's loop wakes
    for some other reason: half a second later at the median. Run on that loop,
    a message from a worker thread arrives within a millisecond or two.

    Until `bind` is called it is the plain in-memory layer.
    """

    _loop: asyncio.AbstractEventLoop | None = None
    # Bound, it is `hand_over`: a command need not wait until all have been told.
    group_publish: Callable[[str, dict[str, Any]], None] | None = None

    def bind(self, loop: asyncio.AbstractEventLoop | None) -> None:
        """Do all the work on `loop` from now on; None to be plain again."""
        self._loop = loop
        self.group_publish = None if loop is None else partial(self.hand_over, loop)

    def hand_over(
        self, loop: asyncio.AbstractEventLoop, group: str, message: dict[str, Any]
    ) -> None:
        """Have `loop` send `message` to a group; from any thread, without waiting."""
        sending = super().group_send(group, message)
        asyncio.run_coroutine_threadsafe(sending, loop).add_done_callback(_complain)

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


def _complain(sent: Future[None]) -> None:
    if not sent.cancelled() and (error := sent.exception()):
        logger.warning("Could not publish: %s", error)


class RedisLayer(RedisPubSubChannelLayer):
    """The pub/sub layer, with sockets that outlive its Redis.

    Channels and groups are noted here whether Redis answers or not, and all of
    them are subscribed to whenever it is back. Messages in between are lost.
    """

    def __init__(self, **config: Any) -> None:
        super().__init__(**config)
        self._config = config
        self._publishing = Lock()
        self._publisher: Redis | None = None
        self._rest_until = 0.0

    def group_publish(self, group: str, message: dict[str, Any]) -> None:
        """Send `message` to a group, from ordinary code in any thread.

        No event loop has a part in it. Raises RedisError.
        """
        if monotonic() < self._rest_until:
            raise RedisAway("Redis did not answer a moment ago.")
        name = f"{self._config.get('prefix', 'asgi')}__group__{group}"
        try:
            self._client().publish(name, self.serialize(message))
        except RedisError:
            self._rest_until = monotonic() + REST_S
            raise

    def _client(self) -> Redis:
        with self._publishing:
            if self._publisher is None:
                host = dict(self._config["hosts"][0])
                # Once more at once: the connection may be from before a restart.
                host["retry"] = Retry(NoBackoff(), 1)
                host["socket_timeout"] = PUBLISH_S
                self._publisher = Redis.from_url(host.pop("address"), **host)
            return self._publisher

    async def flush(self) -> None:
        """Forget everything and close every connection, the publisher's too."""
        await self._get_layer().flush()
        with self._publishing:
            publisher, self._publisher = self._publisher, None
        if publisher is not None:
            publisher.close()

    def _get_layer(self) -> RedisPubSubLoopLayer:
        layer = super()._get_layer()
        layer._shards = [
            shard if isinstance(shard, Line) else Line(shard.host, layer)
            for shard in layer._shards
        ]
        return layer


class Listener(PubSub):
    """A subscribed connection that does not open itself again.

    Reader and subscriber share it: each would open another.
    """

    async def _reconnect(self, conn: Any, *_args: Any, **_options: Any) -> None:
        await conn.disconnect(nowait=True)


async def listener_close(listener: Listener) -> None:
    """Close a listener, in whatever state it is."""
    with suppress(RedisError, OSError):
        await listener.aclose()  # type: ignore[no-untyped-call]


class Line(RedisSingleShardConnection):
    """One loop's line to Redis: a connection to publish on, one to listen on.

    A listener that fails in any way is thrown away, and the next one subscribes
    to everything that is wanted by then.
    """

    _redis: AsyncRedis | None
    _pubsub: Listener | None
    _subscribed_to: set[str]
    _lock: asyncio.Lock

    def __init__(self, host: dict[str, Any], layer: RedisPubSubLoopLayer) -> None:
        super().__init__(host, layer)
        self._rest_until = 0.0
        self._is_down = False

    async def subscribe(self, channel: str) -> None:
        """Listen to a channel that the layer has noted, now or when Redis is back."""
        async with self._lock:
            self._ensure_receiver()
            if channel in self._subscribed_to:
                return
            if self._pubsub is None:
                await self._listener_open()
            else:
                try:
                    await self._pubsub.subscribe(channel)
                    self._subscribed_to.add(channel)
                except (RedisError, OSError) as error:
                    await self._listener_drop(error)

    async def unsubscribe(self, channel: str) -> None:
        """Listen to a channel no longer."""
        async with self._lock:
            if channel not in self._subscribed_to or self._pubsub is None:
                return
            self._subscribed_to.discard(channel)
            try:
                await self._pubsub.unsubscribe(channel)
            except (RedisError, OSError) as error:
                await self._listener_drop(error)

    def _ensure_redis(self) -> AsyncRedis:
        if self._redis is None:
            self._redis = AsyncRedis(connection_pool=create_pool(self.host))
        return self._redis

    async def _do_receiving(self) -> None:
        while True:
            listener = self._pubsub
            if listener is None or not listener.subscribed:
                await asyncio.sleep(0.1)
                async with self._lock:
                    await self._listener_open()
                continue
            try:
                message = await listener.get_message(
                    ignore_subscribe_messages=True, timeout=0.1
                )
                self._receive_message(message)
            except (RedisError, OSError) as error:
                async with self._lock:
                    if listener is self._pubsub:
                        await self._listener_drop(error)

    async def _listener_open(self) -> None:
        """Open a listener for all that is wanted, unless there is one; under the lock."""
        wanted = self._wanted()
        if self._pubsub is not None or not wanted or monotonic() < self._rest_until:
            return
        listener = Listener(self._ensure_redis().connection_pool)
        try:
            await listener.subscribe(*wanted)
        except (RedisError, OSError) as error:
            await listener_close(listener)
            self._rest(error)
            return
        self._pubsub, self._subscribed_to = listener, wanted
        if self._is_down:
            self._is_down = False
            logger.warning(
                "Redis is back; listening again to %d channels.", len(wanted)
            )

    async def _listener_drop(self, error: Exception) -> None:
        """Throw the listener away; under the lock."""
        listener, self._pubsub, self._subscribed_to = self._pubsub, None, set()
        self._rest(error)
        # At once, where Redis was only restarted.
        self._rest_until = 0.0
        if listener is not None:
            await listener_close(listener)

    def _rest(self, error: Exception) -> None:
        self._rest_until = monotonic() + REST_S
        if not self._is_down:
            self._is_down = True
            logger.warning("Redis is away, sockets hear nothing through it: %s", error)

    def _wanted(self) -> set[str]:
        layer = self.channel_layer
        names = {*layer.channels, *layer.groups}
        return {name for name in names if layer._get_shard(name) is self}
