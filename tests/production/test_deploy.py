"""What an operator is given: units, the nginx site, commands that are those tested."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.machine.parts import ROOT
from tests.machine.setup import Machine

DEPLOY = ROOT / "deploy"
CURRENT = "/srv/nardi/current"

NGINX = """\
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/nardi.conf;
}}
"""


def nginx() -> str:
    """The command, which Debian keeps off everybody's path."""
    found = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    assert found
    return found


def test_the_nginx_site_is_one(tmp_path: Path) -> None:
    """As shipped, but for the place of its files and its ports."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"),
            *("-subj", "/CN=nardi.example", "-keyout", str(key)),
            *("-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    site = (DEPLOY / "nginx" / "nardi.conf").read_text(encoding="utf-8")
    site = re.sub(r"ssl_certificate_key .*;", f"ssl_certificate_key {key};", site)
    site = re.sub(r"ssl_certificate /.*;", f"ssl_certificate {certificate};", site)
    # Not every machine has the newer protocol, nor may everybody take low ports.
    site = re.sub(r" +listen \[::\].*\n", "", site)
    site = site.replace("listen 80;", "listen 8080;").replace(
        "listen 443", "listen 8443"
    )
    site = site.replace(CURRENT, str(ROOT))
    (tmp_path / "nardi.conf").write_text(site, encoding="utf-8")
    config = tmp_path / "nginx.conf"
    config.write_text(NGINX.format(folder=tmp_path), encoding="utf-8")
    said = subprocess.run(
        [nginx(), "-t", "-e", str(tmp_path / "error.log"), "-c", str(config)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 0, said.stderr
    assert "[warn] conflicting" not in said.stderr


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="there is no systemd here"
)
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    for unit in (DEPLOY / "systemd").iterdir():
        text = unit.read_text(encoding="utf-8").replace(CURRENT, str(ROOT))
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    said = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *map(str, tmp_path.iterdir())],
        capture_output=True,
        text=True,
        check=False,
    )
    about_ours = [line for line in said.stderr.splitlines() if "nardi" in line]
    assert (said.returncode, about_ours) == (0, [])


@pytest.mark.parametrize(
    ("unit", "part", "instance"),
    [
        ("nardi-web@.service", "web1", r"--port (\d+)"),
        ("nardi-worker@.service", "worker1", r"-n worker(\d+)@"),
        ("nardi-beat.service", "beat", "$^"),
    ],
)
def test_the_units_start_what_is_tested(
    machine: Machine, unit: str, part: str, instance: str
) -> None:
    """Word for word: the set-up of these tests runs the same commands."""
    text = (DEPLOY / "systemd" / unit).read_text(encoding="utf-8")
    started = re.search(r"^ExecStart=\S+ ((?:.|\\\n)+?)$(?!\n {4})", text, re.MULTILINE)
    assert started
    words = started[1].replace("\\\n", " ").replace("%%", "%")
    tested = " ".join(machine.parts[part].command[1:]).replace("--host 127.0.0.1 ", "")
    if found := re.search(instance, tested):
        words = words.replace("%i", found[1])
    assert words.split() == tested.split()


def test_the_environment_file_has_what_a_start_asks_for() -> None:
    """And every name in it is one that the settings read."""
    text = (DEPLOY / "environment.example").read_text(encoding="utf-8")
    names = set(re.findall(r"^#?([A-Z_]+)=", text, re.MULTILINE))
    settings = (ROOT / "nardi_site" / "settings.py").read_text(encoding="utf-8")
    assert {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS"} <= names
    assert [name for name in sorted(names) if f'"{name}"' not in settings] == []
