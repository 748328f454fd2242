"""What a moderator does about a case: each act, its audit entry, its limits."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import services as accounts
from accounts.errors import AlreadyDecided, NameGone, NameTaken, OutOfReach
from accounts.models import AuditEntry, Sanction, User
from accounts.moderation import FOREVER, Kind, Outcome
from accounts.selectors import player_named
from coins import selectors as coins
from games.desk import services
from games.desk.errors import AlreadyAppealed, CaseClosed, NothingToDo, OwnCase
from games.desk.models import Case
from games.players import services as players
from games.players.selectors import text_of
from games.rules.facts import Ending, MatchResult
from games.tables.errors import NotPlaying, OwnMatch
from games.tables.models import Seat, Status
from tests.desk.conftest import acted, actions, person, reported, sat
from tests.tables.playing import Play, table_of

pytestmark = pytest.mark.django_db


def balance(user: User) -> int:
    return coins.wallet_get(user=user).balance


# --- On a player -------------------------------------------------------------


def test_a_warning_is_told_and_kept(case: Case, giorgi: User, moderator: User) -> None:
    acted(case, moderator, Kind.WARN)
    sanction = Sanction.objects.get()
    assert (sanction.player, sanction.kind, sanction.by) == (giorgi, "warn", moderator)
    assert sanction.seen_at is None
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.subject) == ("player.warn", f"user:{giorgi.pk}")
    assert entry.reason == "insult: seen in the record"
    assert entry.data["case"] == case.pk


def test_who_reported_wrongly_can_be_warned(
    case: Case, nino: User, moderator: User
) -> None:
    acted(case, moderator, Kind.WARN, on_reporter=True)
    assert Sanction.objects.get().player == nino


def test_a_suspension_ends_by_itself(case: Case, giorgi: User, moderator: User) -> None:
    acted(case, moderator, Kind.SUSPEND, days=7)
    giorgi.refresh_from_db()
    now = timezone.now()
    assert giorgi.is_barred(now)
    assert not giorgi.is_barred(now + timedelta(days=7))
    assert AuditEntry.objects.get().data["until"]


def test_a_closed_account_is_closed_for_good(
    case: Case, giorgi: User, senior: User
) -> None:
    acted(case, senior, Kind.CLOSE)
    giorgi.refresh_from_db()
    assert giorgi.barred_until == FOREVER


def test_who_is_suspended_in_a_match_loses_it(
    live: Play, nino: User, giorgi: User, moderator: User
) -> None:
    """The pot is paid in the same transaction, and the record says why."""
    acted(reported(nino, giorgi), moderator, Kind.SUSPEND, days=1)
    assert live.match.result == MatchResult(0, Ending.SANCTION)
    assert (balance(nino), balance(giorgi)) == (1500, 500)
    assert not Seat.objects.filter(is_active=True).exists()
    assert AuditEntry.objects.get().data["lost"] == live.slug


def test_an_open_table_of_who_is_closed_is_closed_too(
    case: Case, giorgi: User, senior: User
) -> None:
    table = table_of(giorgi, entry_coins=100)
    acted(case, senior, Kind.CLOSE)
    table.refresh_from_db()
    assert table.status == Status.CANCELLED
    assert balance(giorgi) == 1000


def test_two_suspensions_hold_as_long_as_the_longer(
    case: Case, lasha: User, giorgi: User, moderator: User
) -> None:
    acted(case, moderator, Kind.SUSPEND, days=30)
    acted(reported(lasha, giorgi), moderator, Kind.SUSPEND, days=1)
    giorgi.refresh_from_db()
    assert giorgi.is_barred(timezone.now() + timedelta(days=29))


def test_one_suspension_taken_back_leaves_the_other(
    case: Case, lasha: User, giorgi: User, moderator: User, senior: User
) -> None:
    """Whichever of the two is the longer."""
    acted(case, moderator, Kind.SUSPEND, days=30)
    acted(reported(lasha, giorgi), moderator, Kind.SUSPEND, days=3)
    longer, shorter = Sanction.objects.order_by("id")
    decide(appealed(longer), senior, Outcome.LIFTED)
    giorgi.refresh_from_db()
    assert giorgi.barred_until == shorter.until
    decide(appealed(shorter), senior, Outcome.LIFTED)
    giorgi.refresh_from_db()
    assert giorgi.barred_until is None


@pytest.mark.parametrize("kind", [Kind.WARN, Kind.SUSPEND, Kind.FREEZE, Kind.CLOSE])
def test_a_case_leads_to_the_same_once(
    case: Case, nino: User, senior: User, kind: Kind
) -> None:
    """To each of the two; something else may be done as well."""
    acted(case, senior, kind, days=7)
    with pytest.raises(AlreadyDecided):
        acted(case, person("Zurab", "senior"), kind, days=3)
    assert Sanction.objects.count() == 1
    acted(case, senior, kind, on_reporter=True, days=1)
    acted(case, senior, Kind.RENAME)
    assert Sanction.objects.count() == 3


def test_a_name_is_taken_away(case: Case, giorgi: User, moderator: User) -> None:
    acted(case, moderator, Kind.RENAME)
    giorgi.refresh_from_db()
    assert giorgi.must_rename
    assert giorgi.username.startswith("Player_")
    data = AuditEntry.objects.get().data
    assert (data["name"], data["name_then"]) == ("Giorgi", giorgi.username)


def test_a_name_is_taken_away_in_one_case_at_a_time(
    case: Case, giorgi: User, lasha: User, moderator: User
) -> None:
    """What is there meanwhile is nobody's; the one that he then chooses is his."""
    another = reported(lasha, giorgi)
    acted(case, moderator, Kind.RENAME)
    named = User.objects.get(pk=giorgi.pk).username
    with pytest.raises(NameGone):
        acted(another, person("Zurab", "moderator"), Kind.RENAME)
    assert User.objects.get(pk=giorgi.pk).username == named
    assert actions() == ["player.rename"]
    accounts.name_choose(user=giorgi, name="Gogi")
    acted(another, moderator, Kind.RENAME)
    assert [one.data["name"] for one in AuditEntry.objects.order_by("id")] == [
        "Giorgi",
        "Gogi",
    ]


def test_the_reported_name_is_taken_away_too(
    case: Case, giorgi: User, lasha: User, moderator: User
) -> None:
    """He had changed it before anybody looked, to take it again when he may."""
    now = timezone.now()
    accounts.name_change(user=giorgi, name="Gogi", now=now)
    acted(case, moderator, Kind.RENAME)
    data = AuditEntry.objects.get().data
    assert (data["name"], data["name_reported"]) == ("Gogi", "Giorgi")
    accounts.name_choose(user=giorgi, name="Zaza")
    for name in ("Giorgi", "giorgi", "Gogi", "G1orgi"):
        for user in (giorgi, lasha):
            with pytest.raises(NameTaken):
                accounts.name_change(user=user, name=name, now=now + timedelta(days=61))
    assert player_named(name="Giorgi") is None


def test_a_name_of_the_reporters_is_not_the_reported_one(
    case: Case, nino: User, giorgi: User, moderator: User
) -> None:
    accounts.name_change(user=giorgi, name="Gogi", now=timezone.now())
    acted(case, moderator, Kind.RENAME, on_reporter=True)
    assert "name_reported" not in AuditEntry.objects.get().data
    assert player_named(name="Giorgi") == giorgi


def test_a_text_is_cleared_and_kept_in_the_audit(
    case: Case, giorgi: User, moderator: User
) -> None:
    players.text_set(user=giorgi, text="Fools, all of you.")
    acted(case, moderator, Kind.CLEAR)
    assert text_of(user=giorgi) == ""
    assert AuditEntry.objects.get().data["text"] == "Fools, all of you."


def test_where_there_is_no_text_nothing_is_cleared(case: Case, moderator: User) -> None:
    with pytest.raises(NothingToDo):
        acted(case, moderator, Kind.CLEAR)
    assert actions() == []


def test_a_wallet_is_frozen(case: Case, giorgi: User, senior: User) -> None:
    acted(case, senior, Kind.FREEZE)
    assert coins.wallet_get(user=giorgi).is_frozen
    assert actions() == ["player.freeze", "coins.freeze"]


# --- On a match --------------------------------------------------------------


def test_a_match_is_voided_after_its_payout(
    over: Play, nino: User, giorgi: User, senior: User
) -> None:
    """Both players are told, with the way to the table."""
    case = reported(nino, giorgi, over.row)
    acted(case, senior, Kind.VOID)
    assert over.row.status == Status.VOID
    assert (balance(nino), balance(giorgi)) == (1000, 1000)
    told = Sanction.objects.order_by("player__username")
    assert [(s.player, s.kind, s.table_slug) for s in told] == [
        (giorgi, "void", over.slug),
        (nino, "void", over.slug),
    ]
    assert actions() == ["coins.pot_void", "table.void"]
    assert AuditEntry.objects.last().data["case"] == case.pk  # type: ignore[union-attr]


def test_a_match_is_voided_twice_by_nobody(
    live: Play, nino: User, giorgi: User, senior: User
) -> None:
    """The second of two moderators finds it void, and nothing of his is kept."""
    another = person("Zurab", "senior")
    case = reported(nino, giorgi, live.row)
    acted(case, senior, Kind.VOID)
    for kind in (Kind.VOID, Kind.END):
        with pytest.raises(NotPlaying):
            acted(case, another, kind)
    with pytest.raises(NotPlaying):
        acted(case, another, Kind.ADJUDICATE, winner=0)
    assert actions() == ["table.void"]
    assert Sanction.objects.count() == 2


def test_a_live_match_is_adjudicated(
    live: Play, nino: User, giorgi: User, senior: User
) -> None:
    case = reported(nino, giorgi, live.row)
    acted(case, senior, Kind.ADJUDICATE, winner=0)
    assert live.match.result == MatchResult(0, Ending.RULING)
    assert balance(nino) == 1500


def test_a_live_match_is_ended_as_it_stands(
    live: Play, nino: User, giorgi: User, senior: User
) -> None:
    acted(reported(nino, giorgi, live.row), senior, Kind.END)
    assert live.row.status == Status.VOID
    assert balance(nino) == 1000


def test_a_report_without_a_match_rules_on_none(case: Case, senior: User) -> None:
    with pytest.raises(NothingToDo):
        acted(case, senior, Kind.VOID)


# --- Out of reach ------------------------------------------------------------


@pytest.mark.parametrize("kind", [Kind.WARN, Kind.SUSPEND, Kind.CLOSE, Kind.FREEZE])
def test_staff_are_out_of_reach(
    nino: User, operator: User, senior: User, kind: Kind
) -> None:
    case = reported(nino, operator)
    with pytest.raises(OutOfReach):
        acted(case, senior, kind, days=1)
    assert actions() == []
    assert not Sanction.objects.exists()


def test_nobody_acts_on_himself(nino: User, senior: User) -> None:
    case = reported(nino, senior)
    with pytest.raises(OutOfReach):
        acted(case, senior, Kind.WARN)
    with pytest.raises(OwnCase):
        services.case_close(case_id=case.pk, actor=senior, note="", now=timezone.now())


def test_nobody_acts_in_a_report_of_his_own(giorgi: User, senior: User) -> None:
    with pytest.raises(OwnCase):
        acted(reported(senior, giorgi), senior, Kind.WARN)
    assert not Sanction.objects.exists()


def test_nobody_rules_on_his_own_match(nino: User, giorgi: User, lasha: User) -> None:
    play = sat(nino, lasha)
    lasha.is_staff = True
    lasha.save()
    case = reported(giorgi, nino, play.row)
    for kind in (Kind.VOID, Kind.END):
        with pytest.raises(OwnMatch):
            acted(case, lasha, kind)
    with pytest.raises(OwnMatch):
        acted(case, lasha, Kind.ADJUDICATE, winner=1)
    assert play.row.status == Status.LIVE


@pytest.mark.parametrize("kind", [Kind.VOID, Kind.END, Kind.ADJUDICATE])
def test_a_match_that_others_of_the_desk_play_is_ruled_on(
    nino: User, operator: User, senior: User, kind: Kind
) -> None:
    """Nothing is decided about them by it; and some fault may want it."""
    play = sat(nino, operator, entry_coins=500)
    acted(reported(nino, operator, play.row), senior, kind, winner=0)
    assert play.row.status != Status.LIVE
    assert Sanction.objects.filter(player=operator, kind=kind).exists()


@pytest.mark.parametrize("kind", [Kind.SUSPEND, Kind.CLOSE])
@pytest.mark.parametrize("is_superuser", [False, True])
def test_nobody_bars_his_own_opponent(
    nino: User, giorgi: User, senior: User, kind: Kind, *, is_superuser: bool
) -> None:
    """Or he would win the match, with both entries; in a case of others too."""
    senior.is_superuser = is_superuser
    senior.save()
    play = sat(senior, giorgi, entry_coins=500)
    with pytest.raises(OwnMatch):
        acted(reported(nino, giorgi), senior, kind, days=1)
    assert play.row.status == Status.LIVE
    assert (balance(senior), balance(giorgi)) == (500, 500)
    assert not Sanction.objects.exists()
    assert actions() == []
    acted(Case.objects.get(), person("Zurab", "senior"), kind, days=1)
    assert play.match.result == MatchResult(0, Ending.SANCTION)


def test_a_closed_case_is_closed(case: Case, moderator: User, senior: User) -> None:
    now = timezone.now()
    services.case_close(case_id=case.pk, actor=moderator, note="nothing", now=now)
    with pytest.raises(CaseClosed):
        acted(case, senior, Kind.WARN)
    with pytest.raises(CaseClosed):
        services.case_close(case_id=case.pk, actor=senior, note="", now=now)
    assert actions() == ["case.close"]


def test_an_act_is_an_entry_that_nobody_changes(case: Case, moderator: User) -> None:
    acted(case, moderator, Kind.WARN)
    entry = AuditEntry.objects.get()
    entry.reason = "another"
    with pytest.raises(Exception, match="audit entry"):
        entry.save()


# --- Appeals -----------------------------------------------------------------


def appealed(sanction: Sanction) -> Case:
    return services.appeal_make(
        player=sanction.player,
        sanction_id=sanction.pk,
        text="It was my brother.",
        now=timezone.now(),
    )


@pytest.fixture
def appeal(case: Case, giorgi: User, moderator: User) -> Case:
    """Giorgi appeals against his suspension by Mariam."""
    acted(case, moderator, Kind.SUSPEND, days=30)
    return appealed(Sanction.objects.get())


def decide(case: Case, actor: User, outcome: Outcome) -> None:
    services.appeal_decide(
        case_id=case.pk, outcome=outcome, note="", actor=actor, now=timezone.now()
    )


def test_a_lifted_suspension_is_over(appeal: Case, giorgi: User, senior: User) -> None:
    decide(appeal, senior, Outcome.LIFTED)
    giorgi.refresh_from_db()
    assert giorgi.barred_until is None
    sanction = Sanction.objects.get()
    assert (sanction.outcome, sanction.seen_at) == ("lifted", None)
    assert actions()[1:] == ["appeal.lifted", "case.close"]


def test_an_upheld_one_goes_on(appeal: Case, giorgi: User, senior: User) -> None:
    decide(appeal, senior, Outcome.UPHELD)
    giorgi.refresh_from_db()
    assert giorgi.is_barred(timezone.now())


def test_an_appeal_is_for_another_moderator(appeal: Case, moderator: User) -> None:
    with pytest.raises(OutOfReach):
        decide(appeal, moderator, Outcome.UPHELD)
    assert Sanction.objects.get().outcome == ""


def test_an_appeal_is_decided_once(appeal: Case, senior: User) -> None:
    another = person("Zurab", "moderator")
    decide(appeal, senior, Outcome.UPHELD)
    with pytest.raises(CaseClosed):
        decide(appeal, another, Outcome.LIFTED)
    assert Sanction.objects.get().outcome == "upheld"


def test_a_decision_is_appealed_against_once(appeal: Case, giorgi: User) -> None:
    sanction = Sanction.objects.get()
    with pytest.raises(AlreadyAppealed):
        services.appeal_make(
            player=giorgi, sanction_id=sanction.pk, text="Again.", now=timezone.now()
        )


def test_another_players_decision_is_not_his_to_appeal_against(
    appeal: Case, nino: User
) -> None:
    with pytest.raises(Sanction.DoesNotExist):
        services.appeal_make(
            player=nino,
            sanction_id=Sanction.objects.get().pk,
            text="Let him.",
            now=timezone.now(),
        )


def test_a_lifted_freeze_frees_the_wallet(
    case: Case, giorgi: User, senior: User
) -> None:
    acted(case, senior, Kind.FREEZE)
    appeal = appealed(Sanction.objects.get())
    decide(appeal, person("Zurab", "senior"), Outcome.LIFTED)
    assert not coins.wallet_get(user=giorgi).is_frozen


def test_an_appeal_has_no_acts(appeal: Case, senior: User) -> None:
    with pytest.raises(CaseClosed):
        acted(appeal, senior, Kind.WARN)
    assert Sanction.objects.count() == 1
