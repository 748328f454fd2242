"""The lobby in real browsers: what one does, the other sees without a reload."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.people import signed_up


def test_a_table_appears_is_joined_and_shows_the_way(visitor: Visitor) -> None:
    lasha = signed_up(visitor, "Lasha_lobby")
    mariam = signed_up(visitor, "Mariam_lobby")
    row = mariam.locator("tr", has_text="Lasha_lobby")
    expect(row).to_have_count(0)

    lasha.check("[name=target][value='5']", force=True)
    lasha.click("text=Create a table")
    lasha.goto("/en/lobby/")
    expect(lasha.locator("[data-seat]")).to_contain_text("Waiting for an opponent.")
    expect(lasha.locator("text=Create a table")).to_be_hidden()

    expect(row).to_contain_text("5 points")
    expect(row).to_contain_text("60 seconds")
    # Tables of other tests may be open, too.
    announced = mariam.locator("[data-announce]")
    expect(announced).to_have_text(re.compile(r"Open tables: \d+"))

    row.get_by_role("button", name="Join").click()
    mariam.wait_for_url("**/table/**")

    seat = lasha.locator("[data-seat]")
    expect(seat).to_contain_text("Mariam_lobby")
    expect(lasha).to_have_title("Your opponent is here: Mariam_lobby")
    expect(lasha.locator("tr", has_text="Lasha_lobby")).to_have_count(0)
    seat.get_by_role("link", name="To the table").click()
    assert lasha.url == mariam.url


def test_a_closed_table_goes_from_the_other_page(visitor: Visitor) -> None:
    lasha = signed_up(visitor, "Lasha_closes")
    mariam = signed_up(visitor, "Mariam_sees")
    lasha.click("text=Create a table")
    row = mariam.locator("tr", has_text="Lasha_closes")
    row.get_by_role("button", name="Join").focus()
    lasha.goto("/en/lobby/")
    lasha.click("text=Close the table")
    expect(row).to_have_count(0)
    # The focus was in the row that went.
    expect(mariam.locator("#open-tables")).to_be_focused()
    expect(lasha.locator("text=Create a table")).to_be_visible()


def test_the_lobby_works_without_scripts(visitor: Visitor) -> None:
    lasha = signed_up(visitor, "Lasha_plain", java_script_enabled=False)
    mariam = signed_up(visitor, "Mariam_plain", java_script_enabled=False)
    lasha.click("text=Create a table")
    mariam.reload()
    mariam.locator("tr", has_text="Lasha_plain").get_by_role("button").click()
    lasha.goto("/en/lobby/")
    expect(lasha.locator("[data-seat]")).to_contain_text("Mariam_plain")


def test_the_language_is_switched_on_the_same_page(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/en/account/login/")
    page.click("summary:has-text('Language')")
    page.click("button:has-text('ქართული')")
    page.wait_for_url("**/ka/account/login/")
    expect(page.locator("html")).to_have_attribute("lang", "ka")
    # And it is remembered.
    page.goto("/")
    page.wait_for_url("**/ka/")


def test_a_menu_closes_by_escape_and_by_a_click_elsewhere(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/en/")
    menu = page.locator("button:has-text('ქართული')")
    page.click("summary:has-text('Language')")
    expect(menu).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(page.locator("summary:has-text('Language')")).to_be_focused()
    page.click("summary:has-text('Language')")
    page.click("h1")
    expect(menu).to_be_hidden()


def test_a_match_that_begins_can_be_watched(visitor: Visitor) -> None:
    """It appears for a third player, who looks on and sits nowhere."""
    lasha = signed_up(visitor, "Lasha_watched")
    mariam = signed_up(visitor, "Mariam_watched")
    tamar = signed_up(visitor, "Tamar_watches")
    lasha.click("text=Create a table")
    row = mariam.locator("tr", has_text="Lasha_watched")
    row.get_by_role("button", name="Join").click()
    line = tamar.locator("[data-live-list] li", has_text="Lasha_watched")
    expect(line).to_contain_text("Mariam_watched")
    expect(line).to_contain_text("Georgian nardi")
    expect(line).to_contain_text("0 : 0")
    line.get_by_role("link", name="Watch", exact=True).click()
    tamar.wait_for_url("**/table/**")
    expect(tamar.locator("[data-board]")).to_be_visible()
    assert tamar.locator('[data-part="roll"]').count() == 0
    stranger = visitor()
    stranger.goto("/en/")
    expect(stranger.locator(".home__live")).to_contain_text("Watch")


def test_on_a_phone_the_open_tables_come_before_the_form(visitor: Visitor) -> None:
    """The games are chosen in a line that is drawn aside; a link leads to the form."""
    lasha = signed_up(visitor, "Lasha_desk")
    lasha.click("text=Create a table")
    mariam = signed_up(
        visitor, "Mariam_phone", viewport={"width": 390, "height": 844}, has_touch=True
    )
    row = mariam.locator("tr", has_text="Lasha_desk")
    expect(row.get_by_role("button", name="Join")).to_be_in_viewport()
    line = mariam.locator("[data-filter]")
    assert line.evaluate("(line) => line.clientHeight < 60")
    last = line.get_by_role("button", name="Short nardy")
    last.tap()
    expect(last).to_be_in_viewport(ratio=1)
    expect(row).to_be_hidden()
    mariam.get_by_role("link", name="A new table").tap()
    expect(mariam.locator("#new-table")).to_be_focused()
    expect(mariam.locator("#new-table")).to_be_in_viewport()
