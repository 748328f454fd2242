"""The embedded site's channel layer, used from a worker's thread."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from nardi_site.layers import ServerLoopLayer

SOON_S = 0.2


@pytest.fixture
def idle_loop() -> Iterator[asyncio.AbstractEventLoop]:
    """A server's loop in its own thread, with nothing to wake it."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield loop
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.fixture
def layer() -> ServerLoopLayer:
    return ServerLoopLayer()


def heard_soon(layer: ServerLoopLayer, loop: asyncio.AbstractEventLoop) -> bool:
    """Whether a socket on `loop` hears at once what this thread publishes."""

    async def listen() -> dict[str, object]:
        await layer.group_add("table.x", "socket")
        joined.set()
        message: dict[str, object] = await layer.receive("socket")
        return message

    joined = threading.Event()
    heard = asyncio.run_coroutine_threadsafe(listen(), loop)
    joined.wait()
    asyncio.run(layer.group_send("table.x", {"type": "table.event"}))
    try:
        return heard.result(SOON_S) == {"type": "table.event"}
    except TimeoutError:
        heard.cancel()
        return False


def test_a_worker_thread_is_heard_at_once(
    layer: ServerLoopLayer, idle_loop: asyncio.AbstractEventLoop
) -> None:
    layer.bind(idle_loop)
    assert heard_soon(layer, idle_loop)


def test_without_the_binding_it_would_not_be(
    layer: ServerLoopLayer, idle_loop: asyncio.AbstractEventLoop
) -> None:
    """The negative control: the plain layer leaves the loop asleep."""
    assert not heard_soon(layer, idle_loop)


def test_whoever_publishes_does_not_wait(
    layer: ServerLoopLayer, idle_loop: asyncio.AbstractEventLoop
) -> None:
    """What ordinary code in any thread hands over is heard at once, in order."""

    async def listen() -> list[object]:
        await layer.group_add("table.x", "socket")
        joined.set()
        return [(await layer.receive("socket"))["number"] for _ in range(5)]

    joined = threading.Event()
    layer.bind(idle_loop)
    heard = asyncio.run_coroutine_threadsafe(listen(), idle_loop)
    joined.wait()
    assert layer.group_publish is not None
    for number in range(5):
        layer.group_publish("table.x", {"type": "table.event", "number": number})
    assert heard.result(SOON_S * 5) == list(range(5))


def test_what_cannot_be_handed_over_is_told_in_the_log(
    layer: ServerLoopLayer,
    idle_loop: asyncio.AbstractEventLoop,
    caplog: pytest.LogCaptureFixture,
) -> None:
    layer.bind(idle_loop)
    assert layer.group_publish is not None
    layer.group_publish("no group!", {"type": "table.event"})
    # The loop does things in order, so this comes after it.
    asyncio.run_coroutine_threadsafe(asyncio.sleep(0), idle_loop).result()
    assert "Could not publish" in caplog.text


async def test_unbound_it_is_an_ordinary_layer(layer: ServerLoopLayer) -> None:
    await layer.group_add("table.x", "socket")
    await layer.group_send("table.x", {"type": "table.event"})
    assert await layer.receive("socket") == {"type": "table.event"}
    await layer.group_discard("table.x", "socket")
    assert layer.groups == {}
    assert layer.group_publish is None
