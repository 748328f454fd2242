"""The file with everything that the site holds of a player."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.players.conftest import PASSWORD, lived

DATA = "/en/account/data/"
FILE = f"{DATA}file/"


@pytest.fixture
def file(nino: User, giorgi: User, player: Client) -> dict[str, Any]:
    """What Nino, who has lived a little, is given."""
    lived(nino, giorgi)
    response = player.post(FILE)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/json"
    assert response.headers["Content-Disposition"].startswith(
        'attachment; filename="nardi-Ninutsa-'
    )
    assert "no-store" in response.headers["Cache-Control"]
    data: dict[str, Any] = json.loads(response.content)
    return data


def test_it_says_who_one_is(file: dict[str, Any]) -> None:
    assert file["account"]["name"] == "Ninutsa"
    assert file["account"]["email"] == "nino@example.com"
    assert [one["name"] for one in file["former_names"]] == ["Nino"]
    assert {"address": "new@example.com", "confirmed": False} in file["emails"]
    assert file["settings"].pop("language") in {"", "en"}
    assert set(file["settings"].values()) == {False}


def test_it_says_where_one_is_logged_in(file: dict[str, Any]) -> None:
    (session,) = file["sessions"]
    assert session["device"] == "Firefox, Windows"
    assert len(file["addresses"]) == 1


def test_it_holds_the_matches(file: dict[str, Any]) -> None:
    (match,) = file["matches"]
    assert (match["opponent"], match["status"], match["seat"]) == (
        "Giorgi",
        "finished",
        0,
    )


def test_it_holds_the_coins(file: dict[str, Any]) -> None:
    wallet = file["wallet"]
    assert [one["coins"] for one in wallet["transfers"]] == [200, -100, 1000]
    assert wallet["balance"] == 1100


def test_it_holds_no_secret_and_nobody_else(file: dict[str, Any]) -> None:
    text = json.dumps(file)
    for secret in ("JBSWY3DPEHPK3PXP", "md5$", "giorgi@example.com", "session_key"):
        assert secret not in text
    assert {one["kind"] for one in file["second_factors"]} == {"totp", "webauthn"}


def test_a_new_player_has_a_file_too(visitor: Client) -> None:
    form = {"username": "Lasha", "email": "lasha@example.com", "password1": PASSWORD}
    visitor.post("/en/account/signup/", form)
    data = json.loads(visitor.post(FILE).content)
    assert data["account"]["email"] == ""
    assert data["emails"] == [{"address": "lasha@example.com", "confirmed": False}]
    assert data["matches"] == []


def test_the_page_offers_it(player: Client) -> None:
    assert FILE in player.get(DATA).text
    assert DATA in player.get("/en/account/settings/").text


def test_an_address_typed_in_fetches_nothing(player: Client) -> None:
    assert player.get(FILE).status_code == 405


def test_a_visitor_logs_in_first(visitor: Client) -> None:
    assert visitor.get(DATA)["Location"] == f"/en/account/login/?next={DATA}"
    assert visitor.post(FILE)["Location"] == f"/en/account/login/?next={FILE}"


def test_a_form_from_elsewhere_is_refused(nino: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(nino)
    assert strict.post(FILE).status_code == 403


def test_nobody_gets_anothers(nino: User, giorgi: User) -> None:
    lived(nino, giorgi)
    other = Client()
    other.force_login(giorgi)
    data = json.loads(other.post(FILE, {"user": nino.pk, "name": "Nino"}).content)
    assert data["account"]["name"] == "Giorgi"
    assert "nino@example.com" not in json.dumps(data)
