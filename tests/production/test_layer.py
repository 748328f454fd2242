"""The channel layer on a real Redis that is stopped, killed and started."""

import asyncio
import signal
from collections.abc import AsyncIterator
from typing import Any

import pytest
from redis import Redis as SyncRedis
from redis.exceptions import RedisError

from nardi_site.layers import RedisLayer
from nardi_site.production import layer_of
from tests.machine.parts import Part
from tests.machine.stores import redis_url
from tests.production.conftest import until

Redis = tuple[Part, int]
MESSAGE = {"type": "table.event", "version": 1}
WITHIN_S = 20.0


@pytest.fixture
async def layer(redis: Redis) -> AsyncIterator[RedisLayer]:
    made = RedisLayer(**layer_of(redis_url(redis[1]))["CONFIG"])
    yield made
    await made.flush()


async def joined(layer: RedisLayer, group: str) -> str:
    """A new channel in a group."""
    channel: str = await layer.new_channel()
    await layer.group_add(group, channel)
    return channel


async def published(layer: RedisLayer, group: str) -> bool:
    """Publish as a service does; whether Redis took it."""
    try:
        await asyncio.to_thread(layer.group_publish, group, MESSAGE)
    except RedisError:
        return False
    return True


async def heard(layer: RedisLayer, channel: str, group: str) -> bool:
    """Publish until the channel hears it, at most for a while."""
    waiting: asyncio.Task[dict[str, Any]] = asyncio.create_task(layer.receive(channel))
    try:
        async with asyncio.timeout(WITHIN_S):
            while not waiting.done():
                await published(layer, group)
                await asyncio.wait([waiting], timeout=0.1)
        return waiting.result() == MESSAGE
    except TimeoutError:
        return False
    finally:
        waiting.cancel()


async def test_a_thread_publishes_to_a_socket(layer: RedisLayer) -> None:
    channel = await joined(layer, "table.x")
    assert await published(layer, "table.x")
    async with asyncio.timeout(WITHIN_S):
        assert await layer.receive(channel) == MESSAGE


async def test_a_flush_leaves_no_connection_open(
    layer: RedisLayer, redis: Redis
) -> None:
    """Neither of the sockets that listen, nor of the threads that publish."""
    await joined(layer, "table.x")
    assert await published(layer, "table.x")
    await layer.flush()
    with SyncRedis(port=redis[1]) as asking:
        await asyncio.to_thread(until, lambda: len(asking.client_list()) == 1)


async def test_coroutines_publish_too(layer: RedisLayer) -> None:
    channel = await joined(layer, "table.x")
    await layer.group_send("table.x", MESSAGE)
    async with asyncio.timeout(WITHIN_S):
        assert await layer.receive(channel) == MESSAGE


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_after_a_restart_everybody_hears_again(
    layer: RedisLayer, redis: Redis, how: signal.Signals
) -> None:
    """Who was there before, and who came while Redis was away."""
    part, _ = redis
    before = await joined(layer, "table.before")
    await asyncio.to_thread(part.end, how)
    assert not await published(layer, "table.before")
    async with asyncio.timeout(1):
        meanwhile = await joined(layer, "table.meanwhile")
    part.start()
    await asyncio.to_thread(part.wait_ready)
    assert await heard(layer, before, "table.before")
    assert await heard(layer, meanwhile, "table.meanwhile")


async def test_a_restart_in_the_middle_of_many_joins_loses_none(
    layer: RedisLayer, redis: Redis
) -> None:
    part, _ = redis

    def restart() -> None:
        part.end(signal.SIGKILL)
        part.start()
        part.wait_ready()

    restarting = asyncio.create_task(asyncio.to_thread(restart))
    channels: dict[str, str] = {}
    while not restarting.done():
        group = f"table.{len(channels)}"
        channels[group] = await joined(layer, group)
        await asyncio.sleep(0.001)
    await restarting
    last = max(channels)
    assert await heard(layer, channels[last], last)
    deaf = [
        group
        for group, channel in channels.items()
        if group != last and not await heard(layer, channel, group)
    ]
    assert deaf == []


async def test_while_redis_is_away_nobody_waits_in_turn(
    layer: RedisLayer, redis: Redis
) -> None:
    """After one failure the next is refused at once, even by a Redis that hangs."""
    part, _ = redis
    assert await published(layer, "table.x")
    assert part.process is not None
    part.process.send_signal(signal.SIGSTOP)
    try:
        async with asyncio.timeout(WITHIN_S):
            assert not await published(layer, "table.x")
        async with asyncio.timeout(0.5):
            for _ in range(100):
                assert not await published(layer, "table.x")
    finally:
        part.process.send_signal(signal.SIGCONT)
