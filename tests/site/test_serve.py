"""The one-command site, really started: what it prepares, serves and refuses."""

import http.client
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidStatus

from tests.running import ROOT, Site, environment_of, site_running

# One worker runs them all, so that one site is enough.
pytestmark = pytest.mark.xdist_group("serve")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site on its first start."""
    with site_running(tmp_path_factory.mktemp("site")) as running:
        yield running


def get(site: Site, path: str) -> http.client.HTTPResponse:
    """What the site answers to a plain request."""
    connection = http.client.HTTPConnection(urlsplit(site.url).netloc, timeout=10)
    connection.request("GET", path)
    response = connection.getresponse()
    response.read()
    connection.close()
    return response


def refused(data: Path, *, after: str = "", **environment: str) -> str:
    """The one sentence of a start that is refused, after what it has said before."""
    result = subprocess.run(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=environment_of(data, **environment),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stdout) == (1, after)
    (sentence,) = result.stderr.splitlines()
    return sentence


def test_it_says_a_line_for_each_step(site: Site) -> None:
    steps = [line.split(":")[0] for line in site.output if line[0] != " "]
    assert steps == ["Catalogs", "Database", "Static files", "Accounts", "Ready"]
    assert site.url.startswith("http://localhost:")


def test_it_serves_pages(site: Site) -> None:
    assert get(site, "/ka/").status == 200
    assert get(site, "/").getheader("Location") == "/ka/"


def test_the_demo_passwords_let_in(site: Site) -> None:
    passwords = site.passwords()
    assert list(passwords) == ["Nino", "Giorgi", "admin"]
    code = (
        "from django.contrib.auth import authenticate as a;"
        f"print([a(username=n, password=p).is_superuser for n, p in {passwords}.items()])"
    )
    assert site.execute(code) == "[False, False, True]\n"


def test_nothing_secret_is_readable_by_others(site: Site) -> None:
    assert (site.data / "secret-key").stat().st_mode & 0o077 == 0
    kept = b"".join(p.read_bytes() for p in site.data.iterdir() if p.is_file())
    assert not any(word.encode() in kept for word in site.passwords().values())


def test_a_second_start_on_the_same_port_is_refused(site: Site) -> None:
    port = str(urlsplit(site.url).port)
    assert refused(site.data, PORT=port).startswith(f"Port {port} is taken")


def test_a_second_start_on_the_same_data_is_refused(site: Site) -> None:
    """On another port it would be a site whose players never hear each other."""
    assert "is already running on another port" in refused(site.data, PORT="0")


def test_a_database_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "db.sqlite3").write_text("no database\n" * 100)
    said = refused(tmp_path, after="Catalogs: ready\n", PORT="0")
    assert said.startswith(f"The database in {tmp_path} cannot be used (file is not a")


def test_it_is_not_the_way_to_run_production(tmp_path: Path) -> None:
    production = {"DATABASE_URL": "postgres:///x", "REDIS_URL": "redis://localhost"}
    said = refused(tmp_path, SECRET_KEY="x", ALLOWED_HOSTS="x", **production)
    assert "start `manage.py web` and Celery instead" in said


def test_a_socket_from_another_site_is_refused(site: Site) -> None:
    with site.connect("/ws/lobby/") as socket_of_ours:
        assert json.loads(socket_of_ours.recv(30))["type"] == "lobby"
    for origin in ("http://evil.example", "null", None):
        with pytest.raises(InvalidStatus) as refusal:
            site.connect("/ws/lobby/", origin=origin)
        assert refusal.value.response.status_code == 403


def test_it_stops_cleanly_and_starts_again(tmp_path: Path) -> None:
    """By Ctrl-C with a socket open, and by SIGTERM; the second start is ready."""
    with site_running(tmp_path) as first, first.connect("/ws/lobby/"):
        first.process.send_signal(signal.SIGINT)
        assert first.process.wait(30) == 0
    with site_running(tmp_path) as second:
        assert get(second, "/ka/").status == 200
        second.process.send_signal(signal.SIGTERM)
        assert second.process.wait(30) == 0
    assert second.output[:3] == [
        "Catalogs: ready\n",
        "Database: ready\n",
        "Static files: ready\n",
    ]
    assert len(second.output) == 4, second.output


def test_the_clock_runs_in_it(site: Site) -> None:
    """A table whose time is up is acted on by the worker inside the site."""
    prepare = (
        "from datetime import timedelta; from django.utils import timezone;"
        "from accounts.models import User; from games.tables import services;"
        "now = timezone.now();"
        "nino, giorgi, *_ = User.objects.order_by('-username');"
        "table = services.table_create(user=nino, ruleset='georgian', target=1,"
        " move_seconds=60, is_private=False, now=now);"
        "services.table_join("
        " user=giorgi, slug=table.slug, now=now - timedelta(hours=1));"
        "print(table.slug)"
    )
    slug = site.execute(prepare).strip()
    with site.connect(f"/ws/table/{slug}/") as watching:
        phase = None
        while phase != "over":
            phase = json.loads(watching.recv(30)).get("state", {}).get("phase", phase)
