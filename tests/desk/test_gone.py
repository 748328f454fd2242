"""The desk and an account that its player has closed: nothing is done to it."""

from typing import Any

import pytest
from django.utils import timezone

from accounts.errors import AccountGone
from accounts.models import Sanction, User
from accounts.moderation import Kind
from coins import reckoning
from coins import selectors as coins
from coins import services as coin_services
from coins.errors import WalletClosed
from games.desk.models import Case
from games.players import services as players
from games.players.closing import account_close
from games.players.models import Profile
from games.tables.models import Status
from tests.desk.conftest import acted, actions, person, reported
from tests.desk.test_appeals import appealed, decided
from tests.desk.test_case_page import PRESS, address
from tests.tables.pages import browser, text_of
from tests.tables.playing import Play

pytestmark = pytest.mark.django_db


def gone(user: User) -> User:
    """The player closes his account, by another request than the test's object."""
    account_close(user=user, now=timezone.now())
    return User.objects.get(pk=user.pk)


def wallet(user: User) -> tuple[int, bool]:
    found = coins.wallet_get(user=user)
    return found.balance, found.is_frozen


@pytest.mark.parametrize(
    "kind", [Kind.WARN, Kind.SUSPEND, Kind.CLOSE, Kind.RENAME, Kind.FREEZE]
)
def test_nothing_is_done_to_it(
    case: Case, giorgi: User, senior: User, kind: Kind
) -> None:
    closed = gone(giorgi)
    with pytest.raises(AccountGone):
        acted(case, senior, kind, days=7)
    assert User.objects.get(pk=giorgi.pk).username == closed.username
    assert not Sanction.objects.exists()
    assert actions() == []


def test_whoever_tries_is_told(case: Case, giorgi: User, moderator: User) -> None:
    gone(giorgi)
    answer = browser(moderator).post(
        address(case), {**PRESS, "act": "rename"}, follow=True
    )
    assert "The player has closed this account" in text_of(answer)


def test_its_wallet_is_not_corrected(giorgi: User, operator: User) -> None:
    gone(giorgi)
    with pytest.raises(WalletClosed):
        coin_services.correction_make(
            user=giorgi,
            coins=50,
            actor=operator,
            reason="A fault.",
            token="once",
            now=timezone.now(),
        )
    assert wallet(giorgi) == (0, True)


@pytest.mark.parametrize("kind", [Kind.RENAME, Kind.FREEZE, Kind.CLEAR, Kind.SUSPEND])
def test_an_appeal_that_is_granted_brings_nothing_of_it_back(
    case: Case, giorgi: User, senior: User, kind: Kind
) -> None:
    players.text_set(user=giorgi, text="I play fast.")
    acted(case, senior, kind, days=7)
    appeal = appealed(Sanction.objects.get())
    closed = gone(giorgi)
    decided(appeal, person("Zurab", "senior"))
    assert User.objects.get(pk=giorgi.pk).username == closed.username
    assert wallet(giorgi) == (0, True)
    assert not Profile.objects.filter(user=giorgi).exists()
    assert Sanction.objects.get().outcome == "lifted"


@pytest.mark.parametrize("who", ["nino", "giorgi", "both"])
def test_an_entry_that_comes_back_to_it_is_the_houses(
    *,
    request: pytest.FixtureRequest,
    over: Play,
    nino: User,
    giorgi: User,
    senior: User,
    who: str,
) -> None:
    """Its wallet stays empty, and the other player has his entry."""
    case = reported(nino, giorgi, over.row)
    closed: list[Any] = [nino, giorgi]
    closed = closed if who == "both" else [request.getfixturevalue(who)]
    for user in closed:
        gone(user)
    acted(case, senior, Kind.VOID)
    assert over.row.status == Status.VOID
    for user in (nino, giorgi):
        assert wallet(user) == ((0, True) if user in closed else (1000, False))
    assert reckoning.differences_find() == []


def test_it_is_not_made_good(
    over: Play, nino: User, giorgi: User, senior: User
) -> None:
    acted(reported(nino, giorgi, over.row), senior, Kind.VOID)
    appeal = appealed(Sanction.objects.get(player=nino))
    gone(nino)
    decided(appeal, person("Zurab", "senior"))
    assert wallet(nino) == (0, True)
    assert Sanction.objects.get(player=nino).coins_back == 0
