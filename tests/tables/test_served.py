"""Tables on the real site: daphne, Celery and the sweep, plain sockets."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.running import Site, site_running

# One worker runs them all, so that one site is enough.
pytestmark = pytest.mark.xdist_group("served")

WITHIN_S = 30
TABLES = 8

# Lays tables at which P0, P1 and so on sit two by two, and logs all in.
LAY = """
import json
from django.test import Client
from django.utils.timezone import now
from accounts.models import User
from games.tables import services

def session(user):
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value

laid = []
for number in range(%d):
    players = [User.objects.create_user(f"Guest_{number}_{seat}") for seat in (0, 1)]
    table = services.table_create(
        user=players[0], ruleset="georgian", target=3, move_seconds=60,
        is_private=False, now=now(),
    )
    services.table_join(user=players[1], slug=table.slug, now=now())
    laid.append([table.slug, *map(session, players)])
print(json.dumps(laid))
"""


@dataclass
class Laid:
    """A table on the running site, and the sessions of its two players."""

    site: Site
    slug: str
    sessions: tuple[str, str]

    @contextmanager
    def line(self, seat: int | None) -> Iterator["Line"]:
        """A socket of that player, or of nobody."""
        cookie = None if seat is None else f"sessionid={self.sessions[seat]}"
        with line_to(self.site, f"/ws/table/{self.slug}/", cookie) as line:
            yield line


class Line:
    """A plain socket to the site; pings are answered, presence is passed over."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket

    def say(self, kind: str, **message: Any) -> None:
        self.socket.send(json.dumps({"type": kind, **message}))

    def hear(self) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(WITHIN_S))
            if message["type"] == "ping":
                self.say("pong")
            elif message["type"] != "presence":
                return message

    def until(self, phase: str) -> dict[str, Any]:
        """What is heard when the match comes into that phase."""
        while True:
            message = self.hear()
            if message["type"] != "error" and message["state"]["phase"] == phase:
                return message

    def closed(self) -> int:
        """The code with which the line ends, whatever is said before."""
        with suppress(ConnectionClosed):
            while True:
                self.socket.recv(WITHIN_S)
        code: int = self.socket.close_code
        return code


@contextmanager
def line_to(site: Site, path: str, cookie: str | None = None) -> Iterator[Line]:
    """A socket of the browser with that cookie."""
    headers = {"Cookie": cookie} if cookie else {}
    with site.connect(path, additional_headers=headers) as socket:
        yield Line(socket)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Laid]]:
    """A site of this module's own with tables laid; each test takes one."""
    with site_running(tmp_path_factory.mktemp("site")) as site:
        laid = json.loads(site.execute(LAY % TABLES))
        yield [Laid(site, slug, (one, other)) for slug, one, other in laid]


@pytest.fixture
def laid(tables: list[Laid]) -> Laid:
    return tables.pop()


def stepped(line: Line, shown: dict[str, Any]) -> None:
    """Make the first step that is legal."""
    step = shown["state"]["turn"]["next"][0]
    line.say(
        "step", **{"from": step["from"]}, die=step["die"], version=shown["version"]
    )


def test_a_turn_is_played_between_two_sockets(laid: Laid) -> None:
    """The game opens when both have come, and the pause ends, by themselves."""
    with laid.line(0) as first, laid.line(1) as second:
        assert first.hear()["state"]["phase"] == "opening"
        assert second.hear()["you"] == 1
        opened = first.until("move")
        assert second.until("move") == opened
        mover = opened["state"]["turn"]["seat"]
        line, other = (first, second) if mover == 0 else (second, first)
        shown = opened
        while shown["state"]["phase"] == "move":
            stepped(line, shown)
            shown = line.hear()
            assert other.hear() == shown
        assert shown["state"]["phase"] == "pause"
        ended = other.until("roll")
        assert ended["facts"][0]["turn"]["seat"] == mover
        other.say("roll", version=ended["version"])
        assert line.until("move")["facts"][0]["by"] == "player"


def test_two_sockets_that_send_the_same_step_at_once(laid: Laid) -> None:
    """One wins, the other hears that it is stale and gets a snapshot."""
    with laid.line(0) as first, laid.line(1) as second:
        opened = first.until("move")
        second.until("move")
        mover = opened["state"]["turn"]["seat"]
        line = first if mover == 0 else second
        with laid.line(mover) as tab:
            tab.hear()
            for sender in (line, tab):
                stepped(sender, opened)
            heard = {sender: sender.hear() for sender in (line, tab)}
            loser, winner = sorted(heard, key=lambda one: heard[one]["type"])
            assert heard[loser]["code"] == "stale_version"
            assert heard[winner]["version"] == opened["version"] + 1
            assert loser.hear()["type"] == "snapshot"


def test_a_reload_in_mid_turn_shows_the_same(laid: Laid) -> None:
    """The same dice and steps, and a clock that has only run on."""
    with laid.line(0) as first, laid.line(1) as second:
        opened = first.until("move")
        second.until("move")
        mover = opened["state"]["turn"]["seat"]
        line = first if mover == 0 else second
        stepped(line, opened)
        before = line.hear()
        with laid.line(mover) as again:
            after = again.hear()
        assert after["type"] == "snapshot"
        assert (after["version"], after["state"]) == (
            before["version"],
            before["state"],
        )
        gone = before["clock"]["remaining_ms"] - after["clock"]["remaining_ms"]
        assert 0 <= gone < WITHIN_S * 1000


def test_a_stranger_watches_and_cannot_play(laid: Laid) -> None:
    with laid.line(0) as first, laid.line(1) as second, laid.line(None) as watcher:
        opened = watcher.until("move")
        stepped(watcher, opened)
        assert watcher.hear()["code"] == "not_seated"
        assert watcher.hear()["type"] == "snapshot"
        mover = opened["state"]["turn"]["seat"]
        line = first if mover == 0 else second
        stepped(line, line.until("move"))
        assert watcher.hear()["version"] == opened["version"] + 1


@pytest.mark.parametrize(
    "origin", [None, "null", "https://elsewhere.example", "http://localhost.example"]
)
@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/table/{slug}/"])
def test_other_sites_cannot_open_a_socket(
    tables: list[Laid], origin: str | None, path: str
) -> None:
    """A player's cookie is worth nothing to a foreign page."""
    laid = tables[0]
    cookie = f"sessionid={laid.sessions[0]}"
    path = path.format(slug=laid.slug)
    options = {"origin": origin, "additional_headers": {"Cookie": cookie}}
    with (
        pytest.raises(InvalidStatus) as refusal,
        laid.site.connect(path, **options),
    ):
        pass
    assert refusal.value.response.status_code == 403

    with line_to(laid.site, path, cookie) as line:
        assert line.hear()


@pytest.mark.parametrize(
    "path", ["/ws/table/nowhere/", "/ws/nothing/", "/ws/lobby", "/ws/table/a b/"]
)
def test_there_is_nothing_at_an_unknown_address(tables: list[Laid], path: str) -> None:
    """The code tells a browser not to come again, and the server has no fault."""
    with line_to(tables[0].site, quote(path)) as line:
        assert line.closed() == 4404


def test_frames_that_are_no_messages_are_refused(laid: Laid) -> None:
    """Binary, broken, too large: coded errors, and the line goes on."""
    with laid.line(0) as line:
        line.hear()
        for sent, code in (
            (b'{"type": "sync"}', "invalid_message"),
            ("{", "invalid_message"),
            (" " * 5000, "too_large"),
        ):
            line.socket.send(sent)
            assert line.hear()["code"] == code
            assert line.hear()["type"] == "snapshot"
        line.say("sync")
        assert line.hear()["type"] == "snapshot"


def test_a_frame_without_end_is_not_even_read(laid: Laid) -> None:
    """It ends the line, which is told why; the site goes on."""
    for size in (16 * 1024 + 1, 1_000_000):
        with laid.line(0) as line:
            line.hear()
            line.socket.send(" " * size)
            assert line.closed() == 1009
    with laid.line(0) as line:
        assert line.hear()["type"] == "snapshot"


def test_a_flood_ends_the_line(laid: Laid) -> None:
    """Said once, then closed; the player may come back."""
    with laid.line(0) as line:
        line.hear()
        for _ in range(200):
            line.say("sync")
        assert line.closed() == 4429
    with laid.line(0) as line:
        assert line.hear()["type"] == "snapshot"
