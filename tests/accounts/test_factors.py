"""The second factor: an app with codes, recovery codes, passkeys' pages."""

import re
import time
from typing import Any
from urllib.parse import quote_plus

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import Switches, User
from tests.accounts.conftest import PASSWORD

LOGIN = "/en/account/login/"
FACTOR = "/en/account/factor/"
CODE = f"{FACTOR}login/"
ADD_APP = f"{FACTOR}app/add/"
REMOVE_APP = f"{FACTOR}app/remove/"
CODES = f"{FACTOR}codes/"
PASSKEYS = "/en/account/passkey/"
LOBBY = "/en/lobby/"
WRONG = ["This code is not right. Please try the next one."]
PAGES = (
    FACTOR,
    ADD_APP,
    REMOVE_APP,
    CODES,
    f"{CODES}new/",
    f"{CODES}file/",
    PASSKEYS,
    f"{PASSKEYS}add/",
    f"{PASSKEYS}1/",
    f"{PASSKEYS}1/remove/",
)


def code_of(secret: str, *, steps: int = 0) -> str:
    """The code that an app shows now, or so many half minutes from now."""
    return str(format_hotp_value(hotp_value(secret, int(time.time() // 30) + steps)))


def logged_in(password: str = PASSWORD) -> Client:
    """A browser in which Nino has given his password."""
    client = Client()
    client.post(LOGIN, {"login": "Nino", "password": password})
    return client


def is_in(client: Client) -> bool:
    """Whether the browser is logged in."""
    return client.get(LOBBY).status_code == 200


@pytest.fixture
def browser(nino: User) -> Client:
    """Nino's, in which he has given his password once more."""
    client = logged_in()
    client.post("/en/account/again/", {"password": PASSWORD})
    return client


def app_added(browser: Client) -> str:
    """Set the app up; return its secret."""
    text = browser.get(ADD_APP).text
    found = re.search(r'class="key" translate="no">(\w+)<', text)
    assert found
    answer = browser.post(ADD_APP, {"code": code_of(found[1])})
    assert answer.headers["Location"] == CODES
    # What one test used up in this half minute is not the next login's business.
    cache.clear()
    return found[1]


def codes_shown(browser: Client) -> list[str]:
    return re.findall(r"<code>(\d{8})</code>", browser.get(CODES).text)


def test_an_app_is_set_up_and_asked_for(nino: User, browser: Client) -> None:
    secret = app_added(browser)
    other = logged_in()
    assert not is_in(other)
    assert "Enter the code that your app shows" in other.get(CODE).text
    answer = other.post(CODE, {"code": code_of(secret)})
    assert answer.headers["Location"] == LOBBY
    assert is_in(other)


def test_the_second_factor_lets_in_while_the_site_is_read_only(
    nino: User, browser: Client
) -> None:
    """Or no operator who has one could come and switch it off."""
    secret = app_added(browser)
    Switches.objects.update_or_create(pk=1, defaults={"is_read_only": True})
    other = logged_in()
    assert other.post(CODE, {"code": code_of(secret)}).headers["Location"] == LOBBY
    assert is_in(other)
    again = other.post("/en/account/again/", {"password": PASSWORD})
    assert again.status_code != 503
    # And nothing but to come in.
    assert other.post(REMOVE_APP).status_code == 503


ENTRANCES = (
    "account_reauthenticate",
    "mfa_authenticate",
    "mfa_login_webauthn",
    "mfa_reauthenticate",
    "mfa_reauthenticate_webauthn",
)


@pytest.mark.parametrize("name", ENTRANCES)
def test_every_way_in_is_open_while_the_site_is_read_only(db: None, name: str) -> None:
    Switches.objects.update_or_create(pk=1, defaults={"is_read_only": True})
    assert Client().post(reverse(name)).status_code != 503


def test_it_goes_where_the_player_was_going(nino: User, browser: Client) -> None:
    secret = app_added(browser)
    other = Client()
    other.post(f"{LOGIN}?next=/en/table/abc/", {"login": "Nino", "password": PASSWORD})
    answer = other.post(CODE, {"code": code_of(secret)})
    assert answer.headers["Location"] == "/en/table/abc/"


@pytest.mark.parametrize("code", ["000000", "", "abcdef", "12345678901234567890"])
def test_a_wrong_code_does_not_let_in(nino: User, browser: Client, code: str) -> None:
    app_added(browser)
    other = logged_in()
    assert "code" in other.post(CODE, {"code": code}).context["form"].errors
    assert not is_in(other)


def test_a_code_works_once(nino: User, browser: Client) -> None:
    secret = app_added(browser)
    code = code_of(secret)
    logged_in().post(CODE, {"code": code})
    again = logged_in()
    assert again.post(CODE, {"code": code}).context["form"].errors["code"] == WRONG


def test_an_old_code_does_not_let_in(nino: User, browser: Client) -> None:
    secret = app_added(browser)
    other = logged_in()
    page = other.post(CODE, {"code": code_of(secret, steps=-3)})
    assert page.context["form"].errors["code"] == WRONG


def test_guessing_codes_is_limited(nino: User, browser: Client) -> None:
    secret = app_added(browser)
    other = logged_in()
    for n in range(5):
        other.post(CODE, {"code": f"{n:06}"})
    other.post(CODE, {"code": code_of(secret)})
    assert not is_in(other)


def test_without_the_password_there_is_no_code_to_enter(
    nino: User, browser: Client, visitor: Client
) -> None:
    secret = app_added(browser)
    assert visitor.get(CODE).headers["Location"] == LOGIN
    visitor.post(CODE, {"code": code_of(secret)})
    assert not is_in(visitor)
    wrong = logged_in("guess")
    wrong.post(CODE, {"code": code_of(secret)})
    assert not is_in(wrong)


def test_a_wrong_first_code_sets_nothing_up(nino: User, browser: Client) -> None:
    browser.get(ADD_APP)
    page = browser.post(ADD_APP, {"code": "000000"})
    assert page.context["form"].errors["code"] == WRONG
    assert not Authenticator.objects.exists()


def test_recovery_codes_let_in_once_each(nino: User, browser: Client) -> None:
    app_added(browser)
    codes = codes_shown(browser)
    assert len(codes) == 10
    other = logged_in()
    assert other.post(CODE, {"code": codes[0]}).headers["Location"] == LOBBY
    again = logged_in()
    again.post(CODE, {"code": codes[0]})
    assert not is_in(again)
    assert len(codes_shown(browser)) == 9


def test_new_recovery_codes_end_the_old(nino: User, browser: Client) -> None:
    app_added(browser)
    (old, *_) = codes_shown(browser)
    browser.post(f"{CODES}new/")
    assert old not in codes_shown(browser)
    other = logged_in()
    other.post(CODE, {"code": old})
    assert not is_in(other)


def test_recovery_codes_are_saved_as_a_file(nino: User, browser: Client) -> None:
    app_added(browser)
    response = browser.get(f"{CODES}file/")
    assert response.headers["Content-Disposition"].startswith("attachment")
    assert response.text.split() == codes_shown(browser)


def test_an_app_is_taken_away(nino: User, browser: Client) -> None:
    app_added(browser)
    assert browser.get(REMOVE_APP).status_code == 200
    assert Authenticator.objects.exists()
    browser.post(REMOVE_APP)
    assert not Authenticator.objects.exists()
    assert is_in(logged_in())


def test_a_change_is_told_in_a_letter(nino: User, browser: Client) -> None:
    app_added(browser)
    browser.post(REMOVE_APP)
    assert {one.subject for one in mail.outbox} == {"Your account on nardi has changed"}
    assert {tuple(one.to) for one in mail.outbox} == {("nino@example.com",)}
    assert not any("127.0.0.1" in one.body for one in mail.outbox)


def test_the_app_is_told_the_name_and_no_address(nino: User, browser: Client) -> None:
    page = browser.get(ADD_APP)
    assert page.context["totp_url"].startswith("otpauth://totp/Nino?")
    assert "issuer=Nardi" in page.context["totp_url"]


def test_a_new_password_alone_does_not_let_in(nino: User, browser: Client) -> None:
    """Whoever reads a player's mail still lacks the second factor."""
    app_added(browser)
    mail.outbox.clear()
    stranger = Client()
    stranger.post("/en/account/password/reset/", {"email": "nino@example.com"})
    found = re.search(r"http://testserver(/\S+)", str(mail.outbox[-1].body))
    assert found
    where = stranger.get(found[1], follow=True).request["PATH_INFO"]
    stranger.post(where, {"password1": "new-9-word", "password2": "new-9-word"})
    assert not is_in(stranger)
    assert not is_in(logged_in("new-9-word"))


@pytest.mark.parametrize("page", [ADD_APP, f"{PASSKEYS}add/"])
def test_the_password_is_asked_again_before(
    nino: User, player: Client, page: str
) -> None:
    answer = player.get(page)
    assert answer.headers["Location"] == f"/en/account/again/?next={quote_plus(page)}"


@pytest.mark.parametrize("page", PAGES)
def test_a_visitor_logs_in_first(visitor: Client, page: str) -> None:
    answer = visitor.get(page)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith(LOGIN)
    assert visitor.post(page).status_code in (302, 405)


def passkey(user: User) -> Authenticator:
    """A passkey as far as the pages need it."""
    found: Authenticator = Authenticator.objects.create(
        user=user,
        type=Authenticator.Type.WEBAUTHN,
        data={"name": "Phone", "credential": {}},
    )
    return found


def test_a_passkey_is_renamed(nino: User, browser: Client) -> None:
    key = passkey(nino)
    browser.post(f"{PASSKEYS}{key.pk}/", {"name": "<b>My phone"})
    text = browser.get(PASSKEYS).text
    assert "&lt;b&gt;My phone" in text
    assert "<b>My" not in text


def test_a_passkey_is_removed(nino: User, browser: Client) -> None:
    key = passkey(nino)
    assert "Remove the passkey?" in browser.get(f"{PASSKEYS}{key.pk}/remove/").text
    browser.post(f"{PASSKEYS}{key.pk}/remove/")
    assert not Authenticator.objects.exists()


def test_anothers_passkey_is_out_of_reach(nino: User, browser: Client) -> None:
    key = passkey(User.objects.create_user("Giorgi"))
    for page in (f"{PASSKEYS}{key.pk}/", f"{PASSKEYS}{key.pk}/remove/"):
        assert browser.get(page).status_code == 404
        assert browser.post(page, {"name": "Mine"}).status_code == 404
    assert Authenticator.objects.get().wrap().name == "Phone"


@pytest.mark.parametrize("credential", ["", "{}", "[]", "null", '{"id": "x"}', "no"])
def test_a_made_up_passkey_does_not_let_in(
    nino: User, visitor: Client, credential: str
) -> None:
    visitor.post(f"{PASSKEYS}login/", {"credential": credential})
    assert not is_in(visitor)


def test_asking_for_a_passkey_names_nobody(nino: User, visitor: Client) -> None:
    answer: Any = visitor.get(
        f"{PASSKEYS}login/", headers={"x-requested-with": "XMLHttpRequest"}
    ).json()
    assert not answer["request_options"]["publicKey"].get("allowCredentials")


@pytest.mark.parametrize("page", [FACTOR, ADD_APP, f"{PASSKEYS}add/", LOGIN])
def test_the_pages_run_nothing_inline(nino: User, browser: Client, page: str) -> None:
    response = (Client() if page == LOGIN else browser).get(page)
    assert response.status_code == 200
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    scripts = re.findall(r"<script\b[^>]*>", response.text)
    run = [tag for tag in scripts if 'type="application/json"' not in tag]
    assert [tag for tag in run if "src=" not in tag] == []
    assert not re.search(r"<[^>]+\s(style|on\w+)=", response.text)
