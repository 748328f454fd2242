"""What the driver does and reads in the site's own database, past its processes."""

from collections import Counter
from datetime import timedelta

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import close_old_connections, transaction
from django.utils import timezone

from accounts.models import User
from coins import reckoning
from games.tables import selectors, services
from games.tables.models import Table
from games.tables.services.rows import table_locked

BACKEND = "accounts.backends.NameOrEmailBackend"
POINTS = 3
ENTRY_COINS = 50


def session_made(name: str) -> str:
    """Make a player who is logged in; returns the key of his session."""
    user = User.objects.create_user(name, f"{name}@example.com", "not-typed-9")
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = BACKEND
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    close_old_connections()
    assert session.session_key is not None
    return session.session_key


def table_begun(names: tuple[str, str]) -> str:
    """Seat two players at a new table; returns its address."""
    first, second = (User.objects.get(username=name) for name in names)
    now = timezone.now()
    table = services.table_create(
        user=first,
        ruleset="georgian",
        target=POINTS,
        move_seconds=90,
        entry_coins=ENTRY_COINS,
        is_private=False,
        now=now,
    )
    services.table_join(user=second, slug=table.slug, now=now)
    close_old_connections()
    return table.slug


def time_shortened(slug: str, left_s: float) -> None:
    """Leave the player on turn so many seconds, as if he had thought for long."""
    due = timezone.now() + timedelta(seconds=left_s)
    Table.objects.filter(slug=slug, deadline_kind="move", deadline_at__gt=due).update(
        deadline_at=due, move_deadline_at=due
    )
    close_old_connections()


def swept_ago_s() -> float:
    """Return how long ago a sweep found the site well."""
    at = selectors.pulse_at()
    close_old_connections()
    return (timezone.now() - at).total_seconds() if at else float("inf")


def coin_faults() -> list[str]:
    """Return what the audit of all coins finds, in wallets and at tables."""
    found = reckoning.differences_find()
    close_old_connections()
    return [f"coins: {fault}" for fault in found]


def faults(slug: str, *, is_ended: bool, by: str = "play") -> list[str]:
    """Return what is wrong with a match, by its record; nothing when it is right.

    `by` is how it is to have ended.
    """
    # Nobody plays on while it is read.
    with transaction.atomic():
        table = table_locked(slug=slug)
        found = _record_faults(table)
        if is_ended:
            found += _end_faults(table, by)
    close_old_connections()
    return [f"{slug}: {fault}" for fault in found]


def _record_faults(table: Table) -> list[str]:
    events = list(table.events.order_by("version"))
    found = []
    if [event.version for event in events] != list(range(1, table.version + 1)):
        found.append("its versions have gaps or doubles")
    if selectors.match_replayed(table) != selectors.match_of(table):
        found.append("its events do not add up to its state")
    commands = Counter(event.command for event in events)
    found += [
        f"{commands[lost]} × {lost}: time was lost"
        for lost in ("finish", "forfeit", "void")
        if commands[lost]
    ]
    return found


def _end_faults(table: Table, by: str) -> list[str]:
    match = selectors.match_of(table)
    if table.status != "finished" or match is None or match.result is None:
        return [f"it has not ended but is {table.status}"]
    found = []
    winner = match.result.winner
    if match.result.by != by or winner is None:
        return [f"it ended by {match.result.by}"]
    if not match.score[winner] >= table.target > match.score[1 - winner]:
        found.append(f"{match.score} is no score of a match to {table.target}")
    if by != "play":
        # The rest of the points were given, not won in a game.
        return found
    won = Counter[int]()
    for game in table.games.all():
        if game.winner is not None and game.points is not None:
            won[game.winner] += game.points
    if tuple(min(won[seat], table.target) for seat in (0, 1)) != tuple(
        min(points, table.target) for points in match.score
    ):
        found.append(f"its games add up to {dict(won)}, its score is {match.score}")
    return found
