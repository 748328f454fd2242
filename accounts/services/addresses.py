"""Noting from where a player came, and forgetting it."""

from datetime import datetime, timedelta

from django.utils.crypto import get_random_string

from accounts.addresses import address_hash
from accounts.models import AddressKey, AddressSeen, User

KEPT_DAYS = 90


def address_note(*, user: User, address: str, now: datetime) -> None:
    """Note that the player came from this address today, hashed."""
    today = now.date()
    month = today.replace(day=1)
    key, _ = AddressKey.objects.get_or_create(
        month=month, defaults={"key": get_random_string(64)}
    )
    AddressSeen.objects.get_or_create(
        user=user, hash=address_hash(address, key.key), day=today
    )


def addresses_forget(*, now: datetime) -> None:
    """Delete what is older than KEPT_DAYS, and the keys that nothing needs."""
    first = now.date() - timedelta(days=KEPT_DAYS)
    AddressSeen.objects.filter(day__lt=first).delete()
    AddressKey.objects.filter(month__lt=first.replace(day=1)).delete()
