"""How many transfers a second the ledger makes on PostgreSQL, beside the bare work.

`python -m tests.bench.transfers` starts a private PostgreSQL and prints, for one
client and for two,
- entries and pots made by the services, with all that they ask, lock and check,
- transactions of one UPDATE of two rows and one INSERT, as plain SQL through the
  same connection, on tables with the same columns and indexes but without
  triggers and foreign keys.

Promised: at least half as many as the plain SQL. Each client is a process with
rows of its own. The two take turns, so that neighbours on the machine count
for all alike; the share is of the medians. Opening a table's account is not
counted, nor what is told to the player's pages after the commit.
"""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from multiprocessing import get_context
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tests.postgres import postgres_server

if TYPE_CHECKING:
    from collections.abc import Callable

NOW = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)
CLIENTS = (1, 2)
TURNS = 9
# Two transfers a match are timed: the second entry and the pot.
MATCHES = 100
COINS = 100
PROMISED_SHARE = 0.5

BARE_TABLES = """
CREATE TABLE bare_account (LIKE coins_account INCLUDING ALL);
CREATE TABLE bare_transfer (LIKE coins_transfer INCLUDING ALL);
INSERT INTO bare_account (id, kind, table_id, table_slug, may_overdraw, is_frozen,
    debits, credits, last_transfer)
SELECT id, 'table', id, '', false, false, 0, 1000000000, 0
FROM generate_series(1, 1000) AS id;
"""
BARE_UPDATE = """
UPDATE bare_account SET
    debits = debits + CASE id WHEN %(debit)s THEN 100 ELSE 0 END,
    credits = credits + CASE id WHEN %(credit)s THEN 100 ELSE 0 END
WHERE id IN (%(debit)s, %(credit)s)
"""
BARE_INSERT = """
INSERT INTO bare_transfer ("key", reason, debit_id, credit_id, amount, debit_after,
    credit_after, table_slug, at)
VALUES (%(key)s, 'entry', %(debit)s, %(credit)s, 100, 0, 0, 'bench', %(now)s)
"""


def main() -> None:
    """Print a line for each number of clients."""
    with postgres_server() as folder:
        os.environ["NARDI_TEST_POSTGRES"] = str(folder)
        _in_process(_prepare)
        sys.stdout.write("transfers a second on PostgreSQL, median of turns\n")
        for clients in CLIENTS:
            ledger, bare = _measured(clients)
            sys.stdout.write(
                f"  {clients} client{'s' if clients > 1 else ' '}"
                f"  ledger {ledger:5.0f}"
                f"  bare {bare:5.0f}"
                f"  share {ledger / bare:.2f} (>= {PROMISED_SHARE})\n"
            )


def _measured(clients: int) -> list[float]:
    """Return the rates of the ledger and of the bare work."""
    works = (_ledger, _bare)
    rates: list[list[float]] = [[] for _ in works]
    with get_context("spawn").Pool(clients, _django) as pool:
        for turn in range(TURNS + 1):
            for work, found in zip(works, rates, strict=True):
                jobs = [(clients, turn, client) for client in range(clients)]
                found.append(sum(pool.starmap(work, jobs, chunksize=1)))
    # The first turn warms them up.
    return [sorted(found[1:])[TURNS // 2] for found in rates]


def _ledger(clients: int, turn: int, client: int) -> float:
    """Play matches between two players of the job's own; returns the rate."""
    from accounts.models import User  # noqa: PLC0415
    from coins import services  # noqa: PLC0415

    nino, giorgi = (
        User.objects.create_user(f"b{clients}_{turn}_{client}_{seat}")
        for seat in range(2)
    )
    services.correction_make(
        user=nino,
        coins=COINS * MATCHES,
        actor=giorgi,
        reason="A bench.",
        token=nino.username,
        now=NOW,
    )
    first = ((clients * 100 + turn) * 100 + client) * MATCHES
    tables = range(first, first + MATCHES)

    def sit(table_id: int, seat: int) -> None:
        services.entry_take(
            user=(nino, giorgi)[seat],
            table_id=table_id,
            table_slug="bench",
            seat=seat,
            entry_coins=COINS,
            now=NOW,
        )

    for table_id in tables:
        sit(table_id, 0)
    begun = perf_counter()
    for table_id in tables:
        sit(table_id, 1)
        services.pot_pay(winner=giorgi, table_id=table_id, now=NOW)
    return 2 * MATCHES / (perf_counter() - begun)


def _bare(clients: int, turn: int, client: int) -> float:
    """Do the bare work as often, on rows of the job's own; returns the rate."""
    from django.db import connection, transaction  # noqa: PLC0415

    row: dict[str, Any] = {
        "debit": 2 * client + 1,
        "credit": 2 * client + 2,
        "now": NOW,
    }
    begun = perf_counter()
    for number in range(2 * MATCHES):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(BARE_UPDATE, row)
            key = f"bare:{clients}:{turn}:{client}:{number}"
            cursor.execute(BARE_INSERT, {**row, "key": key})
    return 2 * MATCHES / (perf_counter() - begun)


def _django() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django  # noqa: PLC0415

    django.setup()
    from accounts import live  # noqa: PLC0415

    live.publish = lambda group, message: None


def _prepare() -> None:
    from django.core.management import call_command  # noqa: PLC0415
    from django.db import connection  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute(BARE_TABLES)


def _in_process(work: Callable[[], None]) -> None:
    with get_context("spawn").Pool(1, _django) as pool:
        pool.apply(work)


if __name__ == "__main__":
    main()
