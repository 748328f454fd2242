"""Settings that cannot work are refused at the start, in a sentence."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.running import ROOT

PRODUCTION = {
    "DATABASE_URL": "postgres:///nardi",
    "REDIS_URL": "redis://localhost",
    "SECRET_KEY": "for the tests only",
    "ALLOWED_HOSTS": "nardi.example",
}


def python(data: Path, *command: str, **environment: str) -> tuple[int, str, str]:
    """Run Python in the project with these settings and no others."""
    plain = {"PATH": os.environ["PATH"], "NARDI_DATA": str(data)}
    result = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**plain, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return result.returncode, result.stdout, result.stderr


@pytest.mark.parametrize(
    ("given", "missing"),
    [("DATABASE_URL", "REDIS_URL"), ("REDIS_URL", "DATABASE_URL")],
)
def test_half_of_production_is_refused(
    tmp_path: Path, given: str, missing: str
) -> None:
    code, _, said = python(tmp_path, "manage.py", "check", **{given: PRODUCTION[given]})
    assert (code, said.count("\n")) == (1, 1)
    assert f"set {missing} too" in said


@pytest.mark.parametrize("missing", ["SECRET_KEY", "ALLOWED_HOSTS"])
def test_production_without_a_key_or_a_name_is_refused(
    tmp_path: Path, missing: str
) -> None:
    given = PRODUCTION | {missing: ""}
    code, _, said = python(tmp_path, "manage.py", "check", **given)
    assert (code, said.count("\n")) == (1, 1)
    assert missing in said


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("DATABASE_URL", "mysql://localhost/nardi", "must name a PostgreSQL database"),
        ("DATABASE_URL", "postgres://localhost", "must name a PostgreSQL database"),
        ("DATABASE_URL", "nardi", "must name a PostgreSQL database"),
        ("DATABASE_URL", "postgres://h:port/n", "must name a PostgreSQL database"),
        ("REDIS_URL", "redis://localhost:port/0", "REDIS_URL must name a Redis"),
        ("REDIS_URL", "localhost:6379", "REDIS_URL must name a Redis"),
        ("REDIS_URL", "redis://", "REDIS_URL must name a Redis"),
    ],
)
def test_addresses_of_something_else_are_refused(
    tmp_path: Path, name: str, value: str, said: str
) -> None:
    """In a sentence that says what to set, and shows nothing of what was set."""
    given = PRODUCTION | {name: value}
    code, _, error = python(tmp_path, "manage.py", "check", **given)
    assert (code, error.count("\n")) == (1, 1)
    assert said in error


@pytest.mark.parametrize("value", ["abc", "-5", "1.5"])
def test_numbers_that_are_none_are_refused(tmp_path: Path, value: str) -> None:
    """A negative grace would be over before it began."""
    given = {"TABLE_GRACE_SECONDS": value}
    code, _, error = python(tmp_path, "manage.py", "check", **given)
    said = "TABLE_GRACE_SECONDS must be a whole number, 0 or more.\n"
    assert (code, error) == (1, said)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["manage.py", "web"], "set both, or start `manage.py serve`"),
        (["-m", "celery", "-A", "nardi_site", "worker"], "set DATABASE_URL and"),
        (
            ["-m", "celery", "-A", "nardi_site", "beat", "--pidfile="],
            "set DATABASE_URL",
        ),
    ],
)
def test_a_part_of_production_beside_the_embedded_site_is_refused(
    tmp_path: Path, command: list[str], said: str
) -> None:
    """A worker would wait for tasks in its own memory, and no clock would run."""
    code, _, error = python(tmp_path, *command)
    assert code == 1
    assert said in error.splitlines()[-1]


def test_a_web_process_without_static_files_is_refused(tmp_path: Path) -> None:
    code, _, error = python(tmp_path, "manage.py", "web", **PRODUCTION)
    assert code == 1
    assert "run `manage.py prepare` first" in error


def test_a_key_may_begin_with_a_dollar(tmp_path: Path) -> None:
    """It is nobody else's name, and is not told in a complaint either."""
    given = PRODUCTION | {"SECRET_KEY": "$a-key"}
    assert settings_of(tmp_path, "SECRET_KEY", **given) == {"SECRET_KEY": "$a-key"}


def test_every_wait_for_a_database_and_redis_is_bounded(tmp_path: Path) -> None:
    names = ("DATABASES", "CELERY_BROKER_TRANSPORT_OPTIONS")
    settings = settings_of(tmp_path, *names, **PRODUCTION)
    database = settings["DATABASES"]["default"]
    assert database["OPTIONS"]["pool"]["timeout"] <= 2
    assert database["OPTIONS"]["connect_timeout"] <= 2
    assert "statement_timeout=10s" in database["OPTIONS"]["options"]
    assert database["CONN_HEALTH_CHECKS"]
    broker = settings["CELERY_BROKER_TRANSPORT_OPTIONS"]
    assert broker["socket_timeout"] <= 5
    assert broker["socket_connect_timeout"] <= 1


def settings_of(data: Path, *names: str, **environment: str) -> dict[str, Any]:
    """The values of these settings in such an environment."""
    code = (
        "import json; from nardi_site import settings as s;"
        f"print(json.dumps({{n: getattr(s, n) for n in {names!r}}}))"
    )
    status, said, error = python(data, "-c", code, **environment)
    assert status == 0, error
    values: dict[str, Any] = json.loads(said)
    return values


def test_production_cookies_travel_encrypted_only(tmp_path: Path) -> None:
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE")
    assert set(settings_of(tmp_path, *names, **PRODUCTION).values()) == {True}
    assert set(settings_of(tmp_path, *names).values()) == {False}


def test_the_embedded_key_is_made_once_and_kept_private(tmp_path: Path) -> None:
    first = settings_of(tmp_path, "SECRET_KEY")
    assert settings_of(tmp_path, "SECRET_KEY") == first
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600
