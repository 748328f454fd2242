"""What staff may do: correct a balance, make a void good or not, freeze a wallet.

Each act is an audit entry in the same transaction. Who may do it is asked at
the edge; here only that nobody does it to himself, or to one of the desk.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet, Sum

from accounts.audit import audit_entry_append
from accounts.errors import OutOfReach
from accounts.models import User
from coins import causes
from coins.errors import OwnWallet, WalletClosed
from coins.models import Account, Reason, Transfer
from coins.services.grants import house_and_wallet_lock, wallet_ensure
from coins.services.ledger import accounts_lock, is_closed, transfer_once


def correction_make(
    *, user: User, coins: int, actor: User, reason: str, token: str, now: datetime
) -> Transfer:
    """Give coins from the house, or take them back to it where `coins` is negative.

    `token` is that of the form: sent twice, it is one correction. Raises
    InsufficientCoins when the wallet holds less than is to be taken, OwnWallet,
    OutOfReach, WalletClosed, or ValueError for no coins.
    """
    if not coins:
        raise ValueError("a correction moves coins")
    _reach_check(user, actor)
    wallet_ensure(user=user, now=now)
    with transaction.atomic():
        house, wallet = house_and_wallet_lock(user)
        if is_closed(wallet):
            raise WalletClosed
        debit, credit = (house, wallet) if coins > 0 else (wallet, house)
        key = causes.correction(token)
        transfer, is_new = transfer_once(
            key=key,
            reason=Reason.CORRECTION,
            debit=debit,
            credit=credit,
            amount=abs(coins),
            now=now,
        )
        if not is_new:
            return transfer
        audit_entry_append(
            actor=actor,
            action="coins.correction",
            subject=f"user:{user.pk}",
            reason=reason,
            data={"name": user.username, "coins": coins, "key": key},
            now=now,
        )
        return transfer


def void_make_good(
    *,
    user: User,
    table_id: int,
    sanction_id: int,
    actor: User,
    reason: str,
    now: datetime,
) -> int:
    """Give from the house what the void of a paid match has cost its winner.

    That is what was taken back of the pot, less the entry that he was returned.
    Returns the coins: none for anybody else or where he has closed his account,
    once for a sanction.
    """
    with transaction.atomic():
        locked = accounts_lock(users=[user], house=True)
        wallet = locked.wallets.get(user.pk)
        coins = _cost_of_void(wallet, table_id) if wallet else 0
        if wallet is None or coins <= 0 or is_closed(wallet):
            return 0
        key = causes.amends(sanction_id)
        _transfer, is_new = transfer_once(
            key=key,
            reason=Reason.CORRECTION,
            debit=locked.house,
            credit=wallet,
            amount=coins,
            now=now,
        )
        if is_new:
            audit_entry_append(
                actor=actor,
                action="coins.amends",
                subject=f"user:{user.pk}",
                reason=reason,
                data={"name": user.username, "coins": coins, "key": key},
                now=now,
            )
        return coins


def amends_take_back(
    *, user: User, sanction_id: int, actor: User, reason: str, now: datetime
) -> int:
    """Take back to the house what `void_make_good` has given for that sanction.

    As far as the wallet holds it; the rest is written off in the audit entry.
    Returns the coins: none where nothing was given or he has closed his account.
    """
    with transaction.atomic():
        locked = accounts_lock(users=[user], house=True)
        wallet = locked.wallets.get(user.pk)
        given = Transfer.objects.filter(key=causes.amends(sanction_id)).first()
        if wallet is None or given is None or is_closed(wallet):
            return 0
        key = causes.amends_back(sanction_id)
        done = Transfer.objects.filter(key=key).first()
        if done is not None:
            return done.amount
        coins = min(wallet.balance, given.amount)
        if coins:
            transfer_once(
                key=key,
                reason=Reason.CORRECTION,
                debit=wallet,
                credit=locked.house,
                amount=coins,
                now=now,
            )
        audit_entry_append(
            actor=actor,
            action="coins.amends_back",
            subject=f"user:{user.pk}",
            reason=reason,
            data={
                "name": user.username,
                "coins": -coins,
                "written_off": given.amount - coins,
                "key": key,
            },
            now=now,
        )
        return coins


def wallet_freeze(*, user: User, actor: User, reason: str, now: datetime) -> None:
    """Keep a player from entries and grants; what he wins still reaches him.

    Raises OwnWallet or OutOfReach.
    """
    _reach_check(user, actor)
    _frozen_set(user, actor, reason, now, is_frozen=True)


def wallet_unfreeze(*, user: User, actor: User, reason: str, now: datetime) -> None:
    """Let a player use his wallet again; raises OwnWallet."""
    if user.pk == actor.pk:
        raise OwnWallet
    _frozen_set(user, actor, reason, now, is_frozen=False)


def _frozen_set(
    user: User, actor: User, reason: str, now: datetime, *, is_frozen: bool
) -> None:
    wallet_ensure(user=user, now=now)
    with transaction.atomic():
        _house, wallet = house_and_wallet_lock(user)
        if wallet.is_frozen == is_frozen:
            return
        wallet.is_frozen = is_frozen
        wallet.save(update_fields=["is_frozen"])
        audit_entry_append(
            actor=actor,
            action="coins.freeze" if is_frozen else "coins.unfreeze",
            subject=f"user:{user.pk}",
            reason=reason,
            data={"name": user.username},
            now=now,
        )


def _cost_of_void(wallet: Account, table_id: int) -> int:
    reclaimed = Transfer.objects.filter(debit=wallet, key=causes.pot_reclaim(table_id))
    refunded = Transfer.objects.filter(
        credit=wallet, key__in=[causes.entry_refund(table_id, seat) for seat in (0, 1)]
    )
    return _coins_of(reclaimed) - _coins_of(refunded)


def _coins_of(transfers: QuerySet[Transfer]) -> int:
    coins: int | None = transfers.aggregate(coins=Sum("amount"))["coins"]
    return coins or 0


def _reach_check(user: User, actor: User) -> None:
    if user.pk == actor.pk:
        raise OwnWallet
    staff = Q(is_staff=True) | Q(is_superuser=True)
    if User.objects.filter(staff, pk=user.pk).exists():
        raise OutOfReach
