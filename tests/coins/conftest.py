"""People with wallets, and the reckoning after every test that moved coins."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from accounts.models import User
from coins import reckoning
from coins.models import Account, Transfer

NOON = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)


def player(name: str) -> User:
    """A player as any other code makes one; the signal gives him his coins."""
    return User.objects.create_user(name, f"{name}@example.com".lower())


@pytest.fixture
def nino(db: None) -> User:
    return player("Nino")


@pytest.fixture
def giorgi(db: None) -> User:
    return player("Giorgi")


@pytest.fixture
def lasha(db: None) -> User:
    return player("Lasha")


@pytest.fixture
def mariam(db: None) -> User:
    """A member of staff."""
    user = player("Mariam")
    user.is_staff = user.is_superuser = True
    user.save()
    return user


@pytest.fixture
def drifting() -> None:
    """For a test that breaks the ledger to show that the guard it removed matters."""


@pytest.fixture(autouse=True)
def tables_unknown(settings) -> None:
    """The tables of these tests are numbers: there is no game at them to ask."""
    settings.COINS_HELD_AT_TABLES = ""


@pytest.fixture(autouse=True)
def reckoned(request: pytest.FixtureRequest, tables_unknown: None) -> Iterator[None]:
    """Every test leaves a ledger that is right, but those that break it."""
    marker = request.node.get_closest_marker("django_db")
    if marker is None:
        yield
        return
    # Before this fixture, so that the rows are still there when it ends.
    request.getfixturevalue(
        "transactional_db" if marker.kwargs.get("transaction") else "db"
    )
    yield
    if "drifting" not in request.fixturenames:
        assert reckoning.differences_find() == []


def account_of(user: User) -> Account:
    return Account.objects.get(user=user)


def balance_of(user: User) -> int:
    return account_of(user).balance


def transfers() -> list[tuple[str, int]]:
    """Every transfer's cause and amount, in order."""
    return list(Transfer.objects.order_by("id").values_list("key", "amount"))
