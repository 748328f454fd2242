"""`make soak`: whole random matches of every rule set through the services.

`python -m tests.soak [MATCHES [FIRST]]` plays MATCHES (200) of each rule set on a
database of its own, the seeds beginning with FIRST (0), with the checks that
`make test` makes of five. It prints how far it is and what it played, and at the
first fault the seed that shows it again; the exit code is then 1.
"""

from __future__ import annotations

import os
import sys
import traceback
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accounts.models import User

MATCHES = 200
TARGETS = (1, 1, 3, 1, 5)
REPORT_EVERY = 20


def main(arguments: list[str]) -> int:
    """Set up a site of its own, then play; returns the exit code."""
    # The tests' settings keep their data in a folder that goes when this ends.
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    os.environ.pop("NARDI_TEST_POSTGRES", None)
    # Django cannot be imported from before it knows its settings.
    import django  # noqa: PLC0415

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415
    from django.db import connection  # noqa: PLC0415

    from accounts.models import User  # noqa: PLC0415
    from games.rules.rulesets import RULESETS  # noqa: PLC0415
    from tests.bench.matches import layer_bound  # noqa: PLC0415

    matches, first = (*map(int, arguments), *(MATCHES, 0)[len(arguments) :])
    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        # It goes with its folder: nobody waits for the disk.
        cursor.execute("PRAGMA synchronous = OFF")
    layer_bound()
    players = (User.objects.create_user("Nino"), User.objects.create_user("Giorgi"))
    begin = perf_counter()
    faulty = [key for key in RULESETS if not _soaked(key, players, matches, first)]
    took = perf_counter() - begin
    told = f"FAULTS: {', '.join(faulty)}" if faulty else "no fault"
    _say(f"{told}, {took:.0f} s in all")
    return 1 if faulty else 0


def _soaked(key: str, players: tuple[User, User], matches: int, first: int) -> bool:
    """Play the matches of one rule set; tell whether all were sound."""
    from tests.tables.whole import match_played  # noqa: PLC0415

    _say(f"{key}, {matches} matches")
    games = turns = commands = 0
    begin = perf_counter()
    for number in range(first, first + matches):
        try:
            figures = match_played(
                players,
                ruleset=key,
                target=TARGETS[number % len(TARGETS)],
                seed=f"{key} {number}",
            )
        except Exception:  # noqa: BLE001 - whatever goes wrong is a fault of the match
            traceback.print_exc()
            _say(f"  FAULT in match {number}: python -m tests.soak 1 {number}")
            return False
        games += figures.games
        turns += figures.turns
        commands += figures.commands
        played = number - first + 1
        if played % REPORT_EVERY == 0 or played == matches:
            took = perf_counter() - begin
            _say(
                f"  {played:4} matches, {games:4} games of {turns / games:4.0f} turns,"
                f" {commands:6} commands, {commands / took:4.0f} a second"
            )
    return True


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
