"""Settings that cannot work are refused at the start, in a sentence."""

import json
import os
import subprocess
import sys
from pathlib import Path

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
    given = {name: value for name, value in PRODUCTION.items() if name != missing}
    code, _, said = python(tmp_path, "manage.py", "check", **given)
    assert (code, said.count("\n")) == (1, 1)
    assert missing in said


def settings_of(data: Path, *names: str, **environment: str) -> dict[str, object]:
    """The values of these settings in such an environment."""
    code = (
        "import json; from nardi_site import settings as s;"
        f"print(json.dumps({{n: getattr(s, n) for n in {names!r}}}))"
    )
    status, said, error = python(data, "-c", code, **environment)
    assert status == 0, error
    values: dict[str, object] = json.loads(said)
    return values


def test_production_cookies_travel_encrypted_only(tmp_path: Path) -> None:
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE")
    assert set(settings_of(tmp_path, *names, **PRODUCTION).values()) == {True}
    assert set(settings_of(tmp_path, *names).values()) == {False}


def test_the_embedded_key_is_made_once_and_kept_private(tmp_path: Path) -> None:
    first = settings_of(tmp_path, "SECRET_KEY")
    assert settings_of(tmp_path, "SECRET_KEY") == first
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600
