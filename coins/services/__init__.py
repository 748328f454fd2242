"""Every move of coins, once a cause, under the locks of its accounts.

Amounts are whole coins, time is an argument (`now`, aware). Each service runs
inside the caller's transaction where there is one and opens its own otherwise.
Whoever holds the lock of a table's row takes it first; accounts are locked
after it, in order of their keys.
"""

from coins.services.closing import wallet_close
from coins.services.desk import (
    amends_take_back,
    correction_make,
    void_make_good,
    wallet_freeze,
    wallet_unfreeze,
)
from coins.services.entries import (
    entries_return,
    entry_check,
    entry_take,
    pot_pay,
    pot_void,
)
from coins.services.grants import gift_claim, top_up_claim, wallet_ensure
from coins.services.ledger import wallets_lock

__all__ = [
    "amends_take_back",
    "correction_make",
    "entries_return",
    "entry_check",
    "entry_take",
    "gift_claim",
    "pot_pay",
    "pot_void",
    "top_up_claim",
    "void_make_good",
    "wallet_close",
    "wallet_ensure",
    "wallet_freeze",
    "wallet_unfreeze",
    "wallets_lock",
]
