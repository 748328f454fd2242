"""Noting from where a player came, and forgetting it."""

import ipaddress
from datetime import datetime, timedelta

from django.utils.crypto import get_random_string, salted_hmac

from accounts.models import AddressKey, AddressSeen, User

KEPT_DAYS = 90
# A household's share of IPv6.
NETWORK_BITS = 64


def address_note(*, user: User, address: str, now: datetime) -> None:
    """Note that the player came from this address today, hashed."""
    today = now.date()
    month = today.replace(day=1)
    key, _ = AddressKey.objects.get_or_create(
        month=month, defaults={"key": get_random_string(64)}
    )
    hashed = salted_hmac(
        "accounts.addresses", _network(address), secret=key.key, algorithm="sha256"
    )
    AddressSeen.objects.get_or_create(user=user, hash=hashed.hexdigest(), day=today)


def addresses_forget(*, now: datetime) -> None:
    """Delete what is older than KEPT_DAYS, and the keys that nothing needs."""
    first = now.date() - timedelta(days=KEPT_DAYS)
    AddressSeen.objects.filter(day__lt=first).delete()
    AddressKey.objects.filter(month__lt=first.replace(day=1)).delete()


def _network(address: str) -> str:
    """Return the address, of IPv6 the network; what is neither as it is."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if ip.version == 4:  # noqa: PLR2004 - the protocol's name
        return str(ip)
    return str(ipaddress.ip_network(f"{ip}/{NETWORK_BITS}", strict=False))
