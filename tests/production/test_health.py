"""What a process says of itself to whoever watches it."""

import re

import pytest

from tests.machine.setup import Machine
from tests.production.conftest import ask, until


@pytest.fixture
def port(machine: Machine) -> int:
    """The first web process."""
    return machine.web_ports[0]


def test_a_process_that_can_serve_says_so(port: int) -> None:
    """And how old the last sweep is."""

    def swept() -> bool:
        said = re.fullmatch(
            r"ready; swept (\d+\.\d) s ago\n", ask(port, "/readyz").text
        )
        return said is not None and float(said[1]) < 2

    assert until(swept)


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_it_is_plain_and_nobodys_session(port: int, path: str) -> None:
    """Asked by address, as a monitor does, with a name that is not the site's."""
    answer = ask(port, path, Host="10.0.0.7")
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in answer.headers
    assert ask(port, path, method="HEAD").text == ""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("postgres", "not ready: the database does not answer\n"),
        ("redis", "not ready: Redis does not answer\n"),
    ],
)
def test_what_is_away_is_named(
    machine: Machine, port: int, name: str, said: str
) -> None:
    machine.parts[name].end()
    answer = ask(port, "/readyz")
    assert (answer.status, answer.text) == (503, said)
    assert answer.took_s < 5
    assert ask(port, "/healthz").status == 200


def test_a_migration_that_lacks_is_named(machine: Machine, port: int) -> None:
    """New code before its migrations: it must not get visitors yet."""
    machine.manage("migrate", "--fake", "sessions", "zero")
    try:
        answer = ask(port, "/readyz")
        assert answer.status == 503
        assert answer.text == "not ready: migrations to apply: sessions 0001_initial\n"
    finally:
        machine.manage("migrate", "--fake", "sessions")
    assert ask(port, "/readyz").status == 200
