"""From where players came: hashed, with keys that change, and forgotten."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import services, tasks
from accounts.models import AddressKey, AddressSeen, User
from accounts.selectors import accounts_sharing_address
from tests.accounts.conftest import PASSWORD

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
HERE = "203.0.113.7"


@pytest.fixture
def giorgi(db: None) -> User:
    return User.objects.create_user("Giorgi", "giorgi@example.com", PASSWORD)


def note(user: User, address: str = HERE, *, days: int = 0) -> None:
    """Note that the player came, so many days ago."""
    now = NOW - timedelta(days=days)
    services.address_note(user=user, address=address, now=now)


def test_logging_in_notes_the_address(nino: User) -> None:
    Client(REMOTE_ADDR=HERE).post(
        "/en/account/login/", {"login": "Nino", "password": PASSWORD}
    )
    (seen,) = AddressSeen.objects.all()
    assert (seen.user, seen.day) == (nino, timezone.now().date())
    assert HERE not in seen.hash


def test_signing_up_notes_the_address(db: None) -> None:
    form = {"username": "Lasha", "email": "lasha@example.com", "password1": PASSWORD}
    Client(REMOTE_ADDR=HERE).post("/en/account/signup/", form)
    assert AddressSeen.objects.get().user.username == "Lasha"


def test_a_failed_attempt_notes_nothing(nino: User) -> None:
    Client().post("/en/account/login/", {"login": "Nino", "password": "guess"})
    assert not AddressSeen.objects.exists()


def test_a_day_is_noted_once(nino: User) -> None:
    note(nino)
    note(nino)
    note(nino, days=1)
    assert AddressSeen.objects.count() == 2


def test_accounts_that_share_an_address_are_found(nino: User, giorgi: User) -> None:
    lasha = User.objects.create_user("Lasha")
    for address in (HERE, "198.51.100.1"):
        note(nino, address)
        note(giorgi, address)
    note(lasha)
    note(User.objects.create_user("Tamar"), "192.0.2.9")
    assert accounts_sharing_address(user=nino) == [(giorgi, 2), (lasha, 1)]


@pytest.mark.parametrize(
    ("one", "other", "is_shared"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("203.0.113.7", "203.0.113.8", False),
        ("unknown", "unknown", True),
    ],
)
def test_a_household_shares_a_network(
    nino: User, giorgi: User, one: str, other: str, *, is_shared: bool
) -> None:
    note(nino, one)
    note(giorgi, other)
    assert bool(accounts_sharing_address(user=nino)) is is_shared


def test_another_month_has_another_key(nino: User) -> None:
    note(nino)
    note(nino, days=30)
    hashes = set(AddressSeen.objects.values_list("hash", flat=True))
    assert len(hashes) == AddressKey.objects.count() == 2


def test_addresses_are_dropped_after_90_days(nino: User) -> None:
    for days in (0, 90, 91, 200):
        note(nino, days=days)
    services.addresses_forget(now=NOW)
    kept = {(NOW.date() - seen.day).days for seen in AddressSeen.objects.all()}
    assert kept == {0, 90}


def test_a_key_goes_with_the_last_hash_made_with_it(nino: User) -> None:
    for days in (0, 90, 200):
        note(nino, days=days)
    services.addresses_forget(now=NOW)
    months = {key.month.month for key in AddressKey.objects.all()}
    assert months == {11, 9}


def test_the_night_forgets(nino: User) -> None:
    old = timezone.now() - timedelta(days=91)
    services.address_note(user=nino, address=HERE, now=old)
    tasks.forget()
    assert not AddressSeen.objects.exists()
