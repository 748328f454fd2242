#!/usr/bin/env python
"""Django's command line for the site."""

import os
import sys


def main() -> int:
    """Run a management command with the site's settings.

    Settings that cannot work are answered by their sentence alone.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nardi_site.settings")
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415
    from django.core.management import execute_from_command_line  # noqa: PLC0415

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        print(error, file=sys.stderr)  # noqa: T201 - a command line
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
