"""The desk and the operators reach open sockets, even when the layer has lost it."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.utils import timezone
from time_machine import Traveller

from accounts import live
from accounts import services as accounts
from accounts.models import User
from accounts.moderation import Kind, Reason
from games.tables import services
from games.tables.consumers import keeper
from games.tables.consumers.socket import Socket
from games.tables.models import Presence
from tests.tables.conftest import Script, Sit
from tests.tables.playing import NOON, Play
from tests.tables.sockets import line_to, stored, table_line

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("by_hand"),
]


@pytest.fixture(autouse=True)
def _writable() -> None:
    Socket.is_read_only = False


def warn(user: User, actor: User) -> None:
    accounts.sanction_give(
        user=user,
        kind=Kind.WARN,
        reason=Reason.INSULT,
        note="",
        actor=actor,
        now=timezone.now(),
    )


def suspend(user: User, actor: User) -> None:
    accounts.sanction_give(
        user=user,
        kind=Kind.SUSPEND,
        reason=Reason.INSULT,
        note="",
        actor=actor,
        now=timezone.now(),
        until=timezone.now().replace(year=2027),
    )


async def test_a_suspension_closes_every_socket_of_his(
    moving: Play, mariam: User
) -> None:
    """At once, by the layer; Nino's stay open."""
    nino, giorgi = moving.players
    async with (
        table_line(moving.slug, nino) as nino_line,
        table_line(moving.slug, giorgi) as at_table,
        line_to("/ws/lobby/", giorgi) as in_lobby,
    ):
        # Answered, it has joined all its groups.
        await in_lobby.hear()
        await in_lobby.say("sync")
        await in_lobby.hear()
        await stored(suspend, giorgi, mariam)
        assert await at_table.closed() == 4403
        assert await in_lobby.closed() == 4403
        await nino_line.hears_nothing_more()


async def test_the_keeper_closes_what_the_layer_forgot(
    moving: Play, mariam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within its round of a second."""
    monkeypatch.setattr(live, "publish", lambda *_args: None)
    giorgi = moving.players[1]
    async with (
        table_line(moving.slug, giorgi) as at_table,
        line_to("/ws/lobby/", giorgi) as in_lobby,
    ):
        await stored(suspend, giorgi, mariam)
        await keeper.one_round()
        assert await at_table.closed() == 4403
        assert await in_lobby.closed() == 4403


async def test_a_barred_player_opens_no_socket(moving: Play, mariam: User) -> None:
    giorgi = moving.players[1]
    await stored(suspend, giorgi, mariam)
    for path in (f"/ws/table/{moving.slug}/", "/ws/lobby/"):
        async with line_to(path, giorgi) as line:
            assert await line.closed() == 4403
    assert not Socket.open_here


async def test_the_open_match_ends_on_the_other_side(
    moving: Play, scripted: Script, mariam: User
) -> None:
    nino, giorgi = moving.players
    row = await stored(lambda: moving.row)
    async with table_line(moving.slug, nino) as line:
        await stored(
            services.seat_give_up,
            user=giorgi,
            table_id=row.pk,
            actor=mariam,
            now=timezone.now(),
        )
        event = await line.hear()
        assert event["state"]["match"] == {"winner": 0, "by": "sanction"}


async def test_a_decision_is_told_on_open_pages(moving: Play, mariam: User) -> None:
    """To him alone."""
    nino, giorgi = moving.players
    async with (
        table_line(moving.slug, nino) as nino_line,
        line_to("/ws/lobby/", giorgi) as line,
    ):
        await line.hear()
        await line.say("sync")
        await line.hear()
        await stored(warn, giorgi, mariam)
        assert await line.hear() == {"type": "notice"}
        await nino_line.hears_nothing_more()


async def test_an_announcement_reaches_every_socket_once(
    moving: Play, mariam: User
) -> None:
    """A visitor's too; the next round says nothing more."""
    texts: dict[str, Any] = {
        f"announcement_{code}": f"Soon: {code}" for code in ("ka", "en", "ru")
    }
    async with (
        table_line(moving.slug, moving.players[0]) as line,
        line_to("/ws/lobby/") as visitor_line,
    ):
        await visitor_line.hear()
        await stored(
            accounts.switches_set, actor=mariam, reason="Soon.", now=NOON, **texts
        )
        await keeper.one_round()
        for one in (line, visitor_line):
            told = await one.hear()
            assert told["type"] == "site"
            assert told["announcement"]["ka"] == "Soon: ka"
            assert told["announcement"]["tr"] == ""
            assert (told["no_new_tables"], told["read_only"]) == (False, False)
        await keeper.one_round()
        await line.hears_nothing_more()


async def test_read_only_refuses_commands_and_stops_the_clocks(
    moving: Play, mariam: User, by_hand: Traveller
) -> None:
    """Nothing runs out meanwhile; afterwards there is as much time as before."""
    nino, _ = moving.players
    await stored(services.process_beat, process="web-1", now=timezone.now())
    assert await stored(services.pulse_check, now=timezone.now())
    left = (await stored(lambda: moving.due)) - timezone.now()
    async with table_line(moving.slug, nino) as line:
        await stored(
            accounts.switches_set,
            actor=mariam,
            reason="Soon.",
            now=NOON,
            is_read_only=True,
        )
        await keeper.one_round()
        assert (await line.hear())["read_only"] is True
        version = (await stored(lambda: moving.row)).version
        for message in (
            {"kind": "step", "from": 8, "die": 5, "version": version},
            {"kind": "resign"},
            {"kind": "ready"},
            {"kind": "rematch"},
        ):
            await line.say(**message)
            await line.refused("read_only")
        by_hand.shift(120)
        await stored(services.process_beat, process="web-1", now=timezone.now())
        assert not await stored(services.pulse_check, now=timezone.now())
        await stored(
            accounts.switches_set,
            actor=mariam,
            reason="Done.",
            now=NOON,
            is_read_only=False,
        )
        await keeper.one_round()
        assert (await line.hear())["read_only"] is False
        assert await stored(services.pulse_check, now=timezone.now())
        assert (await stored(lambda: moving.due)) - timezone.now() >= left
        await line.hear()
        await line.say(kind="step", **{"from": 8, "die": 5, "version": version})
        assert (await line.hear())["type"] == "event"


async def test_the_desk_watches_a_private_table_uncounted(
    sit: Sit, lasha: User, mariam: User
) -> None:
    """Whoever may see tables in the admin; anybody else is told of none.

    Nor is who was one of the staff, and is still in a group of theirs.
    """
    play = await stored(sit, is_private=True)
    permission = await stored(Permission.objects.get, codename="view_table")
    for user in (mariam, lasha):
        await stored(user.user_permissions.add, permission)
    mariam.is_staff = True
    await stored(mariam.save)
    async with line_to(f"/ws/table/{play.slug}/", mariam) as line:
        snapshot = await line.hear()
        assert (snapshot["you"], snapshot["watchers"]) == (None, 0)
        await keeper.one_round()
        assert not await stored(Presence.objects.filter(seat=None).exists)
    async with line_to(f"/ws/table/{play.slug}/", lasha) as line:
        assert await line.closed() == 4404


async def test_a_page_without_a_table_hears_the_switches_and_the_desk(
    nino: User, mariam: User
) -> None:
    """At once how they stand, then every change, each once."""
    async with line_to("/ws/site/", nino) as line:
        first = await line.hear()
        assert first == {
            "type": "site",
            "announcement": {"ka": "", "en": "", "ru": "", "tr": ""},
            "no_new_tables": False,
            "read_only": False,
        }
        await stored(
            accounts.switches_set,
            actor=mariam,
            reason="Soon.",
            now=NOON,
            announcement_en="Soon.",
            no_new_tables=True,
        )
        await keeper.one_round()
        told = await line.hear()
        assert told["announcement"]["en"] == "Soon."
        assert told["no_new_tables"] is True
        await keeper.one_round()
        await line.say("sync")
        assert await line.hear() == told
        await stored(warn, nino, mariam)
        assert await line.hear() == {"type": "notice"}


async def test_the_sites_socket_takes_no_commands(nino: User) -> None:
    async with line_to("/ws/site/", nino) as line:
        await line.hear()
        await line.say("resign")
        assert (await line.hear())["code"] == "invalid_message"
        assert (await line.hear())["type"] == "site"


async def test_a_suspension_closes_the_sites_socket(nino: User, mariam: User) -> None:
    async with line_to("/ws/site/", nino) as line:
        await line.hear()
        # Answered, it has joined all its groups.
        await line.say("sync")
        await line.hear()
        await stored(suspend, nino, mariam)
        assert await line.closed() == 4403


async def test_a_snapshot_shows_the_clock_as_it_stopped(
    moving: Play, mariam: User, by_hand: Traveller
) -> None:
    """However long the site is read-only, whoever looks sees the same time left."""
    await stored(services.process_beat, process="web-1", now=timezone.now())
    assert await stored(services.pulse_check, now=timezone.now())
    async with table_line(moving.slug, moving.players[0]) as line:
        await line.say("sync")
        left = (await line.hear())["clock"]["remaining_ms"]
        await stored(
            accounts.switches_set,
            actor=mariam,
            reason="Soon.",
            now=NOON,
            is_read_only=True,
        )
        by_hand.shift(120)
        await line.say("sync")
        assert (await line.hear())["clock"]["remaining_ms"] == left
