"""The socket of a table: what its viewers are told, and what players can do."""

from typing import Any

import pytest
from time_machine import Traveller

from accounts.models import User
from games.rules.match import Phase
from games.tables import selectors, services
from games.tables.models import Presence
from tests.tables.conftest import Script, Sit
from tests.tables.playing import NOON, Play, table_of
from tests.tables.sockets import Line, line_to, stored, table_line

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("by_hand"),
]


@pytest.mark.parametrize("viewer", ["nino", "giorgi", "lasha", "nobody"])
async def test_everyone_gets_a_snapshot_first(
    moving: Play, lasha: User, viewer: str
) -> None:
    """The table as the page had it, and which seat is one's own."""
    nino, giorgi = moving.players
    users = {"nino": nino, "giorgi": giorgi, "lasha": lasha, "nobody": None}
    seats = {"nino": 0, "giorgi": 1, "lasha": None, "nobody": None}
    async with line_to(f"/ws/table/{moving.slug}/", users[viewer]) as line:
        snapshot = await line.hear()

    assert snapshot["you"] == seats[viewer]
    fresh = await stored(
        selectors.table_snapshot,
        slug=moving.slug,
        user_id=None,
        now=NOON.replace(second=5),
    )
    same = set(fresh) - {"you", "beside", "presence", "watchers"}
    assert {key: snapshot[key] for key in same} == {key: fresh[key] for key in same}


async def test_a_step_comes_to_everyone(moving: Play, lasha: User) -> None:
    """Both players, a spectator and a stranger hear the same event."""
    nino, giorgi = moving.players
    async with (
        table_line(moving.slug, nino) as nino_line,
        table_line(moving.slug, giorgi) as giorgi_line,
        table_line(moving.slug, lasha) as lasha_line,
        table_line(moving.slug) as strangers_line,
    ):
        version = (await stored(lambda: moving.row)).version
        await nino_line.say("step", **{"from": 8}, die=5, version=version)
        heard = [
            await line.hear()
            for line in (nino_line, giorgi_line, lasha_line, strangers_line)
        ]

    event = heard[0]
    assert (event["type"], event["version"]) == ("event", version + 1)
    assert event["facts"] == [
        {"fact": "stepped", "seat": 0, "from": 8, "to": 3, "die": 5, "hit": False}
    ]
    assert event["clock"]["remaining_ms"] == 57_500
    assert heard == [event] * 4


async def test_a_whole_turn_is_played_over_the_socket(
    moving: Play, scripted: Script
) -> None:
    """Step, undo, several dice, confirm, roll: each with the version just heard."""
    nino, giorgi = moving.players
    scripted(((6, 2),))
    async with (
        table_line(moving.slug, nino) as nino_line,
        table_line(moving.slug, giorgi) as giorgi_line,
    ):
        version = (await stored(lambda: moving.row)).version
        commands: list[tuple[Line, str, dict[str, Any], str]] = [
            (nino_line, "step", {"from": 8, "die": 5}, "stepped"),
            (nino_line, "undo", {}, "undone"),
            (nino_line, "move", {"from": 13, "dice": [5, 3]}, "stepped"),
            (nino_line, "confirm", {}, "turn"),
            (giorgi_line, "roll", {}, "rolled"),
        ]
        for line, kind, message, fact in commands:
            await line.say(kind, **message, version=version)
            version += 1
            for hearing in (nino_line, giorgi_line):
                event = await hearing.hear()
                assert (event["version"], event["facts"][-1]["fact"]) == (version, fact)
        await giorgi_line.say("resign")
        event = await nino_line.hear()

    assert event["facts"] == [{"fact": "match", "winner": 0, "by": "resignation"}]
    match = await stored(lambda: moving.match)
    assert match.phase is Phase.OVER


async def test_sync_brings_a_snapshot_to_him_who_asks(moving: Play) -> None:
    """Nobody else hears of it."""
    nino, giorgi = moving.players
    async with (
        table_line(moving.slug, nino) as nino_line,
        table_line(moving.slug, giorgi) as giorgi_line,
    ):
        await nino_line.say("sync")
        assert (await nino_line.hear())["type"] == "snapshot"
        await giorgi_line.hears_nothing_more()


async def test_a_reload_in_mid_turn_changes_nothing(
    moving: Play, by_hand: Traveller
) -> None:
    """The same dice, the same steps, the same clock but for the time gone by."""
    nino, _ = moving.players
    async with table_line(moving.slug, nino) as line:
        version = (await stored(lambda: moving.row)).version
        await line.say("step", **{"from": 8}, die=5, version=version)
        before = await line.hear()
    by_hand.shift(1.5)
    async with line_to(f"/ws/table/{moving.slug}/", nino) as line:
        after = await line.hear()

    assert after["version"] == before["version"]
    assert after["state"] == before["state"]
    assert after["state"]["turn"]["dice"] == [5, 3]
    assert [step["from"] for step in after["state"]["turn"]["steps"]] == [8]
    gone = before["clock"]["remaining_ms"] - after["clock"]["remaining_ms"]
    assert gone == 1500


async def test_two_sockets_of_one_player_see_the_same(moving: Play) -> None:
    """Two tabs: a step in one is seen in the other, and can be undone there."""
    nino, _ = moving.players
    async with (
        table_line(moving.slug, nino) as first,
        table_line(moving.slug, nino) as second,
    ):
        version = (await stored(lambda: moving.row)).version
        await first.say("step", **{"from": 8}, die=5, version=version)
        assert await first.hear() == await second.hear()
        await second.say("undo", version=version + 1)
        event = await first.hear()

    assert event["facts"][0]["fact"] == "undone"


async def test_the_same_step_from_two_sockets_is_made_once(moving: Play) -> None:
    """One wins; the other is told that it is stale, and gets a snapshot."""
    nino, _ = moving.players
    async with (
        table_line(moving.slug, nino) as first,
        table_line(moving.slug, nino) as second,
    ):
        version = (await stored(lambda: moving.row)).version
        for line in (first, second):
            await line.say("step", **{"from": 8}, die=5, version=version)
        heard = [await first.hear(), await second.hear()]
        heard.sort(key=lambda message: message["type"])

    error, event = heard
    assert (error["type"], error["code"]) == ("error", "stale_version")
    assert error["detail"] == {"version": version + 1}
    assert (event["type"], event["version"]) == ("event", version + 1)
    assert len((await stored(lambda: moving.match)).steps) == 1


async def test_whoever_joins_is_announced(nino: User, giorgi: User) -> None:
    """The creator, waiting at his table, sees his opponent's name."""
    table = await stored(table_of, nino)
    async with table_line(table.slug, nino) as line:
        await stored(services.table_join, user=giorgi, slug=table.slug, now=NOON)
        event = await line.hear()

    assert event["facts"] == [{"fact": "seated", "seat": 1}]
    assert event["table"]["seats"] == [{"name": "Nino"}, {"name": "Giorgi"}]


async def test_a_private_match_is_heard_by_its_players_alone(
    sit: Sit, lasha: User
) -> None:
    """To others there is no such table."""
    play = await stored(sit, is_private=True)
    path = f"/ws/table/{play.slug}/"
    for user in (lasha, None):
        async with line_to(path, user) as line:
            assert await line.closed() == 4404
    async with line_to(path, play.players[0]) as line:
        assert (await line.hear())["you"] == 0


async def test_there_is_no_table_that_never_was(nino: User) -> None:
    """Closed with 4404, which tells a browser not to come again."""
    for slug in ("nowhere", "x" * 200):
        async with line_to(f"/ws/table/{slug}/", nino) as line:
            assert await line.closed() == 4404


async def test_the_front_page_is_told_all_and_counts_as_nobody(
    moving: Play, lasha: User
) -> None:
    """Snapshot and events come; no watcher is noted, and nothing is carried out."""
    nino, _ = moving.players
    path = f"/ws/table/{moving.slug}/glimpse/"
    noted = await stored(Presence.objects.count)
    async with (
        line_to(path, nino) as glimpse,
        table_line(moving.slug, nino) as nino_line,
    ):
        snapshot = await glimpse.hear()
        assert (snapshot["type"], snapshot["watchers"]) == ("snapshot", 0)
        await glimpse.say("step", **{"from": 8}, die=5, version=snapshot["version"])
        assert (await glimpse.hear())["code"] == "invalid_message"
        assert (await glimpse.hear())["version"] == snapshot["version"]
        await nino_line.say("step", **{"from": 8}, die=5, version=snapshot["version"])
        assert (await glimpse.hear())["facts"] == (await nino_line.hear())["facts"]
        assert await stored(Presence.objects.count) == noted + 1
    async with line_to(path, lasha), table_line(moving.slug) as line:
        await line.say("sync")
        # The stranger himself, not who glimpses.
        assert (await line.hear())["watchers"] == 1


async def test_nobody_glimpses_at_a_private_match(sit: Sit, lasha: User) -> None:
    """To others there is no such table there, either."""
    play = await stored(sit, is_private=True)
    for user in (lasha, None):
        async with line_to(f"/ws/table/{play.slug}/glimpse/", user) as line:
            assert await line.closed() == 4404
