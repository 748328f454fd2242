"""Nino with something of everything, and the others."""

from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client

from accounts import services as account_services
from accounts.models import User
from accounts.moderation import Kind, Reason
from coins import reckoning
from games.desk.services import report_make
from games.players.services import text_set
from games.tables import services
from tests.desk.conftest import lasha, live, over
from tests.tables.playing import NOON, Play, come, table_of

__all__ = ["lasha", "live", "over"]

PASSWORD = "kaxuri-ghvino-9"


@pytest.fixture(autouse=True)
def _limits_unused() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def nino(db: None) -> User:
    return User.objects.create_user("Nino", "nino@example.com", PASSWORD)


@pytest.fixture
def giorgi(db: None) -> User:
    return User.objects.create_user("Giorgi", "giorgi@example.com", PASSWORD)


@pytest.fixture
def visitor(db: None) -> Client:
    return Client()


@pytest.fixture
def player(nino: User) -> Client:
    """Nino's browser, logged in by her password."""
    client = Client(headers={"user-agent": "Firefox/140 (Windows)"})
    client.post("/en/account/login/", {"login": "Nino", "password": PASSWORD})
    return client


def playing(nino: User, giorgi: User, *, entry_coins: int = 0) -> Play:
    """A live match of the two."""
    table = table_of(nino, entry_coins=entry_coins)
    services.table_join(user=giorgi, slug=table.slug, now=NOON)
    play = Play(table.slug, (nino, giorgi))
    for user in (nino, giorgi):
        come(play.slug, user, NOON)
    return play


def lived(nino: User, giorgi: User) -> Play:
    """Give Nino something of everything that the site may hold of a player."""
    play = playing(nino, giorgi, entry_coins=100)
    play.sweep()
    play.resign(giorgi)
    account_services.name_change(user=nino, name="Ninutsa", now=NOON)
    nino.refresh_from_db()
    Authenticator.objects.create(
        user=nino, type=Authenticator.Type.TOTP, data={"secret": "JBSWY3DPEHPK3PXP"}
    )
    Authenticator.objects.create(
        user=nino, type=Authenticator.Type.WEBAUTHN, data={"name": "Phone"}
    )
    EmailAddress.objects.create(user=nino, email="new@example.com")
    text_set(user=nino, text="I like a quick game.")
    account_services.block_set(who=nino, whom=giorgi, now=NOON)
    account_services.sanction_give(
        user=nino,
        kind=Kind.WARN,
        reason=Reason.DELAY,
        note="",
        actor=User.objects.create_user("Desk", is_staff=True),
        now=NOON,
    )
    report_make(
        reporter=nino,
        player=giorgi,
        table=play.row,
        reason=Reason.INSULT,
        text="He swore.",
        now=NOON,
    )
    return play


@pytest.fixture(autouse=True)
def reckoned(db: None) -> Iterator[None]:
    """Every test leaves a ledger that is right, tables and all."""
    yield
    assert reckoning.differences_find() == []
