"""Confirming an e-mail address, changing it, and whom that concerns."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from accounts.selectors import email_is_wanting
from tests.accounts.conftest import PASSWORD

SIGNUP = "/en/account/signup/"
EMAIL = "/en/account/email/"
LOGIN = "/en/account/login/"
LOBBY = "/en/lobby/"
REMINDER = "Open the link in the letter that we sent you."


def signup(name: str = "Lasha", email: str = "lasha@example.com") -> Client:
    """A new player's browser."""
    client = Client()
    client.post(SIGNUP, {"username": name, "email": email, "password1": PASSWORD})
    return client


def player_of(name: str) -> User:
    """The player as stored now."""
    return User.objects.get(username=name)


def link_sent(to: str) -> str:
    """The link to confirm in the last letter to that address, below the host."""
    letter = next(one for one in reversed(mail.outbox) if one.to == [to])
    found = re.search(r"http://testserver(/\S+/email/confirm/\S+)", str(letter.body))
    assert found
    return found[1]


def confirm(client: Client, link: str) -> Any:
    """Open the link and press the button."""
    assert "Confirm the e-mail address" in client.get(link).text
    return client.post(link, follow=True)


@pytest.fixture
def logged_in(nino: User) -> Client:
    """Nino's browser, in which he has given his password twice: to log in, and to change things."""
    client = Client()
    client.post(LOGIN, {"login": "Nino", "password": PASSWORD})
    client.post("/en/account/again/", {"password": PASSWORD})
    mail.outbox.clear()
    return client


def test_a_letter_goes_out_at_sign_up(db: None) -> None:
    signup()
    (letter,) = mail.outbox
    assert letter.to == ["lasha@example.com"]
    assert letter.subject == "Confirm your e-mail address"
    assert "Lasha" in letter.body


def test_a_link_confirms_the_address(db: None) -> None:
    client = signup()
    page = confirm(client, link_sent("lasha@example.com"))
    assert "Your e-mail address is confirmed." in page.text
    assert player_of("Lasha").email == "lasha@example.com"


def test_opening_the_link_alone_confirms_nothing(db: None) -> None:
    """Scanners of mail open every link."""
    client = signup()
    client.get(link_sent("lasha@example.com"))
    assert player_of("Lasha").email == ""


def test_the_link_works_in_another_browser(db: None) -> None:
    signup()
    confirm(Client(), link_sent("lasha@example.com"))
    assert player_of("Lasha").email == "lasha@example.com"


def test_a_link_works_once(db: None) -> None:
    client = signup()
    link = link_sent("lasha@example.com")
    confirm(client, link)
    assert "This link no longer works" in client.get(link).text
    assert client.post(link).status_code == 404


@pytest.mark.parametrize("key", ["x", "abc:def:ghi", "-1"])
def test_a_made_up_link_does_not_work(visitor: Client, key: str) -> None:
    page = visitor.get(f"{EMAIL}confirm/{key}/")
    assert "This link no longer works" in page.text
    assert visitor.post(f"{EMAIL}confirm/{key}/").status_code == 404


def test_who_has_not_confirmed_is_reminded(db: None) -> None:
    client = signup()
    assert REMINDER in client.get(LOBBY).text
    assert REMINDER in client.get("/en/account/settings/").text
    confirm(client, link_sent("lasha@example.com"))
    assert REMINDER not in client.get(LOBBY).text


def test_an_account_of_the_operators_making_has_nothing_to_confirm(db: None) -> None:
    user = User.objects.create_user("Mariam")
    client = Client()
    client.force_login(user)
    assert not email_is_wanting(user=user)
    assert REMINDER not in client.get(LOBBY).text


def test_only_one_of_two_gets_an_address(db: None) -> None:
    """Whoever has its mailbox: the first to confirm."""
    first, second = signup(), signup("Tamar")
    links = [
        re.search(r"http://testserver(/\S+confirm/\S+)", str(one.body))
        for one in mail.outbox
    ]
    assert links[0]
    confirm(first, links[0][1])
    assert player_of("Lasha").email == "lasha@example.com"
    # The second letter was not sent so soon after the first.
    assert len(links) == 1
    assert player_of("Tamar").email == ""
    address = EmailAddress.objects.get(user__username="Tamar")
    assert not address.verified
    assert "lasha@example.com" in second.get(EMAIL).text


def test_an_address_confirmed_by_another_meanwhile_is_not_had(db: None) -> None:
    client = signup()
    link = link_sent("lasha@example.com")
    User.objects.create_user("Tamar", "lasha@example.com")
    page = confirm(client, link)
    assert "This e-mail address cannot be confirmed" in page.text
    assert player_of("Lasha").email == ""


def test_an_address_is_changed_once_it_is_confirmed(logged_in: Client) -> None:
    logged_in.post(EMAIL, {"email": "new@example.com", "action_add": ""})
    assert player_of("Nino").email == "nino@example.com"
    confirm(logged_in, link_sent("new@example.com"))
    assert player_of("Nino").email == "new@example.com"
    assert [one.email for one in EmailAddress.objects.all()] == ["new@example.com"]


def test_the_old_address_is_told_of_the_change(logged_in: Client) -> None:
    logged_in.post(EMAIL, {"email": "new@example.com", "action_add": ""})
    confirm(logged_in, link_sent("new@example.com"))
    told = [one for one in mail.outbox if one.to == ["nino@example.com"]]
    assert [one.subject for one in told] == ["Your account on nardi has changed"]
    assert "new@example.com" not in told[0].body


def test_a_new_address_does_not_log_in_in_the_place_of_the_old(
    logged_in: Client,
) -> None:
    logged_in.post(EMAIL, {"email": "new@example.com", "action_add": ""})
    answer = Client().post(LOGIN, {"login": "nino@example.com", "password": PASSWORD})
    assert answer.headers["Location"] == LOBBY


def test_another_players_address_looks_like_any_other(logged_in: Client) -> None:
    giorgi = User.objects.create_user("Giorgi", "giorgi@example.com")
    page = logged_in.post(
        EMAIL, {"email": "Giorgi@example.com", "action_add": ""}, follow=True
    )
    assert "We have sent you a letter" in page.text
    (letter,) = mail.outbox
    assert letter.to == [giorgi.email]
    assert "/email/confirm/" not in letter.body


def test_the_change_can_be_given_up(logged_in: Client) -> None:
    logged_in.post(EMAIL, {"email": "new@example.com", "action_add": ""})
    page = logged_in.post(
        EMAIL, {"email": "new@example.com", "action_remove": ""}, follow=True
    )
    assert "new@example.com" not in page.text
    assert player_of("Nino").email == "nino@example.com"


def test_the_confirmed_address_cannot_be_taken_away(logged_in: Client) -> None:
    logged_in.post(EMAIL, {"email": "nino@example.com", "action_remove": ""})
    assert player_of("Nino").email == "nino@example.com"


@pytest.mark.parametrize("email", ["", "nobody", "a@b", "nino@example.com"])
def test_a_bad_address_is_refused(logged_in: Client, email: str) -> None:
    page = logged_in.post(EMAIL, {"email": email, "action_add": ""})
    assert "email" in page.context["form"].errors
    assert not mail.outbox


def test_the_password_is_asked_again_before_it_is_changed(player: Client) -> None:
    """Nino's browser lies open; it was long ago that he logged in."""
    answer = player.post(EMAIL, {"email": "evil@example.com", "action_add": ""})
    assert answer.headers["Location"].startswith("/en/account/again/")
    assert not mail.outbox
    page = player.post(answer.headers["Location"], {"password": "guess"})
    assert page.context["form"].errors == {"password": ["This is not your password."]}
    done = player.post(answer.headers["Location"], {"password": PASSWORD}, follow=True)
    assert "evil@example.com" in done.text


def test_a_visitor_logs_in_first(visitor: Client) -> None:
    for response in (visitor.get(EMAIL), visitor.post(EMAIL, {"action_add": ""})):
        assert response["Location"] == f"{LOGIN}?next={EMAIL}"


def test_letters_to_one_address_are_limited(logged_in: Client) -> None:
    for _ in range(4):
        logged_in.post(EMAIL, {"email": "new@example.com", "action_add": ""})
        logged_in.post(EMAIL, {"email": "new@example.com", "action_send": ""})
    assert len(mail.outbox) == 1


def test_a_letter_speaks_the_pages_language(db: None) -> None:
    form = {"username": "Lasha", "email": "lasha@example.com", "password1": PASSWORD}
    Client().post("/ka/account/signup/", form)
    assert "/ka/account/email/confirm/" in mail.outbox[0].body
