"""Every read of the ledger for pages: balances, claims, the statement; in coins."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Case, F, Q, QuerySet, Sum, When

from accounts.models import User
from coins import causes
from coins.models import Account, Reason, Transfer
from coins.terms import CHEAPEST_ENTRY_COINS, day_begin, day_of, next_day_begin

Json = dict[str, Any]

# What a statement can be narrowed down to.
STATEMENT_GROUPS: dict[str, tuple[Reason, ...]] = {
    "tables": (
        Reason.ENTRY,
        Reason.POT,
        Reason.RETURN,
        Reason.RECLAIM,
        Reason.REFUND,
    ),
    "gifts": (Reason.SIGNUP, Reason.DAILY, Reason.TOP_UP),
    "corrections": (Reason.CORRECTION, Reason.CLOSING),
}


@dataclass(frozen=True, slots=True)
class Wallet:
    """What a player has and may do; `version` rises with every transfer."""

    balance: int
    is_frozen: bool
    version: int


@dataclass(frozen=True, slots=True)
class Claim:
    """A grant that is asked for: how much, whether now, else from when."""

    coins: int
    is_due: bool
    next_at: datetime


def wallet_get(*, user: User) -> Wallet:
    """Return the player's wallet; raises Account.DoesNotExist before his first coins.

    See `services.wallet_ensure`.
    """
    account = Account.objects.get(user=user)
    return Wallet(account.balance, account.is_frozen, account.last_transfer)


def wallet_find(*, user: User) -> Wallet | None:
    """Return the player's wallet, None before his first coins."""
    try:
        return wallet_get(user=user)
    except Account.DoesNotExist:
        return None


def coins_at_tables(*, user: User) -> int:
    """Return what the player has paid in at tables that still hold it."""
    held: int | None = Transfer.objects.filter(
        debit__user=user, reason=Reason.ENTRY, credit__credits__gt=F("credit__debits")
    ).aggregate(held=Sum("amount"))["held"]
    return held or 0


def gift_next(*, user: User, now: datetime) -> Claim:
    """Return today's gift: due until it is taken, then the next day's begin."""
    key = causes.daily(user.pk, day_of(now))
    is_taken = Transfer.objects.filter(key=key).exists()
    return Claim(settings.COINS_DAILY_GIFT, not is_taken, next_day_begin(now))


def top_up_next(*, user: User, now: datetime) -> Claim | None:
    """Return the top-up; None while the player has enough for some entry."""
    owned = wallet_get(user=user).balance + coins_at_tables(user=user)
    if owned >= CHEAPEST_ENTRY_COINS:
        return None
    key = causes.top_up(user.pk, day_of(now))
    is_taken = Transfer.objects.filter(key=key).exists()
    return Claim(settings.COINS_TOP_UP_TO - owned, not is_taken, next_day_begin(now))


def statement(
    *,
    user: User,
    group: str = "",
    since: date | None = None,
    until: date | None = None,
) -> QuerySet[Transfer, Any]:
    """Return what moved in the player's wallet, the youngest first.

    One dict a transfer: `at`, `reason`, `table_slug`, `coins` (negative when
    they left) and `balance` after it, which stands in the row and so is right
    whatever is left out. Both days, in Tbilisi, are included.
    """
    wallet = Account.objects.filter(user=user).values_list("pk", flat=True).first()
    moved = Transfer.objects.filter(Q(debit=wallet) | Q(credit=wallet))
    if group:
        moved = moved.filter(reason__in=STATEMENT_GROUPS[group])
    if since:
        moved = moved.filter(at__gte=day_begin(since))
    if until:
        moved = moved.filter(at__lt=day_begin(until + timedelta(days=1)))
    return (
        moved.annotate(
            coins=Case(When(credit=wallet, then=F("amount")), default=-F("amount")),
            balance=Case(
                When(credit=wallet, then=F("credit_after")), default=F("debit_after")
            ),
        )
        .order_by("-id")
        .values("at", "reason", "table_slug", "coins", "balance")
    )
