"""`manage.py web`: one web process of production."""

import socket
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

MANIFEST = "staticfiles.json"


class Command(BaseCommand):
    """Serves pages and sockets until stopped; worker and beat run by themselves."""

    help = (
        "Serves pages and sockets in production. Any number of these run at once, "
        "beside `celery -A nardi_site worker` and `celery -A nardi_site beat`."
    )
    # It starts whether the database is there or not, and waits for it.
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say where to listen."""
        where = parser.add_mutually_exclusive_group()
        where.add_argument("--port", type=int, default=8001, help="0 is any free one")
        where.add_argument("--unix", metavar="PATH", help="a socket of that name")
        where.add_argument("--fd", type=int, help="a listening socket passed on")
        parser.add_argument("--host", default="127.0.0.1", help="with --port")

    def handle(self, **options: Any) -> None:
        """Serve; the exit code is 0 when it was told to stop."""
        if settings.EMBEDDED:
            raise CommandError(
                "`web` is a process of production, which needs DATABASE_URL and "
                "REDIS_URL: set both, or start `manage.py serve` to run embedded."
            )
        if not (Path(settings.STATIC_ROOT) / MANIFEST).exists():
            raise CommandError(
                f"There are no static files in {settings.STATIC_ROOT}: run "
                "`manage.py prepare` first."
            )
        # Imported late: it chooses this process's event loop.
        from nardi_site.server import WebServer, systemd_tell  # noqa: PLC0415

        endpoint, where = self.listening(**options)

        def say_ready() -> None:
            systemd_tell("READY=1")
            self.stdout.write(f"Ready: {where}")
            self.stdout.flush()

        server = WebServer(endpoint, on_ready=say_ready)
        server.run()
        sys.exit(int(server.failed))

    def listening(
        self, *, host: str, port: int, unix: str | None, fd: int | None, **_: Any
    ) -> tuple[str, str]:
        """Return where to listen, as Twisted says it and as people do."""
        if unix:
            return f"unix:{unix}:mode=660", unix
        if fd is not None:
            return f"fd:fileno={fd}", f"descriptor {fd}"
        bound = self.bound(host, port)
        return f"fd:fileno={bound.fileno()}", "http://{}:{}".format(
            *bound.getsockname()
        )

    def bound(self, host: str, port: int) -> socket.socket:
        """Return a socket that listens there, or say why there is none."""
        bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        # Without it, a restart would find its own last connections in the way.
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((host, port))
            bound.listen(1024)
        except OSError as error:
            raise CommandError(
                f"Cannot listen on {host}:{port} ({error.strerror}): stop what uses "
                "it, or choose another --port."
            ) from error
        # Kept open for as long as the process lives.
        self.kept = bound
        return bound
