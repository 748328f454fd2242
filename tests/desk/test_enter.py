"""Enter in a field of the desk's presses no button that somebody did not choose."""

from html.parser import HTMLParser

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from accounts.barred import pass_make
from accounts.models import Sanction, User
from accounts.moderation import Kind
from coins.models import Account
from games.desk import services
from tests.desk.conftest import acted, reported, sat
from tests.tables.pages import browser

pytestmark = pytest.mark.django_db

# In which nobody writes, so that nobody presses Enter by habit.
QUIET = {"hidden", "button", "reset", "checkbox", "radio"}
SENDING = {"submit", "image"}


class Forms(HTMLParser):
    """The forms of a page: the fields in which Enter sends each, and its buttons."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[list[str], list[str]]] = []
        self._is_in = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        have = dict(attrs)
        if tag == "form":
            self.found.append(([], []))
            self._is_in = True
        if not self._is_in:
            return
        fields, buttons = self.found[-1]
        of_kind = have.get("type") or ("submit" if tag == "button" else "text")
        name = have.get("value") or have.get("name") or of_kind
        if tag in ("button", "input") and of_kind in SENDING:
            buttons.append(name)
        elif tag == "input" and of_kind not in QUIET:
            fields.append(have.get("name") or "")

    def handle_endtag(self, tag: str) -> None:
        self._is_in = self._is_in and tag != "form"


def on_enter(html: str) -> list[tuple[list[str], list[str]]]:
    """The forms in which Enter presses one button of several."""
    return [
        (fields, buttons)
        for fields, buttons in Forms(html).found
        if fields and len(buttons) > 1
    ]


@pytest.mark.parametrize("match", ["live", "over"])
@pytest.mark.parametrize("kind", [None, Kind.FREEZE])
def test_enter_presses_nothing_on_a_case(
    nino: User, giorgi: User, senior: User, match: str, kind: Kind | None
) -> None:
    """A report, with and without a match to rule on, and an appeal."""
    play = sat(nino, giorgi, entry_coins=100)
    if match == "over":
        play.resign(giorgi)
    case = reported(nino, giorgi, play.row)
    user = senior
    if kind is not None:
        acted(case, senior, kind)
        case = services.appeal_make(
            player=giorgi,
            sanction_id=Sanction.objects.get().pk,
            text="It was my brother.",
            now=timezone.now(),
        )
        user = User.objects.create_superuser("Chief_one")
    page = browser(user).get(f"/en/admin/desk/case/{case.pk}/change/")
    forms = Forms(page.content.decode()).found
    assert any("lift" in buttons or "warn" in buttons for _fields, buttons in forms)
    assert on_enter(page.content.decode()) == []


def test_enter_presses_nothing_anywhere_else_on_the_desk(
    nino: User, giorgi: User, lasha: User, senior: User
) -> None:
    """Of staff and of players: reports, decisions, the barred door, another name."""
    chief = User.objects.create_superuser("Chief_one")
    acted(reported(nino, giorgi), senior, Kind.SUSPEND, days=7)
    acted(reported(giorgi, lasha), senior, Kind.RENAME)
    lasha.refresh_from_db()
    with translation.override("en"):
        door = reverse("desk:barred", args=[pass_make(giorgi.pk)])
        correction = reverse(
            "admin:coins_account_correct", args=[Account.objects.get(user=nino).pk]
        )
        switches = reverse("admin:accounts_switches_changelist")
    for user, where in (
        (chief, correction),
        (chief, switches),
        (chief, "/en/admin/desk/case/"),
        (chief, f"/en/admin/accounts/user/{nino.pk}/change/"),
        (nino, f"/en/report/player/{lasha.username}/"),
        (lasha, "/en/desk/"),
        (lasha, "/en/desk/name/"),
        (None, door),
    ):
        page = browser(user).get(where)
        assert page.status_code == 200, where
        assert Forms(page.content.decode()).found, where
        assert on_enter(page.content.decode()) == [], where


def test_the_test_would_notice() -> None:
    buttons = "<button>Warn</button><button>Close</button>"
    note = '<input name="note">'
    assert on_enter(f"<form>{note}{buttons}</form>") == [
        (["note"], ["submit", "submit"])
    ]
    assert on_enter(f"<form><textarea></textarea>{buttons}</form>{note}") == []
