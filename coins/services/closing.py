"""The wallet of a closed account: emptied into the house, and frozen."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from coins import causes
from coins.models import Account, Reason
from coins.services.grants import house_and_wallet_lock
from coins.services.ledger import transfer_once


def wallet_close(*, user: User, now: datetime) -> int:
    """Give what the player has back to the house; return how much that was.

    To be called once, when he sits at no table.
    """
    if not Account.objects.filter(user=user).exists():
        return 0
    with transaction.atomic():
        house, wallet = house_and_wallet_lock(user)
        coins = wallet.balance
        if coins:
            transfer_once(
                key=causes.closing(user.pk),
                reason=Reason.CLOSING,
                debit=wallet,
                credit=house,
                amount=coins,
                now=now,
            )
        if not wallet.is_frozen:
            wallet.is_frozen = True
            wallet.save(update_fields=["is_frozen"])
        return coins
