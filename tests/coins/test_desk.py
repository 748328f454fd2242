"""What staff may do, and that each act is kept with name, reason and time."""

import pytest

from accounts.errors import OutOfReach
from accounts.models import AuditEntry, User
from coins import services
from coins.errors import InsufficientCoins, KeyReusedError, OwnWallet
from coins.models import Transfer
from tests.coins.conftest import NOON, account_of, balance_of

pytestmark = pytest.mark.django_db


def correct(user: User, actor: User, coins: int) -> Transfer:
    return services.correction_make(
        user=user, coins=coins, actor=actor, reason="A fault.", token="once", now=NOON
    )


@pytest.mark.parametrize(("coins", "left"), [(250, 1250), (-250, 750), (-1000, 0)])
def test_a_correction_is_a_transfer_and_an_audit_entry(
    nino: User, mariam: User, coins: int, left: int
) -> None:
    transfer = correct(nino, mariam, coins)
    assert balance_of(nino) == left
    assert (transfer.key, transfer.amount) == ("correction:once", abs(coins))
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.actor_name, entry.at) == (mariam, "Mariam", NOON)
    assert (entry.action, entry.reason) == ("coins.correction", "A fault.")
    assert entry.subject == f"user:{nino.pk}"
    assert entry.data == {"name": "Nino", "coins": coins, "key": "correction:once"}
    assert (entry.action, entry.subject) == ("coins.correction", f"user:{nino.pk}")


def test_sent_twice_it_is_one_correction(nino: User, mariam: User) -> None:
    assert correct(nino, mariam, 100) == correct(nino, mariam, 100)
    assert balance_of(nino) == 1100
    assert AuditEntry.objects.count() == 1


def test_a_token_is_good_for_one_correction(nino: User, mariam: User) -> None:
    correct(nino, mariam, 100)
    with pytest.raises(KeyReusedError):
        correct(nino, mariam, 200)


def test_no_more_is_taken_than_there_is(nino: User, mariam: User) -> None:
    with pytest.raises(InsufficientCoins):
        correct(nino, mariam, -1001)
    assert balance_of(nino) == 1000
    assert not AuditEntry.objects.exists()


def test_a_correction_moves_coins(nino: User, mariam: User) -> None:
    with pytest.raises(ValueError, match="moves coins"):
        correct(nino, mariam, 0)


def test_nobody_corrects_or_freezes_his_own_wallet(mariam: User) -> None:
    with pytest.raises(OwnWallet):
        correct(mariam, mariam, 100)
    with pytest.raises(OwnWallet):
        services.wallet_freeze(user=mariam, actor=mariam, reason="Why?", now=NOON)
    assert balance_of(mariam) == 1000
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("right", ["is_staff", "is_superuser"])
def test_nobody_touches_the_wallet_of_one_of_the_desk(
    nino: User, mariam: User, right: str
) -> None:
    """Whatever the object at hand says, the row counts."""
    User.objects.filter(pk=nino.pk).update(**{right: True})
    with pytest.raises(OutOfReach):
        correct(nino, mariam, 100)
    with pytest.raises(OutOfReach):
        services.wallet_freeze(user=nino, actor=mariam, reason="Why?", now=NOON)
    assert balance_of(nino) == 1000
    assert not account_of(nino).is_frozen
    assert not AuditEntry.objects.exists()


def test_a_wallet_is_frozen_and_unfrozen(nino: User, mariam: User) -> None:
    """Each once, whoever clicks how often."""
    for change, is_frozen in (
        (services.wallet_freeze, True),
        (services.wallet_unfreeze, False),
    ):
        for _ in range(2):
            change(user=nino, actor=mariam, reason="A doubt.", now=NOON)
            assert account_of(nino).is_frozen is is_frozen
    assert list(AuditEntry.objects.order_by("id").values_list("action", "data")) == [
        ("coins.freeze", {"name": "Nino"}),
        ("coins.unfreeze", {"name": "Nino"}),
    ]


def test_a_frozen_wallet_can_be_corrected(nino: User, mariam: User) -> None:
    services.wallet_freeze(user=nino, actor=mariam, reason="A doubt.", now=NOON)
    correct(nino, mariam, -400)
    assert balance_of(nino) == 600
