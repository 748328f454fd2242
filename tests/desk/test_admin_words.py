"""Every page of the admin, read by a Georgian: no foreign word, no capital letter."""

import re
import sys
from html import unescape

import pytest
from django.template import Context, Template
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy, override

from accounts import services as accounts
from accounts.models import AuditEntry, User
from accounts.moderation import Kind
from accounts.wording import IN_THE_ADMIN, why_text
from games.desk.models import Case
from games.players.closing import account_close
from games.rules.codec import NAMES
from games.tables.admin import COMMANDS
from games.tables.models import Table
from nardi_site.georgian import CAPITALS
from tests.desk.conftest import acted, reported, sat
from tests.tables.pages import browser, text_of
from tests.tables.playing import NOON

pytestmark = pytest.mark.django_db

INDEX = "/ka/admin/"
LINK = re.compile(r'href="(/ka/admin/[^"?]+)"')
UNSEEN = re.compile(r"<(script|style|svg)\b.*?</\1>|<[^>]+>", re.S)
# Rows as they are kept: addresses, the ledger's keys, JSON; and what people have
# written.
DATA = re.compile(
    r"\S+@\S+|(grant|table):[\w:]+|\{.*?\}|He swore\.|[Ss]een in the record",
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


# --- Words for what is kept as a code -----------------------------------------


@pytest.mark.parametrize("command", [*NAMES.values(), "join", "cancel"])
def test_every_command_of_a_match_has_words(command: str) -> None:
    assert str(COMMANDS[command]) != command


def test_the_list_of_events_says_what_was_done(chief: User) -> None:
    page = text_of(browser(chief).get("/en/admin/tables/event/"))
    for raw, said in (("join", "Join"), ("resign", "Resign")):
        assert f">{said}</td>" in page
        assert f">{raw}</td>" not in page


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        (IN_THE_ADMIN, "<In the admin.>"),
        ("insult: seen", "insults or threats: seen"),
        ("lifted", "Lifted"),
        ("report", "Report"),
        ("An upgrade.", "An upgrade."),
    ],
)
def test_a_reason_that_nobody_wrote_is_said_in_the_readers_language(
    monkeypatch: pytest.MonkeyPatch, kept: str, said: str
) -> None:
    monkeypatch.setattr("accounts.wording._", lambda text: f"<{text}>")
    with override("en"):
        assert why_text(AuditEntry(reason=kept)) == said


def test_who_has_closed_his_account_is_named_by_no_number(
    chief: User, nino: User, giorgi: User, senior: User
) -> None:
    """In every list of what was decided, reported and done."""
    giorgi.refresh_from_db()
    account_close(user=giorgi, now=timezone.now())
    Case.objects.update(player=giorgi)
    client = browser(chief)
    for kind in ("accounts/sanction", "desk/case", "coins/account"):
        page = text_of(client.get(f"/en/admin/{kind}/"))
        assert "deleted player" in page, kind
        assert f"deleted_{giorgi.pk}" not in page, kind


# --- First letters ------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "words", "shown"),
    [
        ("tr", "işlem", "İşlem"),
        ("tr", "ışık", "Işık"),
        ("tr", "oyuncu", "Oyuncu"),
        ("en", "item", "Item"),
        ("ru", "игрок", "Игрок"),
        ("ka", "მოთამაშე", "მოთამაშე"),
        ("tr", "", ""),
    ],
)
def test_a_first_letter_is_a_capital_of_its_language(
    language: str, words: str, shown: str
) -> None:
    """In templates, in Django's own code, and of what is said later."""
    late = gettext_lazy(words) if words else words
    with override(language):
        page = Template("{{ words|capfirst }}").render(Context({"words": words}))
        assert page == capfirst(words) == str(capfirst(late)) == shown


def test_djangos_own_is_used_nowhere() -> None:
    holding = {
        name: vars(module)["capfirst"]
        for name, module in list(sys.modules.items())
        if name.startswith("django.") and "capfirst" in vars(module)
    }
    assert "django.contrib.admin.helpers" in holding
    assert set(holding.values()) == {capfirst}


def test_turkish_headings_begin_with_their_own_letter(chief: User) -> None:
    client = browser(chief)
    entry = AuditEntry.objects.latest("id").pk
    for where, heading in (
        ("accounts/auditentry/", "İşlem"),
        (f"accounts/auditentry/{entry}/change/", "İşlem"),
        ("accounts/sanction/", "İtirazdan sonra"),
    ):
        page = text_of(client.get(f"/tr/admin/{where}"))
        assert heading in page, where
        assert f"I{heading[1:]}" not in page, where


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "Switches"),
        ("ru", "Переключатели"),
        ("tr", "Anahtarlar"),
        ("ka", "გადამრთველები"),
    ],
)
def test_the_switches_have_a_title(chief: User, language: str, title: str) -> None:
    page = text_of(browser(chief).get(f"/{language}/admin/accounts/switches/"))
    assert f"<h1>{title}</h1>" in page


@pytest.mark.parametrize(
    ("language", "title"),
    [("ka", "სახეობა"), ("en", "Kind"), ("ru", "Вид"), ("tr", "Tür")],
)
def test_a_filter_is_headed_by_what_it_filters(
    chief: User, language: str, title: str
) -> None:
    """Without a sentence around it, in which the word would have to be inflected."""
    page = text_of(browser(chief).get(f"/{language}/admin/accounts/sanction/"))
    assert f"<summary>{title}</summary>" in page
    assert "მიხედვით" not in page
