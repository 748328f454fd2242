"""Reporting a player: from his page, a table, a record; and what is refused."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from accounts.moderation import Reason
from games.desk import selectors, services
from games.desk.errors import AlreadyReported, NotReportable
from games.desk.models import Case
from games.players import services as players
from games.players.closing import account_close
from tests.desk.conftest import person, reported, sat
from tests.tables.pages import browser, text_of
from tests.tables.playing import Play, table_of

pytestmark = pytest.mark.django_db

FORM = {"reason": "insult", "text": "He swore at me."}
SCRIPT = "<script>alert(1)</script>"


def page(user: User) -> str:
    return f"/en/report/player/{user.username}/"


def test_a_player_is_reported_from_his_page(nino: User, giorgi: User) -> None:
    nino_browser = browser(nino)
    assert page(giorgi) in text_of(nino_browser.get("/en/@Giorgi"))
    assert "What happened?" in text_of(nino_browser.get(page(giorgi)))
    answer = nino_browser.post(page(giorgi), FORM, follow=True)
    assert "Thank you. The desk will look at it." in text_of(answer)
    case = Case.objects.get()
    assert (case.reporter, case.player, case.table) == (nino, giorgi, None)
    assert (case.reason, case.text) == ("insult", "He swore at me.")


def test_a_player_is_reported_from_the_table(
    live: Play, nino: User, giorgi: User
) -> None:
    address = f"/en/report/match/{live.slug}/"
    nino_browser = browser(nino)
    assert address in text_of(nino_browser.get(f"/en/table/{live.slug}/"))
    nino_browser.post(address, FORM)
    assert Case.objects.get().table == live.row


def test_who_has_closed_his_account_is_reported_for_his_match(
    over: Play, nino: User, giorgi: User
) -> None:
    """He has no page any more; the reporter comes back to the record."""
    account_close(user=giorgi, now=timezone.now())
    answer = browser(nino).post(f"/en/report/match/{over.slug}/", FORM, follow=True)
    assert answer.redirect_chain == [(f"/en/match/{over.slug}/", 302)]
    assert answer.status_code == 200
    assert Case.objects.get().player == giorgi


def test_a_watcher_says_whom_he_means(over: Play, lasha: User, giorgi: User) -> None:
    address = f"/en/report/match/{over.slug}/"
    lasha_browser = browser(lasha)
    assert address in text_of(lasha_browser.get(f"/en/match/{over.slug}/"))
    assert lasha_browser.post(address, FORM).status_code == 422
    assert lasha_browser.post(address, {**FORM, "player": "Tamar"}).status_code == 422
    lasha_browser.post(address, {**FORM, "player": "Giorgi"})
    assert Case.objects.get().player == giorgi


def test_a_report_keeps_the_name_and_the_text_of_its_moment(
    nino: User, giorgi: User, lasha: User
) -> None:
    """Whatever the object at hand says, the rows count."""
    players.text_set(user=giorgi, text="Fools, all of you.")
    first = reported(nino, giorgi)
    players.text_set(user=giorgi, text="")
    accounts.name_change(user=giorgi, name="Gogi", now=timezone.now())
    second = reported(lasha, giorgi)
    for case, kept in (
        (first, ("Giorgi", "Fools, all of you.")),
        (second, ("Gogi", "")),
    ):
        case.refresh_from_db()
        assert (case.name_then, case.text_then) == kept


def test_it_keeps_them_no_longer_than_he_has_an_account(
    nino: User, giorgi: User
) -> None:
    players.text_set(user=giorgi, text="Fools, all of you.")
    case = reported(nino, giorgi)
    account_close(user=giorgi, now=timezone.now())
    case.refresh_from_db()
    assert (case.name_then, case.text_then) == ("", "")


def test_his_file_holds_what_they_keep_and_not_by_whom(
    nino: User, giorgi: User, lasha: User
) -> None:
    players.text_set(user=giorgi, text="Fools, all of you.")
    for reporter in (nino, lasha):
        reported(reporter, giorgi, text="He says that I am a fool.")
    about_him = {
        "kind": "kept",
        "about": "Giorgi",
        "name": "Giorgi",
        "about_me": "Fools, all of you.",
    }
    assert selectors.cases_told(giorgi) == [about_him]
    (made,) = selectors.cases_told(nino)
    assert made["text"] == "He says that I am a fool."
    assert "Fools" not in str(made)


def test_one_report_of_a_pair_and_match_is_open(
    over: Play, nino: User, giorgi: User, moderator: User
) -> None:
    """Another match is another report, and so is one after the first is closed."""
    case = reported(nino, giorgi, over.row)
    with pytest.raises(AlreadyReported):
        reported(nino, giorgi, over.row)
    reported(nino, giorgi)
    with pytest.raises(AlreadyReported):
        reported(nino, giorgi)
    reported(nino, giorgi, sat(nino, giorgi).row)
    services.case_close(case_id=case.pk, actor=moderator, note="", now=timezone.now())
    reported(nino, giorgi, over.row)
    assert Case.objects.count() == 4


def test_a_second_report_is_thanked_for_and_not_kept(nino: User, giorgi: User) -> None:
    nino_browser = browser(nino)
    nino_browser.post(page(giorgi), FORM)
    answer = nino_browser.post(page(giorgi), FORM, follow=True)
    assert "You have reported this already" in text_of(answer)
    assert Case.objects.count() == 1


def test_nobody_reports_himself_or_who_did_not_play(
    over: Play, nino: User, lasha: User
) -> None:
    with pytest.raises(NotReportable):
        reported(nino, nino)
    with pytest.raises(NotReportable):
        reported(nino, lasha, over.row)
    assert browser(nino).get(page(nino)).status_code == 404


@pytest.mark.parametrize(
    "data",
    [
        {"reason": "insult", "text": ""},
        {"reason": "insult", "text": "x" * 1001},
        {"reason": "fault", "text": "The site's."},
        {"reason": "nonsense", "text": "What?"},
        {"text": "No reason."},
    ],
)
def test_a_report_needs_a_reason_and_a_text(
    nino: User, giorgi: User, data: dict[str, str]
) -> None:
    assert browser(nino).post(page(giorgi), data).status_code == 422
    assert not Case.objects.exists()


def test_reports_are_few_an_hour(nino: User) -> None:
    nino_browser = browser(nino)
    for number in range(7):
        nino_browser.post(page(person(f"Other{number}")), FORM)
    assert Case.objects.count() == 5
    answer = nino_browser.post(page(person("Seventh")), FORM)
    assert "That is a lot of reports at once." in text_of(answer)


def test_a_visitor_logs_in_first(client: Client, giorgi: User, over: Play) -> None:
    for address in (page(giorgi), f"/en/report/match/{over.slug}/"):
        for answer in (client.get(address), client.post(address, FORM)):
            assert "/account/login/" in answer["Location"]
    assert not Case.objects.exists()


def test_a_private_match_is_reported_by_its_players_alone(
    nino: User, giorgi: User, lasha: User
) -> None:
    play = sat(nino, giorgi, is_private=True)
    address = f"/en/report/match/{play.slug}/"
    assert browser(lasha).get(address).status_code == 404
    assert browser(lasha).post(address, FORM).status_code == 404
    assert browser(nino).get(address).status_code == 200


def test_there_must_be_somebody_to_report(nino: User, lasha: User) -> None:
    table = table_of(nino)
    address = f"/en/report/match/{table.slug}/"
    assert browser(nino).get(address).status_code == 404
    assert browser(lasha).get(address).status_code == 200
    assert browser(lasha).get("/en/report/match/nowhere/").status_code == 404
    assert browser(lasha).get("/en/report/player/Nobody/").status_code == 404


def test_what_weighs_more_comes_first_then_what_is_older(
    nino: User, giorgi: User, lasha: User
) -> None:
    """And whoever is reported by several sooner than for one word."""

    def of(by: User, whom: User, reason: Reason) -> Case:
        return services.report_make(
            reporter=by,
            player=whom,
            table=None,
            reason=reason,
            text="So it was.",
            now=timezone.now(),
        )

    slow = of(nino, giorgi, Reason.DELAY)
    rude = of(giorgi, nino, Reason.INSULT)
    ruder = of(nino, lasha, Reason.INSULT)
    again = of(lasha, giorgi, Reason.DELAY)
    assert list(selectors.cases_open()) == [rude, ruder, again, slow]


def test_what_has_waited_long_comes_before_what_weighs_more(
    nino: User, giorgi: User, lasha: User, moderator: User
) -> None:
    """Every six hours are a point of weight; in the admin's queue too."""
    light, heavy = (
        services.report_make(
            reporter=reporter,
            player=giorgi,
            table=None,
            reason=reason,
            text="So it was.",
            now=timezone.now(),
        )
        for reporter, reason in ((lasha, Reason.OTHER), (nino, Reason.INSULT))
    )
    gap = heavy.weight - light.weight
    for hours, first in ((6 * gap - 1, heavy), (6 * gap + 1, light)):
        opened = heavy.opened_at - timedelta(hours=hours)
        Case.objects.filter(pk=light.pk).update(opened_at=opened)
        assert selectors.cases_open().first() == first
        page = text_of(browser(moderator).get("/en/admin/desk/case/"))
        rows = re.findall(r">Report (\d+)</a>", page)
        assert rows[0] == str(first.pk)


def test_a_script_in_a_report_is_a_text(
    nino: User, giorgi: User, moderator: User
) -> None:
    case = reported(nino, giorgi, text=SCRIPT)
    for address in (f"/en/admin/desk/case/{case.pk}/change/", "/en/admin/desk/case/"):
        assert SCRIPT not in browser(moderator).get(address).content.decode()
    shown = browser(moderator).get(f"/en/admin/desk/case/{case.pk}/change/")
    assert SCRIPT in text_of(shown)
    answer = browser(nino).post(page(giorgi), {"reason": "?", "text": SCRIPT})
    assert SCRIPT not in answer.content.decode()
