"""Coins at the tables: sitting down, winning, getting up again."""

import pytest

from accounts.models import User
from coins import selectors, services
from coins.errors import (
    InsufficientCoins,
    KeyReusedError,
    LedgerError,
    TableSettledError,
    WalletFrozen,
)
from coins.models import Account, Reason, Transfer
from tests.coins.conftest import NOON, balance_of, transfers
from tests.coins.playing import TABLE, held_by, sit, slug_of, win

pytestmark = pytest.mark.django_db

# The two welcome gifts that stand first in every list of transfers.
WELCOMES = 2


@pytest.fixture
def frozen(nino: User, mariam: User) -> User:
    """Nino, whose wallet is frozen."""
    services.wallet_freeze(user=nino, actor=mariam, reason="A doubt.", now=NOON)
    return nino


# --- A story -----------------------------------------------------------------


def test_a_match_moves_the_loser_s_entry_to_the_winner(
    nino: User, giorgi: User
) -> None:
    """To the coin, with every cause named."""
    sit(nino, 0, 250)
    sit(giorgi, 1, 250)
    assert (balance_of(nino), balance_of(giorgi), held_by()) == (750, 750, 500)
    win(giorgi)
    assert (balance_of(nino), balance_of(giorgi), held_by()) == (750, 1250, 0)
    assert transfers()[WELCOMES:] == [
        ("table:7:entry:0", 250),
        ("table:7:entry:1", 250),
        ("table:7:pot", 500),
    ]
    assert set(
        Transfer.objects.exclude(reason=Reason.SIGNUP).values_list(
            "table_slug", flat=True
        )
    ) == {slug_of(TABLE)}


def test_a_cancelled_table_gives_the_entry_back(nino: User) -> None:
    sit(nino, 0)
    (back,) = services.entries_return(table_id=TABLE, now=NOON)
    assert (back.key, back.amount) == ("table:7:return:0", 100)
    assert (balance_of(nino), held_by()) == (1000, 0)


def test_a_match_voided_before_its_end_gives_both_entries_back(
    nino: User, giorgi: User
) -> None:
    sit(nino, 0)
    sit(giorgi, 1)
    backs = services.entries_return(table_id=TABLE, now=NOON)
    assert [back.key for back in backs] == ["table:7:return:0", "table:7:return:1"]
    assert (balance_of(nino), balance_of(giorgi), held_by()) == (1000, 1000, 0)


def test_a_free_table_moves_nothing(nino: User) -> None:
    before = transfers()
    assert (
        services.entry_take(
            user=nino,
            table_id=TABLE,
            table_slug=slug_of(TABLE),
            seat=0,
            entry_coins=0,
            now=NOON,
        )
        is None
    )
    services.entry_check(user=nino, entry_coins=0, now=NOON)
    assert services.pot_pay(winner=nino, table_id=TABLE, now=NOON) is None
    assert services.entries_return(table_id=TABLE, now=NOON) == []
    assert transfers() == before
    assert not Account.objects.filter(table_id=TABLE).exists()


# --- Twice is once -----------------------------------------------------------


def test_every_cause_moves_coins_once(nino: User, giorgi: User) -> None:
    for seat, user in enumerate((nino, giorgi)):
        assert sit(user, seat) == sit(user, seat)
    assert win(nino) == win(nino)
    # The second of two requests may come long after the match.
    assert sit(nino, 0) == Transfer.objects.get(key="table:7:entry:0")
    assert len(transfers()) == WELCOMES + 3
    assert balance_of(nino) == 1100


def test_giving_back_twice_gives_back_once(nino: User, giorgi: User) -> None:
    sit(nino, 0)
    sit(giorgi, 1)
    first = services.entries_return(table_id=TABLE, now=NOON)
    assert services.entries_return(table_id=TABLE, now=NOON) == first
    assert balance_of(nino) == balance_of(giorgi) == 1000


def test_the_same_seat_with_another_entry_is_an_error(nino: User) -> None:
    sit(nino, 0, 100)
    with pytest.raises(KeyReusedError):
        sit(nino, 0, 250)
    assert held_by() == 100


def test_the_same_seat_for_another_player_is_an_error(nino: User, giorgi: User) -> None:
    sit(nino, 0)
    with pytest.raises(KeyReusedError):
        sit(giorgi, 0)
    assert balance_of(giorgi) == 1000


def test_a_second_winner_is_an_error(nino: User, giorgi: User) -> None:
    sit(nino, 0)
    sit(giorgi, 1)
    win(nino)
    with pytest.raises(KeyReusedError):
        win(giorgi)
    assert (balance_of(nino), balance_of(giorgi)) == (1100, 900)


# --- Refusals ----------------------------------------------------------------


def test_too_few_coins(nino: User) -> None:
    """Says what is needed and what there is; nothing moves."""
    before = transfers()
    for refuse in (
        lambda: sit(nino, 0, 2500),
        lambda: services.entry_check(user=nino, entry_coins=2500, now=NOON),
    ):
        with pytest.raises(InsufficientCoins) as refusal:
            refuse()
        assert refusal.value.detail == {"needed": 2500, "balance": 1000}
        assert refusal.value.code == "insufficient_coins"
    assert transfers() == before


def test_the_last_coin_is_enough(nino: User) -> None:
    services.entry_check(user=nino, entry_coins=1000, now=NOON)
    sit(nino, 0, 1000)
    assert balance_of(nino) == 0


def test_a_frozen_wallet_pays_no_entry(frozen: User) -> None:
    with pytest.raises(WalletFrozen):
        services.entry_check(user=frozen, entry_coins=50, now=NOON)
    with pytest.raises(WalletFrozen):
        sit(frozen, 0)
    services.entry_check(user=frozen, entry_coins=0, now=NOON)
    assert balance_of(frozen) == 1000


def test_what_is_won_reaches_a_frozen_wallet(
    nino: User, giorgi: User, mariam: User
) -> None:
    sit(nino, 0)
    sit(giorgi, 1)
    services.wallet_freeze(user=nino, actor=mariam, reason="A doubt.", now=NOON)
    win(nino)
    assert balance_of(nino) == 1100


@pytest.mark.parametrize("coins", [-50, 1, 99, 5000])
def test_an_entry_is_one_of_the_list(nino: User, coins: int) -> None:
    with pytest.raises(ValueError, match="no table has"):
        sit(nino, 0, coins)
    with pytest.raises(ValueError, match="no table has"):
        services.entry_check(user=nino, entry_coins=coins, now=NOON)


def test_only_who_paid_an_entry_is_paid(nino: User, giorgi: User, lasha: User) -> None:
    sit(nino, 0)
    sit(giorgi, 1)
    with pytest.raises(LedgerError):
        win(lasha)
    assert held_by() == 200


def test_who_has_no_wallet_is_not_paid(nino: User) -> None:
    sit(nino, 0)
    (stranger,) = User.objects.bulk_create([User(username="Stranger")])
    with pytest.raises(LedgerError):
        win(stranger)


def test_a_settled_table_takes_and_gives_no_more(
    nino: User, giorgi: User, lasha: User
) -> None:
    """After a return no pot and no new entry, after the pot no return."""
    sit(nino, 0)
    services.entries_return(table_id=TABLE, now=NOON)
    with pytest.raises(TableSettledError):
        sit(giorgi, 1)
    with pytest.raises(TableSettledError):
        win(nino)
    sit(nino, 0, table_id=8)
    sit(lasha, 1, table_id=8)
    win(lasha, table_id=8)
    with pytest.raises(TableSettledError):
        services.entries_return(table_id=8, now=NOON)
    assert (balance_of(nino), balance_of(lasha)) == (900, 1100)


# --- Wallets that are not there yet ------------------------------------------


def test_a_player_from_before_the_coin_sits_down_with_his_welcome_gift() -> None:
    """Rows made without the signal get wallet and grant when first needed."""
    (early,) = User.objects.bulk_create([User(username="Early")])
    assert selectors.wallet_find(user=early) is None
    services.entry_check(user=early, entry_coins=1000, now=NOON)
    earlier, earliest = User.objects.bulk_create(
        [User(username="Earlier"), User(username="Earliest")]
    )
    sit(earlier, 0)
    sit(earliest, 1)
    assert [balance_of(user) for user in (early, earlier, earliest)] == [1000, 900, 900]


def test_both_wallets_are_locked_at_once(nino: User, giorgi: User) -> None:
    """What a rematch does before it takes two entries in one transaction."""
    services.wallets_lock(users=[giorgi, nino])
    sit(giorgi, 0)
    sit(nino, 1)
    assert held_by() == 200


# --- Coins at tables ---------------------------------------------------------


def test_coins_at_tables_are_those_not_settled_yet(nino: User, giorgi: User) -> None:
    assert selectors.coins_at_tables(user=nino) == 0
    sit(nino, 0)
    sit(nino, 0, 50, table_id=8)
    assert selectors.coins_at_tables(user=nino) == 150
    sit(giorgi, 1)
    win(giorgi)
    assert selectors.coins_at_tables(user=nino) == 50
    assert selectors.coins_at_tables(user=giorgi) == 0
