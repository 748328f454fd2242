"""Reads about players and their sessions."""

from collections.abc import Set
from datetime import datetime

from django.contrib.sessions.models import Session


def sessions_ended(*, keys: Set[str], now: datetime) -> frozenset[str]:
    """Return those of `keys` that are no session any more."""
    if not keys:
        return frozenset()
    alive = Session.objects.filter(session_key__in=keys, expire_date__gt=now)
    return frozenset(keys) - set(alive.values_list("session_key", flat=True))
