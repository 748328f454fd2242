"""A match voided after its pot was paid, with the winner's wallet full, short, empty."""

import pytest

from accounts.models import AuditEntry, User
from coins import services
from coins.errors import PotUnpaidError
from coins.services.entries import PotVoided
from tests.coins.conftest import NOON, balance_of, transfers
from tests.coins.playing import TABLE, held_by, sit, win

pytestmark = pytest.mark.django_db

REASON = "Two accounts of one person."


def void(actor: User | None) -> PotVoided | None:
    return services.pot_void(table_id=TABLE, actor=actor, reason=REASON, now=NOON)


@pytest.fixture
def won(nino: User, giorgi: User) -> User:
    """Nino, who has won Giorgi's 500; he holds 1500 then."""
    sit(nino, 0, 500)
    sit(giorgi, 1, 500)
    win(nino)
    return nino


def spend(user: User, *coins: int) -> None:
    for number, entry in enumerate(coins):
        sit(user, 0, entry, table_id=100 + number)


def test_a_full_wallet_gives_all_of_it_back(
    won: User, giorgi: User, mariam: User
) -> None:
    """Both are where they were before the match, and nothing is written off."""
    assert void(mariam) == PotVoided(reclaimed=1000, written_off=0)
    assert (balance_of(won), balance_of(giorgi), held_by()) == (1000, 1000, 0)
    assert transfers()[-3:] == [
        ("table:7:void:pot", 1000),
        ("table:7:void:entry:0", 500),
        ("table:7:void:entry:1", 500),
    ]


def test_a_short_wallet_gives_what_it_holds(
    won: User, giorgi: User, mariam: User
) -> None:
    """The house bears the rest; the loser gets his entry whatever is left."""
    spend(won, 1000, 250)
    assert balance_of(won) == 250
    assert void(mariam) == PotVoided(reclaimed=250, written_off=750)
    assert (balance_of(won), balance_of(giorgi)) == (500, 1000)
    assert ("table:7:void:pot", 250) in transfers()


def test_an_empty_wallet_gives_nothing(won: User, giorgi: User, mariam: User) -> None:
    spend(won, 1000, 500)
    assert balance_of(won) == 0
    assert void(mariam) == PotVoided(reclaimed=0, written_off=1000)
    assert (balance_of(won), balance_of(giorgi)) == (500, 1000)
    assert "table:7:void:pot" not in dict(transfers())


@pytest.mark.parametrize("spent", [(), (1000, 250), (1000, 500)])
def test_twice_is_once(won: User, mariam: User, spent: tuple[int, ...]) -> None:
    """Two moderators at once: one voids, the other is told the same."""
    spend(won, *spent)
    first, moved = void(mariam), transfers()
    assert void(mariam) == first
    assert transfers() == moved
    assert AuditEntry.objects.count() == 1


def test_the_audit_entry_says_what_was_written_off(won: User, mariam: User) -> None:
    spend(won, 1000, 250)
    void(mariam)
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.actor_name, entry.at) == (mariam, "Mariam", NOON)
    assert (entry.action, entry.subject) == ("coins.pot_void", "table:7")
    assert entry.reason == REASON
    assert entry.data == {
        "table": "table7",
        "winner": won.pk,
        "pot": 1000,
        "reclaimed": 250,
        "written_off": 750,
    }


def test_the_site_itself_may_void(won: User) -> None:
    void(None)
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.actor_name) == (None, "")


def test_there_is_nothing_to_void_before_the_payout(
    nino: User, giorgi: User, mariam: User
) -> None:
    sit(nino, 0)
    sit(giorgi, 1)
    with pytest.raises(PotUnpaidError):
        void(mariam)
    assert held_by() == 200
    assert not AuditEntry.objects.exists()


def test_a_free_table_has_nothing_to_void(nino: User, mariam: User) -> None:
    assert void(mariam) is None
    assert not AuditEntry.objects.exists()


# --- Made good ---------------------------------------------------------------


def make_good(user: User, actor: User) -> int:
    return services.void_make_good(
        user=user, table_id=TABLE, sanction_id=3, actor=actor, reason=REASON, now=NOON
    )


def test_a_void_that_was_wrong_is_made_good_once(
    won: User, giorgi: User, mariam: User
) -> None:
    """The winner had won one entry; who lost it has it back, and has lost nothing."""
    void(mariam)
    assert (make_good(giorgi, mariam), make_good(won, mariam)) == (0, 500)
    assert make_good(won, mariam) == 500
    assert (balance_of(won), balance_of(giorgi)) == (1500, 1000)
    assert transfers()[-1] == ("amends:3", 500)
    entry = AuditEntry.objects.get(action="coins.amends")
    assert entry.data == {"name": "Nino", "coins": 500, "key": "amends:3"}


def test_what_was_not_voided_is_not_made_good(won: User, mariam: User) -> None:
    assert make_good(won, mariam) == 0
    assert balance_of(won) == 1500


def take_back(user: User, actor: User) -> int:
    return services.amends_take_back(
        user=user, sanction_id=3, actor=actor, reason=REASON, now=NOON
    )


def test_what_made_it_good_is_taken_back_once(
    won: User, giorgi: User, mariam: User
) -> None:
    void(mariam)
    make_good(won, mariam)
    assert (take_back(won, mariam), take_back(won, mariam)) == (500, 500)
    assert (balance_of(won), balance_of(giorgi)) == (1000, 1000)
    assert transfers()[-1] == ("amends:3:back", 500)
    entry = AuditEntry.objects.get(action="coins.amends_back")
    assert entry.data == {
        "name": "Nino",
        "coins": -500,
        "written_off": 0,
        "key": "amends:3:back",
    }


def test_no_more_is_taken_back_than_there_is(won: User, mariam: User) -> None:
    void(mariam)
    make_good(won, mariam)
    spend(won, 1000, 250)
    assert take_back(won, mariam) == 250
    assert balance_of(won) == 0
    entry = AuditEntry.objects.get(action="coins.amends_back")
    assert entry.data["written_off"] == 250


def test_where_nothing_was_made_good_nothing_is_taken_back(
    won: User, mariam: User
) -> None:
    void(mariam)
    assert take_back(won, mariam) == 0
    assert balance_of(won) == 1000
    make_good(won, mariam)
    User.objects.filter(pk=won.pk).update(is_active=False)
    assert take_back(won, mariam) == 0
    assert not AuditEntry.objects.filter(action="coins.amends_back").exists()


def test_a_closed_account_is_not_made_good(won: User, mariam: User) -> None:
    void(mariam)
    User.objects.filter(pk=won.pk).update(is_active=False)
    assert make_good(won, mariam) == 0
    assert not AuditEntry.objects.filter(action="coins.amends").exists()
