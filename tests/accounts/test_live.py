"""Publishing reaches a group from any thread, and never fails what was done."""

import asyncio
import logging
import threading
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import InMemoryChannelLayer, channel_layers

from accounts import live

MESSAGE = {"type": "table.event", "version": 1}


class BrokenLayer(InMemoryChannelLayer):
    """A layer whose server is gone."""

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        raise ConnectionError("gone")

    async def group_add(self, group: str, channel: str) -> None:
        raise ConnectionError("gone")

    async def group_discard(self, group: str, channel: str) -> None:
        raise ConnectionError("gone")


class HangingLayer(InMemoryChannelLayer):
    """A layer that never answers."""

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        await asyncio.Event().wait()


def use(monkeypatch: pytest.MonkeyPatch, layer: InMemoryChannelLayer) -> None:
    """Put a layer in the place of the site's."""
    monkeypatch.setitem(channel_layers.backends, "default", layer)


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> InMemoryChannelLayer:
    made = InMemoryChannelLayer()
    use(monkeypatch, made)
    return made


async def test_a_message_reaches_who_joined(layer: InMemoryChannelLayer) -> None:
    await live.join(live.table_group("abc"), "mine")
    await live.join(live.table_group("other"), "theirs")
    await live.send(live.table_group("abc"), MESSAGE)
    assert await layer.receive("mine") == MESSAGE
    assert "theirs" not in layer.channels


async def test_who_left_hears_nothing(layer: InMemoryChannelLayer) -> None:
    await live.join("lobby", "mine")
    await live.leave("lobby", "mine")
    await live.send("lobby", MESSAGE)
    assert "mine" not in layer.channels


async def test_ordinary_code_below_a_loop_publishes(
    layer: InMemoryChannelLayer,
) -> None:
    await live.join("lobby", "mine")
    await sync_to_async(live.publish, thread_sensitive=False)("lobby", MESSAGE)
    assert await layer.receive("mine") == MESSAGE


def test_a_thread_without_a_loop_publishes(layer: InMemoryChannelLayer) -> None:
    asyncio.run(live.join("lobby", "mine"))
    thread = threading.Thread(target=live.publish, args=("lobby", MESSAGE))
    thread.start()
    thread.join()
    assert layer.channels["mine"].get_nowait()[1] == MESSAGE


def test_a_broken_layer_is_logged_and_no_more(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    use(monkeypatch, BrokenLayer())
    with caplog.at_level(logging.WARNING, logger="accounts.live"):
        live.publish("lobby", MESSAGE)
        asyncio.run(live.join("lobby", "mine"))
        asyncio.run(live.leave("lobby", "mine"))
    assert len(caplog.records) == 3


def test_a_layer_that_hangs_is_given_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    use(monkeypatch, HangingLayer())
    monkeypatch.setattr(live, "LAYER_TIMEOUT_S", 0.01)
    live.publish("lobby", MESSAGE)
    assert "Could not publish to group lobby" in caplog.text


async def test_publishing_on_a_loops_own_thread_is_logged(
    layer: InMemoryChannelLayer, caplog: pytest.LogCaptureFixture
) -> None:
    """It would block the loop that has to do the work."""
    live.publish("lobby", MESSAGE)
    assert "Could not publish to group lobby" in caplog.text


@pytest.mark.parametrize("group", [live.LOBBY_GROUP, live.table_group("x7Kf_-9")])
def test_group_names_are_ones_that_a_layer_takes(
    layer: InMemoryChannelLayer, group: str
) -> None:
    assert layer.require_valid_group_name(group)
    assert layer.require_valid_group_name(live.user_group(2**62))
