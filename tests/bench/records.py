"""What the record of a 7-point match weighs, and how soon its replay is there.

`python -m tests.bench.records` plays one match of each rule set at random through the
services, on a database of its own, and prints
- how much larger the packed database file is for it, indexes and all, and
- the median time in which the site makes the replay page, and the page's size.

A figure is of the processor and of a file, not of a network or a browser.
"""

from __future__ import annotations

import gzip
import os
import sys
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.tables.playing import Play

TARGET = 7
OPENINGS = 15


def main() -> None:
    """Set up a site of its own, then print a line for each rule set."""
    # The tests' settings keep their data in a folder that goes when this ends.
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    os.environ.pop("NARDI_TEST_POSTGRES", None)
    # Django cannot be imported from before it knows its settings.
    import django  # noqa: PLC0415

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415

    from accounts.models import User  # noqa: PLC0415
    from games.rules.rulesets import RULESETS  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    nino, giorgi = (User.objects.create_user(name) for name in ("Nino", "Giorgi"))
    sys.stdout.write(f"records, a match to {TARGET} played at random\n")
    for key in RULESETS:
        before = _packed_bytes()
        play = _played(nino, giorgi, key)
        bytes_stored = _packed_bytes() - before
        turns = play.row.events.filter(command__in=("confirm", "finish")).count()
        opened_ms, page = _opened(play.slug)
        sys.stdout.write(
            f"  {key:16} {len(play.match.games)} games, {turns:4} turns,"
            f" {play.row.events.count():5} events"
            f"  | database {bytes_stored / 1024:6.0f} KB"
            f"  | replay page {opened_ms:5.0f} ms, {len(page) / 1024:4.0f} KB,"
            f" {len(gzip.compress(page)) / 1024:3.0f} KB packed\n"
        )


def _played(nino: object, giorgi: object, key: str) -> Play:
    from games.tables import services  # noqa: PLC0415
    from tests.tables.playing import (  # noqa: PLC0415
        NOON,
        Play,
        come,
        played_out,
        table_of,
    )

    table = table_of(nino, ruleset=key, target=TARGET)  # type: ignore[arg-type]
    services.table_join(user=giorgi, slug=table.slug, now=NOON)  # type: ignore[arg-type]
    for player in (nino, giorgi):
        come(table.slug, player, NOON)  # type: ignore[arg-type]
    play = Play(table.slug, (nino, giorgi))  # type: ignore[arg-type]
    played_out(play, Random(f"bench {key}"))
    return play


def _packed_bytes() -> int:
    from django.db import connection  # noqa: PLC0415

    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Path(connection.settings_dict["NAME"]).stat().st_size


def _opened(slug: str) -> tuple[float, bytes]:
    from django.test import Client  # noqa: PLC0415

    client = Client(headers={"host": "localhost"})
    times, page = [], b""
    for _ in range(OPENINGS):
        begun = perf_counter()
        answer = client.get(f"/en/match/{slug}/")
        times.append((perf_counter() - begun) * 1000)
        page = answer.content
        if answer.status_code != 200:
            raise SystemExit(f"The page answered {answer.status_code}.")
    return median(times), page


if __name__ == "__main__":
    main()
