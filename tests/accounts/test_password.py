"""Changing a password, and getting a new one by a link in a letter."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD

CHANGE = "/en/account/password/change/"
RESET = "/en/account/password/reset/"
NEW = "saperavi-2049"


def change(client: Client, **changes: str) -> Any:
    """Send the form of the change."""
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    return client.post(CHANGE, form | changes)


def has_password(user: User, password: str) -> bool:
    """Whether the password, as stored now, is this one."""
    return User.objects.get(pk=user.pk).check_password(password)


def test_a_player_changes_the_password(nino: User, player: Client) -> None:
    response = change(player)
    assert response.status_code == 302
    assert has_password(nino, NEW)
    assert "Your password is changed." in player.get(CHANGE).text


def test_a_change_logs_the_other_devices_out(nino: User, player: Client) -> None:
    other = Client()
    other.force_login(nino)
    change(player)
    assert player.get("/en/lobby/").status_code == 200
    assert other.get("/en/lobby/").status_code == 302


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"oldpassword": "wrong"}, "oldpassword"),
        ({"password1": "12345678", "password2": "12345678"}, "password1"),
        (
            {"password1": "nino@example.com", "password2": "nino@example.com"},
            "password1",
        ),
        ({"password2": "another-one"}, "password2"),
    ],
)
def test_a_change_is_refused(
    nino: User, player: Client, changes: dict[str, str], field: str
) -> None:
    response = change(player, **changes)
    assert response.status_code == 200
    assert field in response.context["form"].errors
    assert has_password(nino, PASSWORD)


def test_a_visitor_cannot_change_a_password(visitor: Client) -> None:
    response = visitor.get(CHANGE)
    assert response.headers["Location"] == f"/en/account/login/?next={CHANGE}"


def ask(client: Client, email: str) -> Any:
    """Ask for a link."""
    return client.post(RESET, {"email": email}, follow=True)


def link_sent() -> str:
    """The address in the last letter, below the host."""
    found = re.search(r"http://testserver(/\S+)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def test_a_link_in_a_letter_leads_to_a_new_password(
    nino: User, visitor: Client
) -> None:
    page = ask(visitor, "Nino@Example.com")
    assert "The letter is on its way" in page.text
    (letter,) = mail.outbox
    assert letter.to == ["nino@example.com"]
    assert "Nino" in letter.body
    form = visitor.get(link_sent(), follow=True)
    where = form.request["PATH_INFO"]
    # The key is not in the address any more, so that no other site is told it.
    assert where.endswith("-set-password/")
    done = visitor.post(where, {"password1": NEW, "password2": NEW}, follow=True)
    assert "Your password is changed" in done.text
    assert has_password(nino, NEW)


def test_a_new_password_lets_in_whatever_others_have_tried(
    nino: User, visitor: Client
) -> None:
    """From any device: who has the mailbox is nobody who guesses."""
    ask(visitor, "nino@example.com")
    where = visitor.get(link_sent(), follow=True).request["PATH_INFO"]
    visitor.post(where, {"password1": NEW, "password2": NEW})
    for n in range(20):
        guess = {"login": "Nino", "password": "guess"}
        Client(REMOTE_ADDR=f"203.0.{n}.7").post("/en/account/login/", guess)
    form = {"login": "Nino", "password": NEW}
    assert Client().post("/en/account/login/", form).status_code == 200
    answer = visitor.post("/en/account/login/", form)
    assert answer.headers["Location"] == "/en/lobby/"


def test_a_link_works_once(nino: User, visitor: Client) -> None:
    ask(visitor, "nino@example.com")
    link = link_sent()
    where = visitor.get(link, follow=True).request["PATH_INFO"]
    visitor.post(where, {"password1": NEW, "password2": NEW})
    assert "This link no longer works" in Client().get(link, follow=True).text


@pytest.mark.parametrize("key", ["1-abc", "zzz-123-abc", "0-0"])
def test_a_made_up_link_does_not_work(nino: User, visitor: Client, key: str) -> None:
    page = visitor.get(f"/en/account/password/reset/key/{key}/", follow=True)
    assert "This link no longer works" in page.text


def test_the_page_says_not_whether_the_address_is_known(
    nino: User, visitor: Client
) -> None:
    known = ask(visitor, "nino@example.com")
    unknown = ask(Client(), "nobody@example.com")
    assert known.redirect_chain == unknown.redirect_chain
    assert _without_tokens(known.text) == _without_tokens(unknown.text)


def _without_tokens(text: str) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)


def test_a_letter_to_a_stranger_has_no_link_to_a_password(
    nino: User, visitor: Client
) -> None:
    ask(visitor, "nobody@example.com")
    (letter,) = mail.outbox
    assert "/password/reset/key/" not in letter.body
    assert "None can be reached by it." in letter.body


def test_a_letter_speaks_the_pages_language(nino: User, visitor: Client) -> None:
    visitor.post("/ka/account/password/reset/", {"email": "nino@example.com"})
    (letter,) = mail.outbox
    assert letter.subject == "ნარდი: ახალი პაროლი"
    assert "/ka/account/password/reset/key/" in letter.body
    words = re.sub(r"http\S+|Nino|testserver", "", str(letter.body))
    assert not re.search("[A-Za-z]", words)


def test_letters_to_an_address_are_limited(nino: User, visitor: Client) -> None:
    """Whoever asks is told the same: the links in the last letters still work."""
    pages = [
        Client(REMOTE_ADDR=f"203.0.113.{n}").post(RESET, {"email": "nino@example.com"})
        for n in range(6)
    ]
    assert len(mail.outbox) == 3
    assert {page.headers["Location"] for page in pages} == {f"{RESET}done/"}
    link = link_sent()
    assert "Choose a new password" in visitor.get(link, follow=True).text


def test_asking_for_letters_is_limited(visitor: Client) -> None:
    answers = [
        visitor.post(RESET, {"email": f"n{n}@example.com"}).status_code
        for n in range(21)
    ]
    assert answers == [302] * 20 + [429]


@pytest.mark.parametrize("names", [["Lasha"], ["Lasha", "Mariam"]])
def test_everybody_who_entered_an_unconfirmed_address_gets_a_link(
    visitor: Client, names: list[str]
) -> None:
    """Each letter says whose it is; who reads them has the mailbox."""
    for name in names:
        form = {"username": name, "email": "lasha@example.com", "password1": PASSWORD}
        Client().post("/en/account/signup/", form)
    mail.outbox.clear()
    page = ask(visitor, "lasha@example.com")
    assert "The letter is on its way" in page.text
    for letter, name in zip(mail.outbox, names, strict=True):
        assert "/password/reset/key/" in letter.body
        assert f"Your name on the site: {name}" in letter.body


def test_an_address_that_a_player_only_wants_to_change_to_gets_no_link(
    nino: User, visitor: Client
) -> None:
    """He may have mistyped it: the mailbox is a stranger's then."""
    EmailAddress.objects.create(user=nino, email="lasha@example.com")
    ask(visitor, "lasha@example.com")
    (letter,) = mail.outbox
    assert "/password/reset/key/" not in letter.body


def test_a_confirmed_address_brings_back_its_owners_password_alone(
    nino: User, visitor: Client
) -> None:
    form = {"username": "Lasha", "email": nino.email, "password1": PASSWORD}
    Client().post("/en/account/signup/", form)
    mail.outbox.clear()
    ask(visitor, nino.email)
    (letter,) = mail.outbox
    assert "Your name on the site: Nino" in letter.body
