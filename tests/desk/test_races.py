"""The desk and the players act at once: each race with its lock and without it."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError

from accounts.errors import AlreadyDecided
from accounts.models import AuditEntry, Sanction, User
from accounts.moderation import Kind
from accounts.services import sanctions
from coins import selectors as coins
from games.desk import services
from games.desk.models import Case
from games.tables.errors import NotPlaying
from games.tables.models import Seat, Status
from games.tables.services import rulings, seating
from tests.desk.conftest import acted, person, reported
from tests.desk.test_appeals import appealed, decided
from tests.tables.conftest import Meet, is_locked, meet
from tests.tables.playing import Play, table_of
from tests.tables.racing import MEETING_S, kinds, raced

__all__ = ["is_locked", "meet"]

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]


def acting(case: Case, actor: User, kind: Kind, **more: Any) -> Callable[[], None]:
    return lambda: acted(case, actor, kind, **more)


def hearing(appeal: Case, actor: User) -> Callable[[], None]:
    return lambda: decided(appeal, actor)


def test_two_moderators_void_one_match(
    over: Play, nino: User, giorgi: User, meet: Meet, *, is_locked: bool
) -> None:
    """One does, the other is told that it is done; coins move once.

    Without the lock both begin, and only an index stops the second by a fault.
    """
    case = reported(nino, giorgi, over.row)
    meet(2, (rulings, "_annulled"))
    outcomes = raced(
        *(acting(case, person(f"Senior{n}", "senior"), Kind.VOID) for n in range(2))
    )
    refusal = NotPlaying if is_locked else IntegrityError
    assert kinds(outcomes) == {type(None): 1, refusal: 1}
    assert over.row.status == Status.VOID
    assert AuditEntry.objects.filter(action="table.void").count() == 1


def test_two_appeals_about_one_match_contradict_each_other(
    live: Play, nino: User, giorgi: User, meet: Meet, *, is_locked: bool
) -> None:
    """Whichever is heard first, the win that is taken back is not made good.

    Without the lock of the table neither sees the other.
    """
    senior = person("Tamar", "senior")
    case = reported(nino, giorgi, live.row)
    acted(case, senior, Kind.ADJUDICATE, winner=0)
    acted(case, senior, Kind.VOID)
    appeals = [
        appealed(Sanction.objects.get(player=player, kind=kind))
        for player, kind in ((giorgi, Kind.ADJUDICATE), (nino, Kind.VOID))
    ]
    meet(2, (services.appeals, "_undone"))
    outcomes = raced(
        *(
            hearing(appeal, person(f"Senior{n}", "senior"))
            for n, appeal in enumerate(appeals)
        )
    )
    assert kinds(outcomes) == {type(None): 2}
    balance = coins.wallet_get(user=nino).balance
    assert balance == (1000 if is_locked else 1500)


@pytest.mark.parametrize("kind", [Kind.WARN, Kind.SUSPEND, Kind.FREEZE])
def test_two_moderators_do_the_same_in_one_case(
    case: Case, giorgi: User, meet: Meet, kind: Kind, *, is_locked: bool
) -> None:
    """One does, the other is told that it is done.

    Without the lock both begin, and only an index stops the second by a fault.
    """
    meet(2, (sanctions, "sanction_tell"))
    outcomes = raced(
        *(acting(case, person(f"Senior{n}", "senior"), kind, days=7) for n in range(2))
    )
    refusal = AlreadyDecided if is_locked else IntegrityError
    assert kinds(outcomes) == {type(None): 1, refusal: 1}
    assert Sanction.objects.get().player == giorgi


def test_who_is_suspended_while_he_sits_down_does_not_stay(
    case: Case,
    giorgi: User,
    moderator: User,
    monkeypatch: pytest.MonkeyPatch,
    *,
    is_locked: bool,
) -> None:
    """The suspension waits for the seat, and then clears it.

    Without the lock it is over before the seat is to be seen: a suspended
    player sits at a table.
    """
    inside, over = threading.Event(), threading.Event()
    check = seating.sitting_check

    def slowly(*users: User, **options: Any) -> None:
        check(*users, **options)
        inside.set()
        over.wait(MEETING_S * 4)

    monkeypatch.setattr(seating, "sitting_check", slowly)

    def suspend() -> None:
        assert inside.wait(10)
        acted(case, moderator, Kind.SUSPEND, days=7)
        over.set()

    outcomes = raced(lambda: table_of(giorgi, entry_coins=100), suspend)
    assert not [one for one in outcomes if isinstance(one, Exception)]
    giorgi.refresh_from_db()
    assert giorgi.barred_until is not None
    sits = Seat.objects.filter(user=giorgi, is_active=True).exists()
    assert sits is not is_locked
