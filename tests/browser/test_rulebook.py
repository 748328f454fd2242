"""The rule book in a real browser: nothing is complained of, nothing is cut off."""

from tests.browser.conftest import Visitor

PAGES = (
    "/en/rules/",
    "/en/rules/georgian-nardi/",
    "/en/rules/nardi-and-backgammon/",
    "/ka/tsesebi/terminebi/",
    "/ka/tsesebi/kartuli-nardis-strategia/",
    "/en/position/4HPwATDgc_ABMA/?dice=33",
)


def test_no_page_is_wider_than_its_window(visitor: Visitor) -> None:
    """And the policy lets the data for search engines stand where it is.

    The narrowest phone sees all pages in `test_crawl`.
    """
    page = visitor()
    for address in PAGES:
        page.goto(address)
        for width in (844, 1280):
            page.set_viewport_size({"width": width, "height": 720})
            wide = "document.documentElement.scrollWidth > innerWidth"
            assert not page.evaluate(wide), (address, width)


def test_the_contents_follow_the_reader(visitor: Visitor) -> None:
    page = visitor(viewport={"width": 1280, "height": 800})
    page.goto("/en/rules/georgian-nardi/#stay")
    current = page.locator("[data-contents] a[aria-current]")
    current.get_by_text("Hit at home, stay there").wait_for()
    assert current.count() == 1


def test_a_diagram_opens_in_the_explorer_without_scripts(visitor: Visitor) -> None:
    """A play is followed to the other player's turn, and there to a roll."""
    page = visitor(java_script_enabled=False)
    page.goto("/en/rules/georgian-nardi/")
    page.locator("#stay").get_by_role("link", name="Try this position").first.click()
    page.get_by_role("link", name="8/4* 6/4", exact=True).click()
    page.get_by_role("heading", name="Black to move").wait_for()
    page.get_by_role("link", name="6-4", exact=True).click()
    assert page.get_by_role("heading", name="legal play").count() == 1


def test_the_language_switch_keeps_the_place_on_the_page(visitor: Visitor) -> None:
    page = visitor(viewport={"width": 1280, "height": 800})
    page.goto("/en/rules/georgian-nardi/#stay")
    for _ in range(2):
        page.get_by_text("Language: EN").click()
        page.get_by_role("button", name="Türkçe").click()
        page.wait_for_url("**/tr/**#stay")
        page.go_back()
