"""A case on one page, and its buttons: who sees it, who may press which."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from accounts import services as account_services
from accounts.models import AuditEntry, Sanction, User
from accounts.moderation import Kind, Outcome
from accounts.services import address_note
from games.desk import selectors, services
from games.desk.errors import OwnCase
from games.desk.models import Case
from games.players import services as players
from games.tables.models import Status, Table
from tests.desk.conftest import acted, person, reported, sat
from tests.tables.pages import browser, text_of
from tests.tables.playing import Play

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _ in settings.LANGUAGES]
QUEUE = "/en/admin/desk/case/"
PRESS: dict[str, Any] = {"on": "player", "days": 7, "reason": "insult", "note": "seen"}

OF_MODERATORS = ("warn", "suspend", "rename", "clear")
OF_SENIORS = ("close", "freeze", "void", "adjudicate0", "adjudicate1", "end")


def address(case: Case, language: str = "en") -> str:
    return f"/{language}/admin/desk/case/{case.pk}/change/"


def press(user: User, case: Case, act: str, **more: Any) -> Any:
    return browser(user).post(address(case), {**PRESS, "act": act, **more})


@pytest.fixture
def about_match(live: Play, nino: User, giorgi: User) -> Case:
    """Nino has reported Giorgi for the match they play; Giorgi has a text."""
    players.text_set(user=giorgi, text="I am the best.")
    return reported(nino, giorgi, live.row)


# --- Seen --------------------------------------------------------------------


def test_a_case_shows_everything(
    over: Play, nino: User, giorgi: User, lasha: User, moderator: User
) -> None:
    players.text_set(user=giorgi, text="I am the best.")
    earlier = reported(lasha, giorgi)
    acted(earlier, moderator, Kind.WARN)
    case = reported(nino, giorgi, over.row)
    shown = text_of(browser(moderator).get(address(case)))
    for said in (
        "Report: insults or threats",
        "He swore.",
        "I am the best.",
        f"/en/match/{over.slug}/",
        address(earlier),
        "Warning, insults or threats",
        "Resigned quickly at a high entry",
        "Nino",
        "Giorgi",
        "3 : 0",
    ):
        assert said in shown, said


def test_a_match_reported_by_a_spectator_shows_both_of_its_players(
    over: Play, nino: User, giorgi: User, lasha: User, moderator: User
) -> None:
    """Coins and quick resignations are those of the two who played."""
    case = reported(lasha, giorgi, over.row)
    shown = text_of(browser(moderator).get(address(case)))
    for name in ("Nino", "Giorgi", "Lasha"):
        assert f'href="/en/@{name}" translate="no">{name}</a></h2>' in shown, name
    assert "Resigned quickly at a high entry" in shown
    assert "They have played no match with an entry." not in shown
    # To be acted on are who is reported and who reports, as before.
    choice = shown[shown.index('<select name="on">') :].split("</select>")[0]
    assert "Giorgi (Player)" in choice
    assert "Lasha (Reported by)" in choice
    assert "Nino" not in choice


NAME_THEN = "<dt>Name when reported</dt>"
TEXT_THEN = "<dt>Text when reported</dt>"


def test_what_has_changed_since_the_report_stands_beside_it(
    case: Case, nino: User, giorgi: User, lasha: User, moderator: User
) -> None:
    """Of whom it is about alone, and while nothing has changed it is not said twice."""
    players.text_set(user=giorgi, text="Fools, all of you.")
    later = reported(lasha, giorgi)
    for user in (nino, lasha):
        players.text_set(user=user, text="Another word.")
    shown = text_of(browser(moderator).get(address(later)))
    assert NAME_THEN not in shown
    assert TEXT_THEN not in shown
    account_services.name_change(user=giorgi, name="Gogi", now=timezone.now())
    players.text_set(user=giorgi, text="I like a quick game.")
    shown = text_of(browser(moderator).get(address(later)))
    assert f'{NAME_THEN}<dd translate="no"><strong>Giorgi</strong>' in shown
    assert f'{TEXT_THEN}<dd class="case__quote">Fools, all of you.</dd>' in shown
    assert "I like a quick game." in shown
    assert shown.count(TEXT_THEN) == 1
    # There was no text when Nino reported him.
    shown = text_of(browser(moderator).get(address(case)))
    assert f'{TEXT_THEN}<dd class="case__quote">–</dd>' in shown


def test_an_appeal_shows_the_name_that_was_reported(
    case: Case, giorgi: User, moderator: User, senior: User
) -> None:
    acted(case, moderator, Kind.RENAME)
    appeal = services.appeal_make(
        player=giorgi,
        sanction_id=Sanction.objects.get().pk,
        text="It is my grandfather's.",
        now=timezone.now(),
    )
    shown = text_of(browser(senior).get(address(appeal)))
    assert f'{NAME_THEN}<dd translate="no"><strong>Giorgi</strong>' in shown


def test_a_report_from_before_names_were_kept_says_nothing_of_them(
    case: Case, giorgi: User, moderator: User
) -> None:
    Case.objects.update(name_then="", text_then="")
    players.text_set(user=giorgi, text="I like a quick game.")
    shown = text_of(browser(moderator).get(address(case)))
    assert NAME_THEN not in shown
    assert TEXT_THEN not in shown


@pytest.mark.parametrize("kind", [Kind.WARN, Kind.VOID])
def test_an_appeal_shows_what_led_to_the_decision(
    over: Play, giorgi: User, senior: User, moderator: User, kind: Kind
) -> None:
    """The report, its words, and the other player of its match."""
    nino = over.players[0]
    case = reported(nino, giorgi, over.row, "He gave it away.")
    acted(case, senior, kind)
    appeal = services.appeal_make(
        player=giorgi,
        sanction_id=Sanction.objects.get(player=giorgi).pk,
        text="No.",
        now=timezone.now(),
    )
    shown = text_of(browser(moderator).get(address(appeal)))
    assert f'href="{address(case)}"' in shown
    assert "He gave it away." in shown
    assert "Coins between the two" in shown
    assert 'href="/en/@Nino" translate="no">Nino</a></h2>' in shown


def test_a_case_says_that_a_wallet_is_frozen(
    over: Play, nino: User, giorgi: User, senior: User
) -> None:
    case = reported(nino, giorgi, over.row)
    sign = '<strong class="case__sign">frozen</strong>'
    assert sign not in text_of(browser(senior).get(address(case)))
    acted(case, senior, Kind.FREEZE)
    assert text_of(browser(senior).get(address(case))).count(sign) == 1


def test_the_replay_stands_in_the_case_and_in_no_other_site(
    over: Play, nino: User, giorgi: User, moderator: User
) -> None:
    """The case may frame the site's own pages; the replay alone may be framed."""
    case = browser(moderator).get(address(reported(nino, giorgi, over.row)))
    framed = f"/en/match/{over.slug}/framed/"
    assert f'src="{framed}"' in text_of(case)
    assert "frame-src 'self'" in case["Content-Security-Policy"]
    replay = browser(moderator).get(framed)
    assert replay["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in replay["Content-Security-Policy"]
    assert "data-record" in text_of(replay)
    for left_out in ('<header class="header"', "data-news", "site/js/line.js"):
        assert left_out not in text_of(replay), left_out
    whole = browser(moderator).get(f"/en/match/{over.slug}/")
    assert whole["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in whole["Content-Security-Policy"]
    assert "frame-src" not in whole["Content-Security-Policy"]


def test_a_case_shows_who_came_from_the_same_address(
    case: Case, giorgi: User, lasha: User, moderator: User
) -> None:
    """Giorgi's other account is named, with how many addresses they share."""
    for user, addresses in (
        (giorgi, ("203.0.113.7", "::1")),
        (lasha, ("203.0.113.7",)),
    ):
        for one in addresses:
            address_note(user=user, address=one, now=timezone.now())
    shown = text_of(browser(moderator).get(address(case)))
    assert re.search(r">Lasha</a> \(1\)", shown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_desk_speaks_every_language(
    about_match: Case, senior: User, language: str
) -> None:
    for where in (address(about_match, language), QUEUE.replace("en", language, 1)):
        page = browser(senior).get(where)
        assert page.status_code == 200
        assert f'<html lang="{language}"' in text_of(page)


def test_a_closed_case_leaves_the_queue_and_is_found(
    case: Case, moderator: User
) -> None:
    link = f">Report {case.pk}</a>"
    assert link in text_of(browser(moderator).get(QUEUE))
    press(moderator, case, "dismiss")
    assert link not in text_of(browser(moderator).get(QUEUE))
    assert link in text_of(browser(moderator).get(f"{QUEUE}?q=Giorgi"))
    shown = text_of(browser(moderator).get(address(case)))
    assert "This case is closed." in shown
    assert 'name="act"' not in shown


def test_flows_show_who_feeds_whom(nino: User, giorgi: User, lasha: User) -> None:
    """Four matches lost in a row to one player, by a new account."""
    User.objects.filter(pk=lasha.pk).update(date_joined="2020-01-01T00:00Z")
    for _ in range(4):
        sat(nino, giorgi, entry_coins=100).resign(giorgi)
    sat(nino, lasha, entry_coins=50).resign(lasha)
    sat(nino, lasha, entry_coins=250).resign(nino)
    first, *others = selectors.flows_to(user=nino, now=timezone.now())
    assert (first.other, first.won, first.lost, first.coins) == (giorgi, 4, 0, 400)
    assert first.is_one_sided
    assert first.is_new
    assert others == []
    back = selectors.flow_between(user=nino, other=lasha, now=timezone.now())
    assert back is not None
    assert (back.coins, back.is_one_sided, back.is_new) == (-200, False, False)


def test_a_moderator_sees_the_replay_of_a_private_match(
    nino: User, giorgi: User, lasha: User, moderator: User
) -> None:
    play = sat(nino, giorgi, is_private=True)
    play.resign(giorgi)
    record = f"/en/match/{play.slug}/"
    assert browser(moderator).get(record).status_code == 200
    assert browser(lasha).get(record).status_code == 404


# --- Kept from whom it concerns ----------------------------------------------


def concerning(user: User, nino: User, giorgi: User, senior: User) -> dict[str, Case]:
    """Cases of every kind that a moderator keeps out of, and one that he need not."""
    his_match = sat(user, giorgi)
    his_match.resign(giorgi)
    by_him = reported(user, nino)
    acted(by_him, senior, Kind.WARN)
    acted(by_him, senior, Kind.CLOSE, on_reporter=False)
    reporter_warned = reported(nino, user, text="He is slow.")
    acted(reporter_warned, senior, Kind.WARN, on_reporter=True)
    return {
        "about him": reporter_warned,
        "by him": by_him,
        "of his match": reported(nino, giorgi, his_match.row),
        **{
            f"appeal {sanction.kind} {sanction.pk}": services.appeal_make(
                player=nino, sanction_id=sanction.pk, text="No.", now=timezone.now()
            )
            for sanction in Sanction.objects.filter(player=nino)
        },
        "of others": reported(nino, giorgi),
    }


@pytest.mark.parametrize("is_superuser", [False, True])
def test_whom_a_case_concerns_does_not_see_it(
    nino: User, giorgi: User, moderator: User, senior: User, *, is_superuser: bool
) -> None:
    """Neither in the queue, nor in a search, nor by its address, nor in another's."""
    moderator.is_superuser = is_superuser
    moderator.save()
    cases = concerning(moderator, nino, giorgi, senior)
    assert len(cases) == 7
    free = cases.pop("of others")
    client = browser(moderator)
    for where in (QUEUE, f"{QUEUE}?q=nino", f"{QUEUE}?q=giorgi", f"{QUEUE}?q=mariam"):
        shown = text_of(client.get(where))
        assert (f"/desk/case/{free.pk}/" in shown) is ("mariam" not in where)
        for what, case in cases.items():
            assert f"/desk/case/{case.pk}/" not in shown, (where, what)
    for what, case in cases.items():
        assert client.get(address(case)).status_code == 403, what
        assert press(moderator, case, "dismiss").status_code == 403, what
        case.refresh_from_db()
        assert case.closed_at is None
    shown = text_of(client.get(address(free)))
    for what, case in cases.items():
        assert f"/desk/case/{case.pk}/" not in shown, what


def test_nobody_hears_an_appeal_in_a_matter_of_his_own(
    nino: User, giorgi: User, moderator: User, senior: User
) -> None:
    for what, case in concerning(moderator, nino, giorgi, senior).items():
        if what.startswith("appeal"):
            with pytest.raises(OwnCase):
                services.appeal_decide(
                    case_id=case.pk,
                    outcome=Outcome.LIFTED,
                    note="",
                    actor=moderator,
                    now=timezone.now(),
                )
    assert not Sanction.objects.exclude(outcome="").exists()


def test_the_desk_watches_a_private_match(
    nino: User, giorgi: User, lasha: User, senior: User
) -> None:
    """The case leads to its table, which is shown to nobody else."""
    play = sat(nino, giorgi, is_private=True)
    table = f"/en/table/{play.slug}/"
    case = reported(nino, giorgi, play.row)
    assert f'href="{table}"' in text_of(browser(senior).get(address(case)))
    shown = browser(senior).get(table)
    assert shown.status_code == 200
    assert shown.context["you"] is None
    for user in (None, lasha):
        assert browser(user).get(table).status_code == 404


# --- Pressed -----------------------------------------------------------------


def test_every_button_does_what_it_says(nino: User, giorgi: User, senior: User) -> None:
    players.text_set(user=giorgi, text="I am the best.")
    for act in ("warn", "clear", "freeze", "suspend", "rename", "close"):
        answer = press(senior, reported(nino, giorgi, sat_over(nino, giorgi)), act)
        assert answer.status_code == 302, act
        # That he can sit down for the next one.
        giorgi.barred_until, giorgi.must_rename = None, False
        giorgi.save(update_fields=["barred_until", "must_rename"])
    kinds = Sanction.objects.order_by("id").values_list("kind", flat=True)
    assert list(kinds) == ["warn", "clear", "freeze", "suspend", "rename", "close"]


def sat_over(first: User, second: User) -> Table:
    play = sat(first, second)
    play.resign(second)
    return play.row


@pytest.mark.parametrize(
    ("act", "status"),
    [
        ("void", Status.VOID),
        ("adjudicate0", Status.FINISHED),
        ("adjudicate1", Status.FINISHED),
        ("end", Status.VOID),
    ],
)
def test_every_ruling_does_what_it_says(
    about_match: Case, live: Play, senior: User, act: str, status: Status
) -> None:
    shown = text_of(browser(senior).get(address(about_match)))
    assert f'value="{act}"' in shown
    press(senior, about_match, act)
    assert live.row.status == status
    if status == Status.FINISHED:
        assert live.row.winner == int(act[-1])
    # A second click, perhaps of another, finds nothing to do and says so.
    answer = browser(senior).post(
        address(about_match), {**PRESS, "act": act}, follow=True
    )
    assert "The match is over, or void already." in text_of(answer)
    entries = AuditEntry.objects.filter(action__startswith="table.")
    assert entries.count() == 1


@pytest.mark.parametrize(
    "data",
    [
        {"reason": ""},
        {"reason": "because"},
        {"act": "hang"},
        {"act": ""},
        {"days": "5"},
        {"days": "1000000"},
        {"on": "everybody"},
        {"note": "x" * 501},
    ],
)
def test_what_no_button_sends_is_refused(
    case: Case, moderator: User, data: dict[str, str]
) -> None:
    answer = press(moderator, case, **{"act": "warn", **data})
    assert answer.status_code == 422
    assert not Sanction.objects.exists()


def test_what_cannot_be_done_is_said(nino: User, operator: User, senior: User) -> None:
    case = reported(nino, operator)
    answer = browser(senior).post(address(case), {**PRESS, "act": "warn"}, follow=True)
    assert "This cannot be done to the desk" in text_of(answer)
    assert not Sanction.objects.exists()


def test_a_name_that_is_gone_already_is_said(
    case: Case, giorgi: User, lasha: User, moderator: User
) -> None:
    press(moderator, case, "rename")
    answer = browser(moderator).post(
        address(reported(lasha, giorgi)), {**PRESS, "act": "rename"}, follow=True
    )
    assert "His name is taken away already" in text_of(answer)
    assert Sanction.objects.count() == 1


# --- Who may -----------------------------------------------------------------


@pytest.fixture
def suspended_moderator(moderator: User) -> User:
    """Of the desk, and barred by whoever runs the site."""
    moderator.barred_until = timezone.now() + timedelta(days=1)
    moderator.save()
    return moderator


@pytest.mark.parametrize("who", ["visitor", "nino", "giorgi", "lasha", "operator"])
@pytest.mark.parametrize("act", [*OF_MODERATORS, *OF_SENIORS, "dismiss"])
def test_who_is_not_a_moderator_does_nothing(
    request: pytest.FixtureRequest, about_match: Case, who: str, act: str
) -> None:
    user = None if who == "visitor" else request.getfixturevalue(who)
    wanted = 403 if who == "operator" else 302
    for answer in (
        browser(user).get(address(about_match)),
        press(user, about_match, act),  # type: ignore[arg-type]
    ):
        assert answer.status_code == wanted
    if wanted == 302:
        assert "/admin/login/" in browser(user).get(QUEUE)["Location"]
    assert not Sanction.objects.exists()
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("act", OF_SENIORS)
def test_a_moderator_leaves_to_seniors_what_is_theirs(
    about_match: Case, live: Play, moderator: User, act: str
) -> None:
    shown = text_of(browser(moderator).get(address(about_match)))
    assert f'value="{act}"' not in shown
    assert press(moderator, about_match, act).status_code == 403
    assert live.row.status == Status.LIVE
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("act", OF_MODERATORS)
def test_a_moderator_does_what_is_his(
    about_match: Case, moderator: User, act: str
) -> None:
    shown = text_of(browser(moderator).get(address(about_match)))
    assert f'value="{act}"' in shown
    assert press(moderator, about_match, act).status_code == 302
    assert Sanction.objects.get().kind == act


def test_whoever_lifts_must_have_been_able_to(
    about_match: Case, live: Play, giorgi: User, senior: User, moderator: User
) -> None:
    press(senior, about_match, "void")
    appeal = services.appeal_make(
        player=giorgi,
        sanction_id=Sanction.objects.get(player=giorgi).pk,
        text="No.",
        now=timezone.now(),
    )
    assert press(moderator, appeal, "lift").status_code == 403
    assert press(person("Zurab", "senior"), appeal, "uphold").status_code == 302


def test_a_barred_moderator_is_out(
    about_match: Case, suspended_moderator: User
) -> None:
    answer = press(suspended_moderator, about_match, "warn")
    assert "/desk/account/" in answer["Location"] or answer.status_code == 403
    assert not AuditEntry.objects.exists()


def test_no_other_way_writes_a_case(case: Case, senior: User) -> None:
    for where in ("add/", f"{case.pk}/delete/"):
        assert (
            browser(senior).post(f"{QUEUE}{where}", {"post": "yes"}).status_code == 403
        )
    wanted = {"action": "delete_selected", "_selected_action": case.pk, "post": "yes"}
    browser(senior).post(QUEUE, wanted)
    assert Case.objects.count() == 1


def test_a_post_from_elsewhere_is_refused(case: Case, moderator: User) -> None:
    client = browser(moderator, csrf=True)
    answer = client.post(address(case), {**PRESS, "act": "warn"})
    assert answer.status_code == 403
    assert not Sanction.objects.exists()


def test_the_groups_are_there_after_migrating(client: Client, moderator: User) -> None:
    names = set(Group.objects.values_list("name", flat=True))
    assert {"moderator", "senior", "operator"} <= names
    assert re.fullmatch(r"\w+", moderator.groups.get().name)
