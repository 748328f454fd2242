"""The desk rules on a table: void, adjudicate, force an end; a seat given up."""

from collections.abc import Callable

import pytest
from django.utils.translation import override

from accounts.models import AuditEntry, User
from coins import selectors as coin_selectors
from coins.models import Transfer
from games.rules.facts import Ending, MatchResult
from games.tables import selectors, services
from games.tables.errors import NotPlaying, OwnMatch
from games.tables.models import Seat, Status, Table
from games.tables.record_text import record_text
from tests.tables.conftest import Hearing, Script, Sit
from tests.tables.playing import NOON, Play, refused, table_of

WHY = "Arranged, as both have said."


@pytest.fixture
def paid(sit: Sit) -> Play:
    """A live match to 3 for an entry of 100."""
    return sit(target=3, entry_coins=100)


@pytest.fixture
def won(paid: Play, giorgi: User) -> Play:
    """Giorgi has resigned: Nino has both entries."""
    paid.resign(giorgi)
    return paid


def void(play: Play, actor: User) -> Table:
    return services.match_void(slug=play.slug, actor=actor, reason=WHY, now=play.now)


def adjudicate(play: Play, actor: User, winner: int = 0) -> Table:
    return services.match_adjudicate(
        slug=play.slug, winner=winner, actor=actor, reason=WHY, now=play.now
    )


def force_end(play: Play, actor: User) -> Table:
    return services.match_force_end(
        slug=play.slug, actor=actor, reason=WHY, now=play.now
    )


Ruling = Callable[[Play, User], object]
RULINGS: tuple[Ruling, ...] = (void, adjudicate, force_end)


def balances(play: Play) -> list[int]:
    return [coin_selectors.wallet_get(user=user).balance for user in play.players]


def entries() -> list[tuple[str, str, str]]:
    """What the audit says: what was done to what, and from which state."""
    return [
        (entry.action, entry.actor_name, entry.data.get("from", ""))
        for entry in AuditEntry.objects.order_by("id")
    ]


# --- Void --------------------------------------------------------------------


def test_a_live_match_is_voided(paid: Play, mariam: User, hearing: Hearing) -> None:
    """Both entries go back, everybody at the table is told, and why is kept."""
    with hearing() as heard:
        void(paid, mariam)
    assert paid.row.status == Status.VOID
    assert paid.match.result == MatchResult(None, Ending.ANNULLED)
    assert balances(paid) == [1000, 1000]
    assert not Seat.objects.filter(is_active=True).exists()
    assert heard.events[-1]["state"]["match"] == {"winner": None, "by": "annulled"}
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.subject) == ("table.void", f"table:{paid.row.pk}")
    assert (entry.actor, entry.reason, entry.data["from"]) == (mariam, WHY, "live")
    assert entry.data["players"] == ["Nino", "Giorgi"]


def test_a_won_match_is_voided_after_its_payout(
    won: Play, mariam: User, hearing: Hearing
) -> None:
    """The pot goes back to the house, the entries to both; the score stays."""
    assert balances(won) == [1100, 900]
    ended_at = won.row.ended_at
    with hearing() as heard:
        void(won, mariam)
    row = won.row
    assert (row.status, row.winner, row.ended_at) == (Status.VOID, None, ended_at)
    assert balances(won) == [1000, 1000]
    assert heard.events[-1]["version"] == row.version
    assert entries() == [
        ("coins.pot_void", "Mariam", ""),
        ("table.void", "Mariam", "finished"),
    ]
    assert selectors.match_replayed(row) == won.match
    with override("en"):
        text = record_text(row, selectors.seats_of(row), "address")
    assert "The match is void.\nThe moderators declared it void.\n" in text


def test_a_free_match_is_voided_after_its_end(
    moving: Play, giorgi: User, mariam: User
) -> None:
    moving.resign(giorgi)
    void(moving, mariam)
    assert moving.row.status == Status.VOID
    assert entries() == [("table.void", "Mariam", "finished")]


def test_voiding_in_the_middle_of_a_turn(
    moving: Play, nino: User, mariam: User
) -> None:
    """The step that was made stays on the board; nobody can go on."""
    moving.step(nino, 8, 5)
    void(moving, mariam)
    assert selectors.match_replayed(moving.row) == moving.match
    with refused(moving, NotPlaying):
        moving.step(nino, 6, 3)
    with refused(moving, NotPlaying):
        moving.resign(nino)


def waits(user: User, entry_coins: int = 1000) -> Table:
    return table_of(user, entry_coins=entry_coins)


def written_off() -> tuple[int, int]:
    """What the last void got back and did not, in coins."""
    data = AuditEntry.objects.get(action="coins.pot_void").data
    return data["reclaimed"], data["written_off"]


def test_what_the_winner_has_spent_is_written_off(
    won: Play, nino: User, lasha: User, mariam: User
) -> None:
    """At a match that is played; nobody else pays for that."""
    table = waits(nino)
    services.table_join(user=lasha, slug=table.slug, now=NOON)
    void(won, mariam)
    assert written_off() == (100, 100)
    assert balances(won) == [100, 1000]
    table.refresh_from_db()
    assert table.status == Status.LIVE


def test_what_the_winner_has_put_on_an_open_table_is_not(
    won: Play, nino: User, mariam: User, hearing: Hearing
) -> None:
    """Or he would cancel it afterwards, and have won after all."""
    table = waits(nino)
    with hearing() as heard:
        void(won, mariam)
    table.refresh_from_db()
    assert table.status == Status.CANCELLED
    assert written_off() == (200, 0)
    assert balances(won) == [1000, 1000]
    assert {"fact": "cancelled"} in [
        fact for event in heard.events for fact in event["facts"]
    ]


def test_a_free_match_leaves_the_winners_open_table(
    moving: Play, nino: User, giorgi: User, mariam: User
) -> None:
    """There is no pot that he could have put there."""
    moving.resign(giorgi)
    table = waits(nino)
    void(moving, mariam)
    table.refresh_from_db()
    assert table.status == Status.OPEN


def test_the_losers_open_table_stays(won: Play, giorgi: User, mariam: User) -> None:
    table = waits(giorgi, 500)
    void(won, mariam)
    table.refresh_from_db()
    assert table.status == Status.OPEN


# --- Adjudicate, force an end ------------------------------------------------


@pytest.mark.parametrize("winner", [0, 1])
def test_a_live_match_is_adjudicated(paid: Play, mariam: User, winner: int) -> None:
    adjudicate(paid, mariam, winner)
    assert (paid.row.status, paid.row.winner) == (Status.FINISHED, winner)
    assert paid.match.result == MatchResult(winner, Ending.RULING)
    assert balances(paid)[winner] == 1100
    assert AuditEntry.objects.get().data["winner"] == winner
    assert selectors.match_replayed(paid.row) == paid.match


def test_there_is_no_third_seat_to_win(paid: Play, mariam: User) -> None:
    with refused(paid, ValueError):
        adjudicate(paid, mariam, 2)


@pytest.mark.parametrize(
    ("score", "status", "winner"),
    [
        ((0, 0), Status.VOID, None),
        ((2, 1), Status.FINISHED, 0),
        ((0, 2), Status.FINISHED, 1),
    ],
)
def test_a_match_ends_as_it_stands(
    paid: Play, mariam: User, score: tuple[int, int], status: Status, winner: int | None
) -> None:
    paid.placed(score=score)
    force_end(paid, mariam)
    assert (paid.row.status, paid.row.winner) == (status, winner)
    assert sum(balances(paid)) == 2000


def test_an_open_table_is_closed(opened: Table, mariam: User) -> None:
    services.match_force_end(slug=opened.slug, actor=mariam, reason=WHY, now=NOON)
    opened.refresh_from_db()
    assert opened.status == Status.CANCELLED
    assert entries() == [("table.force_end", "Mariam", "open")]


# --- Refusals ----------------------------------------------------------------


@pytest.mark.parametrize("ruling", RULINGS)
def test_a_second_ruling_finds_nothing_to_rule_on(
    paid: Play, mariam: User, lasha: User, ruling: Ruling
) -> None:
    """Done twice, by one or by two of the desk, it is done once."""
    void(paid, mariam)
    moved = Transfer.objects.count()
    with refused(paid, NotPlaying):
        ruling(paid, lasha)
    assert Transfer.objects.count() == moved
    assert AuditEntry.objects.count() == 1


def test_a_match_voided_after_its_end_is_voided_once(won: Play, mariam: User) -> None:
    void(won, mariam)
    with refused(won, NotPlaying):
        void(won, mariam)
    assert balances(won) == [1000, 1000]


@pytest.mark.parametrize("ruling", [adjudicate, force_end])
def test_what_has_ended_is_not_decided_again(
    won: Play, mariam: User, ruling: Ruling
) -> None:
    with refused(won, NotPlaying):
        ruling(won, mariam)
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("ruling", RULINGS)
def test_nobody_rules_on_his_own_match(paid: Play, nino: User, ruling: Ruling) -> None:
    with refused(paid, OwnMatch):
        ruling(paid, nino)


@pytest.mark.parametrize("ruling", [void, adjudicate])
def test_an_open_table_has_no_match(
    opened: Table, nino: User, mariam: User, lasha: User, ruling: Ruling
) -> None:
    with refused(Play(opened.slug, (nino, lasha)), NotPlaying):
        ruling(Play(opened.slug, (nino, lasha)), mariam)


def test_an_audit_entry_that_fails_undoes_the_ruling(paid: Play, mariam: User) -> None:
    """They are one transaction."""
    with pytest.raises(Exception, match="audit_entry_has_reason"):
        services.match_void(slug=paid.slug, actor=mariam, reason="", now=NOON)


# --- A seat given up ---------------------------------------------------------


def give_up(table_id: int, user: User, actor: User) -> Table | None:
    return services.seat_give_up(user=user, table_id=table_id, actor=actor, now=NOON)


def test_a_live_match_is_lost_by_who_may_play_no_more(
    paid: Play, nino: User, mariam: User, scripted: Script
) -> None:
    give_up(paid.row.pk, nino, mariam)
    assert paid.match.result == MatchResult(1, Ending.SANCTION)
    assert balances(paid) == [900, 1100]
    assert selectors.match_replayed(paid.row) == paid.match


def test_nobody_wins_by_barring_his_opponent(
    paid: Play, nino: User, giorgi: User
) -> None:
    with refused(paid, OwnMatch):
        give_up(paid.row.pk, giorgi, nino)


def test_an_open_table_of_his_is_closed(
    opened: Table, nino: User, mariam: User
) -> None:
    give_up(opened.pk, nino, mariam)
    opened.refresh_from_db()
    assert opened.status == Status.CANCELLED


def test_who_does_not_sit_there_gives_nothing_up(
    paid: Play, lasha: User, won: Play, nino: User, mariam: User
) -> None:
    for user in (lasha, nino):
        assert give_up(won.row.pk, user, mariam) is None
