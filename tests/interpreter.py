"""Runs code on a site's data for as long as the site runs: starting costs a second.

Reads a JSON string a line, the code; answers a line, what it printed or, where it
failed, why: `{"printed": ..., "failed": null}`.
"""

import contextlib
import io
import json
import os
import sys
import traceback

import django
from django.db import connections


def main() -> None:
    """Answer every line until there are no more."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nardi_site.settings")
    django.setup()
    for line in sys.stdin:
        printed, failed = io.StringIO(), None
        with contextlib.redirect_stdout(printed):
            try:
                exec(json.loads(line), {})  # noqa: S102 - the tests' own
            except Exception:  # noqa: BLE001 - told to the test
                failed = traceback.format_exc()
        # The site is the one that holds its database.
        connections.close_all()
        answer = {"printed": printed.getvalue(), "failed": failed}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
