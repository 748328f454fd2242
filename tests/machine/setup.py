"""The whole set-up: PostgreSQL, Redis, web processes, workers, beat, nginx."""

import contextlib
import fcntl
import http.client
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from nardi_site.secret import secret_key_kept
from tests.machine import stores
from tests.machine.parts import ROOT, Part, PartFailed
from tests.machine.stores import LOCAL, port_free

NGINX = """\
daemon off;
{user}
worker_processes 2;
pid {folder}/nginx.pid;
error_log {folder}/log/nginx.log warn;
events {{ worker_connections 4096; }}
http {{
    include /etc/nginx/mime.types;
    access_log off;
    client_body_temp_path {folder}/nginx/body;
    proxy_temp_path {folder}/nginx/proxy;
    fastcgi_temp_path {folder}/nginx/fastcgi;
    uwsgi_temp_path {folder}/nginx/uwsgi;
    scgi_temp_path {folder}/nginx/scgi;
    upstream nardi {{
{servers}
        keepalive 16;
    }}
    server {{
        listen {host}:{port};
        set $nardi_static {static};
        include {root}/deploy/nginx/nardi-locations.conf;
    }}
}}
"""

# Told once, when there is nobody yet.
ACCOUNTS = (
    "import json; from nardi_site.demo import demo_accounts_create;"
    "print(json.dumps(demo_accounts_create()))"
)


class Machine:
    """A set-up in a folder; nothing of it runs before `start`."""

    def __init__(
        self,
        folder: Path,
        *,
        port: int = 0,
        host: str = LOCAL,
        webs: int = 2,
        workers: int = 2,
        quick: bool = False,
    ) -> None:
        self.folder = folder.resolve()
        for name in ("log", "nginx", "data"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        self._lock = self._locked()
        self.host = host
        self.port = port or port_free()
        self.postgres_port, self.redis_port = port_free(), port_free()
        self.web_ports = [port_free() for _ in range(webs)]
        names = {"localhost", LOCAL, host}
        self.environment = {
            "DATABASE_URL": stores.postgres_url(self.postgres_port),
            "REDIS_URL": stores.redis_url(self.redis_port),
            "SECRET_KEY": secret_key_kept(self.folder / "secret-key"),
            "ALLOWED_HOSTS": ",".join(sorted(names)),
            "NARDI_DATA": str(self.folder / "data"),
            # nginx has no certificate here.
            "HTTPS": "false",
            "PYTHONUNBUFFERED": "1",
            "DJANGO_SETTINGS_MODULE": "nardi_site.settings",
        }
        made = [
            stores.postgres_part(self.folder, port=self.postgres_port, quick=quick),
            stores.redis_part(self.folder, port=self.redis_port),
            *(self._web(number, p) for number, p in enumerate(self.web_ports, 1)),
            *(self._worker(number) for number in range(1, workers + 1)),
            self._celery("beat", "beat", "-l", "WARNING", "--pidfile="),
            self._nginx(),
        ]
        self.parts = {part.name: part for part in made}

    @property
    def url(self) -> str:
        """The address at nginx."""
        return f"http://localhost:{self.port}"

    def start(self) -> dict[str, str]:
        """Start everything; returns the passwords of accounts made by this start."""
        for name in ("postgres", "redis"):
            self.parts[name].start()
        for name in ("postgres", "redis"):
            self.parts[name].wait_ready()
        stores.database_make(self.postgres_port)
        self.manage("prepare")
        passwords: dict[str, str] = json.loads(
            self.manage("shell", "-v0", "-c", ACCOUNTS)
        )
        others = [p for p in self.parts.values() if not p.is_running]
        for part in others:
            part.start()
        for part in others:
            part.wait_ready()
        return passwords

    def stop(self) -> None:
        """Stop everything that runs, those first who ask the others."""
        for part in reversed(self.parts.values()):
            with contextlib.suppress(ProcessLookupError):
                part.end()
        self._lock.close()

    def named(self, kind: str) -> list[Part]:
        """Return the parts of a kind ("web"), or the one of that name."""
        return [
            part
            for name, part in self.parts.items()
            if name == kind or name.rstrip("0123456789") == kind
        ]

    def manage(self, *command: str) -> str:
        """Run a management command; returns what it printed."""
        result = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env={**os.environ, **self.environment},
            capture_output=True,
            text=True,
            check=False,
        )
        if result.returncode != 0:
            raise RuntimeError(result.stderr or result.stdout)
        return result.stdout

    def _locked(self) -> IO[str]:
        lock = (self.folder / "lock").open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            raise PartFailed(f"A set-up runs already in {self.folder}.") from None
        return lock

    def _web(self, number: int, port: int) -> Part:
        command = ["manage.py", "web", "--host", LOCAL, "--port", str(port)]
        return self._python(f"web{number}", command, lambda: answers(port, "/healthz"))

    def _worker(self, number: int) -> Part:
        name = f"worker{number}"
        options = [
            *("-n", f"{name}@%h", "-l", "WARNING"),
            *("--without-gossip", "--without-mingle", "--without-heartbeat"),
        ]
        return self._celery(name, "worker", *options)

    def _celery(self, name: str, command: str, *options: str) -> Part:
        return self._python(
            name,
            ["-m", "celery", "-q", "-A", "nardi_site", command, *options],
            lambda: True,
        )

    def _python(
        self, name: str, command: list[str], is_ready: Callable[[], bool]
    ) -> Part:
        log = self.folder / "log" / f"{name}.log"
        return Part(name, [sys.executable, *command], log, is_ready, self.environment)

    def _nginx(self) -> Part:
        command = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
        if command is None:
            raise FileNotFoundError("nginx was not found")
        config = self.folder / "nginx.conf"
        servers = (
            f"        server {LOCAL}:{port} max_fails=0;" for port in self.web_ports
        )
        text = NGINX.format(
            user="user root;" if os.getuid() == 0 else "",
            folder=self.folder,
            servers="\n".join(servers),
            host=self.host,
            port=self.port,
            static=self.folder / "data" / "static",
            root=ROOT,
        )
        config.write_text(text, encoding="utf-8")
        log = self.folder / "log" / "nginx.log"
        log.touch()
        return Part(
            "nginx",
            [command, "-e", str(log), "-p", str(self.folder), "-c", str(config)],
            log,
            lambda: answers(self.port, "/static/staticfiles.json"),
        )


def answers(port: int, path: str) -> bool:
    """Whether anything is answered there."""
    connection = http.client.HTTPConnection(LOCAL, port, timeout=3)
    try:
        connection.request("GET", path)
        connection.getresponse().read()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return True


@contextlib.contextmanager
def machine_running(folder: Path, **options: int | bool) -> Iterator[Machine]:
    """Run a set-up in `folder` until the block ends."""
    machine = Machine(folder, **options)  # type: ignore[arg-type]
    try:
        machine.start()
        yield machine
    finally:
        machine.stop()
