"""A player and a stranger, with all limits unused."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User

PASSWORD = "kaxuri-ghvino-9"


@pytest.fixture(autouse=True)
def _limits_unused() -> Iterator[None]:
    """What one test used up of a rate limit is not missed by the next."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def nino(db: None) -> User:
    return User.objects.create_user("Nino", "nino@example.com", PASSWORD)


@pytest.fixture
def visitor(db: None) -> Client:
    """A browser that nobody has logged in with."""
    return Client()


@pytest.fixture
def player(nino: User) -> Client:
    """Nino's browser."""
    client = Client()
    client.force_login(nino)
    return client
