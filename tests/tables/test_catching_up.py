"""What the layer loses is made good: the row is the truth, the layer a hint."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer
from django.conf import settings
from django.db import OperationalError
from django.utils import timezone

from accounts import live
from accounts import services as accounts
from accounts.models import User
from games.tables import events, selectors, services
from games.tables.consumers import keeper, socket, table
from games.tables.models import Presence, Pulse, Seat, Table
from tests.tables.playing import NOON, Play, come, table_of
from tests.tables.sockets import Json, Line, line_to, stored, table_line

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("by_hand"),
]


@pytest.fixture
def nino_moves(moving: Play, nino: User) -> Any:
    """Nino makes or takes back a step, from wherever: the new version."""

    async def moves() -> int:
        def move() -> int:
            steps = moving.match.steps
            played = moving.undo(nino) if steps else moving.step(nino, 8, 5)
            return played.version

        return await stored(move)

    return moves


def left(play: Play, user: User) -> None:
    """The player's sockets go."""
    for presence in Presence.objects.filter(seat__user=user):
        services.presence_leave(channel=presence.channel, now=play.now)


@contextmanager
def lost(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The layer loses whatever is published inside."""
    with monkeypatch.context() as patched:
        patched.setattr(live, "publish", lambda group, message: None)
        yield


async def pinged(line: Line) -> tuple[list[str], int | None]:
    """A round of the keeper: what it sends before the ping, and the ping's version."""
    await keeper.one_round()
    kinds = []
    while (message := await line.hear(all_kinds=True))["type"] != "ping":
        if message["type"] != "presence":
            kinds.append(message["type"])
    return kinds, message["version"]


async def test_a_gap_is_filled_with_a_snapshot(
    moving: Play, nino_moves: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two events lost: the third shows it, and the next one is an event again."""
    async with table_line(moving.slug) as line:
        with lost(monkeypatch):
            await nino_moves()
            await nino_moves()
        version = await nino_moves()
        message = await line.hear()
        assert (message["type"], message["version"]) == ("snapshot", version)
        version = await nino_moves()
        message = await line.hear()
        assert (message["type"], message["version"]) == ("event", version)


async def test_an_event_that_comes_late_or_twice_is_dropped(
    moving: Play, nino_moves: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes publish in whatever order; nobody sees the table go back."""
    published: list[tuple[str, Any]] = []
    async with table_line(moving.slug) as line:
        with monkeypatch.context() as patched:
            patched.setattr(live, "publish", lambda *told: published.append(told))
            await nino_moves()
            version = await nino_moves()
        (group, first), (_, second) = published
        await live.send(group, second)
        message = await line.hear()
        assert (message["type"], message["version"]) == ("snapshot", version)
        for late in (first, second, first):
            await live.send(group, late)
        await line.hears_nothing_more()


async def test_the_last_event_lost_is_made_good_within_a_second(
    moving: Play, nino_moves: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No gap shows it; the keeper sees that the row is ahead."""
    async with table_line(moving.slug) as behind:
        with lost(monkeypatch):
            version = await nino_moves()
        async with table_line(moving.slug) as ahead:
            kinds, told = await pinged(ahead)
            assert (kinds, told) == ([], version)
        message = await behind.hear()
        assert (message["type"], message["version"]) == ("snapshot", version)
        assert await pinged(behind) == ([], version)


async def presence_heard(line: Line) -> Json:
    """The next word of who is there."""
    while (message := await line.hear(all_kinds=True))["type"] != "presence":
        pass
    return message


async def test_who_came_last_is_told_last(
    moving: Play, giorgi: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes publish in whatever order; nobody who is there is shown away."""
    published: list[tuple[str, Any]] = []
    async with table_line(moving.slug) as line:
        with monkeypatch.context() as patched:
            patched.setattr(live, "publish", lambda *told: published.append(told))
            await stored(left, moving, giorgi)
            await stored(come, moving.slug, giorgi, moving.now)
        (group, gone), (_, back) = published
        await live.send(group, back)
        assert (await presence_heard(line))["presence"] == [None, None]
        await live.send(group, gone)
        for _ in range(2):
            await line.say("sync")
            shown = await line.hear(all_kinds=True)
            assert (shown["type"], shown["presence"]) == ("snapshot", [None, None])


async def test_a_lost_word_of_who_left_is_made_good_within_a_second(
    moving: Play, giorgi: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No version shows it, but the number beside it does."""
    async with table_line(moving.slug) as line:
        await pinged(line)
        with lost(monkeypatch):
            await stored(left, moving, giorgi)
        await keeper.one_round()
        message = await line.hear()
        assert message["type"] == "snapshot"
        assert message["presence"][1] is not None
        assert (await pinged(line))[0] == []


async def test_clocks_that_were_moved_are_shown_without_the_layer(
    moving: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an outage the layer may not be back yet when the clocks are moved."""
    begin = moving.now
    await stored(services.process_beat, process="web-1", now=begin)
    await stored(services.pulse_check, now=begin)
    async with table_line(moving.slug) as line:
        await pinged(line)
        back = begin + timedelta(seconds=60)
        with lost(monkeypatch):
            await stored(services.process_beat, process="web-1", now=back)
            assert await stored(services.pulse_check, now=back)
        await keeper.one_round()
        assert (await line.hear())["type"] == "snapshot"


async def test_the_clock_of_a_match_that_begins_is_shown_at_once(
    nino: User, giorgi: User
) -> None:
    """Nino waits; Giorgi comes, and the two minutes to begin are over."""
    slug = (await stored(table_of, nino)).slug
    await stored(services.table_join, user=giorgi, slug=slug, now=NOON)
    async with table_line(slug, nino) as line:
        await stored(come, slug, giorgi, NOON)
        message = await line.hear()
        assert (message["type"], message["clock"]["kind"]) == ("snapshot", "opening")


@pytest.mark.parametrize(("code", "was_cut"), [(1001, False), (1006, True)])
async def test_a_broken_line_is_known_from_a_closed_browser(
    moving: Play, giorgi: User, code: int, was_cut: bool
) -> None:
    for presence in await stored(
        lambda: list(Presence.objects.filter(seat__user=giorgi))
    ):
        await stored(services.presence_leave, channel=presence.channel, now=moving.now)
    async with table_line(moving.slug, giorgi) as line:
        await line.communicator.disconnect(code=code)
    seat = await stored(Seat.objects.get, table__slug=moving.slug, user=giorgi)
    assert seat.away_since is not None
    assert seat.was_cut is was_cut


async def test_versions_are_compared_in_one_query(
    moving: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many sockets show however many tables."""
    asked: list[set[int]] = []
    versions = selectors.table_versions

    def noted(table_ids: set[int]) -> dict[int, selectors.Versioned]:
        asked.append(table_ids)
        return versions(table_ids)

    monkeypatch.setattr(selectors, "table_versions", noted)
    async with table_line(moving.slug), table_line(moving.slug) as line:
        await pinged(line)

    assert asked == [{(await stored(lambda: moving.row)).pk}]


async def test_another_name_reaches_everybody_at_the_table(
    moving: Play, lasha: User
) -> None:
    """Whoever changed it, within a round; whoever sits down is told of once."""
    nino, giorgi = moving.players
    async with (
        table_line(moving.slug, nino) as of_nino,
        table_line(moving.slug) as of_a_spectator,
    ):
        assert (await pinged(of_nino))[0] == []
        await stored(accounts.name_change, user=giorgi, name="Gogi", now=NOON)
        await keeper.one_round()
        for line in (of_nino, of_a_spectator):
            snapshot = await line.hear()
            assert snapshot["type"] == "snapshot"
            seats = snapshot["table"]["seats"]
            assert seats == [{"name": "Nino"}, {"name": "Gogi"}]
        await keeper.one_round()
        await of_a_spectator.hears_nothing_more()


async def test_whoever_sits_down_is_told_of_once(opened: Table, giorgi: User) -> None:
    async with table_line(opened.slug) as line:
        await keeper.one_round()
        await stored(services.table_join, user=giorgi, slug=opened.slug, now=NOON)
        assert (await line.hear())["type"] == "event"
        await keeper.one_round()
        await line.hears_nothing_more()


async def test_what_was_read_before_is_not_told_after(
    moving: Play, nino_moves: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An event that overtakes the keeper's snapshot waits until that is sent."""
    may_go_on, is_read = asyncio.Event(), asyncio.Event()

    async def slowly(function: Any, *args: Any, **kwargs: Any) -> Any:
        found = await socket.in_database(function, *args, **kwargs)
        if function is selectors.table_snapshot:
            is_read.set()
            await may_go_on.wait()
        return found

    async with table_line(moving.slug) as line:
        with lost(monkeypatch):
            version = await nino_moves()
        monkeypatch.setattr(table, "in_database", slowly)
        keeping = asyncio.create_task(keeper.one_round())
        await is_read.wait()
        await nino_moves()
        may_go_on.set()
        await keeping
        heard = [await line.hear(), await line.hear()]

    assert [(message["type"], message["version"]) for message in heard] == [
        ("snapshot", version),
        ("event", version + 1),
    ]


async def test_a_history_that_went_on_is_not_ahead_of_its_state(
    pausing: Play, nino: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Confirmed between the two reads of a snapshot: the event brings the turn."""
    seats_of = selectors.seats_of

    def meanwhile(row: Any) -> Any:
        monkeypatch.setattr(selectors, "seats_of", seats_of)
        pausing.confirm(nino)
        return seats_of(row)

    monkeypatch.setattr(selectors, "seats_of", meanwhile)
    snapshot = await stored(
        selectors.table_snapshot, slug=pausing.slug, user_id=None, now=pausing.now
    )

    assert (snapshot["state"]["phase"], snapshot["history"]) == ("pause", [])


@pytest.mark.parametrize("trouble", ["raises", "hangs"])
async def test_a_layer_in_trouble_fails_no_command(
    moving: Play, monkeypatch: pytest.MonkeyPatch, trouble: str, caplog: Any
) -> None:
    """The step is stored, the log says what was lost, the keeper makes it good."""

    async def group_send(self: Any, group: str, message: Any) -> None:
        if trouble == "raises":
            raise ConnectionError("the layer is away")
        await asyncio.Event().wait()

    nino, _ = moving.players
    async with table_line(moving.slug, nino) as line:
        version = (await stored(lambda: moving.row)).version
        with monkeypatch.context() as patched, caplog.at_level(logging.WARNING):
            patched.setattr(InMemoryChannelLayer, "group_send", group_send)
            patched.setattr(live, "LAYER_TIMEOUT_S", 0.01)
            await line.say("step", **{"from": 8}, die=5, version=version)
            await line.say("sync")
            message = await line.hear()
        assert (message["type"], message["version"]) == ("snapshot", version + 1)
        assert "Could not publish" in caplog.text
        await line.say("undo", version=version + 1)
        assert (await line.hear())["type"] == "event"


async def test_a_shape_that_cannot_be_published_fails_no_command(
    moving: Play, nino_moves: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever goes wrong after the commit, the command is done."""

    def broken(slug: str, event: Any) -> None:
        raise RuntimeError("not today")

    async with table_line(moving.slug) as line:
        with monkeypatch.context() as patched:
            patched.setattr(events, "table_publish", broken)
            version = await nino_moves()
        assert await pinged(line) == (["snapshot"], version)


def away(*_args: Any, **_kwargs: Any) -> Any:
    raise OperationalError("the database is away")


async def test_a_command_while_the_database_is_away_may_be_sent_again(
    moving: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`unavailable` without a snapshot; the socket goes on."""
    nino, _ = moving.players
    async with table_line(moving.slug, nino) as line:
        version = (await stored(lambda: moving.row)).version
        step = {"from": 8, "die": 5, "version": version}
        with monkeypatch.context() as patched:
            patched.setattr(services, "match_command", away)
            await line.say("step", **step)
            error = await line.hear()
        assert (error["type"], error["code"]) == ("error", "unavailable")
        await line.say("step", **step)
        assert (await line.hear())["type"] == "event"


async def test_a_refusal_while_the_database_goes_away_is_both_told(
    moving: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal, and that the snapshot has to wait."""
    async with table_line(moving.slug) as line:
        with monkeypatch.context() as patched:
            patched.setattr(selectors, "table_snapshot", away)
            await line.write("no message")
            codes = [(await line.hear())["code"] for _ in range(2)]
        assert codes == ["invalid_message", "unavailable"]
        await line.hears_nothing_more()


async def test_a_socket_opened_while_the_database_is_away_comes_again(
    moving: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closed with 1013; opened again later it shows the table."""
    path = f"/ws/table/{moving.slug}/"
    for broken in ("table_shown", "table_snapshot"):
        with monkeypatch.context() as patched:
            patched.setattr(selectors, broken, away)
            async with line_to(path, moving.players[0]) as line:
                assert await line.closed() == 1013
    async with line_to(path, moving.players[0]) as line:
        assert (await line.hear())["type"] == "snapshot"


async def test_a_gap_while_the_database_is_away_is_filled_later(
    moving: Play, nino_moves: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The socket stays open, and the keeper sends what it owes."""
    async with table_line(moving.slug) as line:
        with lost(monkeypatch):
            await nino_moves()
        with monkeypatch.context() as patched:
            patched.setattr(selectors, "table_snapshot", away)
            patched.setattr(selectors, "table_versions", away)
            version = await nino_moves()
            assert await pinged(line) == ([], None)
        assert await pinged(line) == (["snapshot"], version)


async def test_a_socket_that_breaks_down_leaves_its_table(
    moving: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of ours ends one socket; its player is not taken to be there."""

    def broken(**_command: Any) -> None:
        raise ZeroDivisionError

    nino, giorgi = moving.players

    def sockets_of_nino() -> int:
        sockets = Presence.objects.filter(seat__user=nino, process=keeper.PROCESS)
        return sockets.count()

    async with table_line(moving.slug, giorgi) as line:
        nino_line = table_line(moving.slug, nino)
        opened = await nino_line.__aenter__()
        assert await stored(sockets_of_nino) == 1
        monkeypatch.setattr(services, "match_command", broken)
        await opened.say("roll", version=2)
        with pytest.raises(ZeroDivisionError):
            await nino_line.__aexit__(None, None, None)
        assert await stored(sockets_of_nino) == 1
        await pinged(line)
        assert await stored(sockets_of_nino) == 0
        assert await stored(lambda: Presence.objects.filter(seat__user=giorgi).exists())


async def test_one_socket_in_trouble_does_not_hold_up_the_others(
    moving: Play, nino_moves: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The round goes on to whoever else is behind."""
    send_all = table.TableConsumer.send_all

    async def broken(self: Any) -> None:
        if self.viewer is not None:
            raise ZeroDivisionError
        await send_all(self)

    async with (
        table_line(moving.slug, moving.players[0]),
        table_line(moving.slug) as line,
        table_line(moving.slug) as other,
    ):
        with lost(monkeypatch):
            version = await nino_moves()
        monkeypatch.setattr(table.TableConsumer, "send_all", broken)
        await keeper.one_round()
        for hearing in (line, other):
            message = await hearing.hear()
            assert (message["type"], message["version"]) == ("snapshot", version)


async def test_a_line_without_a_sign_of_life_is_given_up(moving: Play) -> None:
    async with (
        table_line(moving.slug, moving.players[0]) as dead,
        table_line(moving.slug, moving.players[1]) as alive,
    ):
        silent_s = socket.SILENT_S / 2 + 0.1
        for _ in range(2):
            await alive.say("pong")
            await alive.hears_nothing_more()
            await keeper.one_round(passed_s=silent_s)
        assert await dead.closed() == socket.CLOSE_SILENT
        await alive.hears_nothing_more()


async def test_whom_we_keep_waiting_is_not_silent(
    moving: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is heard of him while the database keeps his own message."""
    begun, done = asyncio.Event(), asyncio.Event()

    async def slowly(_self: Any, _message: Any) -> bool:
        begun.set()
        await done.wait()
        return True

    async with table_line(moving.slug, moving.players[0]) as line:
        with monkeypatch.context() as patched:
            patched.setattr(table.TableConsumer, "carried_out", slowly)
            await line.say("sync")
            await begun.wait()
        for _ in range(3):
            await keeper.one_round(passed_s=socket.SILENT_S)
        done.set()
        await line.hears_nothing_more()


@pytest.mark.parametrize("well", [True, False])
async def test_a_ping_says_whether_time_runs(moving: Play, well: bool) -> None:
    """It does where a sweep has just found everything well."""
    since = timedelta(seconds=0 if well else settings.OUTAGE_SECONDS + 1)
    await stored(Pulse.objects.create, id=1, well_at=timezone.now() - since)
    async with table_line(moving.slug) as line:
        await keeper.one_round()
        while (message := await line.hear(all_kinds=True))["type"] != "ping":
            pass
        assert message["well"] is well


async def test_a_process_that_was_held_up_has_heard_nobody_meanwhile(
    moving: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One round after a long stop: it is not the players who were silent."""
    rounds: list[float] = []

    async def noted(*, passed_s: float, with_sessions: bool) -> None:
        rounds.append(passed_s)
        if len(rounds) == 2:
            raise asyncio.CancelledError

    clock = iter([0.0, 0.0, 0.0, 500.0, 500.0])
    monkeypatch.setattr(keeper, "monotonic", lambda: next(clock))
    monkeypatch.setattr(keeper, "one_round", noted)
    monkeypatch.setattr(keeper, "ROUND_S", 0.0)
    with pytest.raises(asyncio.CancelledError):
        await keeper.rounds()
    assert rounds == [0.0, keeper.LONGEST_ROUND_S]
    assert keeper.LONGEST_ROUND_S < socket.SILENT_S
