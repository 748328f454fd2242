"""Whoever has a live match sees the way back to it on every page."""

import pytest
from django.test import Client

from accounts.models import User
from tests.tables.playing import Play, table_of

pytestmark = pytest.mark.django_db

WORDS = "Back to the table"
PAGE = "/en/account/password/change/"


def seen(client: Client, user: User) -> str:
    client.force_login(user)
    return client.get(PAGE, follow=True).content.decode()


def test_a_player_with_a_live_match(client: Client, moving: Play, nino: User) -> None:
    """It names the opponent, says whose turn it is and leads to the table."""
    page = seen(client, nino)
    assert WORDS in page
    assert f"/en/table/{moving.slug}/" in page
    assert "Opponent: Giorgi" in page
    assert "It is your turn." in page


def test_nobody_else(client: Client, moving: Play, nino: User, lasha: User) -> None:
    """Not a player without a match, not after it, not at an open table."""
    assert WORDS not in seen(client, lasha)
    table_of(lasha)
    assert WORDS not in seen(client, lasha)
    moving.resign(nino)
    assert WORDS not in seen(client, nino)
