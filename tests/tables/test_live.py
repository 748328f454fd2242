"""Who watches what: the tables that are played now, in the lobby and at the door."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils.translation import override
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from games.tables import events, selectors, services
from games.tables.models import Table
from tests.tables.conftest import Sit
from tests.tables.pages import address, browser, text_of
from tests.tables.playing import NOON, Play, table_of

pytestmark = pytest.mark.django_db


def home() -> str:
    """The front page as a stranger reads it."""
    with override("en"):
        return text_of(browser(None).get(reverse("home")))


def live_slugs() -> list[str]:
    return [table["slug"] for table in selectors.tables_live()]


def test_a_live_table_is_listed(moving: Play, lasha: User) -> None:
    """With its players, game and score, and a way to watch it."""
    assert selectors.tables_live() == [
        {
            "slug": moving.slug,
            "players": ["Nino", "Giorgi"],
            "ruleset": "georgian",
            "target": 1,
            "score": [0, 0],
        }
    ]
    page = text_of(browser(lasha).get(address("lobby")))
    assert address("table", moving.slug) in page
    assert "Live games" in page


def test_the_list_leaves_out_what_nobody_may_watch(
    sit: Sit, lasha: User, mariam: User
) -> None:
    """A private table, one that waits, one that has ended."""
    private = sit(is_private=True)
    table_of(lasha)
    assert live_slugs() == []
    assert selectors.table_in_play() is None
    private.resign(private.players[0])
    ended = sit()
    assert live_slugs() == [ended.slug]
    ended.resign(ended.players[0])
    assert live_slugs() == []


def test_ones_own_match_is_not_offered_to_watch(moving: Play, lasha: User) -> None:
    """It has its own place in the lobby."""
    for player in moving.players:
        response = browser(player).get(address("lobby"))
        assert response.context["live_tables"] == []
    response = browser(lasha).get(address("lobby"))
    assert [one["slug"] for one in response.context["live_tables"]] == [moving.slug]


def test_the_newest_come_first_and_twenty_at_most(
    db: None, django_assert_num_queries: Any
) -> None:
    """However many are played, in two queries."""
    slugs = []
    for number in range(selectors.LIVE_LENGTH + 2):
        first = User.objects.create_user(f"First{number}")
        second = User.objects.create_user(f"Second{number}")
        table = table_of(first)
        services.table_join(user=second, slug=table.slug, now=NOON)
        slugs.append(table.slug)
    with django_assert_num_queries(2):
        assert live_slugs() == slugs[::-1][: selectors.LIVE_LENGTH]


def test_the_lobby_hears_of_a_table_that_begins_and_ends(
    nino: User,
    giorgi: User,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """Both lists travel whole."""
    told: list[list[dict[str, Any]]] = []
    monkeypatch.setattr(
        events, "lobby_publish", lambda _open, live, _players: told.append(live)
    )
    with django_capture_on_commit_callbacks(execute=True):
        table = table_of(nino)
        services.table_join(user=giorgi, slug=table.slug, now=NOON)
    assert [one["slug"] for one in told[-1]] == [table.slug]
    with django_capture_on_commit_callbacks(execute=True):
        Play(table.slug, (nino, giorgi)).resign(nino)
    assert told[-1] == []


def test_a_stranger_watches_without_an_account(moving: Play) -> None:
    """He sits nowhere, and has no buttons."""
    response = browser(None).get(address("table", moving.slug))
    assert response.status_code == 200
    assert response.context["you"] is None
    assert 'data-part="roll"' not in text_of(response)


def test_the_front_page_shows_a_live_table(moving: Play, nino: User) -> None:
    """Its board as it stands, with a way to watch it."""
    page = home()
    assert address("table", moving.slug) in page
    assert "Watch" in page
    moving.step(nino, 8, 5)
    shown = selectors.table_in_play()
    assert shown is not None
    assert shown["sides"] == moving.match.sides_shown
    moving.resign(nino)
    assert address("table", moving.slug) not in home()


def test_the_front_page_shows_no_private_table(sit: Sit) -> None:
    """Then it is as it always is."""
    private = sit(is_private=True)
    page = home()
    assert Table.objects.get(slug=private.slug).status == "live"
    assert private.slug not in page
    assert "Watch" not in page
