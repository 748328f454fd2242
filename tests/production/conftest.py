"""The set-up that these tests share, and people with sockets on it."""

import http.client
import json
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any, TypeVar

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.machine.parts import Part
from tests.machine.setup import Machine, machine_running
from tests.machine.stores import LOCAL, port_free, redis_part

T = TypeVar("T")

WITHIN_S = 30.0

TABLE = """
import json
from datetime import timedelta
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from accounts.models import User
from games.tables import services
from games.tables.models import Seat
Seat.objects.update(is_active=False, grace_at=None)
players, keys = [], []
for name in ("Nino", "Giorgi"):
    user = User.objects.get(username=name)
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = (
        "accounts.backends.NameOrEmailBackend")
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    players.append(user)
    keys.append(session.session_key)
now = timezone.now()
table = services.table_create(user=players[0], ruleset="georgian", target=1,
    move_seconds=90, is_private=False, now=now)
services.table_join(user=players[1], slug=table.slug, now=now)
print(json.dumps([table.slug, *keys]))
"""

AWAY = """
SELECT seat.away_since IS NOT NULL FROM tables_seat AS seat
JOIN tables_table AS place ON place.id = seat.table_id
WHERE place.slug = %s ORDER BY seat.number
"""


@pytest.fixture(scope="session")
def machine() -> Iterator[Machine]:
    """A whole set-up, started once."""
    # Not in pytest's own folder, which it closes to everybody else: PostgreSQL
    # runs as another user.
    folder = Path(tempfile.mkdtemp(prefix="nardi-machine-"))
    folder.chmod(0o755)
    try:
        with machine_running(folder, quick=True) as running:
            yield running
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(autouse=True)
def whole_again(request: pytest.FixtureRequest) -> Iterator[None]:
    """Start again whatever a test has stopped."""
    yield
    if "machine" not in request.fixturenames:
        return
    machine: Machine = request.getfixturevalue("machine")
    ended = [part for part in machine.parts.values() if not part.is_running]
    for part in ended:
        part.start()
    for part in ended:
        part.wait_ready()
    if ended:
        until(lambda: all(ready(port) for port in machine.web_ports))


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[tuple[Part, int]]:
    """A Redis of the test's own, and its port."""
    (tmp_path / "log").mkdir()
    port = port_free()
    part = redis_part(tmp_path, port=port)
    part.start()
    part.wait_ready()
    yield part, port
    part.end()


@dataclass
class Answer:
    """What came back for a request."""

    status: int
    headers: http.client.HTTPMessage
    text: str
    took_s: float


def ask(
    port: int,
    path: str,
    *,
    method: str = "GET",
    body: str | None = None,
    **headers: str,
) -> Answer:
    """Ask a web process, or nginx, for something."""
    connection = http.client.HTTPConnection(LOCAL, port, timeout=WITHIN_S)
    begin = time.monotonic()
    try:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, named)
        response = connection.getresponse()
        text = response.read().decode()
        took_s = time.monotonic() - begin
        return Answer(response.status, response.headers, text, took_s)
    finally:
        connection.close()


def ready(port: int) -> bool:
    """Whether a web process says that it can serve."""
    return ask(port, "/readyz").status == 200


def until(what: Callable[[], T], within_s: float = WITHIN_S) -> T:
    """Wait until `what` says something true."""
    deadline = time.monotonic() + within_s
    while not (said := what()):
        assert time.monotonic() < deadline, f"not within {within_s} s"
        time.sleep(0.05)
    return said


@dataclass
class Seated:
    """A player's line to the table, through one web process or nginx."""

    line: ClientConnection
    said: dict[str, Any]
    heard: Queue[dict[str, Any] | ConnectionClosed] = field(default_factory=Queue)

    def listen(self) -> None:
        """Answer pings and keep what is heard, until the line ends."""
        try:
            while True:
                message = json.loads(self.line.recv())
                if message["type"] == "ping":
                    self.line.send('{"type":"pong"}')
                self.heard.put(message)
        except ConnectionClosed as end:
            self.heard.put(end)

    def hear(
        self, wanted: Callable[[dict[str, Any]], bool], within_s: float = WITHIN_S
    ) -> dict[str, Any]:
        """Wait until such a message comes; raises ConnectionClosed at the end."""
        deadline = time.monotonic() + within_s
        while True:
            left = deadline - time.monotonic()
            message = self.heard.get(timeout=max(0.0, left))
            if isinstance(message, ConnectionClosed):
                raise message
            if "state" in message:
                self.said = message
            if wanted(message):
                return message

    def phase(self, phase: str) -> dict[str, Any]:
        """Wait for a phase of the match."""
        if self.said["state"]["phase"] == phase:
            return self.said
        return self.hear(lambda m: m.get("state", {}).get("phase") == phase)

    def send(self, **message: Any) -> None:
        """Send a message, with the version last seen where it wants one."""
        if message["type"] in ("step", "roll", "confirm", "undo"):
            message["version"] = self.said["version"]
        self.line.send(json.dumps(message))

    def step(self) -> None:
        """Make the first step that there is."""
        step = self.said["state"]["turn"]["next"][0]
        self.send(type="step", **{"from": step["from"], "die": step["die"]})


@dataclass
class Meeting:
    """Nino's and Giorgi's table; sockets to it are closed with the test."""

    machine: Machine
    slug: str
    sessions: tuple[str, str]
    open: ExitStack

    def connect(self, seat: int, port: int, *, is_paused: bool = False) -> Seated:
        """Open a socket of one of the two, through that port.

        A paused one says nothing, as a phone that has gone to sleep.
        """
        line = self.open.enter_context(
            connect(
                f"ws://localhost:{port}/ws/table/{self.slug}/",
                origin=Origin(f"http://localhost:{port}"),
                additional_headers={"Cookie": f"sessionid={self.sessions[seat]}"},
                open_timeout=WITHIN_S,
                proxy=None,
            )
        )
        player = Seated(line, json.loads(line.recv(WITHIN_S)))
        if not is_paused:
            Thread(target=player.listen, daemon=True).start()
        return player

    def away(self) -> list[bool]:
        """Whether each is away, by the table's own rows."""
        with psycopg.connect(self.machine.environment["DATABASE_URL"]) as connection:
            rows = connection.execute(AWAY, [self.slug]).fetchall()
        return [row[0] for row in rows]


@pytest.fixture
def meeting(machine: Machine) -> Iterator[Meeting]:
    """Nino and Giorgi at a table, before anybody is connected."""
    slug, nino, giorgi = json.loads(machine.manage("shell", "-v0", "-c", TABLE))
    with ExitStack() as stack:
        yield Meeting(machine, slug, (nino, giorgi), stack)
