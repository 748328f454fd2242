"""Closing an account: for good, at once, and never in the middle of a match."""

import contextlib
from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.services import account_empty, user_locked
from coins.services import wallet_close
from games.players.errors import MatchUnderWay
from games.players.holdings import HOLDINGS
from games.tables.errors import Refusal
from games.tables.models import Seat
from games.tables.services import table_cancel


def account_close(*, user: User, now: datetime) -> None:
    """Cancel the player's open table, then empty his account and his wallet.

    Raises MatchUnderWay. Whether he may is asked at the edge, by his password.
    """
    seat = _seat(user)
    if seat is not None:
        # Somebody may sit down at this very moment; what is so then is looked at
        # again below.
        with contextlib.suppress(Refusal):
            table_cancel(user=user, slug=seat.table.slug, now=now)
    with transaction.atomic(durable=True):
        # Whoever is sitting down is waited for, or waits and finds nobody.
        user_locked(user.pk)
        seat = _seat(user)
        if seat is not None:
            raise MatchUnderWay(seat.table.slug)
        for holding in HOLDINGS.values():
            if holding.end is not None:
                holding.end(user, now)
        wallet_close(user=user, now=now)
        account_empty(user=user, now=now)


def _seat(user: User) -> Seat | None:
    active = Seat.objects.filter(user=user, is_active=True)
    return active.select_related("table").first()
