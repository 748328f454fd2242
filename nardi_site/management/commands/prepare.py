"""`manage.py prepare`: everything that must be done before new code is started."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection

from nardi_site.assets import assets_collect
from nardi_site.away import pages_write
from nardi_site.catalogs import catalogs_refresh


class Command(BaseCommand):
    """Compiles catalogs, collects static files, migrates the database."""

    help = (
        "Prepares a start or an upgrade: catalogs, static files, the pages that "
        "nginx shows when nobody answers, and the database. It may be run while "
        "the site is running, and again."
    )
    requires_system_checks = []

    def handle(self, **_options: Any) -> None:
        """Do the steps, a line each."""
        compiled = catalogs_refresh()
        self.say("Catalogs", f"compiled {len(compiled)}" if compiled else "ready")
        # Files of older code stay: its processes still serve pages that use them.
        collected = assets_collect(clear=False)
        self.say("Static files", "collected" if collected else "ready")
        pages_write(settings.STATIC_ROOT / "away")
        self.say("Pages for nginx", "written")
        try:
            self.migrate()
        except OperationalError as error:
            raise CommandError(f"The database was not migrated: {error}") from error
        self.say("Database", "ready")

    def migrate(self) -> None:
        """Migrate, without the time that a statement of the running site has."""
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET statement_timeout = 0")
        call_command("migrate", interactive=False, verbosity=0)

    def say(self, step: str, outcome: str) -> None:
        """Print one line at once, even into a pipe."""
        self.stdout.write(f"{step}: {outcome}")
        self.stdout.flush()
