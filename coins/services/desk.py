"""What staff may do: correct a balance, freeze and unfreeze a wallet.

Each act is an audit entry in the same transaction. Who may do it is asked at
the edge; here only that nobody does it to himself.
"""

from datetime import datetime

from django.db import transaction

from accounts.audit import audit_entry_append
from accounts.models import User
from coins import causes
from coins.errors import OwnWallet
from coins.models import Reason, Transfer
from coins.services.grants import house_and_wallet_lock, wallet_ensure
from coins.services.ledger import transfer_once


def correction_make(
    *, user: User, coins: int, actor: User, reason: str, token: str, now: datetime
) -> Transfer:
    """Give coins from the house, or take them back to it where `coins` is negative.

    `token` is that of the form: sent twice, it is one correction. Raises
    InsufficientCoins when the wallet holds less than is to be taken, OwnWallet,
    or ValueError for no coins.
    """
    if not coins:
        raise ValueError("a correction moves coins")
    _others_check(user, actor)
    wallet_ensure(user=user, now=now)
    with transaction.atomic():
        house, wallet = house_and_wallet_lock(user)
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


def wallet_freeze(*, user: User, actor: User, reason: str, now: datetime) -> None:
    """Keep a player from entries and grants; what he wins still reaches him.

    Raises OwnWallet.
    """
    _frozen_set(user, actor, reason, now, is_frozen=True)


def wallet_unfreeze(*, user: User, actor: User, reason: str, now: datetime) -> None:
    """Let a player use his wallet again; raises OwnWallet."""
    _frozen_set(user, actor, reason, now, is_frozen=False)


def _frozen_set(
    user: User, actor: User, reason: str, now: datetime, *, is_frozen: bool
) -> None:
    _others_check(user, actor)
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


def _others_check(user: User, actor: User) -> None:
    if user.pk == actor.pk:
        raise OwnWallet
