"""The front door, the frame of every page, and the pages for what goes wrong."""

import re

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import translation

from accounts.models import User

ERRORS = ("400", "403", "403_csrf", "404", "429", "500")
LANGUAGES = [code for code, _ in settings.LANGUAGES]


@pytest.fixture
def visitor(db: None) -> Client:
    return Client()


def test_a_visitor_sees_what_this_is(visitor: Client) -> None:
    page = visitor.get("/en/")
    assert page.status_code == 200
    assert "Create an account" in page.text
    assert "<svg" in page.text


def test_a_player_is_taken_to_the_lobby(db: None) -> None:
    client = Client()
    client.force_login(User.objects.create_user("Nino"))
    assert client.get("/en/").headers["Location"] == "/en/lobby/"


def test_the_front_door_takes_no_post(visitor: Client) -> None:
    assert visitor.post("/en/").status_code == 405


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_says_its_language_and_its_others(
    visitor: Client, language: str
) -> None:
    text = visitor.get(f"/{language}/account/login/").text
    assert f'<html lang="{language}">' in text
    alternates = dict(re.findall(r'hreflang="([\w-]+)" href="([^"]+)"', text))
    wanted = {code: f"http://testserver/{code}/account/login/" for code in LANGUAGES}
    assert alternates == {**wanted, "x-default": wanted["ka"]}


@pytest.mark.parametrize("wanted", LANGUAGES)
@pytest.mark.parametrize("browsers_own", LANGUAGES)
def test_the_switch_keeps_page_and_query(
    visitor: Client, browsers_own: str, wanted: str
) -> None:
    """Whatever language the browser would ask for."""
    page = "/en/account/login/?next=/en/table/abc/"
    headers = {"accept-language": browsers_own}
    text = visitor.get(page, headers=headers).text
    form = re.search(r'action="([^"]+)">.+?name="next" value="([^"]+)"', text, re.S)
    assert form
    answer = visitor.post(
        form[1], {"language": wanted, "next": form[2]}, headers=headers
    )
    wanted_page = page.replace("en", wanted, 1)
    assert answer.headers["Location"] == wanted_page
    assert visitor.cookies["django_language"].value == wanted


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example/"])
def test_the_switch_never_leads_off_the_site(visitor: Client, target: str) -> None:
    answer = visitor.post("/en/language/", {"language": "ka", "next": target})
    assert "evil" not in answer.headers["Location"]


def test_the_header_shows_who_is_in(db: None) -> None:
    client = Client()
    client.force_login(User.objects.create_user("Nino", password="x"))
    text = client.get("/en/account/password/change/").text
    assert "Nino" in text
    assert 'action="/en/account/logout/"' in text
    assert "/en/account/signup/" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_that_is_not_there(visitor: Client, language: str) -> None:
    answer = visitor.get(f"/{language}/none/")
    assert answer.status_code == 404
    assert f'<html lang="{language}">' in answer.text
    # There is nothing of it in another language: the switch leads home.
    assert f'name="next" value="/{language}/"' in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ERRORS)
def test_an_error_page_needs_nothing(language: str, name: str) -> None:
    """Neither a request nor a database: those may be what went wrong."""
    with translation.override(language):
        text = render_to_string(f"{name}.html")
    assert f'<html lang="{language}">' in text
    assert f">{name[:3]}</p>" in text
    assert f'href="/{language}/"' in text


def test_every_page_has_a_title_and_one_heading(visitor: Client) -> None:
    titles = set()
    for path in ("", "account/login/", "account/signup/", "account/password/reset/"):
        text = visitor.get(f"/en/{path}").text
        title = re.search(r"<title>(.+?)</title>", text)
        assert title
        titles.add(title[1])
        assert text.count("<h1") == 1
        assert 'name="description"' in text
    assert len(titles) == 4


@pytest.mark.parametrize("name", ["email_change", "reauthenticate"])
def test_a_page_of_allauths_own_would_be_in_the_house_look(name: str) -> None:
    """Pages that come later need no styling of their own."""
    request = RequestFactory().get("/en/")
    request.resolver_match = None
    with translation.override("en"):
        text = render_to_string(f"account/{name}.html", request=request)
    assert 'class="header"' in text
    assert 'class="button' in text
