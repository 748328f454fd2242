"""What a player's open pages are told, once the coins have moved for good."""

import json
from typing import Any

import pytest
from django.db import transaction

from accounts import live
from accounts.models import User
from coins import selectors, services
from tests.coins.conftest import NOON
from tests.coins.playing import sit, win
from tests.tables.sockets import line_to, stored

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def told(nino: User, giorgi: User, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Group, kind of message and payload of all that is published."""
    said: list[Any] = []

    def publish(group: str, message: dict[str, str]) -> None:
        said.append((group, message["type"], json.loads(message["text"])))

    monkeypatch.setattr(live, "publish", publish)
    return said


def of(user: User, balance: int) -> tuple[str, str, dict[str, object]]:
    version = selectors.wallet_get(user=user).version
    payload = {"type": "coins", "version": version, "balance": balance}
    return (live.user_group(user.pk), "user.told", payload)


def test_a_player_is_told_his_balance(
    told: list[Any], nino: User, giorgi: User
) -> None:
    """Each his own, nobody another's, and the tables and the house nobody's."""
    sit(nino, 0)
    assert told == [of(nino, 900)]
    sit(giorgi, 1)
    win(giorgi)
    assert told[-1] == of(giorgi, 1100)
    assert len(told) == 3


def test_versions_rise(told: list[Any], nino: User) -> None:
    sit(nino, 0)
    services.gift_claim(user=nino, now=NOON)
    first, second = (payload["version"] for _, _, payload in told)
    assert first < second


def test_nothing_is_told_of_what_did_not_happen(told: list[Any], nino: User) -> None:
    with transaction.atomic():
        sit(nino, 0)
        transaction.set_rollback(True)
    assert told == []


def test_what_is_not_heard_fails_nothing(
    told: list[Any], nino: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def publish(group: str, message: dict[str, str]) -> None:
        raise OSError("the layer is away")

    monkeypatch.setattr(live, "publish", publish)
    sit(nino, 0)
    assert selectors.wallet_get(user=nino).balance == 900


async def test_an_open_page_hears_its_players_balance(nino: User, giorgi: User) -> None:
    """On the socket that the page has open anyway; nobody else's page hears it."""
    async with (
        line_to("/ws/lobby/", nino) as line,
        line_to("/ws/lobby/", giorgi) as his,
    ):
        assert (await line.hear())["type"] == "lobby"
        assert (await his.hear())["type"] == "lobby"
        await stored(lambda: services.gift_claim(user=nino, now=NOON))
        told = await line.hear()
        assert (told["type"], told["balance"]) == ("coins", 1100)
        await his.say("sync")
        assert (await his.hear())["type"] == "lobby"
