"""What a player sees of the desk: its decisions, an appeal, a barred door, a name."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.utils import timezone, translation

from accounts.models import Sanction, User
from accounts.moderation import Kind, Outcome
from games.desk import services
from games.desk.models import Case
from tests.desk.conftest import acted, person, reported
from tests.tables.pages import browser, text_of
from tests.tables.playing import Play

pytestmark = pytest.mark.django_db

PASSWORD = "kaxuri-ghvino-9"
SCRIPT = "<script>alert(1)</script>"
LANGUAGES = [code for code, _ in settings.LANGUAGES]


@pytest.fixture
def warned(case: Case, giorgi: User, moderator: User) -> Sanction:
    acted(case, moderator, Kind.WARN)
    return Sanction.objects.get()


@pytest.fixture
def suspended(case: Case, giorgi: User, moderator: User) -> User:
    """Giorgi, for a week, with a password."""
    giorgi.set_password(PASSWORD)
    giorgi.save()
    acted(case, moderator, Kind.SUSPEND, days=7)
    giorgi.refresh_from_db()
    return giorgi


def login(client: Client, password: str = PASSWORD, language: str = "en") -> str:
    """The address that a log-in as Giorgi leads to."""
    data = {"login": "Giorgi", "password": password}
    answer = client.post(f"/{language}/account/login/", data)
    return answer.headers.get("Location", "")


def ways(page: Any) -> list[str]:
    """The addresses to which the page would send an appeal, in order."""
    return re.findall(r'action="([^"]*/appeal/\d+/)"', text_of(page))


def read(client: Client, page: str) -> None:
    """Press "I have read this" on that page."""
    shown = re.findall(r'name="shown" value="([^"]*)"', page)
    client.post("/en/desk/read/", {"shown": shown})


# --- Told ----------------------------------------------------------------


def test_a_decision_is_told_on_the_next_page(warned: Sanction, giorgi: User) -> None:
    """Until he has read it; others hear nothing."""
    giorgi_browser = browser(giorgi)
    news = re.compile(r"data-notice[^>]*?(hidden)?>", re.S)

    def is_told() -> bool:
        found = news.search(giorgi_browser.get("/en/lobby/").content.decode())
        assert found
        return found[1] is None

    assert is_told()
    shown = text_of(giorgi_browser.get("/en/desk/"))
    assert "The desk has given you a warning." in shown
    assert "Reason: insults or threats." in shown
    assert "seen in the record" not in shown
    read(giorgi_browser, shown)
    assert not is_told()
    assert "The desk has given you a warning." in text_of(
        giorgi_browser.get("/en/desk/")
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", Kind)
def test_every_decision_has_a_sentence_in_every_language(
    giorgi: User, moderator: User, kind: Kind, language: str
) -> None:
    until = timezone.now() + timedelta(days=1) if kind is Kind.SUSPEND else None
    Sanction.objects.create(
        player=giorgi,
        kind=kind,
        reason="other",
        by=moderator,
        at=timezone.now(),
        until=until,
    )
    page = browser(giorgi).get(f"/{language}/desk/")
    assert page.status_code == 200
    with translation.override(language):
        reason = translation.gettext("another breach of the terms")
    assert reason in text_of(page)


def test_everybody_reads_his_own(warned: Sanction, nino: User, client: Client) -> None:
    assert "given you a warning" not in text_of(browser(nino).get("/en/desk/"))
    assert "/account/login/" in client.get("/en/desk/")["Location"]
    for shown in (f"{warned.pk}:", "", "x:", "1" * 40 + ":", f"{warned.pk}: "):
        browser(nino).post("/en/desk/read/", {"shown": [shown]})
    warned.refresh_from_db()
    assert warned.seen_at is None


def test_what_came_after_the_page_is_not_read(
    warned: Sanction, giorgi: User, nino: User, lasha: User, moderator: User
) -> None:
    """Neither another decision, nor what an appeal has made of one."""
    giorgi_browser = browser(giorgi)
    page = text_of(giorgi_browser.get("/en/desk/"))
    acted(reported(lasha, giorgi), moderator, Kind.WARN)
    read(giorgi_browser, page)
    first, second = Sanction.objects.order_by("id")
    assert first.seen_at is not None
    assert second.seen_at is None
    page = text_of(giorgi_browser.get("/en/desk/"))
    second.outcome = Outcome.UPHELD
    second.save()
    read(giorgi_browser, page)
    second.refresh_from_db()
    assert second.seen_at is None
    read(giorgi_browser, text_of(giorgi_browser.get("/en/desk/")))
    second.refresh_from_db()
    assert second.seen_at is not None


# --- Appeals -----------------------------------------------------------------


def test_an_appeal_comes_back_to_the_queue(
    warned: Sanction, giorgi: User, moderator: User, senior: User
) -> None:
    """Of another moderator: who decided does not see it."""
    giorgi_browser = browser(giorgi)
    answer = giorgi_browser.post(
        f"/en/desk/appeal/{warned.pk}/", {"text": f"No! {SCRIPT}"}, follow=True
    )
    assert "Another moderator will hear your appeal." in text_of(answer)
    appeal = Case.objects.get(kind="appeal")
    address = f"/en/admin/desk/case/{appeal.pk}/change/"
    assert f"Appeal {appeal.pk}" in text_of(browser(senior).get("/en/admin/desk/case/"))
    assert f"Appeal {appeal.pk}" not in text_of(
        browser(moderator).get("/en/admin/desk/case/")
    )
    assert browser(moderator).get(address).status_code == 403
    assert SCRIPT not in browser(senior).get(address).content.decode()
    browser(senior).post(
        address, {"act": "lift", "on": "player", "days": 1, "reason": "other"}
    )
    warned.refresh_from_db()
    assert warned.outcome == Outcome.LIFTED
    assert "the decision has been taken back" in text_of(
        giorgi_browser.get("/en/desk/")
    )


def test_an_appeal_needs_a_text_and_ones_own_decision(
    warned: Sanction, giorgi: User, nino: User, client: Client
) -> None:
    address = f"/en/desk/appeal/{warned.pk}/"
    assert browser(giorgi).post(address, {"text": " "}).status_code == 422
    assert browser(nino).post(address, {"text": "Let him."}).status_code == 404
    assert "/account/login/" in client.post(address, {"text": "?"})["Location"]
    assert browser(giorgi).get(address).status_code == 405
    assert not Case.objects.filter(kind="appeal").exists()


# --- Barred ------------------------------------------------------------------


def test_who_is_suspended_does_not_come_in_and_is_told_why(
    suspended: User, client: Client
) -> None:
    where = login(client)
    assert "/desk/account/" in where
    shown = text_of(client.get(where))
    assert "Your account is suspended until" in shown
    assert "Reason: insults or threats." in shown
    assert "_auth_user_id" not in client.session
    assert "/account/login/" in client.get("/en/lobby/")["Location"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_he_is_told_in_his_language(
    suspended: User, client: Client, language: str
) -> None:
    page = client.get(login(client, language=language))
    with translation.override(language):
        assert translation.gettext("You cannot come in") in text_of(page)


def test_a_wrong_password_tells_nobody(suspended: User, client: Client) -> None:
    assert login(client, "something-else-9") == ""


def test_an_open_session_is_over_at_the_next_request(
    giorgi: User, case: Case, moderator: User
) -> None:
    giorgi_browser = browser(giorgi)
    assert giorgi_browser.get("/en/lobby/").status_code == 200
    acted(case, moderator, Kind.SUSPEND, days=7)
    answer = giorgi_browser.get("/en/lobby/", follow=True)
    assert "You cannot come in" in text_of(answer)
    assert "_auth_user_id" not in giorgi_browser.session
    # As a visitor he may look.
    assert giorgi_browser.get("/en/").status_code == 200


def test_every_open_page_of_his_ends_where_the_reason_is(
    giorgi: User, case: Case, moderator: User
) -> None:
    """The first has ended the session; the others come from where they were."""
    giorgi_browser = browser(giorgi)
    giorgi_browser.get("/en/lobby/")
    acted(case, moderator, Kind.SUSPEND, days=7)
    # Where a page goes whose socket is closed with 4403, and where a reload goes.
    for where in ("/en/desk/", "/en/desk/", "/ka/lobby/", "/en/account/settings/"):
        answer = giorgi_browser.get(where, follow=True)
        assert "/desk/account/" in answer.redirect_chain[-1][0], where
    cookie = giorgi_browser.cookies["nardi_barred"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == 3600


def test_another_can_log_in_where_a_barred_player_was(
    giorgi: User, nino: User, case: Case, moderator: User
) -> None:
    """The form is there for whoever comes to it by himself, and posts go through."""
    shared = browser(giorgi)
    acted(case, moderator, Kind.SUSPEND, days=7)
    shared.get("/en/lobby/")
    assert shared.get("/en/account/login/").status_code == 200
    nino.set_password(PASSWORD)
    nino.save()
    entered = {"login": "Nino", "password": PASSWORD}
    answer = shared.post("/en/account/login/?next=/en/desk/", entered)
    assert answer["Location"] == "/en/desk/"
    assert shared.get("/en/desk/").status_code == 200


def test_what_a_browser_keeps_is_worth_nothing_when_it_is_over(
    giorgi: User, case: Case, moderator: User
) -> None:
    giorgi_browser = browser(giorgi)
    acted(case, moderator, Kind.SUSPEND, days=1)
    giorgi_browser.get("/en/lobby/")
    form = "/en/account/login/?next=/en/lobby/"
    assert giorgi_browser.get(form).status_code == 302
    User.objects.filter(pk=giorgi.pk).update(barred_until=None)
    assert giorgi_browser.get(form).status_code == 200
    giorgi_browser.cookies["nardi_barred"] = "x:y:z"
    assert giorgi_browser.get(form).status_code == 200


def test_he_comes_in_when_it_is_over(suspended: User, client: Client) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        assert login(client) == "/en/lobby/"


def test_he_appeals_at_the_door(suspended: User, client: Client) -> None:
    (appeal,) = ways(client.get(login(client)))
    answer = client.post(appeal, {"text": ""})
    assert answer.status_code == 422
    assert ways(answer) == [appeal]
    answer = client.post(appeal, {"text": f"My brother! {SCRIPT}"}, follow=True)
    assert "Another moderator will hear your appeal." in text_of(answer)
    client.post(appeal, {"text": "Again."})
    assert Case.objects.filter(kind="appeal").count() == 1


@pytest.fixture
def thrice(
    case: Case, giorgi: User, lasha: User, moderator: User, senior: User
) -> list[Sanction]:
    """Giorgi is out twice and has no wallet, with an older warning; and one is over.

    As they are read: what keeps him out the longest first, then the youngest.
    """
    over = acted_on(reported(lasha, giorgi), moderator, Kind.SUSPEND, days=1)
    Sanction.objects.filter(pk=over.pk).update(
        at=timezone.now() - timedelta(days=2), until=timezone.now() - timedelta(days=1)
    )
    warned = acted_on(case, moderator, Kind.WARN)
    longer = acted_on(case, senior, Kind.CLOSE)
    frozen = acted_on(case, senior, Kind.FREEZE)
    shorter = acted_on(case, moderator, Kind.SUSPEND, days=7)
    return [longer, shorter, frozen, warned]


def acted_on(case: Case, actor: User, kind: Kind, **more: int) -> Sanction:
    acted(case, actor, kind, **more)
    return Sanction.objects.latest("id")


@pytest.mark.parametrize("comes", ["with a session", "with a cookie"])
def test_he_reads_all_that_holds_and_appeals_each(
    thrice: list[Sanction], giorgi: User, comes: str
) -> None:
    """What does not keep him out he could read nowhere else as long as he is out."""
    client = browser(giorgi)
    if comes == "with a cookie":
        client.get("/en/lobby/")
        assert "_auth_user_id" not in client.session
    page = client.get("/en/desk/", follow=True)
    shown = text_of(page)
    told = (
        "Your account is closed.",
        "Your account is suspended until",
        "Your wallet is frozen",
        "The desk has given you a warning.",
    )
    places = [shown.index(sentence) for sentence in told]
    assert places == sorted(places)
    assert shown.count("Reason: insults or threats.") == len(thrice)
    door = page.redirect_chain[-1][0]
    assert ways(page) == [f"{door}appeal/{one.pk}/" for one in thrice]
    labels = re.findall(r'<label[^>]* for="(appeal_[^"]*)"', shown)
    assert labels == [f"appeal_{one.pk}_text" for one in thrice]
    for left in (3, 2, 1, 0):
        first = ways(client.get(door))[0]
        page = client.post(first, {"text": "It was my brother."}, follow=True)
        assert page.redirect_chain[-1][0] == door
        assert len(ways(page)) == left
    appealed = Case.objects.filter(kind="appeal").order_by("id")
    assert [one.sanction for one in appealed] == thrice


def test_what_an_appeal_has_settled_is_no_way_any_more(
    thrice: list[Sanction], giorgi: User
) -> None:
    """Lifted it holds no more; upheld it does, and stays told."""
    closed, suspended, frozen, _warned = thrice
    for sanction, outcome in ((frozen, Outcome.LIFTED), (suspended, Outcome.UPHELD)):
        sanction.outcome = outcome
        sanction.save()
    page = browser(giorgi).get("/en/desk/", follow=True)
    assert "Your wallet is frozen" not in text_of(page)
    assert "Your appeal was heard: the decision stands." in text_of(page)
    assert len(ways(page)) == 2
    assert ways(page)[0].endswith(f"/appeal/{closed.pk}/")


def test_nobody_appeals_for_another_at_the_door(
    suspended: User, nino: User, lasha: User, moderator: User, client: Client
) -> None:
    """Neither by his own pass nor by one that is none."""
    others = acted_on(reported(lasha, nino), moderator, Kind.SUSPEND, days=7)
    door = login(client)
    for pk in (others.pk, 10**6):
        answer = client.post(f"{door}appeal/{pk}/", {"text": "Let him."})
        assert answer.status_code == 404
    for where in (f"{door[:-2]}x/appeal/{others.pk}/", f"/en/desk/appeal/{others.pk}/"):
        answer = client.post(where, {"text": "Let him."})
        assert "/account/login/" in answer["Location"]
    assert client.get(f"{door}appeal/{others.pk}/").status_code == 405
    assert not Case.objects.filter(kind="appeal").exists()


def test_a_pass_is_nobodys_elses_and_runs_out(suspended: User, client: Client) -> None:
    where = login(client)
    (appeal,) = ways(client.get(where))
    assert client.get(f"{where[:-2]}x/")["Location"] == "/en/account/login/"
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        assert client.get(where)["Location"] == "/en/account/login/"
        answer = client.post(appeal, {"text": "Late."})
    assert answer["Location"] == "/en/account/login/"
    assert not Case.objects.filter(kind="appeal").exists()


def test_a_closed_account_says_so_on_its_page(
    case: Case, giorgi: User, senior: User, client: Client
) -> None:
    acted(case, senior, Kind.CLOSE)
    assert "This account is closed" in text_of(client.get("/en/@Giorgi"))


# --- Another name ------------------------------------------------------------


@pytest.fixture
def nameless(case: Case, giorgi: User, moderator: User) -> User:
    acted(case, moderator, Kind.RENAME)
    giorgi.refresh_from_db()
    return giorgi


def test_he_chooses_a_name_before_anything_else(nameless: User) -> None:
    client = browser(nameless)
    assert client.get("/en/lobby/")["Location"] == "/en/desk/name/"
    assert client.post("/en/table/new/")["Location"] == "/en/desk/name/"
    assert client.post("/en/desk/name/", {"name": "Gogi"})["Location"] == "/en/lobby/"
    nameless.refresh_from_db()
    assert (nameless.username, nameless.must_rename) == ("Gogi", False)
    assert client.get("/en/lobby/").status_code == 200


def test_he_is_told_why_and_can_appeal_before_that(nameless: User) -> None:
    client = browser(nameless)
    shown = text_of(client.get("/en/desk/name/"))
    assert "Your name has been taken away; choose another one." in shown
    assert "Reason: insults or threats." in shown
    sanction = Sanction.objects.get(player=nameless)
    appeal = f"/en/desk/appeal/{sanction.pk}/"
    assert appeal in shown
    answer = client.post(appeal, {"text": "It is my grandfather's."}, follow=True)
    assert answer.redirect_chain[-1][0] == "/en/desk/"
    shown = text_of(client.get("/en/desk/name/"))
    assert "Another moderator will hear your appeal." in shown
    assert appeal not in shown


def test_the_nameless_takes_his_data_or_his_leave(nameless: User) -> None:
    client = browser(nameless)
    assert client.post("/en/desk/read/")["Location"] == "/en/desk/"
    for where in ("/en/desk/", "/en/account/data/", "/en/account/close/"):
        assert client.get(where).status_code == 200, where
    file = client.post("/en/account/data/file/")
    assert file["Content-Type"] == "application/json"
    # He is shown to nobody, and asks for nothing else.
    for where in ("/en/account/settings/", "/en/@Nino", "/en/rules/"):
        assert client.get(where)["Location"] == "/en/desk/name/", where


def test_the_nameless_plays_his_match_on(
    live: Play, nino: User, giorgi: User, moderator: User
) -> None:
    """His time is running; but he sits down nowhere else."""
    acted(reported(nino, giorgi, live.row), moderator, Kind.RENAME)
    client = browser(User.objects.get(pk=giorgi.pk))
    page = client.get(f"/en/table/{live.slug}/")
    assert page.status_code == 200
    assert page.context["you"] == 1
    join = client.post(f"/en/table/{live.slug}/join/")
    assert join["Location"] == "/en/desk/name/"


@pytest.mark.parametrize("name", ["nino", "NINO", "admin", "gi", "გიორგი", SCRIPT, ""])
def test_a_name_that_is_not_to_be_had(nameless: User, nino: User, name: str) -> None:
    answer = browser(nameless).post("/en/desk/name/", {"name": name})
    assert answer.status_code == 422
    assert SCRIPT not in answer.content.decode()
    nameless.refresh_from_db()
    assert nameless.must_rename


def test_who_has_his_name_is_not_asked(nino: User, client: Client) -> None:
    assert browser(nino).get("/en/desk/name/")["Location"] == "/en/@Nino"
    assert "/account/login/" in client.get("/en/desk/name/")["Location"]


def test_he_can_log_out_and_change_the_language(nameless: User) -> None:
    client = browser(nameless)
    answer = client.post("/en/language/", {"language": "ka", "next": "/en/lobby/"})
    assert answer["Location"] == "/ka/lobby/"
    assert client.post("/en/account/logout/")["Location"] == "/en/"


def test_a_match_voided_is_told_to_both(
    over: Play, nino: User, giorgi: User, senior: User
) -> None:
    acted(reported(nino, giorgi, over.row), senior, Kind.VOID)
    for user in (nino, giorgi):
        shown = text_of(browser(user).get("/en/desk/"))
        assert "A match of yours has been declared void" in shown
        assert f"/en/table/{over.slug}/" in shown
    record = text_of(browser(None).get(f"/en/match/{over.slug}/"))
    assert "The moderators declared it void." in record


def test_an_appeal_about_a_match_shows_it(
    over: Play, nino: User, giorgi: User, senior: User
) -> None:
    acted(reported(nino, giorgi, over.row), senior, Kind.VOID)
    sanction = Sanction.objects.get(player=nino)
    appeal = services.appeal_make(
        player=nino, sanction_id=sanction.pk, text="I won.", now=timezone.now()
    )
    another = person("Zurab", "senior")
    page = browser(another).get(f"/en/admin/desk/case/{appeal.pk}/change/")
    assert f"/en/match/{over.slug}/" in text_of(page)
