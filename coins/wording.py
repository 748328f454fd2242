"""What pages say of coins: numbers, and why coins do not move."""

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from coins.errors import CoinRefusal, InsufficientCoins, TopUpNotDue, WalletFrozen

MINUS = "\N{MINUS SIGN}"
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"

REFUSALS: dict[type[CoinRefusal], Promise] = {
    InsufficientCoins: _("The entry is %(needed)s coins; you have %(balance)s."),
    TopUpNotDue: _("You have enough coins for a table."),
    WalletFrozen: _(
        "Your wallet is frozen: it can neither pay an entry nor take a gift."
    ),
}


def coin_number(coins: int) -> str:
    """Return a number as the reader's language groups it, never broken."""
    grouped: str = number_format(abs(coins), force_grouping=True)
    return (MINUS if coins < 0 else "") + grouped.replace(" ", NO_BREAK_SPACE)


def coin_change(coins: int) -> str:
    """Return a number with its sign, whichever it is."""
    return ("+" if coins > 0 else "") + coin_number(coins)


def refusal_text(refusal: CoinRefusal) -> str:
    """Return what a player is told when his own coins do not move."""
    detail = {name: coin_number(coins) for name, coins in refusal.detail.items()}
    return str(REFUSALS[type(refusal)]) % detail
