"""The socket of the lobby: the list of open tables, and one's own seat."""

from typing import Any

import pytest
from django.db import OperationalError

from accounts import live
from accounts import services as accounts
from accounts.models import User
from games.tables import selectors, services
from games.tables.consumers import keeper
from games.tables.services import seating
from tests.tables.conftest import Script
from tests.tables.playing import NOON, Play, come, table_of
from tests.tables.sockets import Json, Line, line_to, stored

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("by_hand"),
]

LOBBY = "/ws/lobby/"


def row(slug: str, name: str, *, mine: bool = False) -> Json:
    """A line of the list, of a table as `table_of` opens it."""
    return {
        "slug": slug,
        "name": name,
        "ruleset": "georgian",
        "target": 1,
        "move_seconds": 60,
        "entry_coins": 0,
        "mine": mine,
    }


async def opened_by(user: User, **settings: Any) -> str:
    return (await stored(table_of, user, **settings)).slug


async def joined(user: User, slug: str) -> None:
    await stored(services.table_join, user=user, slug=slug, now=NOON)


async def news(line: Line) -> Json:
    message = await line.hear()
    assert message["type"] == "lobby"
    return message


async def round_of(line: Line) -> list[Json]:
    """What a round of the keeper sends before its ping."""
    await keeper.one_round()
    heard = []
    while (message := await line.hear(all_kinds=True))["type"] != "ping":
        heard.append(message)
    return heard


async def test_the_list_comes_at_once(nino: User, giorgi: User, lasha: User) -> None:
    """Oldest first, one's own marked, private ones left out; no seat, no table."""
    first = await opened_by(nino)
    await opened_by(giorgi, is_private=True)
    async with line_to(LOBBY, lasha) as line:
        assert await news(line) == {
            "type": "lobby",
            "open": [row(first, "Nino")],
            "live": [],
            "seat": None,
        }
    async with line_to(LOBBY, nino) as line:
        assert (await news(line))["open"] == [row(first, "Nino", mine=True)]


async def test_those_who_are_kept_apart_are_not_shown_to_each_other(
    nino: User, giorgi: User, lasha: User
) -> None:
    """In the first list and in every later one, whoever of the two has blocked."""
    await stored(accounts.block_set, who=nino, whom=giorgi, now=NOON)
    ninos = await opened_by(nino)
    async with line_to(LOBBY, giorgi) as blocked, line_to(LOBBY, lasha) as third:
        assert (await news(blocked))["open"] == []
        assert (await news(third))["open"] == [row(ninos, "Nino")]

        giorgis = await opened_by(giorgi)

        assert (await news(blocked))["open"] == [row(giorgis, "Giorgi", mine=True)]
        assert len((await news(third))["open"]) == 2


async def test_strangers_may_look_on(nino: User) -> None:
    """The list is public; a stranger has no seat."""
    slug = await opened_by(nino)
    async with line_to(LOBBY) as line:
        message = await news(line)

    assert (message["open"], message["seat"]) == ([row(slug, "Nino")], None)


async def test_every_change_comes_to_everyone(
    nino: User, giorgi: User, lasha: User
) -> None:
    """Opened, joined, opened, cancelled: the whole list each time."""
    async with line_to(LOBBY, lasha) as line, line_to(LOBBY) as strangers_line:

        async def heard() -> list[str]:
            message = await news(line)
            assert await news(strangers_line) == message
            return [table["name"] for table in message["open"]]

        assert await heard() == []
        slug = await opened_by(nino)
        assert await heard() == ["Nino"]
        await joined(giorgi, slug)
        assert await heard() == []
        slug = await opened_by(lasha)
        message = await news(line)
        assert message["open"] == [row(slug, "Lasha", mine=True)]
        assert (await news(strangers_line))["open"] == [row(slug, "Lasha")]
        await stored(services.table_cancel, user=lasha, slug=slug, now=NOON)
        assert await heard() == []


async def test_the_live_tables_come_with_the_open_ones(
    nino: User, giorgi: User, lasha: User
) -> None:
    """From the moment they begin to their end; not to those who play there."""
    async with line_to(LOBBY, lasha) as line, line_to(LOBBY, nino) as nino_line:

        async def heard() -> tuple[list[str], list[str]]:
            lists = [(await news(one))["live"] for one in (line, nino_line)]
            others, own = [[table["slug"] for table in one] for one in lists]
            return others, own

        assert await heard() == ([], [])
        slug = await opened_by(nino)
        assert await heard() == ([], [])
        await joined(giorgi, slug)
        assert await heard() == ([slug], [])
        await stored(Play(slug, (nino, giorgi)).resign, nino)
        assert await heard() == ([], [])


async def test_a_new_score_comes_with_the_next_round(
    nino: User, giorgi: User, lasha: User
) -> None:
    """Nobody publishes it: the keeper finds the list behind."""
    slug = await opened_by(nino, target=3)
    await joined(giorgi, slug)
    play = Play(slug, (nino, giorgi))
    async with line_to(LOBBY, lasha) as line:
        assert (await news(line))["live"][0]["score"] == [0, 0]
        assert await round_of(line) == []
        await stored(lambda: play.placed(score=(2, 0)))
        [message] = await round_of(line)
        assert message["live"][0]["score"] == [2, 0]


async def test_ones_own_seat_is_told(nino: User, giorgi: User) -> None:
    """Waiting, taken, free again; a private one too, and to nobody else."""
    async with line_to(LOBBY, nino) as nino_line, line_to(LOBBY, giorgi) as giorgi_line:
        for line in (nino_line, giorgi_line):
            assert (await news(line))["seat"] is None
        slug = await opened_by(nino, is_private=True)
        assert (await news(nino_line))["seat"] == {
            "slug": slug,
            "ruleset": "georgian",
            "target": 1,
            "private": True,
            "opponent": None,
            "phase": "waiting",
            "score": [0, 0],
            "is_my_turn": False,
        }
        assert (await news(giorgi_line))["seat"] is None
        await joined(giorgi, slug)
        for line, opponent in ((nino_line, "Giorgi"), (giorgi_line, "Nino")):
            seat = (await news(line))["seat"]
            assert (seat["slug"], seat["opponent"]) == (slug, opponent)
            assert seat["phase"] == "opening"
        play = Play(slug, (nino, giorgi))
        await stored(play.resign, nino)
        for line in (nino_line, giorgi_line):
            assert (await news(line))["seat"] is None


async def test_the_seat_keeps_up_with_the_match(
    nino: User, giorgi: User, scripted: Script
) -> None:
    """Whose turn it is, within a second; told once, and only to whoever sits."""
    scripted(((5, 3),))
    play = Play(await opened_by(nino, target=3), (nino, giorgi))
    await joined(giorgi, play.slug)
    for player in play.players:
        await stored(come, play.slug, player, NOON)
    async with line_to(LOBBY, nino) as line, line_to(LOBBY) as strangers_line:
        await news(line)
        await news(strangers_line)
        await round_of(line)
        await strangers_line.hear(all_kinds=True)
        await stored(play.sweep)
        [message] = await round_of(line)
        assert message["seat"]["is_my_turn"]
        assert message["seat"]["phase"] == "move"
        assert (await strangers_line.hear(all_kinds=True))["type"] == "ping"
        assert await round_of(line) == []
        await stored(play.move, nino, (13, 5), (8, 3))
        await stored(play.confirm, nino)
        [message] = await round_of(line)
        assert not message["seat"]["is_my_turn"]


async def test_what_the_layer_loses_is_made_good(
    nino: User, giorgi: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list within a second; the seat too, where only the seat has changed."""
    async with line_to(LOBBY, giorgi) as line:
        await news(line)
        with monkeypatch.context() as patched:
            patched.setattr(live, "publish", lambda group, message: None)
            public = await opened_by(nino)
        [message] = await round_of(line)
        assert message["open"] == [row(public, "Nino")]
        with monkeypatch.context() as patched:
            patched.setattr(live, "publish", lambda group, message: None)
            private = await opened_by(giorgi, is_private=True)
        [message] = await round_of(line)
        assert message["seat"]["slug"] == private
        assert await round_of(line) == []


async def test_an_older_list_that_comes_late_does_not_stay(
    nino: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes publish in whatever order; within a second all see the same."""
    published: list[tuple[str, Any]] = []
    async with line_to(LOBBY) as line:
        await news(line)
        with monkeypatch.context() as patched:
            patched.setattr(live, "publish", lambda *told: published.append(told))
            slug = await opened_by(nino)
            await stored(services.table_cancel, user=nino, slug=slug, now=NOON)
        (group, opened), (_, cancelled) = (
            told for told in published if told[0] == live.LOBBY_GROUP
        )
        await live.send(group, cancelled)
        assert (await news(line))["open"] == []
        await live.send(group, opened)
        assert (await news(line))["open"] != []
        [message] = await round_of(line)
        assert message["open"] == []


async def test_sync_brings_the_list(nino: User) -> None:
    async with line_to(LOBBY, nino) as line:
        first = await news(line)
        await line.say("sync")
        assert await news(line) == first


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ('{"type": "resign"}', "invalid_message"),
        ('{"type": "roll", "version": 1}', "invalid_message"),
        ('{"type": "ready"}', "invalid_message"),
        ('{"type": "rematch"}', "invalid_message"),
        ('{"type": "join"}', "invalid_message"),
        ("{}", "invalid_message"),
        (" " * 4097, "too_large"),
    ],
)
async def test_the_lobby_knows_nothing_else(nino: User, sent: str, code: str) -> None:
    """An error and the list; then all goes on."""
    async with line_to(LOBBY, nino) as line:
        first = await news(line)
        await line.write(sent)
        error = await line.hear()
        assert (error["type"], error["code"]) == ("error", code)
        assert await news(line) == first
        slug = await opened_by(nino)
        assert (await news(line))["open"] == [row(slug, "Nino", mine=True)]


def away(*_args: Any, **_kwargs: Any) -> Any:
    raise OperationalError("the database is away")


async def test_a_database_that_is_away_costs_nobody_the_line(
    nino: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """News of the seat that could not be read come with the next round."""
    async with line_to(LOBBY, nino) as line:
        await news(line)
        with monkeypatch.context() as patched:
            patched.setattr(selectors, "seat_active", away)
            await line.say("sync")
            assert (await line.hear())["code"] == "unavailable"
            # The service asks it too, but only before it opens a table.
            patched.setattr(seating, "_seat_free_check", lambda user: None)
            slug = await opened_by(nino, is_private=True)
        [message] = await round_of(line)
        assert message["seat"]["slug"] == slug
