"""`manage.py coins_audit`: reckons the ledger; exit code 1 when it is wrong."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from coins import reckoning


class Command(BaseCommand):
    """Prints a line for everything that differs."""

    help = "Computes every account again from the transfers; exits 1 on a difference."

    def handle(self, **_options: Any) -> None:
        """Reckon; a difference is a line, and any of them exit code 1."""
        differences = reckoning.differences_find()
        for difference in differences:
            self.stdout.write(difference)
        if differences:
            sys.exit(1)
        self.stdout.write("The ledger is right.")
