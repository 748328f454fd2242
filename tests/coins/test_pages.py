""" "My coins": the page, its buttons, the statement, the balance in the header."""

import csv
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.template import Context, Template
from django.test import Client
from django.utils import translation

from accounts.models import User
from coins import selectors, services, views
from tests.coins.conftest import NOON, balance_of
from tests.coins.playing import sit, win

pytestmark = pytest.mark.django_db

NOT_MONEY = "Domino Coin is not money"
PAGES = ("/en/coins/", "/en/coins/statement.csv")
BUTTONS = ("/en/coins/gift/", "/en/coins/top-up/")


@pytest.fixture(autouse=True)
def noon() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def visitor(client: Client) -> Client:
    return client


@pytest.fixture
def browser(client: Client, nino: User) -> Client:
    """Nino's."""
    client.force_login(nino)
    return client


def page(browser: Client, address: str = "/en/coins/") -> str:
    response = browser.get(address)
    assert response.status_code == 200
    return response.content.decode()


def rows(browser: Client, query: str = "") -> list[list[str]]:
    """The statement as its file has it, without the heading."""
    response = browser.get(f"/en/coins/statement.csv{query}")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    text = response.content.decode("utf-8-sig")
    heading, *lines = csv.reader(text.splitlines())
    assert heading == ["Time in Tbilisi", "Reason", "Table", "Coins", "Balance"]
    return lines


# --- Access ------------------------------------------------------------------


@pytest.mark.parametrize("address", PAGES)
def test_a_visitor_is_asked_to_log_in(visitor: Client, address: str) -> None:
    response = visitor.get(address)
    assert response.status_code == 302
    assert "/login/" in response["Location"]


@pytest.mark.parametrize("address", BUTTONS)
def test_a_visitor_claims_nothing(visitor: Client, address: str) -> None:
    response = visitor.post(address)
    assert response.status_code == 302
    assert "/login/" in response["Location"]


@pytest.mark.parametrize("address", BUTTONS)
def test_a_link_claims_nothing(browser: Client, nino: User, address: str) -> None:
    assert browser.get(address).status_code == 405
    assert balance_of(nino) == 1000


@pytest.mark.parametrize("address", PAGES)
def test_a_page_changes_nothing(browser: Client, address: str) -> None:
    assert browser.post(address).status_code == 405


def test_the_views_need_a_player() -> None:
    """Their guard stands before them; without it they fail rather than guess."""

    class Request:
        user = AnonymousUser()

    with pytest.raises(TypeError):
        views._player(Request())  # type: ignore[arg-type]


# --- The page ----------------------------------------------------------------


def test_it_shows_the_balance_and_what_the_coin_is_not(browser: Client) -> None:
    shown = page(browser)
    assert "1,000" in shown
    assert NOT_MONEY in shown
    assert "At tables:" not in shown


def test_it_shows_what_lies_at_tables(browser: Client, nino: User) -> None:
    sit(nino, 0, 250)
    shown = page(browser)
    assert "At tables:" in shown
    assert "250" in shown
    assert "−250" in shown


def test_a_line_leads_to_its_match(browser: Client, nino: User) -> None:
    sit(nino, 0)
    assert '<a href="/en/table/table7/">Entry</a>' in page(browser)


def test_a_player_from_before_the_coin_sees_his_first_coins(client: Client) -> None:
    (early,) = User.objects.bulk_create([User(username="Early")])
    client.force_login(early)
    assert "Welcome gift" in page(client)
    assert balance_of(early) == 1000


# --- Buttons -----------------------------------------------------------------


def test_the_gift_is_taken_by_its_button(browser: Client, nino: User) -> None:
    assert "Take today" in page(browser)
    response = browser.post("/en/coins/gift/", follow=True)
    assert response.redirect_chain == [("/en/coins/", 302)]
    assert "gift is in your wallet" in response.content.decode()
    browser.post("/en/coins/gift/")
    assert balance_of(nino) == 1100


def test_the_time_until_the_next_gift(
    browser: Client, noon: time_machine.Traveller
) -> None:
    """To midnight in Tbilisi, and never a minute too short."""
    browser.post("/en/coins/gift/")
    assert "in 8 h 0 min" in page(browser)
    noon.move_to(NOON + timedelta(hours=7, minutes=59, seconds=59))
    shown = page(browser)
    assert "in 0 h 1 min" in shown
    assert "Take today" not in shown
    noon.move_to(NOON + timedelta(hours=8))
    assert "Take today" in page(browser)


def test_the_top_up_is_offered_to_who_needs_it(
    browser: Client, nino: User, giorgi: User
) -> None:
    assert "Top up" not in page(browser)
    sit(nino, 0, 1000)
    sit(giorgi, 1, 1000)
    win(giorgi)
    assert "Top up" in page(browser)
    response = browser.post("/en/coins/top-up/", follow=True)
    assert "top-up is in your wallet" in response.content.decode()
    assert balance_of(nino) == 200
    # Posted by hand once more, it is the one of today.
    browser.post("/en/coins/top-up/")
    assert balance_of(nino) == 200


def test_the_top_up_of_the_day_is_used_up(
    browser: Client, nino: User, giorgi: User
) -> None:
    for table_id, coins in ((1, 1000), (2, 100), (3, 100)):
        sit(nino, 0, coins, table_id)
        sit(giorgi, 1, coins, table_id)
        win(giorgi, table_id)
        services.top_up_claim(user=nino, now=NOON) if table_id == 1 else None
    shown = page(browser)
    assert "Top-up</h2>" in shown
    assert "in 8 h 0 min" in shown
    assert "Top up" not in shown


def test_who_has_enough_is_told_so(browser: Client, nino: User) -> None:
    response = browser.post("/en/coins/top-up/", follow=True)
    assert "You have enough coins for a table." in response.content.decode()
    assert balance_of(nino) == 1000


def test_a_frozen_wallet_says_so(browser: Client, nino: User, mariam: User) -> None:
    services.wallet_freeze(user=nino, actor=mariam, reason="A doubt.", now=NOON)
    shown = page(browser)
    assert "Your wallet is frozen" in shown
    assert "Take today" not in shown
    response = browser.post("/en/coins/gift/", follow=True)
    assert "Your wallet is frozen" in response.content.decode()
    assert balance_of(nino) == 1000


# --- The statement -----------------------------------------------------------


@pytest.fixture
def history(nino: User, giorgi: User, mariam: User) -> list[list[str]]:
    """Nino's transfers on two days; the lines of his statement, youngest first."""
    sit(nino, 0)
    sit(giorgi, 1)
    win(nino)
    tomorrow = NOON + timedelta(days=1)
    services.gift_claim(user=nino, now=tomorrow)
    services.correction_make(
        user=nino,
        coins=-30,
        actor=mariam,
        reason="A fault.",
        token="once",
        now=tomorrow,
    )
    return [
        ["2026-11-30 16:00:00", "Correction", "", "-30", "1170"],
        ["2026-11-30 16:00:00", "Daily gift", "", "100", "1200"],
        ["2026-11-29 16:00:00", "Match won", "table7", "200", "1100"],
        ["2026-11-29 16:00:00", "Entry", "table7", "-100", "900"],
        ["2026-11-29 16:00:00", "Welcome gift", "", "1000", "1000"],
    ]


def test_the_statement_to_the_coin(browser: Client, history: list[list[str]]) -> None:
    assert rows(browser) == history


@pytest.mark.parametrize(
    ("query", "lines"),
    [
        ("?group=tables", [2, 3]),
        ("?group=gifts", [1, 4]),
        ("?group=corrections", [0]),
        ("?since=2026-11-30", [0, 1]),
        ("?until=2026-11-29", [2, 3, 4]),
        ("?since=2026-11-29&until=2026-11-29&group=gifts", [4]),
        ("?since=2026-12-01", []),
        # What cannot be read narrows nothing down.
        ("?group=stolen&since=yesterday", [0, 1, 2, 3, 4]),
    ],
)
def test_filters_leave_the_balances_right(
    browser: Client, history: list[list[str]], query: str, lines: list[int]
) -> None:
    assert rows(browser, query) == [history[line] for line in lines]
    shown = page(browser, f"/en/coins/{query}")
    assert ("Nothing moved here." in shown) is (not lines)


def test_a_day_is_a_day_in_tbilisi(browser: Client, nino: User) -> None:
    midnight = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)
    services.gift_claim(user=nino, now=midnight - timedelta(seconds=1))
    services.gift_claim(user=nino, now=midnight)
    assert [line[4] for line in rows(browser, "?since=2026-11-30")] == ["1200"]
    assert "1200" not in [line[4] for line in rows(browser, "?until=2026-11-29")]


def test_pages_go_on_where_the_last_one_ended(browser: Client, nino: User) -> None:
    """Sixty gifts: three pages, each with the balances that it had."""
    for day in range(60):
        services.gift_claim(user=nino, now=NOON + timedelta(days=day))
    first = page(browser, "/en/coins/?group=gifts")
    assert "7,000" in first
    assert "Newer" not in first
    assert "?group=gifts&amp;page=2#statement" in first
    middle = page(browser, "/en/coins/?group=gifts&page=2")
    assert "4,500" in middle
    assert "?group=gifts&amp;page=1#statement" in middle
    assert "?group=gifts&amp;page=3#statement" in middle
    last = page(browser, "/en/coins/?page=3")
    assert "?page=2#statement" in last
    assert "Older" not in last
    assert len(rows(browser, "?page=2")) == 61


def test_a_statement_is_ones_own(
    browser: Client, history: list[list[str]], giorgi: User
) -> None:
    browser.force_login(giorgi)
    assert [line[1] for line in rows(browser)] == ["Entry", "Welcome gift"]


# --- Coins elsewhere ---------------------------------------------------------


def rendered(source: str, **context: object) -> str:
    template = Template("{% load coin_tags %}" + source)
    return template.render(Context(context)).strip()


def test_the_header_shows_the_balance_to_a_player(nino: User) -> None:
    with translation.override("en"):
        shown = rendered("{% coin_balance %}", user=nino)
    assert "1,000" in shown
    assert 'href="/en/coins/"' in shown
    wallet = selectors.wallet_get(user=nino)
    assert f'data-version="{wallet.version}"' in shown


def test_the_header_shows_a_visitor_nothing(db: None) -> None:
    assert rendered("{% coin_balance %}", user=AnonymousUser()) == ""
    assert rendered("{% coin_balance %}") == ""


def test_the_header_waits_for_the_first_coins(db: None) -> None:
    (early,) = User.objects.bulk_create([User(username="Early")])
    assert rendered("{% coin_balance %}", user=early) == ""


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("{{ 1240|coin_number }}", "1,240"),
        ("{{ 50|coin_number }}", "50"),
        ("{{ minus|coin_number }}", "−1,240"),
        ("{{ 1240|coin_change }}", "+1,240"),
        ("{{ minus|coin_change }}", "−1,240"),
        ("{{ 0|coin_change }}", "0"),
    ],
)
def test_numbers(source: str, shown: str) -> None:
    with translation.override("en"):
        assert rendered(source, minus=-1240) == shown


def test_numbers_do_not_break_over_a_line() -> None:
    with translation.override("ka"):
        assert rendered("{{ 1240|coin_number }}") == "1\N{NO-BREAK SPACE}240"


def test_an_amount_has_its_mark() -> None:
    with translation.override("en"):
        shown = rendered("{% coins 250 %}")
    assert "coin__mark" in shown
    assert "250" in shown


def test_a_page_may_ask_what_the_player_has(client: Client, nino: User) -> None:
    """As it is told over a socket: the number, and which transfer it is after."""
    client.force_login(nino)
    first = client.get("/en/coins/balance/").json()
    assert first["balance"] == 1000
    client.post("/en/coins/gift/")
    second = client.get("/en/coins/balance/").json()
    assert second["balance"] == 1100
    assert second["version"] > first["version"]


def test_a_visitor_has_no_balance(client: Client, db: None) -> None:
    answer = client.get("/en/coins/balance/")
    assert (answer.status_code, answer.content) == (204, b"")


def test_a_player_from_before_the_coin_has_no_balance_yet(
    client: Client, db: None
) -> None:
    (early,) = User.objects.bulk_create([User(username="Early")])
    client.force_login(early)
    assert client.get("/en/coins/balance/").status_code == 204


@pytest.mark.parametrize(
    ("language", "when", "balance"),
    [
        ("ka", "29.11.2026 16:00", "1\xa0000"),
        ("en", "29 Nov 2026, 16:00", "1,000"),
        ("ru", "29.11.2026 16:00", "1\xa0000"),
        ("tr", "29 Kas 2026 16:00", "1.000"),
    ],
)
def test_times_and_numbers_are_written_as_the_reader_does(
    browser: Client, language: str, when: str, balance: str
) -> None:
    text = page(browser, f"/{language}/coins/")
    assert f">{when}</time>" in text
    assert f">{balance}</td>" in text
    assert f">+{balance}</td>" in text


@pytest.mark.parametrize("query", ["since=0001-01-01", "until=9999-12-31", "since=abc"])
def test_a_day_beyond_the_calendar_is_said_to_be_none(
    browser: Client, query: str
) -> None:
    """All is shown, and the field says what is wrong."""
    answer = browser.get(f"/en/coins/?{query}")
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()
    assert "Welcome gift" in answer.content.decode()
    assert browser.get(f"/en/coins/statement.csv?{query}").status_code == 200


def test_a_gift_is_welcomed_once(browser: Client) -> None:
    told = [
        page(browser, "/en/coins/")
        for _ in range(2)
        if browser.post("/en/coins/gift/").status_code == 302
    ]
    assert "Today&#x27;s gift is in your wallet." in told[0]
    assert "You have had this today." in told[1]
