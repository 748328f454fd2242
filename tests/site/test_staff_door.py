"""The admin's door: the site's own log-in, and in production a second factor."""

import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from nardi_site import settings as site_settings

PASSWORD = "kaxuri-ghvino-9"
ADMIN = "/en/admin/"
SECRET = "JBSWY3DPEHPK3PXP"


@pytest.fixture(autouse=True)
def _limits_unused() -> None:
    cache.clear()


@pytest.fixture
def guarded(settings: Settings) -> None:
    """As in production."""
    settings.ADMIN_NEEDS_SECOND_FACTOR = True


@pytest.fixture
def admin(db: None) -> User:
    return User.objects.create_superuser("Operator", password=PASSWORD)


def logged_in(name: str = "Operator") -> Client:
    client = Client()
    client.post("/en/account/login/", {"login": name, "password": PASSWORD})
    return client


def app_of(user: User) -> None:
    """Give the player an app with codes."""
    Authenticator.objects.create(
        user=user, type=Authenticator.Type.TOTP, data={"secret": SECRET}
    )


def code() -> str:
    return str(format_hotp_value(hotp_value(SECRET, int(time.time() // 30))))


def test_embedded_a_password_is_enough(admin: User) -> None:
    assert not site_settings.ADMIN_NEEDS_SECOND_FACTOR
    assert logged_in().get(ADMIN).status_code == 200


def test_a_visitor_logs_in_as_everybody_does(visitor: Client) -> None:
    page = visitor.get(ADMIN, follow=True)
    assert page.redirect_chain[-1][0] == f"/en/account/login/?next={ADMIN}"


def test_the_stock_log_in_takes_no_password(admin: User, visitor: Client) -> None:
    form = {"username": "Operator", "password": PASSWORD}
    visitor.post(f"{ADMIN}login/", form)
    assert "_auth_user_id" not in visitor.session


@pytest.fixture
def visitor(db: None) -> Client:
    return Client()


def test_a_player_is_refused(admin: User) -> None:
    User.objects.create_user("Nino", password=PASSWORD)
    assert logged_in("Nino").get(ADMIN, follow=True).status_code == 403


@pytest.mark.usefixtures("guarded")
def test_without_a_second_factor_staff_is_sent_to_add_one(admin: User) -> None:
    page = logged_in().get(ADMIN, follow=True)
    assert page.redirect_chain[-1][0] == "/en/account/factor/"
    assert "The admin asks for a second factor" in page.text


@pytest.mark.usefixtures("guarded")
def test_with_both_factors_staff_enters(admin: User) -> None:
    app_of(admin)
    client = logged_in()
    client.post("/en/account/factor/login/", {"code": code()})
    assert client.get(ADMIN).status_code == 200


@pytest.mark.usefixtures("guarded")
def test_a_session_from_before_shows_its_factor(admin: User) -> None:
    client = logged_in()
    app_of(admin)
    answer = client.get(ADMIN, follow=True)
    where = answer.redirect_chain[-1][0]
    assert where == "/en/account/factor/again/?next=%2Fen%2Fadmin%2F"
    assert client.post(where, {"code": "000000"}).status_code == 200
    assert client.get(ADMIN).status_code == 302
    client.post(where, {"code": code()})
    assert client.get(ADMIN).status_code == 200


@pytest.mark.usefixtures("guarded")
def test_recovery_codes_alone_are_no_second_factor(admin: User) -> None:
    Authenticator.objects.create(
        user=admin,
        type=Authenticator.Type.RECOVERY_CODES,
        data={"seed": SECRET, "used_mask": 0},
    )
    page = logged_in().get(ADMIN, follow=True)
    assert page.redirect_chain[-1][0] == "/en/account/factor/"


@pytest.mark.usefixtures("guarded")
@pytest.mark.parametrize("page", ["accounts/user/", "coins/account/", "logout/x/"])
def test_every_page_of_the_admin_is_guarded(admin: User, page: str) -> None:
    answer = logged_in().get(f"{ADMIN}{page}")
    assert answer.status_code == 302
    assert "/admin/login/" in answer.headers["Location"]


@pytest.mark.parametrize(
    "page", ["mfa/authenticator/", "account/emailaddress/", "usersessions/usersession/"]
)
def test_what_proves_who_a_player_is_is_no_ones_to_see(admin: User, page: str) -> None:
    client = logged_in()
    assert client.get(f"{ADMIN}{page}").status_code == 404
    assert page not in client.get(ADMIN).text


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example"])
def test_the_door_leads_nowhere_else(admin: User, target: str) -> None:
    client = Client()
    answer = client.get(f"{ADMIN}login/", {"next": target})
    done = client.post(
        answer.headers["Location"], {"login": "Operator", "password": PASSWORD}
    )
    assert done.headers["Location"] == "/en/lobby/"


def test_name_and_address_are_not_changed_by_a_form(admin: User) -> None:
    nino = User.objects.create_user("Nino", "nino@example.com")
    client = logged_in()
    page = f"{ADMIN}accounts/user/{nino.pk}/change/"
    assert 'name="username"' not in client.get(page).text
    client.post(page, {"username": "Nana", "email": "n@example.com", "is_active": "on"})
    nino.refresh_from_db()
    assert (nino.username, nino.email) == ("Nino", "nino@example.com")


def test_a_password_is_changed_where_guesses_are_limited(admin: User) -> None:
    client = logged_in()
    entered = {"old_password": PASSWORD, "new_password1": "x", "new_password2": "x"}
    for answer in (
        client.get(f"{ADMIN}password_change/"),
        client.post(f"{ADMIN}password_change/", entered),
    ):
        assert answer.headers["Location"] == "/en/account/password/change/"
