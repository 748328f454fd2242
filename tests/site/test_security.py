"""What every page says to the browser about safety."""

import re

import pytest
from django.test import Client

PAGES = ("/ka/", "/en/", "/en/account/login/", "/en/account/signup/", "/en/none/")


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_locked_down(client: Client, db: None, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_nothing_inline(client: Client, db: None, path: str) -> None:
    """The policy would drop it, and something would silently not work."""
    text = client.get(path).content.decode()
    scripts = re.findall(r"<script\b[^>]*>", text)
    # A block of data is not run.
    run = [tag for tag in scripts if 'type="application/json"' not in tag]
    assert [tag for tag in run if "src=" not in tag] == []
    assert "<style" not in text
    assert not re.search(r"<[^>]+\s(style|on\w+)=", text)


def test_cookies_are_out_of_reach_of_scripts(client: Client, db: None) -> None:
    client.get("/en/account/login/")
    assert client.cookies
    for cookie in client.cookies.values():
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"


def test_a_foreign_host_name_is_refused(client: Client, db: None) -> None:
    assert client.get("/ka/", headers={"host": "evil.example"}).status_code == 400


def test_a_form_without_its_token_is_refused(db: None) -> None:
    strict = Client(enforce_csrf_checks=True)
    data = {"login": "Nino", "password": "x"}
    assert strict.post("/en/account/login/", data).status_code == 403
