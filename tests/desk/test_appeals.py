"""What an appeal that is granted gives back, and what it says that it does not."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts import selectors as accounts
from accounts import services as account_services
from accounts.errors import NameTaken
from accounts.models import AuditEntry, Sanction, User
from accounts.moderation import Kind, Outcome
from coins import reckoning
from coins import selectors as coins
from coins import services as coin_services
from games.desk import services
from games.desk.errors import AlreadyAppealed, CaseClosed
from games.desk.models import Case
from games.players import services as players
from games.players.selectors import text_of
from games.tables.models import Status
from tests.desk.conftest import acted, actions, person, reported
from tests.tables.pages import browser
from tests.tables.pages import text_of as page_of
from tests.tables.playing import Play, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def zurab(db: None) -> User:
    """A senior moderator who has decided nothing yet."""
    return person("Zurab", "senior")


def appealed(sanction: Sanction) -> Case:
    return services.appeal_make(
        player=sanction.player,
        sanction_id=sanction.pk,
        text="It was my brother.",
        now=timezone.now(),
    )


def decided(case: Case, actor: User, outcome: Outcome = Outcome.LIFTED) -> None:
    services.appeal_decide(
        case_id=case.pk, outcome=outcome, note="", actor=actor, now=timezone.now()
    )


def lifted(kind: Kind, player: User, actor: User) -> None:
    """The player has appealed against his only decision of that kind, and is right."""
    decided(appealed(Sanction.objects.get(kind=kind, player=player)), actor)


def balances(*users: User) -> list[int]:
    return [coins.wallet_get(user=user).balance for user in users]


def told(user: User) -> str:
    """What the player reads of the desk, who may log in."""
    return page_of(browser(user).get("/en/desk/"))


# --- A name ------------------------------------------------------------------


def test_a_name_is_given_back(
    case: Case, giorgi: User, nino: User, moderator: User, zurab: User
) -> None:
    """It is no change of his own: he may still change it himself."""
    acted(case, moderator, Kind.RENAME)
    lifted(Kind.RENAME, giorgi, zurab)
    giorgi.refresh_from_db()
    assert (giorgi.username, giorgi.must_rename) == ("Giorgi", False)
    assert accounts.name_change_next(user=giorgi) is None
    assert "your old name is yours again, unless another" in told(giorgi)
    with pytest.raises(NameTaken):
        account_services.name_change(user=nino, name="giorgi", now=timezone.now())
    account_services.name_change(user=giorgi, name="Gia", now=timezone.now())


def test_the_name_chosen_meanwhile_stays_his(
    case: Case, giorgi: User, nino: User, moderator: User, zurab: User
) -> None:
    acted(case, moderator, Kind.RENAME)
    account_services.name_choose(user=giorgi, name="Gogi")
    lifted(Kind.RENAME, giorgi, zurab)
    giorgi.refresh_from_db()
    assert giorgi.username == "Giorgi"
    assert accounts.player_named(name="Gogi") == giorgi
    with pytest.raises(NameTaken):
        account_services.name_change(user=nino, name="Gogi", now=timezone.now())
    account_services.name_change(user=giorgi, name="Gogi", now=timezone.now())


def test_the_reported_name_is_his_again_too(
    case: Case, giorgi: User, nino: User, moderator: User, zurab: User
) -> None:
    """As it was: reserved for him, and he waits as long as for any other."""
    now = timezone.now()
    account_services.name_change(user=giorgi, name="Gogi", now=now)
    next_at = accounts.name_change_next(user=giorgi)
    acted(case, moderator, Kind.RENAME)
    lifted(Kind.RENAME, giorgi, zurab)
    giorgi.refresh_from_db()
    assert giorgi.username == "Gogi"
    assert accounts.player_named(name="Giorgi") == giorgi
    assert accounts.name_change_next(user=giorgi) == next_at
    with pytest.raises(NameTaken):
        account_services.name_change(user=nino, name="Giorgi", now=now)
    account_services.name_change(
        user=giorgi, name="Giorgi", now=now + timedelta(days=31)
    )


def test_what_another_decision_took_away_stays_nobodys(
    case: Case, giorgi: User, lasha: User, moderator: User, zurab: User
) -> None:
    """Both cases were about the same name: one that holds is enough."""
    another = reported(lasha, giorgi)
    acted(case, moderator, Kind.RENAME)
    account_services.name_choose(user=giorgi, name="Gogi")
    acted(another, moderator, Kind.RENAME)
    account_services.name_choose(user=giorgi, name="Zaza")
    first, second = Sanction.objects.order_by("id")
    decided(appealed(first), zurab)
    giorgi.refresh_from_db()
    assert (giorgi.username, giorgi.must_rename) == ("Zaza", False)
    assert accounts.player_named(name="Giorgi") is None
    decided(appealed(second), zurab)
    giorgi.refresh_from_db()
    assert giorgi.username == "Gogi"
    assert accounts.player_named(name="Giorgi") == giorgi


@pytest.fixture
def twice_renamed(
    case: Case, giorgi: User, lasha: User, moderator: User
) -> tuple[Sanction, Sanction]:
    """Two cases have taken Giorgi's name away: first his own, then what he chose."""
    acted(case, moderator, Kind.RENAME)
    account_services.name_choose(user=giorgi, name="Gogi")
    acted(reported(lasha, giorgi), moderator, Kind.RENAME)
    first, second = Sanction.objects.order_by("id")
    return first, second


def test_the_first_name_waits_for_what_holds(
    twice_renamed: tuple[Sanction, Sanction], giorgi: User, nino: User, zurab: User
) -> None:
    """He must choose still, and may choose that one; with the second he has it back."""
    first, second = twice_renamed
    decided(appealed(first), zurab)
    giorgi.refresh_from_db()
    assert giorgi.must_rename
    assert giorgi.username.startswith("Player_")
    with pytest.raises(NameTaken):
        account_services.name_change(user=nino, name="Giorgi", now=timezone.now())
    assert accounts.name_change_next(user=giorgi) is None
    assert accounts.sanction_renaming(user=giorgi) == second
    decided(appealed(second), zurab)
    giorgi.refresh_from_db()
    assert (giorgi.username, giorgi.must_rename) == ("Gogi", False)
    account_services.name_change(user=giorgi, name="Giorgi", now=timezone.now())


def test_the_second_name_waits_for_nothing(
    twice_renamed: tuple[Sanction, Sanction], giorgi: User, zurab: User
) -> None:
    """What the first asked of him he has done; and then he has his own back."""
    for sanction, name in zip(reversed(twice_renamed), ("Gogi", "Giorgi"), strict=True):
        decided(appealed(sanction), zurab)
        giorgi.refresh_from_db()
        assert (giorgi.username, giorgi.must_rename) == (name, False)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_who_was_renamed_twice_at_once_has_his_own_name_again(
    *,
    case: Case,
    giorgi: User,
    lasha: User,
    moderator: User,
    zurab: User,
    order: tuple[int, int],
) -> None:
    """Once a second case could take away the name that only stood for his own."""
    acted(case, moderator, Kind.RENAME)
    User.objects.filter(pk=giorgi.pk).update(must_rename=False)
    acted(reported(lasha, giorgi), moderator, Kind.RENAME)
    sanctions = list(Sanction.objects.order_by("id"))
    first, then = (sanctions[number] for number in order)
    decided(appealed(first), zurab)
    giorgi.refresh_from_db()
    assert giorgi.must_rename
    assert giorgi.username.startswith("Player_")
    decided(appealed(then), zurab)
    giorgi.refresh_from_db()
    assert (giorgi.username, giorgi.must_rename) == ("Giorgi", False)


def test_his_pages_are_told_that_he_has_his_name(
    *,
    case: Case,
    giorgi: User,
    moderator: User,
    zurab: User,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    acted(case, moderator, Kind.RENAME)
    appeal = appealed(Sanction.objects.get())
    renewed: list[int] = []
    monkeypatch.setattr("accounts.events.user_renew", renewed.append)
    with django_capture_on_commit_callbacks(execute=True):
        decided(appeal, zurab)
    assert renewed == [giorgi.pk]


# --- A text ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("meanwhile", "then"), [(None, "I play fast."), ("I play slow.", "I play slow.")]
)
def test_a_text_is_given_back(
    *,
    case: Case,
    giorgi: User,
    moderator: User,
    zurab: User,
    meanwhile: str | None,
    then: str,
) -> None:
    """Unless he has written another."""
    players.text_set(user=giorgi, text="I play fast.")
    acted(case, moderator, Kind.CLEAR)
    if meanwhile:
        players.text_set(user=giorgi, text=meanwhile)
    lifted(Kind.CLEAR, giorgi, zurab)
    assert text_of(user=giorgi) == then
    assert "Your text is on your page again" in told(giorgi)


# --- A wallet ----------------------------------------------------------------


def test_a_wallet_is_free_when_nothing_freezes_it_any_more(
    case: Case, giorgi: User, lasha: User, senior: User, zurab: User
) -> None:
    acted(case, senior, Kind.FREEZE)
    acted(reported(lasha, giorgi), senior, Kind.FREEZE)
    first, second = Sanction.objects.order_by("id")
    decided(appealed(first), zurab)
    assert coins.wallet_get(user=giorgi).is_frozen
    decided(appealed(second), zurab)
    assert not coins.wallet_get(user=giorgi).is_frozen


# --- A match lost by a suspension --------------------------------------------


@pytest.mark.parametrize("kind", [Kind.SUSPEND, Kind.CLOSE])
def test_a_match_lost_by_being_barred_stays_lost(
    *, live: Play, case: Case, giorgi: User, senior: User, zurab: User, kind: Kind
) -> None:
    acted(case, senior, kind, days=7)
    lifted(kind, giorgi, zurab)
    assert live.row.winner == 0
    giorgi.refresh_from_db()
    shown = told(giorgi)
    assert "The match that was lost by it stays lost." in shown
    assert f"/en/table/{live.slug}/" in shown


def test_where_none_was_lost_none_is_named(
    case: Case, giorgi: User, moderator: User, zurab: User
) -> None:
    """An open table was only closed."""
    table_of(giorgi)
    acted(case, moderator, Kind.SUSPEND, days=7)
    lifted(Kind.SUSPEND, giorgi, zurab)
    giorgi.refresh_from_db()
    shown = told(giorgi)
    assert "the decision has been taken back." in shown
    assert "stays lost" not in shown


# --- A match -----------------------------------------------------------------


@pytest.fixture
def about_match(live: Play, nino: User, giorgi: User) -> Case:
    """Nino has reported Giorgi for the match that they play for 500."""
    return reported(nino, giorgi, live.row)


@pytest.mark.parametrize("kind", [Kind.ADJUDICATE, Kind.END])
def test_a_match_decided_wrongly_is_void(
    *,
    about_match: Case,
    live: Play,
    nino: User,
    giorgi: User,
    senior: User,
    zurab: User,
    kind: Kind,
) -> None:
    """Both are told so, and may appeal against that; what they were told is lifted."""
    live.placed(score=(2, 1))
    acted(about_match, senior, kind, winner=0)
    assert balances(nino, giorgi) == [1500, 500]
    lifted(kind, giorgi, zurab)
    assert live.row.status == Status.VOID
    assert balances(nino, giorgi) == [1000, 1000]
    for user in (nino, giorgi):
        first, then = Sanction.objects.filter(player=user).order_by("id")
        assert (first.kind, first.outcome, first.seen_at) == (kind, "lifted", None)
        assert (then.kind, then.outcome, then.by) == ("void", "", zurab)
        shown = told(user)
        assert "the match counts for neither player" in shown
        assert "A match of yours has been declared void" in shown
        with pytest.raises(AlreadyAppealed):
            appealed(first)
    assert reckoning.differences_find() == []


@pytest.mark.parametrize("kind", [Kind.ADJUDICATE, Kind.END])
def test_a_match_that_is_void_already_is_left(
    *, about_match: Case, live: Play, nino: User, senior: User, zurab: User, kind: Kind
) -> None:
    live.placed(score=(2, 1))
    acted(about_match, senior, kind, winner=0)
    acted(about_match, senior, Kind.VOID)
    lifted(kind, nino, zurab)
    assert Sanction.objects.filter(kind=Kind.VOID).count() == 2
    assert actions().count("table.void") == 1


@pytest.mark.parametrize("appellant", ["nino", "giorgi"])
def test_the_winner_of_a_match_voided_wrongly_is_made_good(
    *,
    request: pytest.FixtureRequest,
    over: Play,
    nino: User,
    giorgi: User,
    senior: User,
    zurab: User,
    appellant: str,
) -> None:
    """The match stays void, and who lost it keeps his entry."""
    acted(reported(nino, giorgi, over.row), senior, Kind.VOID)
    lifted(Kind.VOID, request.getfixturevalue(appellant), zurab)
    assert over.row.status == Status.VOID
    assert balances(nino, giorgi) == [1500, 1000]
    for user in (nino, giorgi):
        assert Sanction.objects.get(player=user).outcome == Outcome.LIFTED
        shown = told(user)
        assert "A match that is void stays void." in shown
        assert ("Coins given back to you: 500." in shown) is (user == nino)
    entry = AuditEntry.objects.get(action="coins.amends")
    assert (entry.actor, entry.data["coins"]) == (zurab, 500)
    assert reckoning.differences_find() == []


@pytest.mark.parametrize(("spent", "back"), [(800, 200), (1200, 0)])
def test_he_gets_what_he_lost_and_no_more(
    *,
    over: Play,
    nino: User,
    giorgi: User,
    senior: User,
    zurab: User,
    spent: int,
    back: int,
) -> None:
    """What had been written off was never his loss; his own entry came back."""
    coin_services.correction_make(
        user=nino,
        coins=-spent,
        actor=zurab,
        reason="spent",
        token="t",
        now=timezone.now(),
    )
    acted(reported(nino, giorgi, over.row), senior, Kind.VOID)
    before = balances(nino)[0]
    lifted(Kind.VOID, nino, zurab)
    assert balances(nino)[0] - before == back
    assert Sanction.objects.get(player=nino).coins_back == back


NOTHING_OWED = "so nobody is owed coins for it."


@pytest.fixture
def given_and_voided(
    about_match: Case, live: Play, nino: User, senior: User
) -> tuple[Sanction, Sanction]:
    """The desk has given the match to Nino, and then declared it void after all."""
    acted(about_match, senior, Kind.ADJUDICATE, winner=0)
    acted(about_match, senior, Kind.VOID)
    return (
        Sanction.objects.get(kind=Kind.ADJUDICATE, player=live.players[1]),
        Sanction.objects.get(kind=Kind.VOID, player=nino),
    )


def test_a_win_that_the_desk_has_taken_back_is_not_made_good(
    given_and_voided: tuple[Sanction, Sanction], nino: User, giorgi: User, zurab: User
) -> None:
    """Two appeals that contradict each other would else make coins of nothing."""
    for sanction in given_and_voided:
        decided(appealed(sanction), zurab)
    assert balances(nino, giorgi) == [1000, 1000]
    assert NOTHING_OWED in told(nino)
    assert "Coins given back" not in told(nino)
    assert "coins.amends" not in actions()


@pytest.mark.parametrize(("spent", "taken"), [(0, 500), (1200, 300), (1500, 0)])
def test_what_made_a_win_good_goes_back_with_the_win(
    *,
    given_and_voided: tuple[Sanction, Sanction],
    nino: User,
    giorgi: User,
    operator: User,
    zurab: User,
    spent: int,
    taken: int,
) -> None:
    """As far as the wallet holds it; what he keeps is said, the rest written off."""
    ruling, void = given_and_voided
    decided(appealed(void), zurab)
    assert balances(nino, giorgi) == [1500, 1000]
    assert NOTHING_OWED not in told(nino)
    if spent:
        coin_services.correction_make(
            user=nino,
            coins=-spent,
            actor=operator,
            reason="spent",
            token="t",
            now=timezone.now(),
        )
    account_services.sanctions_read(
        user=nino, shown=[(void.pk, Outcome.LIFTED)], now=timezone.now()
    )
    decided(appealed(ruling), zurab)
    assert balances(nino, giorgi) == [1500 - spent - taken, 1000]
    void.refresh_from_db()
    assert (void.coins_back, void.seen_at) == (500 - taken, None)
    shown = told(nino)
    assert NOTHING_OWED in shown
    assert ("Coins given back to you" in shown) is (taken < 500)
    data = AuditEntry.objects.get(action="coins.amends_back").data
    assert (data["coins"], data["written_off"]) == (-taken, 500 - taken)
    assert reckoning.differences_find() == []


@pytest.mark.parametrize("kind", [Kind.ADJUDICATE, Kind.END])
def test_nor_by_an_appeal_against_the_void_that_took_it_back(
    *,
    about_match: Case,
    live: Play,
    nino: User,
    giorgi: User,
    senior: User,
    zurab: User,
    kind: Kind,
) -> None:
    live.placed(score=(2, 1))
    acted(about_match, senior, kind, winner=0)
    lifted(kind, giorgi, zurab)
    lifted(Kind.VOID, nino, person("Eka", "senior"))
    assert balances(nino, giorgi) == [1000, 1000]
    assert NOTHING_OWED in told(nino)


def test_a_match_voided_before_its_end_has_cost_nobody_anything(
    about_match: Case, nino: User, giorgi: User, senior: User, zurab: User
) -> None:
    acted(about_match, senior, Kind.VOID)
    lifted(Kind.VOID, nino, zurab)
    assert balances(nino, giorgi) == [1000, 1000]
    assert "Coins given back" not in told(nino)


def test_the_other_players_appeal_is_heard_with_it(
    over: Play, nino: User, giorgi: User, senior: User, zurab: User
) -> None:
    """Both had appealed: one coin more would be one too many."""
    acted(reported(nino, giorgi, over.row), senior, Kind.VOID)
    first, second = (
        appealed(Sanction.objects.get(player=user)) for user in (nino, giorgi)
    )
    decided(first, zurab)
    second.refresh_from_db()
    assert second.closed_by == zurab
    with pytest.raises(CaseClosed):
        decided(second, person("Eka", "senior"))
    assert balances(nino, giorgi) == [1500, 1000]


def test_an_appeal_refused_to_one_is_open_to_the_other(
    over: Play, nino: User, giorgi: User, senior: User, zurab: User
) -> None:
    acted(reported(nino, giorgi, over.row), senior, Kind.VOID)
    first, second = Sanction.objects.order_by("id")
    decided(appealed(first), zurab, Outcome.UPHELD)
    second.refresh_from_db()
    assert second.outcome == ""
    decided(appealed(second), zurab)
    first.refresh_from_db()
    assert first.outcome == Outcome.LIFTED


def test_nobody_is_offered_an_appeal_against_what_is_lifted(
    over: Play, nino: User, giorgi: User, senior: User, zurab: User
) -> None:
    acted(reported(nino, giorgi, over.row), senior, Kind.VOID)
    assert "Send the appeal" in told(giorgi)
    lifted(Kind.VOID, nino, zurab)
    assert "Send the appeal" not in told(giorgi)
