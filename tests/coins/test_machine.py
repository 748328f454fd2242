"""Thousands of random operations, each reckoned, against a ledger of plain numbers."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    rule,
    run_state_machine_as_test,
)

from coins import reckoning, selectors, services
from coins.errors import (
    InsufficientCoins,
    LedgerError,
    PotUnpaidError,
    TableSettledError,
    TopUpNotDue,
    WalletFrozen,
)
from coins.models import Account, Kind
from coins.terms import ENTRY_COINS
from tests.coins.conftest import NOON, player
from tests.coins.playing import slug_of

NAMES = ("Nino", "Giorgi", "Lasha", "Mariam")
Players = st.integers(0, len(NAMES) - 1)
Tables = st.integers(1, 6)


@dataclass
class Seats:
    """A table as plain numbers: who paid what, and how it ended."""

    entry: int
    paid: list[int] = field(default_factory=list)
    ended: str = ""
    winner: int = -1


class LedgerMachine(RuleBasedStateMachine):
    """Does everything that there is to do, and knows what must come of it."""

    def __init__(self) -> None:
        super().__init__()
        self.savepoint = transaction.atomic()
        self.savepoint.__enter__()
        self.users = [player(name) for name in NAMES]
        self.balances = [1000] * len(NAMES)
        self.frozen: set[int] = set()
        self.claimed: set[tuple[str, int, int]] = set()
        self.tables: dict[int, Seats] = {}
        self.day = 0
        self.corrections = 0
        self.last: Callable[[], object] = lambda: None

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.savepoint.__exit__(None, None, None)

    # --- What is asked after every step --------------------------------------

    @invariant()
    def the_ledger_is_right(self) -> None:
        held = {n: self.held(t) for n, t in self.tables.items() if t.entry}
        assert reckoning.differences_find(held=held) == []

    @invariant()
    def everyone_has_what_he_must_have(self) -> None:
        rows = Account.objects.filter(kind=Kind.WALLET).order_by("id")
        assert [row.balance for row in rows] == self.balances

    # --- Operations ----------------------------------------------------------

    @rule(who=Players, number=Tables, entry=st.sampled_from(ENTRY_COINS))
    def sit(self, who: int, number: int, entry: int) -> None:
        table = self.tables.setdefault(number, Seats(entry))
        if who in table.paid or (len(table.paid) == 2 and not table.ended):
            return
        seat = len(table.paid)

        def act() -> object:
            return services.entry_take(
                user=self.users[who],
                table_id=number,
                table_slug=slug_of(number),
                seat=seat,
                entry_coins=table.entry,
                now=self.now,
            )

        if table.entry and table.ended:
            self.refused(act, TableSettledError)
        elif table.entry and who in self.frozen:
            self.refused(act, WalletFrozen)
        elif self.balances[who] < table.entry:
            self.refused(act, InsufficientCoins)
        else:
            self.done(act)
            table.paid.append(who)
            self.balances[who] -= table.entry

    @rule(number=Tables, seat=st.integers(0, 1))
    def win(self, number: int, seat: int) -> None:
        table = self.tables.get(number)
        if table is None or len(table.paid) < 2:
            return
        winner = table.paid[seat]

        def act() -> object:
            return services.pot_pay(
                winner=self.users[winner], table_id=number, now=self.now
            )

        if not table.entry:
            self.done(act)
        elif table.ended == "returned":
            self.refused(act, TableSettledError)
        elif table.ended and table.winner != winner:
            self.refused(act, LedgerError)
        else:
            self.done(act)
            if not table.ended:
                self.balances[winner] += 2 * table.entry
                table.ended, table.winner = "won", winner

    @rule(number=Tables)
    def give_back(self, number: int) -> None:
        table = self.tables.get(number)

        def act() -> object:
            return services.entries_return(table_id=number, now=self.now)

        if table and table.entry and table.ended in ("won", "voided"):
            self.refused(act, TableSettledError)
            return
        self.done(act)
        if table and table.entry and table.paid and not table.ended:
            table.ended = "returned"
            for who in table.paid:
                self.balances[who] += table.entry

    @rule(number=Tables)
    def void(self, number: int) -> None:
        table = self.tables.get(number)

        def act() -> object:
            return services.pot_void(
                table_id=number, actor=self.users[0], reason="A test.", now=self.now
            )

        if table and table.entry and table.paid and table.winner < 0:
            self.refused(act, PotUnpaidError)
            return
        self.done(act)
        if table and table.ended == "won":
            table.ended = "voided"
            pot = 2 * table.entry
            self.balances[table.winner] -= min(self.balances[table.winner], pot)
            for who in table.paid:
                self.balances[who] += table.entry

    @rule(who=Players)
    def gift(self, who: int) -> None:
        self.claim("daily", who, services.gift_claim, 100)

    @rule(who=Players)
    def top_up(self, who: int) -> None:
        at_tables = sum(
            table.entry
            for table in self.tables.values()
            if who in table.paid and not table.ended
        )
        assert selectors.coins_at_tables(user=self.users[who]) == at_tables
        owned = self.balances[who] + at_tables
        self.claim("topup", who, services.top_up_claim, 200 - owned, owned < 50)

    @rule(who=Players, other=Players, coins=st.integers(-1200, 1200))
    def correct(self, who: int, other: int, coins: int) -> None:
        if who == other or not coins:
            return
        self.corrections += 1
        token = str(self.corrections)

        def act() -> object:
            return services.correction_make(
                user=self.users[who],
                coins=coins,
                actor=self.users[other],
                reason="A test.",
                token=token,
                now=self.now,
            )

        if self.balances[who] + coins < 0:
            self.refused(act, InsufficientCoins)
        else:
            self.done(act)
            self.balances[who] += coins

    @rule(who=Players, is_frozen=st.booleans())
    def freeze(self, who: int, is_frozen: bool) -> None:
        change = services.wallet_freeze if is_frozen else services.wallet_unfreeze
        other = self.users[who - 1]
        change(user=self.users[who], actor=other, reason="A test.", now=self.now)
        (self.frozen.add if is_frozen else self.frozen.discard)(who)

    @rule()
    def next_day(self) -> None:
        self.day += 1

    @rule()
    def the_last_once_more(self) -> None:
        """Whatever was done last moves nothing when it comes a second time."""
        self.last()

    # --- Parts ---------------------------------------------------------------

    @property
    def now(self) -> Any:
        return NOON + timedelta(days=self.day)

    def held(self, table: Seats) -> int:
        return 0 if table.ended else table.entry * len(table.paid)

    def done(self, act: Callable[[], object]) -> None:
        first = act()
        self.last = lambda: self.same(act, first)

    def same(self, act: Callable[[], object], first: object) -> None:
        assert act() == first

    def refused(self, act: Callable[[], object], why: type[Exception]) -> None:
        with pytest.raises(why):
            act()

    def claim(
        self,
        kind: str,
        who: int,
        service: Callable[..., object],
        coins: int,
        is_due: bool = True,
    ) -> None:
        def act() -> object:
            return service(user=self.users[who], now=now)

        now = self.now
        if (kind, who, self.day) in self.claimed:
            act()
        elif who in self.frozen:
            self.refused(act, WalletFrozen)
        elif not is_due:
            self.refused(act, TopUpNotDue)
        else:
            act()
            self.claimed.add((kind, who, self.day))
            self.balances[who] += coins


@pytest.mark.django_db
def test_the_ledger_is_right_after_every_operation() -> None:
    run_state_machine_as_test(
        LedgerMachine,
        settings=settings(
            # All of it once; that the database is the other, a part of it.
            max_examples=50 if connection.vendor == "sqlite" else 10,
            stateful_step_count=50,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
