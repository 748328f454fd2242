"""Every page of the admin, read by a Georgian: no foreign word, no capital letter."""

import re
from html import unescape

import pytest

from accounts import services as accounts
from accounts.models import User
from accounts.moderation import Kind
from games.tables.models import Table
from nardi_site.georgian import CAPITALS
from tests.desk.conftest import acted, reported, sat
from tests.tables.pages import browser
from tests.tables.playing import NOON

pytestmark = pytest.mark.django_db

INDEX = "/ka/admin/"
LINK = re.compile(r'href="(/ka/admin/[^"?]+)"')
UNSEEN = re.compile(r"<(script|style|svg)\b.*?</\1>|<[^>]+>", re.S)
# Rows as they are kept: addresses, the ledger's keys, the protocol's commands, JSON;
# and what people have written.
DATA = re.compile(
    r"\S+@\S+|(grant|table):[\w:]+|\bjoin\b|\bresign\b|\{.*?\}|He swore\."
    r"|[Ss]een in the record",
    re.S,
)
LATIN = re.compile(r"[A-Za-z]{2,}")


def read(html: str, *names: str) -> list[str]:
    """The Latin words of a page, without names of people and what has one name."""
    text = unescape(UNSEEN.sub(" ", html))
    for name in ("Domino Coin", *names):
        text = text.replace(name, " ")
    return LATIN.findall(DATA.sub(" ", text))


@pytest.fixture
def chief(nino: User, giorgi: User, lasha: User, senior: User) -> User:
    """Whoever runs the site, after a day of which every list has a line."""
    chief = User.objects.create_superuser("Chief_one", date_joined=NOON)
    over = sat(nino, giorgi, entry_coins=100)
    over.resign(giorgi)
    acted(reported(nino, giorgi, over.row), senior, Kind.WARN)
    reported(lasha, nino)
    accounts.switches_set(actor=chief, reason="ღამით ვაახლებთ.", now=NOON)
    return chief


def test_the_admin_is_georgian_to_the_last_word(chief: User) -> None:
    client = browser(chief)
    names = [
        *sorted(User.objects.values_list("username", flat=True), key=len)[::-1],
        *Table.objects.values_list("slug", flat=True),
    ]
    todo, done, foreign = [INDEX], set(), {}
    while todo:
        address = todo.pop()
        if address in done or "/logout/" in address or "/r/" in address:
            continue
        done.add(address)
        page = client.get(address)
        assert page.status_code == 200, address
        assert not CAPITALS.search(page.content), address
        html = page.content.decode()
        todo += LINK.findall(html)
        if said := read(html, *names):
            foreign[address] = said
    shown = {re.sub(r"\d+", "N", address) for address in done}
    assert {f"{INDEX}desk/case/N/change/", f"{INDEX}accounts/user/N/change/"} < shown
    assert foreign == {}


def test_the_test_would_notice(chief: User) -> None:
    """A word of English, and what Python makes of a Georgian letter."""
    client = browser(chief)
    html = client.get(f"{INDEX}accounts/user/").content.decode()
    assert read(html) != []
    assert read("<p>Kept <b>Nino</b></p>", "Nino") == ["Kept"]
    assert CAPITALS.search("მაგიდა".upper().encode())
