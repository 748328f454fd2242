"""Report, act, told: a player's complaint goes its whole way, in Georgian."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils.translation import gettext as _
from django.utils.translation import override
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.people import PASSWORD, sat_down, signed_up
from tests.running import Site

MODERATOR = """
from importlib import import_module
from django.apps import apps
from django.contrib.auth.models import Group
from accounts.models import User
user = User.objects.create_user("Desk_{name}", password="{password}")
user.is_staff = True
user.save()
user.groups.set(Group.objects.filter(name="senior"))
"""
ANNOUNCE = """
from django.utils import timezone
from accounts.models import User
from accounts.services import switches_set
switches_set(
    actor=User.objects.get(username="admin"), reason="A test.", now=timezone.now(),
    **{{f"announcement_{{code}}": {text!r} for code in ("ka", "en", "ru", "tr")}},
)
"""
SWITCH = """
from django.utils import timezone
from accounts.models import User
from accounts.services import switches_set
switches_set(
    actor=User.objects.get(username="admin"), reason="A test.", now=timezone.now(),
    {which}={on},
)
"""


def clocks(page: Page) -> list[str]:
    """What the two clocks of a table show."""
    return page.locator('[data-part="clock"]').all_text_contents()


@pytest.fixture(autouse=True)
def _in_georgian() -> Iterator[None]:
    """Sentences are looked up as a Georgian reader's page looks them up."""
    with override("ka"):
        yield


def moderator(visitor: Visitor, site: Site, name: str) -> Page:
    """One of the desk, logged in."""
    site.execute(MODERATOR.format(name=name, password=PASSWORD))
    page = visitor()
    page.goto("/ka/account/login/")
    page.fill("[name=login]", f"Desk_{name}")
    page.fill("[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    page.wait_for_url("**/lobby/")
    return page


def test_a_report_goes_its_whole_way(visitor: Visitor, site: Site) -> None:
    """Mariam reports Lasha; he is suspended, thrown out at once, told, and appeals."""
    lasha = signed_up(visitor, "Lasha_rude", language="ka")
    elsewhere = lasha.context.new_page()
    elsewhere.goto("/ka/account/settings/")
    mariam = signed_up(visitor, "Mariam_hurt")
    mariam.goto("/ka/@lasha_rude")
    expect(mariam.locator("h1")).to_have_text("Lasha_rude")
    mariam.get_by_role("link", name=_("Report to the moderators")).click()
    mariam.select_option("[name=reason]", "insult")
    mariam.fill("[name=text]", "ცუდი სიტყვები <script>alert(1)</script>")
    mariam.get_by_role("button", name=_("Send the report")).click()
    expect(mariam.locator(".messages")).to_contain_text(
        _("Thank you. The desk will look at it.")
    )

    desk = moderator(visitor, site, "one")
    desk.goto("/ka/admin/desk/case/")
    desk.locator("#result_list tbody th a").first.click()
    expect(desk.locator(".case__quote").first).to_contain_text(
        "ცუდი სიტყვები <script>alert(1)</script>"
    )
    desk.get_by_role("button", name=_("Suspend"), exact=True).click()
    expect(desk.locator(".messagelist")).to_contain_text(
        _("Done; it is in the audit entries.")
    )

    # Two pages of his were open: within two seconds their sockets are closed, and
    # the page that comes instead of each says why.
    lasha.wait_for_url("**/ka/desk/account/**", timeout=2_000)
    elsewhere.wait_for_url("**/ka/desk/account/**", timeout=2_000)
    expect(lasha.locator("h1")).to_have_text(_("You cannot come in"))
    expect(lasha.locator("main")).to_contain_text(_("insults or threats"))
    lasha.fill("[name=text]", "ეს ჩემი ძმა იყო.")
    lasha.get_by_role("button", name=_("Send the appeal")).click()
    expect(lasha.locator("main")).to_contain_text(
        _("Another moderator will hear your appeal.")
    )

    other = moderator(visitor, site, "two")
    other.goto("/ka/admin/desk/case/?kind__exact=appeal")
    other.locator("#result_list tbody th a").first.click()
    other.get_by_role("button", name=_("Take the decision back")).click()
    lasha.goto("/ka/account/login/")
    lasha.fill("[name=login]", "Lasha_rude")
    lasha.fill("[name=password]", PASSWORD)
    lasha.click("main button[type=submit]")
    expect(lasha.locator("[data-notice]")).to_contain_text(
        _("The desk has written to you.")
    )
    lasha.get_by_role("link", name=_("Read it")).click()
    expect(lasha.locator("main")).to_contain_text(
        _("Your appeal was heard: the decision has been taken back.")
    )
    lasha.get_by_role("button", name=_("I have read this")).click()
    expect(lasha.locator("[data-notice]")).to_be_hidden()


@pytest.mark.parametrize("where", ["/ka/lobby/", "/ka/account/settings/"])
def test_the_switches_appear_on_an_open_page(
    visitor: Visitor, site: Site, where: str
) -> None:
    """Whether the page has a socket of its own or the site's."""
    nino = signed_up(visitor, f"Nino_{where.split('/')[2]}")
    nino.goto(where)
    news = nino.locator("[data-announcement]")
    read_only = nino.locator("[data-when-read-only]")
    expect(news).to_be_hidden()
    expect(read_only).to_be_hidden()
    site.execute(ANNOUNCE.format(text="მალე <b>დავბრუნდებით</b>"))
    try:
        expect(news).to_contain_text("მალე <b>დავბრუნდებით</b>", timeout=3_000)
        site.execute(SWITCH.format(which="is_read_only", on=True))
        expect(read_only).to_be_visible(timeout=3_000)
    finally:
        site.execute(ANNOUNCE.format(text=""))
        site.execute(SWITCH.format(which="is_read_only", on=False))
    expect(news).to_be_hidden(timeout=3_000)
    expect(read_only).to_be_hidden(timeout=3_000)


def test_clocks_stand_still_while_the_site_is_read_only(
    visitor: Visitor, site: Site
) -> None:
    """On an open table's page and on one that comes only then; none shows too much."""

    def with_clock(**options: Any) -> Page:
        page = visitor(**options)
        page.clock.install()
        return page

    lasha, gela = (player.page for player in sat_down(with_clock, "still", 1))
    # A clock that has begun to run shows less than the whole minute.
    running = lasha.locator('[data-part="clock"]').filter(has_text="0:")
    expect(running).to_have_count(1, timeout=15_000)
    site.execute(SWITCH.format(which="is_read_only", on=True))
    try:
        expect(lasha.locator("[data-when-read-only]")).to_be_visible(timeout=3_000)
        gela.reload()
        for page in (lasha, gela):
            shown = clocks(page)
            page.clock.run_for(5_000)
            assert clocks(page) == shown
    finally:
        site.execute(SWITCH.format(which="is_read_only", on=False))
    for page in (lasha, gela):
        expect(page.locator("[data-when-read-only]")).to_be_hidden(timeout=3_000)
        # What the outage gave back is more than the clock may show.
        assert max(clocks(page)) <= "1:00"


def test_no_new_tables_is_seen_in_the_open_lobby(visitor: Visitor, site: Site) -> None:
    nino = signed_up(visitor, "Nino_waits")
    nino.goto("/ka/lobby/")
    create = nino.get_by_role("button", name=_("Create a table"))
    expect(create).to_be_enabled()
    site.execute(SWITCH.format(which="no_new_tables", on=True))
    try:
        expect(create).to_be_disabled(timeout=3_000)
        expect(nino.locator("[data-no-new-tables]")).to_be_visible()
    finally:
        site.execute(SWITCH.format(which="no_new_tables", on=False))
    expect(create).to_be_enabled(timeout=3_000)


def test_a_visitors_page_asks_when_it_is_looked_at_again(
    visitor: Visitor, site: Site
) -> None:
    page = visitor()
    page.goto("/ka/")
    site.execute(ANNOUNCE.format(text="მალე დავბრუნდებით."))
    try:
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(page.locator("[data-announcement]")).to_contain_text("დავბრუნდებით")
    finally:
        site.execute(ANNOUNCE.format(text=""))


def test_a_blocked_player_is_told_so_kindly(visitor: Visitor) -> None:
    tamar = signed_up(visitor, "Tamar_blocks")
    irakli = signed_up(visitor, "Irakli_comes")
    tamar.goto("/ka/@Irakli_comes")
    tamar.get_by_role("button", name=_("Block"), exact=True).click()
    tamar.goto("/ka/lobby/")
    tamar.get_by_role("button", name=_("Create a table")).click()
    tamar.wait_for_url("**/table/**")
    irakli.goto("/ka/lobby/")
    expect(irakli.locator("tr", has_text="Tamar_blocks")).to_have_count(0)
    irakli.goto(tamar.url)
    expect(irakli.get_by_role("button", name=_("Join"))).to_have_count(0)
    expect(irakli.locator("main")).to_contain_text(
        _("You and this player do not meet at a table. Choose another one.")
    )


@pytest.mark.parametrize(("width", "height"), [(844, 390), (390, 844), (1024, 768)])
def test_a_list_has_a_narrow_screen_to_itself(
    visitor: Visitor, site: Site, width: int, height: int
) -> None:
    """Neither the lists beside it nor its filters take from its width."""
    page = moderator(visitor, site, f"narrow_{width}")
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/ka/admin/desk/case/")
    shown = page.locator("#changelist-form").bounding_box()
    filters = page.locator("#changelist-filter").bounding_box()
    assert shown
    assert filters
    assert shown["width"] >= width - 50
    assert filters["y"] >= shown["y"] + shown["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
