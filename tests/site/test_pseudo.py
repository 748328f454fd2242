"""A run in a language that does not exist: what stays English bypasses gettext.

Every text that gettext gives comes back in ⟦brackets⟧; words outside of them on a
page, in an attribute that is read out, or in a letter were never up for translation.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from random import Random

import pytest
from django.contrib import admin
from django.core import mail
from django.core.cache import cache
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import trans_real

from accounts.models import User
from coins import services as coins
from games.rulebook import articles
from games.rulebook.languages import LIBRARY
from games.tables import services
from tests.rulebook.pages import VOID
from tests.tables.playing import NOON, Play, come, played_out, table_of

pytestmark = pytest.mark.django_db

CONTEXT = trans_real.CONTEXT_SEPARATOR
MARKED = re.compile("⟦[^⟦⟧]*⟧")
WORD = re.compile(r"[^\W\d_]{2,}")
READ_OUT = ("alt", "aria-label", "content", "placeholder", "title", "aria-description")
UNREAD = {"script", "style", "code"}
NAMES = re.compile(
    r"Domino Coin|GNU Backgammon|JSON|\.mat\b|Nino|Giorgi|\bbar(?=/)|(?<=/)off\b|\S+@\S+"
)
"""Names of people and things, and notation."""

FORGOTTEN = {"Search", "True", "False", "Authenticators", "User", "sessions"}
"""Three attributes of Django's own admin, and two models of allauth's."""

ROLES = ("moderator", "senior", "operator")
"""Names of groups, which whoever runs the site may change."""

KEYS = re.compile(r">(?:grant:signup:\d+|wallet \d+|house)<")
"""How staff and the audit tell accounts and transfers apart."""


def marked(text: str) -> str:
    """A text as the language that does not exist has it."""
    return f"⟦{text.rpartition(CONTEXT)[2]}⟧" if text else text


@pytest.fixture(autouse=True)
def pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """English is that language; nothing rendered in it is kept."""
    english = trans_real.translation("en")
    monkeypatch.setattr(english, "gettext", marked)
    monkeypatch.setattr(
        english, "ngettext", lambda one, many, n: marked(one if n == 1 else many)
    )
    articles._kept.cache_clear()
    cache.clear()
    with translation.override("en"):
        yield
    articles._kept.cache_clear()


@dataclass
class Bypassing(HTMLParser):
    """Collects the words of a page that nobody could have translated."""

    text: str = ""
    attributes: list[str] = field(default_factory=list)
    unread: int = 0
    _open: list[tuple[str, bool]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        of_another = "lang" in given and tag != "html"
        # The book has texts of its own in each language, and tests of its own; the
        # chip on the language switch is a code.
        skipped = (
            tag in UNREAD
            or of_another
            or given.get("translate") == "no"
            or given.get("class", "").split(" ")[0]
            in ("article", "contents", "strip", "turn", "menu__chip")
        )
        if tag not in VOID:
            self._open.append((tag, skipped))
            self.unread += skipped
        if self.unread or skipped:
            return
        for name in READ_OUT:
            is_word = name != "content" or given.get("name") == "description"
            if name in given and is_word:
                self.attributes.append(given[name])
        if tag == "input" and given.get("type") in ("submit", "button"):
            self.attributes.append(given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            name, skipped = self._open.pop()
            self.unread -= skipped
            if name == tag:
                break

    def handle_data(self, data: str) -> None:
        if not self.unread:
            self.text += f" {data}"

    def words(self) -> list[str]:
        return [word for one in (self.text, *self.attributes) for word in left(one)]


def left(text: str) -> list[str]:
    """The words outside of all brackets."""
    while MARKED.search(text):
        text = MARKED.sub(" ", text)
    return WORD.findall(NAMES.sub(" ", text))


def bypassing(html: str) -> list[str]:
    page = Bypassing()
    page.feed(html)
    return page.words()


def browser(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


@pytest.fixture
def nino() -> User:
    return User.objects.create_user("Nino", "nino@example.com", "kaxuri-ghvino-9")


@pytest.fixture
def giorgi() -> User:
    return User.objects.create_user("Giorgi", "giorgi@example.com")


@pytest.fixture
def play(nino: User, giorgi: User) -> Play:
    """A match of theirs that goes on."""
    coins.wallet_ensure(user=nino, now=NOON)
    table = table_of(nino, target=3)
    services.table_join(user=giorgi, slug=table.slug, now=NOON)
    play = Play(table.slug, (nino, giorgi))
    for player in play.players:
        come(play.slug, player, NOON)
    return play


VISITED = (
    "",
    "account/login/",
    "account/signup/",
    "account/password/reset/",
    "account/password/reset/done/",
    "account/password/reset/key/x-y/",
    "account/password/reset/key/done/",
    "account/inactive/",
    "none/",
    "position/",
    "position/?position=wrong",
    "position/4HPwATDgc_ABMA/",
    "position/4HPwATDgc_ABMA/?dice=33",
    "position/4HPwATDgc_ABMA/?dice=99",
)
ENTRANCES = ("login", "signup", "password/reset")
LOGGED_IN = (
    "lobby/",
    "coins/",
    "coins/?page=2&reason=entry",
    "account/settings/",
    "account/password/change/",
    "account/password/set/",
    "account/email/",
    "account/name/",
    "account/sessions/",
    "account/factor/",
    "account/factor/app/add/",
    "account/factor/codes/",
    "account/passkey/",
    "account/passkey/add/",
    "account/again/",
    "account/logout/",
)


@pytest.mark.parametrize("path", VISITED)
def test_a_visitors_page(path: str) -> None:
    assert bypassing(browser(None).get(f"/en/{path}", follow=True).text) == []


@pytest.mark.parametrize("key", LIBRARY["en"])
def test_the_frame_of_a_page_of_the_book(key: str) -> None:
    entry = LIBRARY["en"][key]
    text = unescape(browser(None).get(f"/en/{entry.path}").text)
    for own in (entry.title, entry.description):
        text = text.replace(own, "")
    assert bypassing(text) == []


@pytest.mark.parametrize("path", LOGGED_IN)
def test_a_players_page(nino: User, giorgi: User, path: str) -> None:
    coins.wallet_ensure(user=nino, now=NOON)
    table_of(giorgi)
    assert bypassing(browser(nino).get(f"/en/{path}", follow=True).text) == []


@pytest.mark.parametrize(
    "path",
    [
        "login",
        "signup",
        "password/reset",
        "password/change",
        "settings",
        "email",
        "name",
        "factor/app/add",
    ],
)
def test_a_form_that_was_sent(nino: User, path: str) -> None:
    """Empty, wrong, or right: with what it says then."""
    client = browser(None if path in ENTRANCES else nino)
    for sent in ({}, {"login": "x", "password": "y", "username": "-", "email": "x"}):
        answer = client.post(f"/en/account/{path}/", sent, follow=True)
        assert bypassing(answer.text) == []


def test_a_table_from_its_opening_to_its_record(play: Play, nino: User) -> None:
    """To its players, to those who watch, and after its end."""
    for user in (nino, None):
        page = browser(user).get(reverse("tables:table", args=[play.slug]))
        assert bypassing(page.text) == []
    played_out(play, Random(5))
    for user in (nino, None):
        page = browser(user).get(f"/en/match/{play.slug}/")
        assert page.status_code == 200
        assert bypassing(page.text) == []


def test_an_invitation_and_a_cancelled_table(nino: User, giorgi: User) -> None:
    table = table_of(nino, is_private=True, entry_coins=0)
    path = f"/en/table/{table.slug}/"
    for user in (nino, giorgi, None):
        assert bypassing(browser(user).get(path).text) == []
    services.table_cancel(user=nino, slug=table.slug, now=NOON)
    assert bypassing(browser(nino).get(path).text) == []


@pytest.mark.parametrize("code", ["400", "403", "403_csrf", "404", "429", "500", "503"])
def test_an_error_page(code: str) -> None:
    with translation.override("en"):
        assert bypassing(render_to_string(f"{code}.html")) == []


@pytest.mark.parametrize("address", ["nino@example.com", "nobody@example.com"])
def test_a_letter(nino: User, address: str) -> None:
    browser(None).post("/en/account/password/reset/", {"email": address})
    (letter,) = mail.outbox
    body = re.sub(r"https?://\S+|testserver", "", str(letter.body))
    assert left(str(letter.subject)) == []
    assert left(body) == []


def test_what_the_models_are_called() -> None:
    """Their names, fields and choices, as the admin shows them."""
    client = browser(User.objects.create_superuser("Nino"))
    for model in admin.site._registry:
        label = f"{model._meta.app_label}_{model._meta.model_name}"
        text = client.get(reverse(f"admin:{label}_changelist")).text
        found = bypassing(KEYS.sub("><", text))
        assert set(found) <= FORGOTTEN | set(ROLES), label


def test_the_run_finds_what_bypasses(monkeypatch: pytest.MonkeyPatch) -> None:
    """A control: words that nobody translates are found, wherever they hide."""
    hidden: Callable[[str], list[str]] = bypassing
    assert hidden("<p>⟦Roll⟧ the dice</p>") == ["the", "dice"]
    assert hidden('<p title="Roll">⟦Roll <b>the</b> dice⟧</p>') == ["Roll"]
    assert hidden('<br><p translate="no">Name</p><p>⟦%⟧ now</p>') == ["now"]
