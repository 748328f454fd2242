"""What a match costs the database: bytes, and commands a second.

`python -m tests.bench.matches` plays random matches of Georgian nardi through the
services, on a SQLite of its own, and prints for each length of match what one leaves
behind at the mean, indexes and all, and how many commands a second were carried out.
Random players need more turns than people do.
"""

import asyncio
import os
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from accounts.models import User
    from games.rules.commands import Command
    from games.rules.match import Match

MATCHES = 20
LENGTHS = (1, 3, 7)


def main() -> None:
    """Play on a fresh database in a folder of its own, and print."""
    with tempfile.TemporaryDirectory(prefix="nardi-bench-") as data:
        # Before the settings are read for the first time.
        os.environ["NARDI_DATA"] = data
        os.environ["DJANGO_SETTINGS_MODULE"] = "nardi_site.settings"
        measured()


def measured() -> None:
    """Play and print."""
    import django  # noqa: PLC0415

    django.setup()

    from django.core.management import call_command  # noqa: PLC0415

    from accounts.models import User  # noqa: PLC0415
    from games.tables.models import Event  # noqa: PLC0415

    call_command("migrate", interactive=False, verbosity=0)
    layer_bound()
    nino, giorgi = (User.objects.create_user(name) for name in ("Nino", "Giorgi"))
    say(f"a match in the database, mean of {MATCHES} random ones, SQLite")
    for length in LENGTHS:
        size, commands = size_of_database(), Event.objects.count()
        begin = perf_counter()
        for number in range(MATCHES):
            match_played((nino, giorgi), length, Random(number))
        took = perf_counter() - begin
        size = size_of_database() - size
        commands = Event.objects.count() - commands
        say(
            f"  to {length} point{'s' * (length > 1):<1}"
            f"  {size / MATCHES / 1000:6.0f} kB"
            f"  {commands / MATCHES:6.0f} commands of {size / commands:4.0f} bytes"
            f"  {commands / took:6.0f} commands a second"
        )


def layer_bound() -> None:
    """Have a loop in a thread take what is published, as the site's server does."""
    from channels.layers import get_channel_layer  # noqa: PLC0415

    from nardi_site.layers import ServerLoopLayer  # noqa: PLC0415

    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, daemon=True).start()
    layer = get_channel_layer()
    assert isinstance(layer, ServerLoopLayer)
    layer.bind(loop)


def size_of_database() -> int:
    """The bytes of the database without its gaps."""
    from django.db import connection  # noqa: PLC0415

    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute(
            "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        )
        return int(cursor.fetchone()[0])


def match_played(players: "tuple[User, User]", length: int, random: Random) -> None:
    """Play a match to its end, reading nothing but what the commands return."""
    from games.rules.match import Phase  # noqa: PLC0415
    from games.tables import services  # noqa: PLC0415

    now = datetime(2026, 1, 1, tzinfo=UTC)
    table = services.table_create(
        user=players[0],
        ruleset="georgian",
        target=length,
        move_seconds=60,
        is_private=False,
        now=now,
    )
    services.table_join(user=players[1], slug=table.slug, now=now)
    for player in players:
        services.presence_enter(
            table_id=table.pk,
            user_id=player.pk,
            process="bench",
            channel=f"{table.slug}.{player.pk}",
            now=now,
        )
    version, match = 1, None
    while match is None or match.phase is not Phase.OVER:
        if match is None or match.mover is None:
            now += timedelta(seconds=10)
            played = services.deadline_act(table_id=table.pk, version=version, now=now)
        else:
            now += timedelta(seconds=1)
            played = services.match_command(
                user=players[match.mover],
                slug=table.slug,
                version=version,
                command=chosen(match, random),
                now=now,
            )
        assert played is not None
        version, match = played.version, played.match


def chosen(match: "Match", random: Random) -> "Callable[[int], Command]":
    """A command of the mover's, any step that is legal."""
    from games.rules.commands import Confirm, Move, RollDice  # noqa: PLC0415

    if match.turn is None:
        return RollDice
    if match.turn.is_complete:
        return Confirm
    return partial(Move, steps=(random.choice(match.turn.next_steps),))


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
