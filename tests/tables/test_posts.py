"""Creating, joining and cancelling by form: what each post leads to."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db.models import F

from accounts.models import User
from coins.services import correction_make, wallet_freeze
from games.tables import services, views
from games.tables.errors import (
    AlreadySeated,
    NotPlaying,
    NotSeated,
    OwnTable,
    SeatTaken,
)
from games.tables.forms import RULESET_NAMES, RULESET_SENTENCES
from games.tables.models import Seat, Status, Table
from tests.tables.conftest import Sit
from tests.tables.pages import address, browser, text_of, told
from tests.tables.playing import NOON, frozen, table_of

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _ in settings.LANGUAGES]
WISHES = {
    "ruleset": "georgian",
    "target": "3",
    "move_seconds": "60",
    "entry_coins": "0",
}


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Counts of a minute do not outlive their test."""
    cache.clear()


class TestCreate:
    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("is_private", [True, False])
    def test_a_table_is_opened(
        self, nino: User, language: str, *, is_private: bool
    ) -> None:
        """The player comes to his table, in his language."""
        wishes = WISHES | ({"is_private": "on"} if is_private else {})
        page = address("create", language=language)

        response = browser(nino).post(page, wishes)

        table = Table.objects.get()
        assert (table.ruleset, table.target, table.move_seconds) == ("georgian", 3, 60)
        assert table.is_private is is_private
        assert response.status_code == 302
        assert response["Location"] == address("table", table.slug, language)

    @pytest.mark.parametrize("ruleset", RULESET_NAMES)
    def test_every_rule_set_is_offered(self, nino: User, ruleset: str) -> None:
        """Four doors, each with its name, its sentence and a board."""
        page = text_of(browser(nino).get("/en/lobby/"))
        assert str(RULESET_NAMES[ruleset]) in page
        assert str(RULESET_SENTENCES[ruleset]) in page
        browser(nino).post(address("create"), WISHES | {"ruleset": ruleset})
        assert Table.objects.get().ruleset == ruleset

    @pytest.mark.parametrize(
        "wishes",
        [
            {},
            {"target": "3", "move_seconds": "60"},
            {"ruleset": "georgian", "target": "3"},
            {"ruleset": "georgian", "move_seconds": "60"},
            WISHES | {"ruleset": "tavli"},
            WISHES | {"ruleset": ""},
            WISHES | {"target": "2"},
            WISHES | {"target": "-1"},
            WISHES | {"target": "three"},
            WISHES | {"target": ""},
            WISHES | {"target": "3.0"},
            WISHES | {"target": "9" * 400},
            WISHES | {"target": "\u0663"},
            WISHES | {"move_seconds": "45"},
            WISHES | {"move_seconds": "0"},
            WISHES | {"move_seconds": "60\0"},
            WISHES | {"move_seconds": ["60", "61"]},
            WISHES | {"entry_coins": "75"},
            WISHES | {"entry_coins": "-50"},
            WISHES | {"entry_coins": ""},
        ],
    )
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_what_is_not_offered_is_refused(
        self, nino: User, language: str, wishes: dict[str, Any]
    ) -> None:
        """422, and the form again; no table, no seat."""
        page = address("create", language=language)

        response = browser(nino).post(page, wishes)

        assert response.status_code == 422
        assert response.context["form"].errors
        assert page in text_of(response)
        assert not Table.objects.exists()
        assert browser(nino).post(page, WISHES).status_code == 302

    def test_the_second_table_leads_to_the_first(
        self, opened: Table, nino: User
    ) -> None:
        """A double click: one table, and the player comes to it."""
        client = browser(nino)

        response = client.post(address("create"), WISHES)

        assert response["Location"] == address("table", opened.slug)
        assert Table.objects.get() == opened
        assert told(client) == [str(views.REFUSALS[AlreadySeated])]

    def test_ten_tables_a_minute_are_enough(self, nino: User, giorgi: User) -> None:
        """The eleventh has to wait; other players do not."""
        client = browser(nino)
        for _ in range(views.CREATES_A_MINUTE):
            client.post(address("create"), WISHES)
            slug = Table.objects.get(status=Status.OPEN).slug
            services.table_cancel(user=nino, slug=slug, now=NOON)

        response = client.post(address("create"), WISHES)

        assert response["Location"] == address("lobby")
        assert not Table.objects.filter(status=Status.OPEN).exists()
        assert len(told(client)) == 1
        browser(giorgi).post(address("create"), WISHES)
        assert Table.objects.filter(status=Status.OPEN).count() == 1
        Seat.objects.update(taken_at=F("taken_at") - timedelta(minutes=1))
        client.post(address("create"), WISHES)
        assert Table.objects.filter(status=Status.OPEN).count() == 2

    def test_wishes_that_are_not_offered_are_not_counted(self, nino: User) -> None:
        client = browser(nino)
        for _ in range(views.CREATES_A_MINUTE + 1):
            client.post(address("create"), {})

        client.post(address("create"), WISHES)

        assert Table.objects.exists()


class TestJoin:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_player_sits_down(
        self, opened: Table, giorgi: User, language: str
    ) -> None:
        page = address("join", opened.slug, language)

        response = browser(giorgi).post(page)

        assert response["Location"] == address("table", opened.slug, language)
        assert Table.objects.get().status == Status.LIVE

    def test_the_second_click_leads_to_the_table_too(
        self, opened: Table, giorgi: User
    ) -> None:
        """Without a word: it is what he wanted."""
        client = browser(giorgi)
        client.post(address("join", opened.slug))

        response = client.post(address("join", opened.slug))

        assert response["Location"] == address("table", opened.slug)
        assert told(client) == []

    def test_nobody_joins_his_own_table(self, opened: Table, nino: User) -> None:
        client = browser(nino)
        before = frozen(opened.slug)

        response = client.post(address("join", opened.slug))

        assert response["Location"] == address("table", opened.slug)
        assert told(client) == [str(views.REFUSALS[OwnTable])]
        assert frozen(opened.slug) == before

    def test_a_third_player_finds_it_taken(
        self, opened: Table, giorgi: User, lasha: User
    ) -> None:
        """He is told so in the lobby."""
        browser(giorgi).post(address("join", opened.slug))
        before = frozen(opened.slug)
        client = browser(lasha)

        response = client.post(address("join", opened.slug))

        assert response["Location"] == address("lobby")
        assert told(client) == [str(views.REFUSALS[SeatTaken])]
        assert frozen(opened.slug) == before

    def test_whoever_played_there_is_led_to_the_result(self, sit: Sit) -> None:
        """An invitation that was left open in a tab, long after the match."""
        play = sit()
        nino, giorgi = play.players
        play.resign(nino)
        client = browser(giorgi)

        response = client.post(address("join", play.slug))

        assert response["Location"] == address("table", play.slug)
        assert told(client) == []

    def test_whoever_plays_elsewhere_is_led_there(
        self, opened: Table, giorgi: User, lasha: User, mariam: User
    ) -> None:
        other = table_of(lasha)
        browser(giorgi).post(address("join", opened.slug))
        client = browser(giorgi)

        response = client.post(address("join", other.slug))

        assert response["Location"] == address("table", opened.slug)
        assert told(client) == [str(views.REFUSALS[AlreadySeated])]
        browser(mariam).post(address("join", other.slug))
        assert Table.objects.get(slug=other.slug).status == Status.LIVE

    def test_there_is_nothing_to_join_where_no_table_is(self, giorgi: User) -> None:
        assert browser(giorgi).post(address("join", "nowhere")).status_code == 404


class TestCancel:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_creator_closes_his_table(
        self, opened: Table, nino: User, language: str
    ) -> None:
        page = address("cancel", opened.slug, language)

        response = browser(nino).post(page)

        assert response["Location"] == address("lobby", language=language)
        assert Table.objects.get().status == Status.CANCELLED

    def test_the_second_click_leads_to_the_lobby_too(
        self, opened: Table, nino: User
    ) -> None:
        client = browser(nino)
        client.post(address("cancel", opened.slug))

        response = client.post(address("cancel", opened.slug))

        assert response["Location"] == address("lobby")
        assert told(client) == []

    def test_nobody_else_closes_it(
        self, opened: Table, nino: User, lasha: User
    ) -> None:
        client = browser(lasha)
        before = frozen(opened.slug)

        response = client.post(address("cancel", opened.slug))

        assert response["Location"] == address("lobby")
        assert told(client) == [str(views.REFUSALS[NotSeated])]
        assert frozen(opened.slug) == before
        browser(nino).post(address("cancel", opened.slug))
        assert Table.objects.get().status == Status.CANCELLED

    def test_a_match_that_has_begun_goes_on(self, sit: Sit, nino: User) -> None:
        """He is led back to it and told why."""
        play = sit()
        before = play.frozen()
        client = browser(nino)

        response = client.post(address("cancel", play.slug))

        assert response["Location"] == address("table", play.slug)
        assert told(client) == [str(views.REFUSALS[NotPlaying])]
        assert play.frozen() == before

    def test_there_is_nothing_to_close_where_no_table_is(self, nino: User) -> None:
        assert browser(nino).post(address("cancel", "nowhere")).status_code == 404


POSTS = ["create", "join", "cancel"]


def posted_to(name: str, table: Table) -> str:
    return address(name, None if name == "create" else table.slug)


@pytest.mark.parametrize("name", POSTS)
def test_what_changes_something_is_posted(
    opened: Table, nino: User, giorgi: User, name: str
) -> None:
    """A link or an image of another site does nothing: 405."""
    page = posted_to(name, opened)
    before = frozen(opened.slug)
    for user in (nino, giorgi, None):
        client = browser(user)
        for method in (client.get, client.head, client.put, client.delete):
            assert method(page).status_code == 405

    assert frozen(opened.slug) == before
    assert Table.objects.count() == 1


@pytest.mark.parametrize("name", POSTS)
def test_a_post_without_the_token_is_refused(
    opened: Table, nino: User, giorgi: User, name: str
) -> None:
    """403; with the token of a page that the player was shown it works."""
    user = nino if name == "cancel" else giorgi
    client = browser(user, csrf=True)
    page = posted_to(name, opened)
    before = frozen(opened.slug)
    assert client.post(page, WISHES).status_code == 403
    assert client.post(page, WISHES | {"csrfmiddlewaretoken": "x"}).status_code == 403
    assert frozen(opened.slug) == before
    assert Table.objects.count() == 1

    client.get(address("lobby"))
    token = client.cookies["csrftoken"].value
    response = client.post(page, WISHES | {"csrfmiddlewaretoken": token})

    assert response.status_code == 302
    assert Table.objects.count() + Table.objects.get(pk=opened.pk).version == 2


@pytest.mark.parametrize("name", POSTS)
def test_a_stranger_is_asked_to_log_in(opened: Table, name: str) -> None:
    """And comes back to a page, not to an address that only takes posts."""
    before = frozen(opened.slug)

    response = browser(None).post(posted_to(name, opened), WISHES)

    back = address("table", opened.slug) if name != "create" else address("lobby")
    assert response.status_code == 302
    assert response["Location"].endswith(f"/login/?next={back}")
    assert frozen(opened.slug) == before
    assert Seat.objects.count() == 1


TOO_DEAR = {
    "ka": "შესასვლელი 2 500 მონეტაა, თქვენ კი 1 000 გაქვთ.",
    "en": "The entry is 2,500 coins; you have 1,000.",
    "ru": "Вход — 2 500 монет, а у вас 1 000.",
    "tr": "Giriş 2.500 jeton, sizde 1.000 var.",
}


def spaced(text: str) -> str:
    """The text with plain spaces, as it is written here."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


class TestEntry:
    def test_the_entry_is_that_of_the_form(self, nino: User) -> None:
        browser(nino).post(address("create"), WISHES | {"entry_coins": "250"})
        assert Table.objects.get().entry_coins == 250

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_too_dear_a_table_is_refused_in_words(
        self, nino: User, language: str
    ) -> None:
        """No table; the form again, with what was chosen and the reason."""
        wishes = WISHES | {"entry_coins": "2500", "target": "7"}
        response = browser(nino).post(address("create", language=language), wishes)
        assert response.status_code == 422
        form = response.context["form"]
        assert spaced(form.errors["entry_coins"][0]) == TOO_DEAR[language]
        assert TOO_DEAR[language] in spaced(text_of(response))
        assert {name: form[name].value() for name in wishes} == wishes
        assert not Table.objects.exists()

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("is_private", [True, False])
    def test_too_dear_a_table_is_not_joined(
        self, nino: User, giorgi: User, language: str, *, is_private: bool
    ) -> None:
        """Told why, where he came from; the table goes on waiting."""
        gift = correction_make(
            user=nino, coins=1500, actor=giorgi, reason="-", token="x", now=NOON
        )
        assert gift.credit_after == 2500
        table = table_of(nino, entry_coins=2500, is_private=is_private)
        client = browser(giorgi)
        response = client.post(address("join", table.slug, language))
        assert response.status_code == 302
        back = (
            address("table", table.slug, language)
            if is_private
            else address("lobby", language=language)
        )
        assert response["Location"] == back
        assert [spaced(text) for text in told(client, language)] == [TOO_DEAR[language]]
        table.refresh_from_db()
        assert table.status == Status.OPEN

    def test_a_frozen_wallet_is_told(self, opened: Table, giorgi: User) -> None:
        staff = User.objects.create_user("Staff")
        wallet_freeze(user=giorgi, actor=staff, reason="-", now=NOON)
        client = browser(giorgi)
        response = client.post(address("create"), WISHES | {"entry_coins": "50"})
        assert "frozen" in response.context["form"].errors["entry_coins"][0]
        assert client.post(address("create"), WISHES).status_code == 302
