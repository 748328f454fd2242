"""Logging in by name or address, and out again."""

from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client

from accounts import devices
from accounts.models import User
from tests.accounts.conftest import PASSWORD

URL = "/en/account/login/"
OUT = "/en/account/logout/"
TOO_MANY = "Too many attempts to log in. Please try again in a few minutes."
MISMATCH = (
    "This name or e-mail and this password do not belong together. By e-mail one logs "
    "in once it is confirmed, by name always."
)


def login(client: Client, name: str, password: str = PASSWORD, url: str = URL) -> Any:
    """Send the form."""
    return client.post(url, {"login": name, "password": password})


@pytest.mark.parametrize(
    "name", ["Nino", "nino", "NINO", " Nino ", "nino@example.com", "Nino@EXAMPLE.com"]
)
def test_a_player_gets_in_by_name_or_address(
    nino: User, visitor: Client, name: str
) -> None:
    response = login(visitor, name)
    assert response.headers["Location"] == "/en/lobby/"
    assert visitor.session["_auth_user_id"] == str(nino.pk)


def test_logging_in_makes_a_new_session(nino: User, visitor: Client) -> None:
    visitor.get(URL)
    session = visitor.session
    session["kept"] = True
    session.save()
    before = session.session_key
    login(visitor, "Nino")
    assert visitor.session.session_key != before


@pytest.mark.parametrize(
    "name", ["Nino", "nino@example.com", "Nobody", "no@example.com"]
)
def test_a_refusal_says_not_whether_the_player_exists(
    nino: User, visitor: Client, name: str
) -> None:
    response = login(visitor, name, "not-the-password")
    assert response.status_code == 200
    assert response.context["form"].non_field_errors() == [MISMATCH]


@pytest.mark.parametrize("name", ["Nıno", "nіno", "NİNO"])
def test_a_look_alike_is_nobody(nino: User, visitor: Client, name: str) -> None:
    assert login(visitor, name).context["form"].non_field_errors() == [MISMATCH]


def test_a_closed_account_does_not_get_in(nino: User, visitor: Client) -> None:
    nino.is_active = False
    nino.save()
    response = login(visitor, "Nino")
    assert response.headers["Location"] == "/en/account/inactive/"
    assert "_auth_user_id" not in visitor.session
    assert "This account is closed" in visitor.get(response.headers["Location"]).text


def test_it_goes_where_the_visitor_was_going(nino: User, visitor: Client) -> None:
    response = login(visitor, "Nino", url=f"{URL}?next=/en/table/abc/")
    assert response.headers["Location"] == "/en/table/abc/"


@pytest.mark.parametrize(
    "target",
    ["https://evil.example/", "//evil.example", "///evil.example", "javascript:1"],
)
def test_it_never_leads_off_the_site(nino: User, visitor: Client, target: str) -> None:
    response = login(visitor, "Nino", url=f"{URL}?next={target}")
    assert response.headers["Location"] == "/en/lobby/"


def test_a_player_is_taken_to_the_lobby(player: Client) -> None:
    assert player.get(URL).headers["Location"] == "/en/lobby/"


def test_the_lobby_asks_a_visitor_to_log_in(visitor: Client) -> None:
    response = visitor.get("/en/lobby/")
    assert response.headers["Location"] == f"{URL}?next=/en/lobby/"


def test_guessing_a_password_is_limited(nino: User, visitor: Client) -> None:
    said = [
        login(visitor, "Nino", f"guess-{n}").context["form"].non_field_errors()
        for n in range(6)
    ]
    assert said[:5] == [[MISMATCH]] * 5
    assert said[5] == [
        "Too many attempts to log in. Please try again in a few minutes."
    ]


def test_a_stranger_cannot_lock_a_player_out(nino: User, visitor: Client) -> None:
    stranger = Client(REMOTE_ADDR="203.0.113.7")
    for attempt in range(12):
        login(stranger, "Nino", f"guess-{attempt}")
    assert login(visitor, "Nino").headers["Location"] == "/en/lobby/"


def attacked(name: str) -> None:
    """As many wrong passwords, each from another address, as a minute allows."""
    for n in range(20):
        login(Client(REMOTE_ADDR=f"203.0.{n}.7"), name, "guess")


def test_many_addresses_cannot_lock_out_a_known_browser(nino: User) -> None:
    """Twenty failures a minute are too many, from everywhere but there."""
    known = Client()
    login(known, "Nino")
    known.post(OUT)
    attacked("Nino")
    elsewhere = login(Client(REMOTE_ADDR="198.51.100.1"), "Nino")
    assert elsewhere.context["form"].non_field_errors() == [TOO_MANY]
    assert login(known, "Nino").headers["Location"] == "/en/lobby/"


@pytest.mark.parametrize(
    ("before", "now"),
    [("198.51.100.1", "198.51.100.1"), ("2001:db8:1:2::3", "2001:db8:1:2::4")],
)
def test_nor_a_new_browser_where_the_player_has_come_from(
    nino: User, before: str, now: str
) -> None:
    """His address, of IPv6 his network, is his even without the browser's mark."""
    login(Client(REMOTE_ADDR=before), "Nino")
    attacked("Nino")
    new = Client(REMOTE_ADDR=now)
    assert login(new, "Nino").headers["Location"] == "/en/lobby/"


def test_where_the_player_comes_from_guessing_is_as_slow(nino: User) -> None:
    login(Client(REMOTE_ADDR="198.51.100.1"), "Nino")
    said = [
        login(Client(REMOTE_ADDR="198.51.100.1"), "Nino", f"guess-{n}")
        for n in range(6)
    ]
    errors = [answer.context["form"].non_field_errors() for answer in said]
    assert errors == [[MISMATCH]] * 5 + [[TOO_MANY]]


def test_another_players_address_is_no_way_in(nino: User) -> None:
    User.objects.create_user("Lasha", password=PASSWORD)
    login(Client(REMOTE_ADDR="198.51.100.1"), "Lasha")
    attacked("Nino")
    new = Client(REMOTE_ADDR="198.51.100.1")
    assert login(new, "Nino").context["form"].non_field_errors() == [TOO_MANY]


def test_a_player_is_kept_out_for_a_minute_at_most(nino: User) -> None:
    """Two addresses at their limit for an hour do not do it at all."""
    with time_machine.travel("2026-11-30T12:00Z", tick=False) as traveller:
        attacked("Nino")
        new = Client(REMOTE_ADDR="198.51.100.1")
        assert login(new, "Nino").context["form"].non_field_errors() == [TOO_MANY]
        traveller.shift(61)
        assert login(new, "Nino").headers["Location"] == "/en/lobby/"
        for _ in range(12):
            for address in ("203.0.113.7", "203.0.113.8"):
                for n in range(5):
                    login(Client(REMOTE_ADDR=address), "Nino", f"guess-{n}")
            traveller.shift(300)
        newer = Client(REMOTE_ADDR="198.51.100.2")
        assert login(newer, "Nino").headers["Location"] == "/en/lobby/"


def test_guessing_beside_a_player_does_not_lock_out_his_browser(nino: User) -> None:
    """Both come from one address, as in a house or a café."""
    known = Client()
    login(known, "Nino")
    known.post(OUT)
    for n in range(12):
        login(Client(), "Nino", f"guess-{n}")
        login(Client(), "Nobody", f"guess-{n}")
    assert login(known, "Nino").headers["Location"] == "/en/lobby/"


def test_a_known_browser_has_its_own_limit(nino: User) -> None:
    known = Client()
    login(known, "Nino")
    known.post(OUT)
    said = [
        login(known, "Nino", f"guess-{n}").context["form"].non_field_errors()
        for n in range(11)
    ]
    assert said == [[MISMATCH]] * 10 + [[TOO_MANY]]


@pytest.mark.parametrize("forged", ["", "x", "a:b:c"])
def test_a_made_up_mark_is_none(nino: User, visitor: Client, forged: str) -> None:
    visitor.cookies[devices.COOKIE] = forged
    for n in range(5):
        login(visitor, "Nino", f"guess-{n}")
    assert login(visitor, "Nino").context["form"].non_field_errors() == [TOO_MANY]


def test_a_mark_is_out_of_reach_and_names_nobody(nino: User) -> None:
    """Five players may share a browser; the sixth takes the oldest one's place."""
    browser = Client()
    for number in range(6):
        name = f"Player{number}"
        User.objects.create_user(name, password=PASSWORD)
        login(browser, name)
        browser.post(OUT)
    cookie = browser.cookies[devices.COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert len(cookie.value.split(":")[0].split(".")) == devices.MARKS
    assert "Player" not in cookie.value


def test_a_mark_ends_with_the_password(nino: User) -> None:
    known = Client()
    login(known, "Nino")
    known.post(OUT)
    nino.set_password("another-word-7")
    nino.save()
    said = [
        login(known, "Nino", f"guess-{n}").context["form"].non_field_errors()
        for n in range(6)
    ]
    assert said[5] == [TOO_MANY]


def test_name_and_address_are_one_account_to_the_limit(
    nino: User, visitor: Client
) -> None:
    for n in range(5):
        login(visitor, ("Nino", "nino@example.com")[n % 2], f"guess-{n}")
    assert login(visitor, "NINO").context["form"].non_field_errors() == [TOO_MANY]


def test_nobody_is_limited_like_somebody(visitor: Client) -> None:
    """The limit does not tell who exists either."""
    said = [
        login(visitor, "Nobody", f"guess-{n}").context["form"].non_field_errors()
        for n in range(6)
    ]
    assert said == [[MISMATCH]] * 5 + [[TOO_MANY]]


@pytest.mark.parametrize(
    "name", ["Nino", "nino@example.com", "Nobody", "no@example.com", "many@example.com"]
)
def test_an_attempt_hashes_one_password(
    nino: User, visitor: Client, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """So that the time it takes tells nothing."""
    for number in range(3):
        other = User.objects.create_user(f"Many{number}", password=PASSWORD)
        EmailAddress.objects.create(user=other, email="many@example.com")
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counting(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counting)
    login(visitor, name, "guess")
    assert hashed == ["guess"]


@pytest.mark.parametrize("others", [[], ["entered"], ["confirmed"]])
def test_an_unconfirmed_address_lets_nobody_in(
    visitor: Client, others: list[str]
) -> None:
    """Nor does it tell who entered it whether somebody else has it."""
    for kind in others:
        email = "lasha@example.com"
        other = User.objects.create_user(f"Other_{kind}", password="another-word-7")
        if kind == "confirmed":
            other.email = email
            other.save()
        EmailAddress.objects.create(
            user=other, email=email, verified=kind == "confirmed"
        )
    lasha = User.objects.create_user("Lasha", password=PASSWORD)
    EmailAddress.objects.create(user=lasha, email="lasha@example.com")
    page = login(visitor, "Lasha@example.com")
    assert page.context["form"].non_field_errors() == [MISMATCH]
    assert login(visitor, "Lasha").headers["Location"] == "/en/lobby/"


def test_logging_out_asks_first(player: Client) -> None:
    response = player.get(OUT)
    assert response.status_code == 200
    assert "_auth_user_id" in player.session


def test_logging_out_ends_the_session(player: Client) -> None:
    response = player.post(OUT)
    assert response.headers["Location"] == "/en/"
    assert "_auth_user_id" not in player.session


def test_logging_out_needs_the_forms_token(nino: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(nino)
    assert client.post(OUT).status_code == 403
    assert "_auth_user_id" in client.session


def test_a_visitor_has_nothing_to_log_out_of(visitor: Client) -> None:
    assert visitor.get(OUT).headers["Location"] == "/en/"
