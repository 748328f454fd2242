"""The player's language: chosen once, kept with the account, used from then on."""

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils.translation import gettext, override

from accounts.models import User
from tests.accounts.conftest import PASSWORD

LETTERS = {"ka": "სახელი", "en": "name", "ru": "имя", "tr": "adınız"}


def switch(client: Client, language: str, next_page: str = "/en/lobby/") -> Any:
    """Use the switch of an English page."""
    return client.post("/en/language/", {"language": language, "next": next_page})


def login(client: Client, language: str, next_page: str = "") -> Any:
    """Send the form of the log-in page in that language."""
    query = f"?next={next_page}" if next_page else ""
    return client.post(
        f"/{language}/account/login/{query}", {"login": "Nino", "password": PASSWORD}
    )


def kept(user: User) -> str:
    """What is kept with the account now."""
    return User.objects.get(pk=user.pk).language


def test_a_players_choice_is_kept_with_the_account(nino: User, player: Client) -> None:
    assert switch(player, "tr").headers["Location"] == "/tr/lobby/"
    assert kept(nino) == "tr"


@pytest.mark.parametrize("wrong", ["", "de", "tr-TR", "x" * 50])
def test_no_other_language_is_kept(nino: User, player: Client, wrong: str) -> None:
    assert switch(player, wrong).status_code == 302
    assert kept(nino) == ""


def test_reading_another_language_changes_nothing(nino: User, player: Client) -> None:
    """Somebody sent him a link; he did not choose."""
    switch(player, "tr")
    player.get("/ru/coins/")
    assert kept(nino) == "tr"


def test_the_switch_takes_no_link(player: Client) -> None:
    assert player.get("/en/language/?language=tr").status_code == 405


@pytest.mark.parametrize(
    ("next_page", "there"),
    [("", "/ru/lobby/"), ("/ka/coins/?page=2", "/ru/coins/?page=2")],
)
def test_a_log_in_leads_on_in_the_players_language(
    nino: User, visitor: Client, next_page: str, there: str
) -> None:
    User.objects.update(language="ru")
    answer = login(visitor, "en", next_page)
    assert answer.headers["Location"] == there
    assert visitor.cookies["django_language"].value == "ru"
    assert visitor.get("/").headers["Location"] == "/ru/"


def test_a_rule_book_page_is_found_again(nino: User, visitor: Client) -> None:
    """Its address is another one in each language."""
    User.objects.update(language="ka")
    answer = login(visitor, "ru", "/en/rules/glossary/")
    assert answer.headers["Location"] == "/ka/tsesebi/terminebi/"


def test_who_never_chose_goes_on_in_the_language_of_the_page(
    nino: User, visitor: Client
) -> None:
    """Also to a page that he had asked for in another one."""
    answer = login(visitor, "tr", "/ka/lobby/")
    assert answer.headers["Location"] == "/tr/lobby/"
    assert kept(nino) == ""


def test_a_choice_on_the_way_to_the_log_in_counts(nino: User, visitor: Client) -> None:
    """More than what was kept, and it is kept from now on."""
    User.objects.update(language="ru")
    switch(visitor, "tr", "/en/account/login/?next=/en/coins/")
    answer = login(visitor, "tr", "/en/coins/")
    assert answer.headers["Location"] == "/tr/coins/"
    assert kept(nino) == "tr"


def test_a_choice_ends_with_the_log_out(nino: User, visitor: Client) -> None:
    """Whoever sits down at this device next has an account of his own."""
    switch(visitor, "tr")
    login(visitor, "tr")
    switch(visitor, "ka")
    visitor.post("/ka/account/logout/")
    User.objects.update(language="ru")
    assert login(visitor, "ka").headers["Location"] == "/ru/lobby/"


def test_a_new_account_begins_with_the_language_of_the_form(visitor: Client) -> None:
    form = {"username": "Lasha", "email": "l@example.com", "password1": PASSWORD}
    answer = visitor.post("/tr/account/signup/?next=/ka/lobby/", form)
    assert answer.headers["Location"] == "/tr/lobby/"
    assert User.objects.get().language == "tr"


@pytest.mark.parametrize("language", LETTERS)
def test_a_letter_is_in_the_players_language(
    nino: User, visitor: Client, language: str
) -> None:
    """Whoever asked for it, and wherever; the link leads to a page in it too."""
    User.objects.update(language=language)
    asked_in = "en" if language != "en" else "ka"
    visitor.post(f"/{asked_in}/account/password/reset/", {"email": nino.email})
    body = str(mail.outbox[0].body)
    assert f"/{language}/account/password/reset/key/" in body
    assert re.search(rf"{LETTERS[language]}.*: Nino", body)
    (link,) = re.findall(r"http://\S+", body)
    page = visitor.get(link, follow=True)
    assert f'<html lang="{language}">' in page.text


def test_who_never_chose_gets_a_letter_in_the_language_of_the_page(
    nino: User, visitor: Client
) -> None:
    visitor.post("/tr/account/password/reset/", {"email": nino.email})
    assert "/tr/account/password/reset/key/" in mail.outbox[0].body


@pytest.mark.parametrize("language", LETTERS)
def test_what_has_changed_is_told_in_the_players_language(
    nino: User, player: Client, language: str
) -> None:
    """Whichever language the page is in on which he changed it."""
    User.objects.update(language=language)
    asked_in = "en" if language != "en" else "ka"
    new = "saperavi-2049"
    form = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    player.post(f"/{asked_in}/account/password/change/", form)
    (letter,) = mail.outbox
    with override(language):
        assert gettext("Your password was changed.") in str(letter.body)


@pytest.mark.parametrize(
    ("accepted", "there"),
    [
        ("en;q=0", "ka"),
        ("EN; Q=0.000", "ka"),
        ("en;q=0, ru;q=0.1", "ru"),
        ("tr, en;q=0", "tr"),
        ("ru;q=0.05, en;q=0.01", "ru"),
        ("en;q=0.01", "en"),
        ("en-GB,en;q=0.9", "en"),
        ("en;q=0,*", "ka"),
        ("=" * 5000, "ka"),
    ],
)
@pytest.mark.django_db
def test_a_language_that_is_refused_is_not_given(accepted: str, there: str) -> None:
    client = Client(headers={"accept-language": accepted})
    assert client.get("/").headers["Location"] == f"/{there}/"
