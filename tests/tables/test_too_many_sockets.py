"""A viewer has a few sockets at once, not as many as he likes."""

from contextlib import AsyncExitStack

import pytest

from accounts.models import User
from games.tables.consumers.socket import CLOSE_TOO_MANY, SOCKETS_AT_ONCE, Socket
from tests.tables.playing import Play
from tests.tables.sockets import line_to

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("by_hand"),
]

LOBBY = "/ws/lobby/"


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    """Three do for a test."""
    assert SOCKETS_AT_ONCE == 20
    monkeypatch.setattr("games.tables.consumers.socket.SOCKETS_AT_ONCE", 3)
    return 3


async def test_one_socket_too_many_is_closed(moving: Play, few: int) -> None:
    """Of one player, whatever it shows; the others stay open."""
    nino, _ = moving.players
    async with AsyncExitStack() as stack:
        lines = [
            await stack.enter_async_context(line_to(path, nino))
            for path in (LOBBY, f"/ws/table/{moving.slug}/", LOBBY)
        ]
        for line in lines:
            await line.hear()
        refused = await stack.enter_async_context(line_to(LOBBY, nino))
        assert await refused.closed() == CLOSE_TOO_MANY
        assert len(Socket.open_here) == few
        for line in lines:
            await line.say("sync")
            await line.hear()


async def test_another_player_is_not_touched(nino: User, giorgi: User) -> None:
    async with AsyncExitStack() as stack:
        for _ in range(3):
            line = await stack.enter_async_context(line_to(LOBBY, nino))
            await line.hear()
        line = await stack.enter_async_context(line_to(LOBBY, giorgi))
        assert (await line.hear())["type"] == "lobby"


async def test_a_closed_one_makes_room(nino: User) -> None:
    for _ in range(5):
        async with line_to(LOBBY, nino) as line:
            assert (await line.hear())["type"] == "lobby"
    assert not Socket.open_here
    assert not Socket.connecting_here


async def test_visitors_without_a_session_are_not_one(db: None) -> None:
    """Nothing tells them apart; a proxy limits what comes from one address."""
    async with AsyncExitStack() as stack:
        for _ in range(5):
            line = await stack.enter_async_context(line_to(LOBBY))
            assert (await line.hear())["type"] == "lobby"
