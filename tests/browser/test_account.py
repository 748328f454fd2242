"""A player's account in a real browser: the letter, a passkey, the way out."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.people import PASSWORD, confirmed, signed_up
from tests.running import Site

NARROWEST = {"width": 360, "height": 740}
PAGES = (
    "settings/",
    "name/",
    "email/",
    "password/change/",
    "factor/",
    "factor/app/add/",
    "passkey/",
    "passkey/add/",
    "sessions/",
    "data/",
    "close/",
)


def passkeys_of(page: Page) -> Any:
    """Give the browser a device that keeps passkeys and knows its owner."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    return session


def password_again(page: Page) -> None:
    """Show once more who one is, where it is asked."""
    page.fill("[name=password]", PASSWORD)
    page.get_by_role("button", name="Continue").click()


def log_out(page: Page) -> None:
    page.locator("[data-menu]").last.click()
    page.get_by_role("button", name="Log out").click()


@pytest.fixture
def local(site: Site) -> dict[str, str]:
    """The site by the name that browsers take passkeys for."""
    return {"base_url": site.url.replace("127.0.0.1", "localhost")}


def test_a_passkey_is_added_and_lets_in_alone(
    visitor: Visitor, local: dict[str, str]
) -> None:
    page = signed_up(visitor, "Nino_passkey", **local)
    passkeys_of(page)
    page.goto("/en/account/passkey/add/")
    password_again(page)
    page.fill("[name=name]", "My phone")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator("h1")).to_have_text("Recovery codes")
    expect(page.locator(".codes li")).to_have_count(10)
    page.goto("/en/account/passkey/")
    expect(page.locator(".ways")).to_contain_text("My phone")
    log_out(page)
    page.goto("/en/account/login/?next=/en/account/settings/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.locator(".menu__name").first).to_have_text("Nino_passkey")


def test_a_passkey_is_the_second_factor(
    visitor: Visitor, local: dict[str, str]
) -> None:
    page = signed_up(visitor, "Nino_second", **local)
    passkeys_of(page)
    page.goto("/en/account/passkey/add/")
    password_again(page)
    page.uncheck("[name=passwordless]")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator("h1")).to_have_text("Recovery codes")
    log_out(page)
    page.goto("/en/account/login/")
    page.fill("[name=login]", "Nino_second")
    page.fill("[name=password]", PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.locator("h1")).to_have_text("Second factor")
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/lobby/")
    # Once more, before the second factor is taken away.
    page.goto("/en/account/passkey/")
    page.get_by_role("link", name="Remove").click()
    page.get_by_role("link", name="Use a passkey").click()
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("main")).to_contain_text("You have none.")


def test_without_a_passkey_the_page_says_so(
    visitor: Visitor, local: dict[str, str]
) -> None:
    page = visitor(**local)
    session = passkeys_of(page)
    assert session
    page.goto("/en/account/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.locator("[data-passkey-failed]")).to_be_visible()


def test_a_letter_confirms_the_address(visitor: Visitor, site: Site) -> None:
    page = signed_up(visitor, "Nino_letter")
    reminder = page.get_by_text("Open the link in the letter")
    expect(reminder).to_be_visible()
    confirmed(page, site, "Nino_letter")
    expect(reminder).to_be_hidden()


def test_logging_out_elsewhere_reaches_an_open_page_at_once(visitor: Visitor) -> None:
    here = signed_up(visitor, "Nino_twice")
    there = visitor()
    there.goto("/en/account/login/")
    there.fill("[name=login]", "Nino_twice")
    there.fill("[name=password]", PASSWORD)
    there.get_by_role("button", name="Log in", exact=True).click()
    there.wait_for_url("**/lobby/")
    here.goto("/en/account/sessions/")
    here.get_by_role("button", name="Log out all others").click()
    # The lobby's socket is closed; the page comes again, and asks to log in.
    there.wait_for_url("**/account/login/**", timeout=2000)


def test_the_file_is_saved_and_the_account_closed(
    visitor: Visitor, tmp_path: Path
) -> None:
    page = signed_up(visitor, "Nino_leaves")
    page.goto("/en/account/data/")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the file").click()
    saved.value.save_as(tmp_path / "data.json")
    data = json.loads((tmp_path / "data.json").read_text(encoding="utf-8"))
    assert data["account"]["name"] == "Nino_leaves"
    page.goto("/en/account/close/")
    page.fill("[name=password]", PASSWORD)
    page.get_by_role("button", name="Close the account for good").click()
    expect(page.locator(".messages")).to_contain_text("Your account is closed.")


def test_the_pages_fit_a_narrow_phone(visitor: Visitor) -> None:
    page = signed_up(visitor, "Nino_fits", viewport=NARROWEST)
    page.goto("/en/account/passkey/add/")
    page.fill("[name=password]", PASSWORD)
    page.locator("main form .button--main").click()
    for language in ("ka", "en", "ru", "tr"):
        for path in PAGES:
            page.goto(f"/{language}/account/{path}")
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= NARROWEST["width"], (language, path)
