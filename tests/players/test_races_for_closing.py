"""A player closes his account and sits down at once, with the lock and without it."""

import threading
from datetime import datetime

import pytest

from accounts.models import User
from games.players.closing import account_close
from games.players.errors import MatchUnderWay
from games.tables.models import Seat
from games.tables.services import seating
from tests.tables.conftest import is_locked
from tests.tables.playing import NOON, table_of
from tests.tables.racing import MEETING_S, kinds, raced

__all__ = ["is_locked"]

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]


def test_who_sits_down_while_he_closes_his_account_keeps_it(
    nino: User, monkeypatch: pytest.MonkeyPatch, *, is_locked: bool
) -> None:
    """Closing waits for the seat, and is refused.

    Without the lock it is over before the seat is to be seen: nobody sits at an
    open table.
    """
    inside, over = threading.Event(), threading.Event()
    check = seating.sitting_check

    def slowly(*users: User, now: datetime) -> None:
        check(*users, now=now)
        inside.set()
        over.wait(MEETING_S * 4)

    monkeypatch.setattr(seating, "sitting_check", slowly)

    def close() -> None:
        assert inside.wait(10)
        try:
            account_close(user=nino, now=NOON)
        finally:
            over.set()

    outcomes = raced(lambda: table_of(nino), close)
    nino.refresh_from_db()
    assert Seat.objects.filter(user=nino, is_active=True).exists()
    assert nino.is_active is is_locked
    assert (MatchUnderWay in kinds(outcomes)) is is_locked
