"""What the house gives: first coins, the gift of the day, the top-up."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import serializers
from django.core.management import call_command

from accounts.models import User
from coins import selectors, services
from coins.errors import TopUpNotDue, WalletFrozen
from coins.models import Account, Kind, Reason
from tests.coins.conftest import NOON, balance_of, player, transfers
from tests.coins.playing import sit

pytestmark = pytest.mark.django_db

# Midnight in Tbilisi, four hours before midnight in Greenwich.
MIDNIGHT = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)
MOMENT = timedelta(microseconds=1)


@pytest.fixture
def frozen(nino: User, mariam: User) -> User:
    services.wallet_freeze(user=nino, actor=mariam, reason="A doubt.", now=NOON)
    return nino


# --- First coins -------------------------------------------------------------


def test_a_new_player_has_a_thousand_coins(nino: User) -> None:
    assert balance_of(nino) == 1000
    assert transfers() == [(f"grant:signup:{nino.pk}", 1000)]


def test_the_amount_is_a_setting(settings, db: None) -> None:
    settings.COINS_SIGNUP_GRANT = 300
    lasha = player("Lasha")
    assert balance_of(lasha) == 300
    # And a later change of it asks nothing back, and fails nobody.
    settings.COINS_SIGNUP_GRANT = 500
    services.wallet_ensure(user=lasha, now=NOON)
    assert balance_of(lasha) == 300


def test_a_player_who_is_saved_again_gets_nothing(nino: User) -> None:
    nino.email = "another@example.com"
    nino.save()
    services.wallet_ensure(user=nino, now=NOON)
    assert balance_of(nino) == 1000


def test_a_wallet_opened_meanwhile_is_not_granted_twice(
    nino: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second of two requests saw no wallet, and finds one under the lock."""
    exists = "django.db.models.query.QuerySet.exists"
    with monkeypatch.context() as patch:
        patch.setattr(exists, lambda rows: False)
        services.wallet_ensure(user=nino, now=NOON)
    assert balance_of(nino) == 1000


def test_a_loaded_fixture_grants_nothing(tmp_path, db: None) -> None:
    """It may bring the wallets itself; a player without is covered later."""
    path = tmp_path / "players.json"
    path.write_text(serializers.serialize("json", [User(pk=5, username="Early")]))
    call_command("loaddata", str(path), verbosity=0)
    early = User.objects.get(pk=5)
    assert selectors.wallet_find(user=early) is None
    services.gift_claim(user=early, now=NOON)
    assert balance_of(early) == 1100


@pytest.mark.django_db(transaction=True)
def test_the_house_is_opened_when_it_is_missing() -> None:
    """As between two tests that commit, when every table has been emptied."""
    call_command("flush", interactive=False, verbosity=0)
    assert not Account.objects.exists()
    player("Nino")
    assert Account.objects.get(kind=Kind.HOUSE).balance == -1000


# --- The gift of the day -----------------------------------------------------


def test_the_gift_comes_once_a_day(nino: User) -> None:
    first = services.gift_claim(user=nino, now=NOON)
    assert (first.key, first.amount) == (f"grant:daily:{nino.pk}:2026-11-29", 100)
    assert services.gift_claim(user=nino, now=NOON + timedelta(hours=3)) == first
    assert balance_of(nino) == 1100


def test_the_day_begins_at_midnight_in_tbilisi(nino: User) -> None:
    """A moment before, it is the old day's gift; at midnight, the new one's."""
    services.gift_claim(user=nino, now=MIDNIGHT - MOMENT)
    services.gift_claim(user=nino, now=MIDNIGHT - MOMENT)
    assert balance_of(nino) == 1100
    services.gift_claim(user=nino, now=MIDNIGHT)
    services.gift_claim(user=nino, now=MIDNIGHT + timedelta(hours=23))
    assert balance_of(nino) == 1200
    services.gift_claim(user=nino, now=MIDNIGHT + timedelta(hours=24))
    assert [key.rpartition(":")[2] for key, _ in transfers()[1:]] == [
        "2026-11-29",
        "2026-11-30",
        "2026-12-01",
    ]


def test_midnight_in_greenwich_changes_nothing(nino: User) -> None:
    greenwich = datetime(2026, 11, 30, 0, 0, tzinfo=UTC)
    services.gift_claim(user=nino, now=greenwich - MOMENT)
    services.gift_claim(user=nino, now=greenwich)
    assert balance_of(nino) == 1100


def test_the_next_gift_is_told(nino: User) -> None:
    due = selectors.gift_next(user=nino, now=MIDNIGHT - MOMENT)
    assert (due.coins, due.is_due, due.next_at) == (100, True, MIDNIGHT)
    services.gift_claim(user=nino, now=MIDNIGHT - MOMENT)
    assert not selectors.gift_next(user=nino, now=MIDNIGHT - MOMENT).is_due
    after = selectors.gift_next(user=nino, now=MIDNIGHT)
    assert (after.is_due, after.next_at) == (True, MIDNIGHT + timedelta(days=1))


def test_a_changed_amount_counts_from_the_next_gift(nino: User, settings) -> None:
    first = services.gift_claim(user=nino, now=NOON)
    settings.COINS_DAILY_GIFT = 70
    assert services.gift_claim(user=nino, now=NOON) == first
    services.gift_claim(user=nino, now=NOON + timedelta(days=1))
    assert balance_of(nino) == 1170


def test_a_frozen_wallet_claims_nothing(frozen: User) -> None:
    for claim in (services.gift_claim, services.top_up_claim):
        with pytest.raises(WalletFrozen):
            claim(user=frozen, now=NOON)
    assert balance_of(frozen) == 1000


# --- The top-up --------------------------------------------------------------


@pytest.fixture
def poor(nino: User, giorgi: User) -> User:
    """Nino with 10 coins: he lost 500 twice, and a correction took 40 of 50."""
    sit(nino, 0, 500, table_id=1)
    sit(giorgi, 1, 500, table_id=1)
    services.pot_pay(winner=giorgi, table_id=1, now=NOON)
    sit(nino, 0, 250, table_id=2)
    sit(giorgi, 1, 250, table_id=2)
    services.pot_pay(winner=giorgi, table_id=2, now=NOON)
    services.correction_make(
        user=nino, coins=-240, actor=giorgi, reason="A test.", token="a", now=NOON
    )
    assert balance_of(nino) == 10
    return nino


def test_the_top_up_fills_up_to_two_hundred(poor: User) -> None:
    due = selectors.top_up_next(user=poor, now=NOON)
    assert due is not None
    assert (due.coins, due.is_due) == (190, True)
    given = services.top_up_claim(user=poor, now=NOON)
    assert (given.key, given.amount) == (f"grant:topup:{poor.pk}:2026-11-29", 190)
    assert given.reason == Reason.TOP_UP
    assert balance_of(poor) == 200
    assert selectors.top_up_next(user=poor, now=NOON) is None


def test_the_top_up_comes_once_a_day(poor: User, giorgi: User) -> None:
    """Lost on the same day, it is not given again; the next day it is."""
    first = services.top_up_claim(user=poor, now=NOON)
    for number, coins in enumerate((100, 100)):
        sit(poor, 0, coins, table_id=10 + number)
        sit(giorgi, 1, coins, table_id=10 + number)
        services.pot_pay(winner=giorgi, table_id=10 + number, now=NOON)
    assert balance_of(poor) == 0
    used = selectors.top_up_next(user=poor, now=NOON)
    assert used is not None
    assert (used.is_due, used.next_at) == (False, MIDNIGHT)
    assert services.top_up_claim(user=poor, now=NOON) == first
    assert balance_of(poor) == 0
    services.top_up_claim(user=poor, now=MIDNIGHT)
    assert balance_of(poor) == 200


@pytest.mark.parametrize(("left", "is_due"), [(49, True), (50, False)])
def test_the_cheapest_entry_is_the_line(
    poor: User, giorgi: User, left: int, is_due: bool
) -> None:
    services.correction_make(
        user=poor, coins=left - 10, actor=giorgi, reason="A test.", token="b", now=NOON
    )
    assert (selectors.top_up_next(user=poor, now=NOON) is not None) is is_due
    if is_due:
        services.top_up_claim(user=poor, now=NOON)
        assert balance_of(poor) == 200
    else:
        with pytest.raises(TopUpNotDue):
            services.top_up_claim(user=poor, now=NOON)


def test_coins_at_a_table_count(nino: User, giorgi: User) -> None:
    """An empty wallet is not poor while its coins may still come back."""
    sit(nino, 0, 1000)
    assert selectors.top_up_next(user=nino, now=NOON) is None
    with pytest.raises(TopUpNotDue):
        services.top_up_claim(user=nino, now=NOON)
    sit(giorgi, 1, 1000)
    services.pot_pay(winner=giorgi, table_id=7, now=NOON)
    services.top_up_claim(user=nino, now=NOON)
    assert balance_of(nino) == 200
