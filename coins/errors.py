"""Why the ledger refuses: one exception a reason, amounts in coins.

Pages say it in the reader's language.
"""

from typing import Any


class CoinRefusal(Exception):  # noqa: N818 - a refusal is an answer, not a fault
    """Coins do not move, and nothing else has changed."""

    code = "refused"

    def __init__(self, **detail: Any) -> None:
        super().__init__(self.code, detail)
        self.detail = detail


class InsufficientCoins(CoinRefusal):
    """The wallet holds less than is needed; `needed` and `balance` say how much."""

    code = "insufficient_coins"


class WalletFrozen(CoinRefusal):
    """A frozen wallet neither pays an entry nor claims a grant."""

    code = "wallet_frozen"


class TopUpNotDue(CoinRefusal):
    """The player has enough for the cheapest entry."""

    code = "top_up_not_due"


class WalletClosed(CoinRefusal):
    """The player has closed his account; what he had is the house's."""

    code = "wallet_closed"


class OwnWallet(CoinRefusal):
    """A member of staff corrects or freezes other people's wallets only."""

    code = "own_wallet"


class LedgerError(Exception):
    """A caller asks for what can never be right: a mistake in the code."""


class KeyReusedError(LedgerError):
    """The cause's key belongs to a transfer with other accounts or amount."""


class TableSettledError(LedgerError):
    """The table's coins have gone out already, to a winner or back."""


class PotUnpaidError(LedgerError):
    """There is no payout that could be taken back."""
