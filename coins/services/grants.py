"""What the house gives: first coins, a daily gift, a top-up; once a cause."""

from datetime import datetime

from django.conf import settings
from django.db import transaction

from accounts.models import User
from coins import causes, selectors
from coins.errors import CoinRefusal, TopUpNotDue, WalletFrozen
from coins.models import Account, Kind, Reason, Transfer
from coins.services.ledger import account_open, accounts_lock, transfer_once
from coins.terms import CHEAPEST_ENTRY_COINS, day_of


def wallet_ensure(*, user: User, now: datetime) -> None:
    """Open the player's wallet with his first coins, unless he has one."""
    if Account.objects.filter(user=user).exists():
        return
    with transaction.atomic():
        # The house first: a wallet that is being opened must not be waited for
        # by somebody who holds the house.
        if user.pk not in accounts_lock(users=[user], house=True).wallets:
            account_open(Account(kind=Kind.WALLET, user=user))
        house, wallet = house_and_wallet_lock(user)
        transfer_once(
            key=causes.signup(user.pk),
            reason=Reason.SIGNUP,
            debit=house,
            credit=wallet,
            amount=settings.COINS_SIGNUP_GRANT,
            is_fixed=False,
            now=now,
        )


def gift_claim(*, user: User, now: datetime) -> Transfer:
    """Give the gift of the day in Tbilisi; again that day, return the first.

    Raises WalletFrozen.
    """
    wallet_ensure(user=user, now=now)
    with transaction.atomic():
        house, wallet = house_and_wallet_lock(user)
        transfer, _ = transfer_once(
            key=causes.daily(user.pk, day_of(now)),
            reason=Reason.DAILY,
            debit=house,
            credit=wallet,
            amount=settings.COINS_DAILY_GIFT,
            is_fixed=False,
            refusal=WalletFrozen() if wallet.is_frozen else None,
            now=now,
        )
        return transfer


def top_up_claim(*, user: User, now: datetime) -> Transfer:
    """Fill up the wallet of a player with too little for any entry.

    Coins at tables count as his. Once a day in Tbilisi; again that day, return
    the first. Raises WalletFrozen or TopUpNotDue.
    """
    wallet_ensure(user=user, now=now)
    with transaction.atomic():
        house, wallet = house_and_wallet_lock(user)
        owned = wallet.balance + selectors.coins_at_tables(user=user)
        refusal: CoinRefusal | None = None
        if wallet.is_frozen:
            refusal = WalletFrozen()
        elif owned >= CHEAPEST_ENTRY_COINS:
            refusal = TopUpNotDue()
        transfer, _ = transfer_once(
            key=causes.top_up(user.pk, day_of(now)),
            reason=Reason.TOP_UP,
            debit=house,
            credit=wallet,
            amount=settings.COINS_TOP_UP_TO - owned,
            is_fixed=False,
            refusal=refusal,
            now=now,
        )
        return transfer


def house_and_wallet_lock(user: User) -> tuple[Account, Account]:
    """Return both, locked; the wallet has been opened before."""
    locked = accounts_lock(users=[user], house=True)
    return locked.house, locked.wallets[user.pk]
