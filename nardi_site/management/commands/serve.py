"""`manage.py serve`: the whole site from one command, on SQLite."""

import fcntl
import socket
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from nardi_site.assets import assets_collect
from nardi_site.bootstrap import (
    Refusal,
    folder_check,
    refusal_of,
    socket_bound,
)
from nardi_site.catalogs import catalogs_refresh
from nardi_site.demo import demo_accounts_create

# Addresses that this machine's own browser reaches by the name localhost.
LOCAL = ("127.0.0.1", "0.0.0.0", "::1", "::")  # noqa: S104 - compared, not bound


class Command(BaseCommand):
    """Prepares whatever is missing or stale, then serves until stopped."""

    help = "Serves the whole site from one process, on SQLite."
    # `make test` runs them; a start should not wait for them.
    requires_system_checks = []

    def handle(self, **_options: Any) -> None:
        """Prepare and serve; a refusal is one sentence and exit code 1."""
        try:
            code = self.prepare_and_serve()
        except Refusal as refusal:
            self.stderr.write(str(refusal))
            code = 1
        except OSError as error:
            path = Path(error.filename or settings.DATA_DIR)
            self.stderr.write(str(refusal_of(error, path)))
            code = 1
        except DatabaseError as error:
            self.stderr.write(
                f"The database in {settings.DATA_DIR} cannot be used ({error}): make "
                "it writable for you, free space on its disk, or put back a backup."
            )
            code = 1
        sys.exit(code)

    def prepare_and_serve(self) -> int:
        """Do the steps of a start, a line each; returns the exit code."""
        if not settings.EMBEDDED:
            raise Refusal(
                "`serve` is the embedded site, and DATABASE_URL and REDIS_URL ask "
                "for production: unset both, or start `manage.py web` and Celery instead."
            )
        # First, so that a second start touches nothing of the first one's.
        listening = socket_bound()
        folder_check(settings.DATA_DIR)
        with (settings.DATA_DIR / "serve.lock").open("w") as lock:
            self.lock(lock.fileno())
            compiled = catalogs_refresh()
            self.say("Catalogs", f"compiled {len(compiled)}" if compiled else "ready")
            self.say("Database", "migrated" if self.migrate() else "ready")
            self.say("Static files", "collected" if assets_collect() else "ready")
            self.show_passwords(demo_accounts_create())
            return self.serve(listening)

    def lock(self, descriptor: int) -> None:
        """Refuse a second site on the same data: neither would hear the other."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Refusal(
                f"The site in {settings.DATA_DIR} is already running on another "
                "port: use that one, or stop it first."
            ) from error

    def migrate(self) -> bool:
        """Bring the database up to date; tell whether anything was to do."""
        # A write that changes nothing: the file may be read only in a folder that
        # is not, and it would be told every second in the log.
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA user_version = 0")
        executor = MigrationExecutor(connection)
        if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return False
        call_command("migrate", interactive=False, verbosity=0)
        return True

    def show_passwords(self, passwords: dict[str, str]) -> None:
        """Print the new accounts' passwords, the only time they are seen."""
        if not passwords:
            return
        self.say("Accounts", "two players and an admin; note their passwords now:")
        for name, password in passwords.items():
            self.stdout.write(f"    {name:<8} {password}")
        self.stdout.write(
            "  They are shown this once. A new one for a forgotten one:\n"
            "    .venv/bin/python manage.py changepassword NAME"
        )

    def serve(self, listening: socket.socket) -> int:
        """Serve until a signal comes; returns the exit code."""
        # Imported late: it chooses this process's event loop.
        from nardi_site.embedded import site_serve  # noqa: PLC0415

        host, port = listening.getsockname()[:2]
        where = "localhost" if host in LOCAL else host
        return site_serve(
            listening,
            on_ready=lambda: self.say(
                "Ready", f"http://{where}:{port}  (Ctrl-C stops it)"
            ),
        )

    def say(self, step: str, outcome: str) -> None:
        """Print one line of the start at once, even into a pipe."""
        self.stdout.write(f"{step}: {outcome}")
        self.stdout.flush()
