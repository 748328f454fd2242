"""A player's page: who he is, what he has won, his matches, and who may see which."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.players import selectors
from games.players.models import Profile
from games.players.selectors import Tally
from games.rules.codec import match_to_json
from games.rules.match import match_start
from games.rules.rulesets import ruleset_get
from games.tables.models import Game, Seat, Status, Table
from tests.desk.conftest import person, sat
from tests.tables.pages import browser, text_of
from tests.tables.playing import Play, table_of

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _ in settings.LANGUAGES]
SCRIPT = "<script>alert('ა')</script>"
WRITE = "/en/player/text/"


# --- The address -------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_player_has_a_page_in_every_language(
    nino: User, client: Client, language: str
) -> None:
    page = client.get(f"/{language}/@Nino")
    assert page.status_code == 200
    assert "Nino</h1>" in text_of(page)


@pytest.mark.parametrize("name", ["nino", "NINO", "nInO", "Nino/", "nino/"])
def test_another_way_to_write_a_name_leads_to_the_right_one(
    nino: User, client: Client, name: str
) -> None:
    assert client.get(f"/en/@{name}")["Location"] == "/en/@Nino"


@pytest.mark.parametrize(
    "name", ["Nobody", "N%C4%B1no", "nin", "", "Nino%0A", "a" * 30]
)
def test_who_is_not_there_has_no_page(nino: User, client: Client, name: str) -> None:
    assert client.get(f"/en/@{name}").status_code == 404


def test_an_account_that_is_gone_has_no_page(nino: User, client: Client) -> None:
    nino.is_active = False
    nino.save()
    assert client.get("/en/@Nino").status_code == 404


def test_the_page_takes_no_post(nino: User) -> None:
    assert browser(nino).post("/en/@Nino").status_code == 405


def test_pages_lead_there(over: Play, nino: User, giorgi: User, lasha: User) -> None:
    """From the lobby, the table, the record, the menu."""
    table_of(lasha)
    play = sat(person("Tamar"), person("Irakli"))
    for page, names in (
        ("/en/lobby/", ("Lasha", "Tamar", "Irakli", "Nino")),
        (f"/en/table/{play.slug}/", ("Tamar", "Irakli")),
        (f"/en/match/{over.slug}/", ("Nino", "Giorgi")),
    ):
        shown = text_of(browser(nino).get(page))
        for name in names:
            assert f'href="/en/@{name}"' in shown, (page, name)


# --- The text ----------------------------------------------------------------


def test_a_player_writes_about_himself(nino: User, giorgi: User) -> None:
    client = browser(nino)
    assert 'name="text"' in text_of(client.get("/en/@Nino"))
    answer = client.post(
        WRITE, {"text": "  From Kutaisi.\r\nI play koks. "}, follow=True
    )
    assert "Your text is saved." in text_of(answer)
    shown = text_of(browser(giorgi).get("/en/@Nino"))
    assert "From Kutaisi.<br>I play koks." in shown
    assert 'name="text"' not in shown


def test_a_script_is_a_text(nino: User, giorgi: User) -> None:
    browser(nino).post(WRITE, {"text": SCRIPT})
    for user in (nino, giorgi, None):
        page = browser(user).get("/en/@Nino")
        assert "<script>alert" not in page.content.decode()
        assert SCRIPT in text_of(page)


def test_letters_that_turn_a_line_about_are_left_out(nino: User) -> None:
    browser(nino).post(WRITE, {"text": "a\u202eb\u200bc\x07d\ue000e"})
    assert selectors.text_of(user=nino) == "abcde"


def test_a_text_is_short(nino: User) -> None:
    answer = browser(nino).post(WRITE, {"text": "ა" * 301})
    assert answer.status_code == 422
    assert not Profile.objects.exists()
    browser(nino).post(WRITE, {"text": "ა" * 300})
    assert len(selectors.text_of(user=nino)) == 300
    browser(nino).post(WRITE, {"text": ""})
    assert selectors.text_of(user=nino) == ""


def test_everybody_writes_about_himself_only(nino: User, client: Client) -> None:
    assert "/account/login/" in client.post(WRITE, {"text": "?"})["Location"]
    assert browser(nino).get(WRITE).status_code == 405
    assert browser(nino, csrf=True).post(WRITE, {"text": "?"}).status_code == 403
    assert not Profile.objects.exists()


# --- Results -----------------------------------------------------------------


def ended(
    first: User,
    second: User,
    winner: int | None,
    *results: tuple[int, int, str],
    **more: Any,
) -> Table:
    """A match that is over, with the games that were won in it."""
    wanted = {"ruleset": "georgian", "target": 3, "is_private": False, **more}
    now = timezone.now()
    match = match_start(ruleset_get(wanted["ruleset"]), wanted["target"], 0)
    table = Table.objects.create(
        slug=f"t{Table.objects.count()}",
        move_seconds=60,
        status=Status.VOID if winner is None else Status.FINISHED,
        winner=winner,
        state=match_to_json(match),
        created_at=now,
        started_at=now,
        ended_at=now + timedelta(minutes=9),
        **wanted,
    )
    for number, user in enumerate((first, second)):
        Seat.objects.create(
            table=table, number=number, user=user, is_active=False, taken_at=now
        )
    for number, (won, points, name) in enumerate(results, 1):
        Game.objects.create(
            table=table,
            number=number,
            winner=won,
            points=points,
            result=name,
            started_at=now,
            ended_at=now,
        )
    return table


def test_results_are_counted_per_rule_set_and_length(
    nino: User, giorgi: User, lasha: User
) -> None:
    """A void match counts for nothing."""
    oini, mars, koks = (0, 1, "oini"), (0, 2, "mars"), (1, 3, "koks")
    ended(nino, giorgi, 0, oini, mars)
    ended(giorgi, nino, 0, oini, (1, 1, "oini"))
    ended(nino, lasha, 1, koks)
    ended(nino, giorgi, 0, (0, 1, "oin"), ruleset="long", target=1)
    ended(nino, giorgi, None, koks)
    assert selectors.matches_tally(user=nino) == [
        Tally("georgian", 3, 1, 2),
        Tally("long", 1, 1, 0),
    ]
    assert selectors.games_tally(user=nino) == [
        Tally("georgian", "oini", 2, 1),
        Tally("georgian", "mars", 1, 0),
        Tally("georgian", "koks", 0, 1),
        Tally("long", "oin", 1, 0),
    ]
    assert selectors.between(user=nino, other=giorgi) == (2, 1)
    assert selectors.between(user=giorgi, other=nino) == (1, 2)
    shown = text_of(browser(giorgi).get("/en/@Nino"))
    assert "You and this player" in shown
    assert "1 : 2" in shown
    assert "koks" in shown


def test_a_match_that_is_played_is_no_result(live: Play, nino: User) -> None:
    assert selectors.matches_tally(user=nino) == []
    assert selectors.matches_recent(user=nino, viewer=nino) == []
    assert "No match has been finished yet." in text_of(browser(nino).get("/en/@Nino"))


def test_the_last_matches_lead_to_their_records(
    nino: User, giorgi: User, lasha: User
) -> None:
    """The youngest first, ten at most; private ones to their two players."""
    public = [ended(nino, giorgi, n % 2) for n in range(10)]
    private = ended(nino, giorgi, 0, is_private=True)
    void = ended(nino, giorgi, None)
    for viewer in (nino, giorgi):
        recent = selectors.matches_recent(user=nino, viewer=viewer)
        assert [one.slug for one in recent[:3]] == [
            void.slug,
            private.slug,
            public[-1].slug,
        ]
        assert len(recent) == 10
        assert [one.is_won for one in recent[:3]] == [None, True, False]
        assert {one.opponent for one in recent} == {"Giorgi"}
    for stranger in (lasha, None):
        recent = selectors.matches_recent(user=nino, viewer=stranger)
        assert private.slug not in [one.slug for one in recent]
        shown = text_of(browser(stranger).get("/en/@Nino"))
        assert f"/en/match/{public[-1].slug}/" in shown
        assert private.slug not in shown


# --- However long he plays ---------------------------------------------------


@pytest.fixture
def veteran(nino: User, giorgi: User) -> User:
    """Nino after 10,000 matches of a game each; a few of others beside."""
    now = timezone.now()
    lasha, mariam = person("Lasha"), person("Mariam")
    Table.objects.bulk_create(
        Table(
            slug=f"v{number}",
            ruleset="georgian",
            target=3,
            move_seconds=60,
            status=Status.FINISHED,
            winner=number % 2,
            state={"score": [3, 0]},
            created_at=now,
            started_at=now,
            ended_at=now,
        )
        for number in range(10_500)
    )
    tables = list(Table.objects.order_by("id").values_list("id", flat=True))
    Seat.objects.bulk_create(
        Seat(table_id=table, number=number, user=user, is_active=False, taken_at=now)
        for index, table in enumerate(tables)
        for number, user in enumerate(
            (nino, giorgi) if index < 10_000 else (lasha, mariam)
        )
    )
    Game.objects.bulk_create(
        Game(
            table_id=table,
            number=1,
            winner=0,
            points=1,
            result="oini",
            started_at=now,
            ended_at=now,
        )
        for table in tables
    )
    if connection.vendor == "postgresql":
        # As the server does by itself where so much has come.
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    return nino


def test_a_veterans_page_reads_by_indexes(veteran: User, giorgi: User) -> None:
    """No table is read from end to end, and the queries are no more than for anyone."""
    client = browser(giorgi)
    client.get("/en/@Lasha")
    with CaptureQueriesContext(
        connection,
    ) as few:
        client.get("/en/@Lasha")
    with CaptureQueriesContext(connection) as asked:
        page = client.get("/en/@Nino")
    assert "10000" in text_of(page) or "10,000" in text_of(page)
    assert len(asked) <= len(few) <= 16
    if connection.vendor == "sqlite":
        for query in asked.captured_queries:
            if "tables_" not in query["sql"]:
                continue
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
                plan = " / ".join(row[3] for row in cursor.fetchall())
            assert not re.search(r"SCAN (?!\(subquery)\w*tables_", plan), plan


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("One.\n\nTwo.", "One.\n\nTwo."),
        ("One." + "\r\n" * 140 + "Two.", "One.\n\nTwo."),
        ("One.\n \n\t\n\u00a0\nTwo.\nThree.", "One.\n\nTwo.\nThree."),
        ("e\u0301\u0302\u0303a\u0301", "e\u0301\u0302\u0303a\u0301"),
    ],
)
def test_a_text_is_no_longer_than_its_words(
    nino: User, written: str, kept: str
) -> None:
    browser(nino).post(WRITE, {"text": written})
    assert Profile.objects.get(user=nino).text == kept


def test_a_letter_under_a_heap_of_marks_is_refused(nino: User) -> None:
    answer = browser(nino).post(WRITE, {"text": "a" + "\u0301" * 290})
    assert answer.status_code == 422
    assert "A letter can carry three marks at most." in text_of(answer)
    assert not Profile.objects.filter(user=nino).exists()
