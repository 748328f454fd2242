"""Signing up: works, refuses, tells a reader why, and lets nobody be doubled."""

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.adapter import AccountAdapter
from accounts.models import FormerName, User
from accounts.names import NAME_INVALID
from tests.accounts.conftest import PASSWORD

URL = "/en/account/signup/"
FORM = {"username": "Giorgi", "email": "giorgi@example.com", "password1": PASSWORD}


def signup(client: Client, url: str = URL, **changes: str) -> Any:
    """Send the form, with what the test changes in it."""
    return client.post(url, FORM | changes)


def errors(response: Any) -> dict[str, list[Any]]:
    """What the form says, by field."""
    return dict(response.context["form"].errors)


def test_the_page_shows_the_form(visitor: Client) -> None:
    text = visitor.get(URL).content.decode()
    for field in FORM:
        assert f'name="{field}"' in text


def test_signing_up_makes_a_player_and_logs_in(visitor: Client) -> None:
    response = signup(visitor)
    user = User.objects.get()
    # Not his before he has confirmed it.
    assert (user.username, user.email) == ("Giorgi", "")
    assert user.check_password(PASSWORD)
    assert not user.is_staff
    assert not user.is_superuser
    assert response.headers["Location"] == "/en/lobby/"
    assert visitor.session["_auth_user_id"] == str(user.pk)


def test_it_goes_where_the_visitor_was_going(visitor: Client) -> None:
    response = signup(visitor, f"{URL}?next=/en/table/abc/")
    assert response.headers["Location"] == "/en/table/abc/"


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/",
        "//evil.example/",
        "https:evil.example",
        "javascript:alert(1)",
        "/\\evil.example",
    ],
)
def test_it_never_leads_off_the_site(visitor: Client, target: str) -> None:
    response = visitor.post(URL, FORM | {"next": target})
    assert response.status_code == 302
    assert response.headers["Location"] == "/en/lobby/"


@pytest.mark.parametrize(
    "name", ["ab", "a" * 21, "gіorgi", "gıorgi", "ნინო", "nino k", "nino@k"]
)
def test_a_bad_name_is_refused_in_one_sentence(visitor: Client, name: str) -> None:
    response = signup(visitor, username=name)
    assert errors(response) == {"username": [NAME_INVALID]}
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["GIORGI", "giorgi", "gIoRgI"])
def test_a_name_in_another_case_is_taken(visitor: Client, name: str) -> None:
    User.objects.create_user("Giorgi")
    response = signup(visitor, username=name)
    assert errors(response) == {
        "username": ["This name is taken. Please choose another one."]
    }


@pytest.mark.parametrize(
    "name", ["admin", "Moderator", "SYSTEM", "nardi", "deleted_12"]
)
def test_a_reserved_name_is_refused(visitor: Client, name: str) -> None:
    response = signup(visitor, username=name)
    assert errors(response) == {
        "username": ["This name is reserved for the site. Please choose another one."]
    }


@pytest.mark.parametrize("email", ["nino@example.com", "NINO@example.com"])
def test_a_taken_address_is_told_its_owner_alone(
    nino: User, visitor: Client, email: str
) -> None:
    """The page, the session and the number of letters are as for any other."""
    taken = visitor.post(URL, FORM | {"email": email}, follow=True)
    other = Client().post(
        URL, FORM | {"username": "Lasha", "email": "new@example.com"}, follow=True
    )
    assert taken.redirect_chain == other.redirect_chain
    assert _without_tokens(taken.text).replace("Giorgi", "Lasha") == _without_tokens(
        other.text
    )
    to_owner, to_new = mail.outbox
    assert to_owner.to == ["nino@example.com"]
    assert "You have an account already" in to_owner.subject
    assert "Nino" in to_owner.body
    assert "/email/confirm/" not in to_owner.body
    assert "/email/confirm/" in to_new.body
    assert User.objects.get(username="Giorgi").email == ""


def _without_tokens(text: str) -> str:
    # What an earlier test or the other player did to the ledger is of no interest.
    return re.sub(
        r'name="csrfmiddlewaretoken" value="\w+"|data-version="\d+"', "", text
    )


@pytest.mark.parametrize("name", ["OldNino", "oldnino", "OLDNINO"])
def test_a_former_name_is_taken(nino: User, visitor: Client, name: str) -> None:
    FormerName.objects.create(user=nino, name="OldNino", changed_at=timezone.now())
    response = signup(visitor, username=name)
    assert errors(response) == {
        "username": ["This name is taken. Please choose another one."]
    }


def test_a_name_given_up_at_this_moment_is_not_caught(
    nino: User, visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The form was valid when it was looked at."""
    monkeypatch.setattr(AccountAdapter, "clean_username", lambda _self, name: name)
    FormerName.objects.create(user=nino, name="OldNino", changed_at=timezone.now())
    response = visitor.post(URL, FORM | {"username": "oldNINO"}, follow=True)
    assert response.redirect_chain == [(URL, 302)]
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "password", ["short-1", "1029384756", "password123", "giorgi12"]
)
def test_a_weak_password_is_refused(visitor: Client, password: str) -> None:
    response = signup(visitor, password1=password)
    assert list(errors(response)) == ["password1"]
    assert not User.objects.exists()


@pytest.mark.parametrize("field", FORM)
def test_every_field_is_needed(visitor: Client, field: str) -> None:
    response = signup(visitor, **{field: ""})
    assert errors(response) == {field: ["This field is required."]}


def test_an_error_is_tied_to_its_field(visitor: Client) -> None:
    text = signup(visitor, username="ab").content.decode()
    assert 'aria-invalid="true"' in text
    assert 'id="id_username_error"' in text
    assert "id_username_error" in text.split('name="username"')[1].split(">")[0]


def test_what_was_typed_is_shown_as_text(visitor: Client) -> None:
    text = signup(visitor, username="<script>alert(1)</script>").content.decode()
    assert "<script>alert" not in text
    assert "&lt;script&gt;" in text


def test_the_slower_of_two_with_one_name_gets_a_sentence(
    nino: User, visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both forms were valid when they were looked at."""
    monkeypatch.setattr(AccountAdapter, "clean_username", lambda _self, name: name)
    response = visitor.post(URL, FORM | {"username": "nino"}, follow=True)
    assert response.redirect_chain == [(URL, 302)]
    assert "Someone took this name a moment ago." in response.content.decode()
    assert User.objects.count() == 1


def test_a_player_is_taken_to_the_lobby(player: Client) -> None:
    assert player.get(URL).headers["Location"] == "/en/lobby/"
    assert signup(player).headers["Location"] == "/en/lobby/"
    assert User.objects.count() == 1


def test_signing_up_is_limited(visitor: Client) -> None:
    answers = [signup(visitor, username="ab").status_code for _ in range(21)]
    assert answers == [200] * 20 + [429]


def test_nothing_stock_shows_in_georgian(visitor: Client) -> None:
    form = {"username": "ab", "email": "nobody", "password1": "12345"}
    response = visitor.post("/ka/account/signup/", form)
    for sentences in errors(response).values():
        for sentence in sentences:
            letters = [c for c in sentence if c.isalpha() and c not in "AZaz"]
            assert all("ა" <= letter <= "ჰ" for letter in letters), sentence
