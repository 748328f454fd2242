"""A process that dies between any two statements leaves all done or nothing."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from accounts.models import AuditEntry, User
from coins import reckoning, services
from coins.models import Account, Transfer
from tests.coins.conftest import NOON
from tests.coins.playing import sit, win
from tests.cut import failing_at, killed_at

pytestmark = pytest.mark.django_db(transaction=True)

# Nothing takes as many statements; a story that never ends is a fault.
CUTS = 60


@dataclass
class Scene:
    """Two players, staff, and the table at which this turn of a story happens."""

    nino: User
    giorgi: User
    mariam: User
    table: int = 0

    def sit_both(self) -> None:
        sit(self.nino, 0, 50, self.table)
        sit(self.giorgi, 1, 50, self.table)

    def win(self) -> None:
        self.sit_both()
        win(self.nino, self.table)


def nothing(_: Scene) -> None:
    """Needs nothing before."""


# What stands before, and what is being done when the process dies.
STORIES: dict[str, tuple[Callable[[Scene], object], Callable[[Scene], object]]] = {
    "the first sits down": (nothing, lambda s: sit(s.nino, 0, 50, s.table)),
    "the second sits down": (
        lambda s: sit(s.nino, 0, 50, s.table),
        lambda s: sit(s.giorgi, 1, 50, s.table),
    ),
    "the winner is paid": (Scene.sit_both, lambda s: win(s.nino, s.table)),
    "entries go back": (
        Scene.sit_both,
        lambda s: services.entries_return(table_id=s.table, now=NOON),
    ),
    "a payout is voided": (
        Scene.win,
        lambda s: services.pot_void(
            table_id=s.table, actor=s.mariam, reason="A fault.", now=NOON
        ),
    ),
    "a balance is corrected": (
        nothing,
        lambda s: services.correction_make(
            user=s.nino,
            coins=-1,
            actor=s.mariam,
            reason="A fault.",
            token=str(s.table),
            now=NOON,
        ),
    ),
    "a wallet is opened": (
        lambda s: User.objects.bulk_create([User(username=f"Early{s.table}")]),
        lambda s: services.wallet_ensure(
            user=User.objects.get(username=f"Early{s.table}"), now=NOON
        ),
    ),
}


def ledger_now() -> tuple[object, ...]:
    return (
        list(Account.objects.order_by("id").values_list("id", "debits", "credits")),
        list(Transfer.objects.order_by("id").values_list("key", "amount")),
        AuditEntry.objects.count(),
    )


@pytest.mark.parametrize("cut_at", [killed_at, failing_at])
@pytest.mark.parametrize("story", STORIES)
def test_all_or_nothing(
    story: str,
    cut_at: Callable[[int, Callable[[], object]], bool],
    nino: User,
    giorgi: User,
    mariam: User,
) -> None:
    """After each cut the audit holds, and doing it again finishes it once."""
    before, act = STORIES[story]
    scene = Scene(nino, giorgi, mariam)
    outcomes = []
    for place in range(1, CUTS):
        scene.table += 1
        before(scene)
        start = ledger_now()
        came = cut_at(place, lambda: act(scene))
        assert reckoning.differences_find() == []
        after_cut = ledger_now()
        act(scene)
        finished = ledger_now()
        assert reckoning.differences_find() == []
        assert after_cut in (start, finished)
        assert start != finished
        act(scene)
        assert ledger_now() == finished
        outcomes.append(after_cut == finished)
        if not came:
            break
    # Nothing until the commit, everything from it on.
    assert outcomes == sorted(outcomes)
    assert outcomes[-2:] == [True, True]
    assert outcomes.count(False) >= 3
