"""The pages of lobby and table: who sees what, in both languages."""

import json
import re

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from accounts.models import User
from games.board.geometry import geometry_data
from games.rules.rulesets import RULESETS
from games.tables import services
from games.tables.forms import RULESET_NAMES
from games.tables.models import Table
from tests.tables.conftest import Sit
from tests.tables.pages import address, browser, text_of
from tests.tables.playing import NOON, Play, side, table_of

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _ in settings.LANGUAGES]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_lists_the_tables_that_wait(
    opened: Table, giorgi: User, lasha: User, language: str
) -> None:
    """Nino's for all, not Giorgi's by private link; in the reader's language."""
    private = table_of(giorgi, is_private=True)

    response = browser(lasha).get(address("lobby", language=language))

    assert response.status_code == 200
    assert f'lang="{language}"' in text_of(response)
    assert opened.slug in text_of(response)
    assert private.slug not in text_of(response)


def test_the_lobby_knows_ones_own_table(opened: Table, nino: User) -> None:
    """It is marked as one's own, and its seat is shown."""
    response = browser(nino).get(address("lobby"))

    assert [table["mine"] for table in response.context["open_tables"]] == [True]
    assert response.context["my_seat"]["slug"] == opened.slug


def test_the_lobby_is_for_players(opened: Table, nino: User) -> None:
    """A stranger is asked to log in, and comes back to it."""
    response = browser(None).get(address("lobby"))

    assert response.status_code == 302
    assert response["Location"].endswith(f"?next={address('lobby')}")
    assert browser(nino).get(address("lobby")).status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_sees_his_table(opened: Table, nino: User, language: str) -> None:
    """The creator waits at the board."""
    response = browser(nino).get(address("table", opened.slug, language))

    assert response.status_code == 200
    assert response.context["you"] == 0
    assert response.context["is_waiting"]
    assert f'lang="{language}"' in text_of(response)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_private", [True, False])
@pytest.mark.parametrize("named", [True, False])
def test_whoever_has_the_link_is_invited(
    nino: User, lasha: User, language: str, *, is_private: bool, named: bool
) -> None:
    """A player may join at once; a stranger is asked to log in or sign up."""
    table = table_of(nino, is_private=is_private)
    page = address("table", table.slug, language)

    response = browser(lasha if named else None).get(page)

    assert response.status_code == 200
    assert "Nino" in text_of(response)
    join = address("join", table.slug, language)
    assert (join in text_of(response)) is named
    assert (f"?next={page}" in text_of(response)) is not named


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rule_set_is_shown_by_name_and_sign(
    sit: Sit, lasha: User, ruleset: str
) -> None:
    """In the lobby's list of live tables, at the table and in the record."""
    play = sit(ruleset=ruleset)
    with override("en"):
        name_shown = str(RULESET_NAMES[ruleset])
    shown = re.compile(rf'<use href="#nb-set-{ruleset}"/></svg>\s*{name_shown}\b')
    lobby = text_of(browser(lasha).get(address("lobby")))
    live = lobby[lobby.index(f'data-slug="{play.slug}"') :]
    assert shown.search(live[: live.index("</li>")])
    play.resign(play.players[0])
    for name in ("table", "record"):
        page = text_of(browser(lasha).get(address(name, play.slug)))
        assert f'<symbol id="nb-set-{ruleset}"' in page
        assert shown.search(page)


@pytest.mark.parametrize("seat", [0, 1])
def test_both_players_see_the_match(moving: Play, seat: int) -> None:
    """Each with his own seat, the dice and the steps as they are."""
    moving.step(moving.players[0], 8, 5)

    response = browser(moving.players[seat]).get(address("table", moving.slug))

    assert response.status_code == 200
    snapshot = response.context["snapshot"]
    assert (snapshot["you"], response.context["you"]) == (seat, seat)
    assert snapshot["state"]["turn"]["dice"] == [5, 3]
    assert len(snapshot["state"]["turn"]["steps"]) == 1


def test_whose_home_is_on_the_left_is_handed_a_mirrored_board(
    moving: Play, nino: User, lasha: User
) -> None:
    """At the table, to play and to watch, and in the record; the others' is not."""
    for user in (nino, lasha):
        user.home_on_left = True
        user.save()
    mirrored = geometry_data(home_on_left=True)["layouts"]
    plain = geometry_data()["layouts"]

    def layouts(user: User | None, page: str) -> object:
        text = text_of(browser(user).get(address(page, moving.slug)))
        told = re.search(r'<script id="board-geometry"[^>]*>(.*?)</script>', text)
        assert told
        # The first picture was drawn with the same numbers.
        x = json.loads(told[1])["layouts"]["desktop"]["points"][1][0]
        assert re.search(rf'<text x="{x:g}" y="[\d.]+">1</text>', text)
        return json.loads(told[1])["layouts"]

    def check(page: str) -> None:
        for user in (nino, lasha):
            assert layouts(user, page) == json.loads(json.dumps(mirrored))
        for other in (None, moving.players[1]):
            assert layouts(other, page) == json.loads(json.dumps(plain))

    check("table")
    moving.resign(moving.players[1])
    check("record")


@pytest.mark.parametrize("named", [True, False])
def test_anyone_may_watch_a_public_match(
    moving: Play, lasha: User, *, named: bool
) -> None:
    response = browser(lasha if named else None).get(address("table", moving.slug))

    assert response.status_code == 200
    assert response.context["you"] is None


def test_a_private_match_is_for_its_players(sit: Sit, nino: User, lasha: User) -> None:
    """To everyone else it is as if it were not."""
    play = sit(is_private=True)
    page = address("table", play.slug)

    for other in (lasha, None):
        assert browser(other).get(page).status_code == 404
    assert browser(nino).get(page).status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cancelled_table_is_gone(
    opened: Table, nino: User, lasha: User, language: str
) -> None:
    """To its creator and to others: 410, and a way to the lobby."""
    services.table_cancel(user=nino, slug=opened.slug, now=NOON)

    for user in (nino, lasha, None):
        response = browser(user).get(address("table", opened.slug, language))
        assert response.status_code == 410
        assert address("lobby", language=language) in text_of(response)


@pytest.mark.parametrize("end", ["play", "resignation"])
def test_a_finished_match_is_still_shown(moving: Play, nino: User, end: str) -> None:
    """Its players see the result when they come back."""
    if end == "play":
        moving.placed(sides=(side({1: 1}), side({6: 15})))
        moving.step(nino, 1, 5)
        moving.confirm(nino)
    else:
        moving.resign(nino)

    response = browser(nino).get(address("table", moving.slug))

    assert response.status_code == 200
    assert response.context["snapshot"]["state"]["phase"] == "over"


@pytest.mark.parametrize("user", ["nino", None])
def test_there_is_no_table_that_never_was(nino: User, user: str | None) -> None:
    for slug in ("nowhere", "x" * 300):
        page = address("table", slug)
        assert browser(nino if user else None).get(page).status_code == 404


@pytest.mark.parametrize("name", ["lobby", "table"])
def test_pages_are_read_not_posted_to(opened: Table, nino: User, name: str) -> None:
    """GET and HEAD work, everything else is refused; nothing is kept in caches."""
    page = address(name, opened.slug if name == "table" else None)
    client = browser(nino)

    response = client.get(page)
    assert response.status_code == 200
    assert "no-cache" in response["Cache-Control"]
    assert "private" in response["Cache-Control"]
    assert client.head(page).status_code == 200
    for method in (client.post, client.put, client.delete, client.patch):
        assert method(page).status_code == 405


def test_pages_ask_for_little(opened: Table, giorgi: User, nino: User) -> None:
    """A longer list does not make the lobby ask the database more often."""
    client = browser(nino)
    page = address("lobby")

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(page).status_code == 200
        return len(captured)

    before = queries()
    for number in range(5):
        table_of(User.objects.create_user(f"Guest_{number}"))
    assert queries() == before
