"""What a table's socket refuses: a coded error and a snapshot to that socket alone."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from time_machine import Traveller

from accounts.models import User
from games.tables.consumers import socket
from games.tables.models import Table
from tests.tables.conftest import Script
from tests.tables.playing import Play, frozen
from tests.tables.sockets import ORIGIN, Line, line_to, stored, table_line

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("by_hand"),
]

STEP = {"type": "step", "from": 8, "die": 5}


def step_of(version: int) -> dict[str, Any]:
    return {"kind": "step", "from": 8, "die": 5, "version": version}


async def version_of(play: Play) -> int:
    return (await stored(lambda: play.row)).version


def played_of(stored: tuple[Any, ...]) -> tuple[Any, ...]:
    """What is stored of a table without who is connected, and the number of that."""
    table, _seats, *rest = stored
    return ({**table, "beside_version": None}, *rest)


Refused = Callable[..., Awaitable[dict[str, Any]]]


@pytest.fixture
def refused(moving: Play) -> Refused:
    """Send it as that player: error and snapshot for him, nothing for Giorgi.

    The table goes on: Nino's step is made afterwards.
    """

    async def refused(user: User | None, text: str, code: str) -> dict[str, Any]:
        nino, giorgi = moving.players
        before = await stored(frozen, moving.slug)
        async with (
            table_line(moving.slug, giorgi) as giorgi_line,
            table_line(moving.slug, user) as line,
        ):
            await line.write(text)
            detail = await line.refused(code)
            await giorgi_line.hears_nothing_more()
            after = await stored(frozen, moving.slug)
            assert played_of(after) == played_of(before)
            async with table_line(moving.slug, nino) as nino_line:
                version = await version_of(moving)
                await nino_line.say(**step_of(version))
                for hearing in (nino_line, line, giorgi_line):
                    assert (await hearing.hear())["version"] == version + 1
        return detail

    return refused


def text(version: int, **message: Any) -> str:
    return json.dumps({**message, "version": version})


async def test_spectators_cannot_play(
    moving: Play, lasha: User, refused: Refused
) -> None:
    """Neither a player of the site who does not sit here, nor a stranger."""
    version = await version_of(moving)

    await refused(lasha, text(version, **STEP), "not_seated")


async def test_strangers_cannot_play(moving: Play, refused: Refused) -> None:
    version = await version_of(moving)

    await refused(None, text(version, **STEP), "not_seated")


@pytest.mark.parametrize("kind", ["resign", "ready", "rematch"])
async def test_strangers_cannot_end_a_match(refused: Refused, kind: str) -> None:
    await refused(None, json.dumps({"type": kind}), "not_seated")


async def test_the_other_player_waits(moving: Play, refused: Refused) -> None:
    version = await version_of(moving)

    await refused(moving.players[1], text(version, **STEP), "not_your_turn")


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "step", "from": 8, "die": 4}, "illegal_move"),
        ({"type": "move", "from": 8, "dice": [5, 5]}, "illegal_move"),
        ({"type": "undo"}, "nothing_to_undo"),
        ({"type": "roll"}, "not_now"),
        ({"type": "confirm"}, "not_now"),
    ],
)
async def test_what_the_rules_forbid_is_refused(
    moving: Play, refused: Refused, message: dict[str, Any], code: str
) -> None:
    """With a reason in words where the rules have one."""
    version = await version_of(moving)

    detail = await refused(moving.players[0], text(version, **message), code)

    assert detail["reason"]


async def test_a_stale_command_is_told_the_version(
    moving: Play, refused: Refused
) -> None:
    version = await version_of(moving)

    detail = await refused(
        moving.players[0], text(version - 1, **STEP), "stale_version"
    )

    assert detail == {"version": version}


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "{}",
        "null",
        "step",
        '{"type": "step"}',
        '{"type": "step", "from": true, "die": 5, "version": 2}',
        '{"type": "step", "from": 8, "die": 5, "version": 2, "seat": 0}',
        '{"type": "step", "from": 8, "die": 5, "version": NaN}',
        '{"type": "\\ud800"}',
        "[" * 4000,
    ],
)
async def test_what_is_no_message_is_refused(
    moving: Play, refused: Refused, sent: str
) -> None:
    detail = await refused(moving.players[0], sent or " ", "invalid_message")

    assert detail["reason"]


async def test_a_message_has_at_most_4_kb(moving: Play, refused: Refused) -> None:
    sync = '{"type": "sync"}'

    await refused(moving.players[0], sync + " " * 4081, "too_large")


async def test_a_binary_frame_is_refused(moving: Play) -> None:
    async with table_line(moving.slug, moving.players[0]) as line:
        await line.communicator.send_to(bytes_data=b'{"type": "sync"}')

        assert "text" in (await line.refused("invalid_message"))["reason"]


async def test_a_step_after_the_move_time_is_too_late(
    moving: Play, by_hand: Traveller, scripted: Script
) -> None:
    """Though the sweep has not come yet; just before, it counts."""
    nino, _ = moving.players
    due = await stored(lambda: moving.due)
    version = await version_of(moving)
    async with table_line(moving.slug, nino) as line:
        by_hand.move_to(due)
        await line.say(**step_of(version))
        await line.refused("too_late")

        by_hand.move_to(due.timestamp() - 0.001)
        await line.say(**step_of(version))
        assert (await line.hear())["type"] == "event"


async def test_a_waiting_table_is_not_played(opened: Table, nino: User) -> None:
    async with table_line(opened.slug, nino) as line:
        await line.say("roll", version=0)
        await line.refused("not_now")
        await line.say("resign")
        await line.refused("not_now")


@pytest.mark.parametrize(
    "origin",
    [
        None,
        b"null",
        b"https://elsewhere.example",
        b"http://localhost.elsewhere.example",
    ],
)
@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/table/{slug}/"])
async def test_other_sites_cannot_speak_for_a_player(
    moving: Play, origin: bytes | None, path: str
) -> None:
    """A socket opened by a page that is not of this site is not accepted."""
    nino, _ = moving.players
    path = path.format(slug=moving.slug)
    with pytest.raises(AssertionError, match="1000"):
        async with line_to(path, nino, origin=origin):
            pass

    async with line_to(path, nino, origin=ORIGIN) as line:
        assert await line.hear()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The clock by which messages are counted, in seconds; set by the test."""
    clock = [0.0]
    monkeypatch.setattr(socket, "monotonic", lambda: clock[0])
    return clock


def refused_of(allowance: socket.Allowance, clock: list[float], rate: float) -> int:
    """How many of a minute's messages are refused at so many a second."""
    refused = 0
    for _ in range(round(rate * 60)):
        refused += not allowance.take()
        clock[0] += 1 / rate
    return refused


@pytest.mark.parametrize("rate", [1, 5, 9.9])
def test_a_steady_hand_is_no_flood(clock: list[float], rate: float) -> None:
    allowance = socket.Allowance()

    assert refused_of(allowance, clock, rate) == 0
    assert allowance.refused == 0


@pytest.mark.parametrize("rate", [12, 50, 2000])
def test_a_flood_is_counted_as_long_as_it_lasts(
    clock: list[float], rate: float
) -> None:
    """Ten a second pass; those in between do not make the rest forgotten."""
    allowance = socket.Allowance()

    refused = refused_of(allowance, clock, rate)

    assert refused == pytest.approx((rate - 10) * 60, abs=15)
    assert allowance.refused == refused
    clock[0] += 1
    assert allowance.take()
    assert allowance.refused == 0


async def say_often(line: Line, times: int) -> None:
    for _ in range(times):
        await line.say("pong")


@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/table/{slug}/"])
async def test_ten_messages_a_second_are_allowed(
    moving: Play, clock: list[float], path: str
) -> None:
    """The eleventh is refused, once a flood; a second later all is well."""
    async with line_to(path.format(slug=moving.slug), moving.players[0]) as line:
        shown = (await line.hear())["type"]
        for _ in range(2):
            await say_often(line, 15)
            error = await line.hear()
            assert (error["type"], error["code"]) == ("error", "too_fast")
            assert (await line.hear())["type"] == shown
            clock[0] += 1
            await line.say("sync")
            assert (await line.hear())["type"] == shown
            # A new flood is told again.
            clock[0] += 1


async def test_what_comes_too_fast_is_not_carried_out(
    moving: Play, clock: list[float]
) -> None:
    version = await version_of(moving)
    async with table_line(moving.slug, moving.players[0]) as line:
        await say_often(line, 10)
        await line.say(**step_of(version))
        await line.refused("too_fast")

    assert await version_of(moving) == version


@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/table/{slug}/"])
async def test_a_long_flood_is_ended(
    moving: Play, clock: list[float], path: str
) -> None:
    """Ten, a hundred that are refused, and one more: closed with 4429."""
    async with line_to(path.format(slug=moving.slug), moving.players[0]) as line:
        await say_often(line, 10 + socket.FLOOD_LIMIT + 1)
        heard = [await line.hear() for _ in range(3)]
        assert [message["type"] for message in heard].count("error") == 1
        assert await line.closed() == 4429
