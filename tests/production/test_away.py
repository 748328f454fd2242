"""While PostgreSQL or Redis is away: 503 in the reader's language, nothing hangs."""

import json
import re
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import product
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import gettext, override
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.machine.setup import Machine
from tests.production.conftest import Answer, Meeting, Seated, ask, ready, until

LANGUAGES = [code for code, _ in settings.LANGUAGES]
# The waits of the settings, and a busy machine.
SOON_S = 12.0
# As long as nginx waits for a process, and a busy machine for another.
HUNG_S = 15.0

SEATS_FREED = """
from games.tables.models import Seat
Seat.objects.update(is_active=False, grace_at=None)
"""


def words(language: str) -> str:
    """What the page says first, as its language says it."""
    with override(language):
        return gettext("We are away for a moment")


def away(answer: Answer, language: str) -> None:
    """Check that it is the page, and no other."""
    assert answer.status == 503
    assert words(language) in answer.text
    assert f'<html lang="{language}">' in answer.text
    assert answer.headers["Retry-After"] == "5"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Traceback" not in answer.text
    assert "Set-Cookie" not in answer.headers
    assert answer.took_s < SOON_S


def test_every_language_has_words_of_its_own() -> None:
    assert len({words(language) for language in LANGUAGES}) == len(LANGUAGES)


def ports(machine: Machine) -> tuple[int, int]:
    """Where it is asked: at one process, and at nginx."""
    return machine.web_ports[0], machine.port


def test_pages_without_postgres(machine: Machine, meeting: Meeting) -> None:
    """Whether the session, the player or the page's own rows are missing."""
    machine.parts["postgres"].end()
    cookie = f"sessionid={meeting.sessions[0]}"
    paths = ("", "lobby/", "account/login/", "admin/")
    asked = list(product(ports(machine), LANGUAGES, paths))
    with ThreadPoolExecutor(8) as visitors:
        answers = visitors.map(
            lambda one: ask(one[0], f"/{one[1]}/{one[2]}", Cookie=cookie), asked
        )
        for answer, (_, language, _) in zip(answers, asked, strict=True):
            away(answer, language)
    for port in ports(machine):
        # A visitor without a session sees what needs no database.
        assert ask(port, "/en/account/login/").status == 200
        assert ask(port, "/healthz").text == "alive\n"


def test_many_at_once_without_postgres(machine: Machine, meeting: Meeting) -> None:
    """They do not wait in turn: each would have to wait for all before him."""
    machine.parts["postgres"].end()
    port, cookie = machine.web_ports[0], f"sessionid={meeting.sessions[0]}"
    begin = time.monotonic()
    with ThreadPoolExecutor(30) as visitors:
        answers = list(
            visitors.map(lambda _: ask(port, "/en/lobby/", Cookie=cookie), range(60))
        )
    assert {answer.status for answer in answers} == {503}
    assert time.monotonic() - begin < 2 * SOON_S


def test_a_table_is_made_without_redis(meeting: Meeting) -> None:
    """How many a player has made lately is asked of the database."""
    machine = meeting.machine
    machine.manage("shell", "-v0", "-c", SEATS_FREED)
    machine.parts["redis"].end()
    cookie = f"sessionid={meeting.sessions[0]}"
    page = ask(machine.port, "/en/lobby/", Cookie=cookie)
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
    kept = re.search(r"csrftoken=(\w+)", page.headers["Set-Cookie"])
    assert token
    assert kept
    made = ask(
        machine.port,
        "/en/table/new/",
        method="POST",
        body=f"csrfmiddlewaretoken={token[1]}&ruleset=georgian&target=1"
        "&move_seconds=60&entry_coins=0",
        Cookie=f"{cookie}; csrftoken={kept[1]}",
        Content_Type="application/x-www-form-urlencoded",
    )
    assert (made.status, made.took_s < SOON_S) == (302, True)
    assert "/en/table/" in made.headers["Location"]


def test_a_log_in_without_redis(machine: Machine) -> None:
    """Failures are counted there, so nobody can log in; the page says why."""
    machine.parts["redis"].end()
    for port in ports(machine):
        for language in LANGUAGES:
            away(log_in_tried(port, f"/{language}/account/login/"), language)


def log_in_tried(port: int, path: str) -> Answer:
    """What comes back for a name and a wrong password."""
    page = ask(port, path)
    assert page.status == 200
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
    cookie = re.search(r"csrftoken=(\w+)", page.headers["Set-Cookie"])
    assert token
    assert cookie
    return ask(
        port,
        path,
        method="POST",
        body=f"csrfmiddlewaretoken={token[1]}&login=Nino&password=wrong-one-9",
        Cookie=f"csrftoken={cookie[1]}",
        Content_Type="application/x-www-form-urlencoded",
    )


def test_no_process_at_all(machine: Machine) -> None:
    """nginx has the page by itself, also for a player's post."""
    for name in ("web1", "web2"):
        machine.parts[name].end()
    for language in LANGUAGES:
        away(ask(machine.port, f"/{language}/lobby/"), language)
        away(ask(machine.port, f"/{language}/lobby/", method="POST"), language)
    assert words("ka") in ask(machine.port, "/").text
    browser = {"Accept_Language": "ru-RU,ru;q=0.9", "Cookie": "a=b"}
    assert words("ru") in ask(machine.port, "/", **browser).text
    browser["Cookie"] = "a=b; django_language=tr"
    assert words("tr") in ask(machine.port, "/", **browser).text
    assert words("en") in ask(machine.port, "/en/", **browser).text
    assert ask(machine.port, "/readyz").text == "not ready: no web process answers\n"


def test_a_rush_after_an_outage_is_let_in_at_once(machine: Machine) -> None:
    """nginx has seen both processes away, and asks nobody to wait for that."""
    webs = machine.named("web")
    for part in webs:
        part.end()
    for _ in range(4):
        assert ask(machine.port, "/en/lobby/").status == 503
    for part in webs:
        part.start()
    for part in webs:
        part.wait_ready()
    begin = time.monotonic()
    with ExitStack() as lines:
        for _ in range(40):
            line = connect(
                f"ws://localhost:{machine.port}/ws/lobby/",
                origin=Origin(machine.url),
                open_timeout=SOON_S,
                proxy=None,
            )
            lines.enter_context(line)
    # One a second, process and worker of nginx would take ten.
    assert time.monotonic() - begin < SOON_S


def test_a_process_that_hangs_is_gone_round(meeting: Meeting) -> None:
    """It takes what comes and answers nothing; another one does, for everybody."""
    machine = meeting.machine
    process = machine.parts["web1"].process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    try:
        for _ in range(2):
            page = ask(machine.port, "/en/")
            assert (page.status, page.took_s < HUNG_S) == (200, True)
        for seat in (0, 1):
            begin = time.monotonic()
            meeting.connect(seat, machine.port)
            assert time.monotonic() - begin < HUNG_S
        # Its own process has said for both that they are there.
        assert meeting.away() == [False, False]
    finally:
        process.send_signal(signal.SIGCONT)


def test_play_goes_on_without_redis(meeting: Meeting) -> None:
    """Commands are carried out; the keeper tells everybody within two seconds."""
    machine = meeting.machine
    first, second = machine.web_ports
    pair = meeting.connect(0, first), meeting.connect(1, second)
    for player in pair:
        player.phase("move")
    machine.parts["redis"].end()
    seat = pair[0].said["state"]["turn"]["seat"]
    mover, other = pair[seat], pair[1 - seat]
    mover.step()
    version = other.said["version"] + 1
    for player in (mover, other):
        player.hear(lambda m: m.get("version") == version and "state" in m)
    # A browser that comes now is served as well.
    assert meeting.connect(0, second).said["version"] == version
    # Nobody sweeps without it: every page is told that no time runs.
    for player in pair:
        player.hear(lambda m: m["type"] == "ping" and not m["well"])

    machine.parts["redis"].start()
    until(lambda: ready(first) and ready(second))
    # Both processes listen again: an event comes, not a snapshot a second late.
    for _ in range(10):
        undo = mover.said["state"]["turn"]["undo"]
        mover.send(type="undo") if undo else mover.step()
        kinds = {
            player.hear(lambda m: "state" in m)["type"] for player in (mover, other)
        }
        if kinds == {"event"}:
            return
    pytest.fail("Redis is back, and nobody hears through it.")


def tried_until_done(mover: Seated) -> dict[str, Any]:
    """Step, as often as the table says that it cannot answer; the event."""
    while True:
        mover.step()
        answer = mover.hear(lambda m: m["type"] in ("event", "error"))
        if answer["type"] == "event":
            return answer
        assert answer["code"] == "unavailable"


def test_sockets_without_postgres(meeting: Meeting) -> None:
    """Lines stay open; what is sent is refused as such; new ones try again later."""
    machine = meeting.machine
    port = machine.web_ports[0]
    pair = meeting.connect(0, port), meeting.connect(1, port)
    for player in pair:
        player.phase("move")
    machine.parts["postgres"].end()
    mover = pair[pair[0].said["state"]["turn"]["seat"]]
    version = mover.said["version"]
    mover.step()
    error = mover.hear(lambda m: m["type"] == "error", SOON_S)
    assert error["code"] == "unavailable"
    ping = mover.hear(lambda m: m["type"] == "ping", SOON_S)
    assert (ping["version"], ping["well"]) == (None, False)
    with pytest.raises(ConnectionClosed) as closed:
        meeting.connect(0, port)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013

    machine.parts["postgres"].start()
    # The clocks of both boards stand until time runs again.
    mover.hear(lambda m: m["type"] == "ping" and m["version"] == version)
    mover.hear(lambda m: m["type"] == "ping" and m["well"])
    event = tried_until_done(mover)
    assert event["version"] == version + 1
    assert json.dumps(event["facts"]).count('"stepped"') == 1
