"""From where players came: network addresses, hashed with a key that is thrown away.

Whoever has a key can try all addresses there are, so a key lasts a month and
is deleted with the last hash that was made with it. Two accounts share an address when
their hashes are equal, which only those of one month can be.
"""

import ipaddress

from django.conf import settings
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

# A household's share of IPv6.
NETWORK_BITS = 64


class AddressKey(models.Model):
    """The key of a month, named by its first day (UTC)."""

    month = models.DateField(_("month"), unique=True)
    key = models.CharField(_("key"), max_length=64)

    class Meta:
        verbose_name = _("address key")
        verbose_name_plural = _("address keys")
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.month)


class AddressSeen(models.Model):
    """A player logged in from this address on that day (UTC)."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="+",
        verbose_name=_("player"),
    )
    hash = models.CharField(_("hash"), max_length=64)
    day = models.DateField(_("day"), db_index=True)

    class Meta:
        verbose_name = _("address seen")
        verbose_name_plural = _("addresses seen")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                name="address_once_a_day", fields=["user", "hash", "day"]
            ),
        ]
        indexes = [models.Index(name="address_hash", fields=["hash"])]

    def __str__(self) -> str:
        return f"{self.user_id} {self.day}"


def address_hash(address: str, key: str) -> str:
    """Return what is kept of an address, of IPv6 its network, under a month's key."""
    hashed = salted_hmac(
        "accounts.addresses", _network(address), secret=key, algorithm="sha256"
    )
    return hashed.hexdigest()


def _network(address: str) -> str:
    """Return the address, of IPv6 the network; what is neither as it is."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    return str(ipaddress.ip_network(f"{ip}/{NETWORK_BITS}", strict=False))
