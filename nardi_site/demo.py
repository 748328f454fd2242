"""The accounts that an empty embedded site starts with."""

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.crypto import get_random_string

PLAYERS = ("Nino", "Giorgi")
ADMIN = "admin"

# Nothing that looks like something else when read off a terminal.
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


def demo_accounts_create() -> dict[str, str]:
    """Make two players and an admin when nobody has an account yet.

    Returns name → password of the accounts made. The passwords are kept
    nowhere else: whoever loses one sets another.
    """
    users = get_user_model().objects
    with transaction.atomic():
        if users.exists():
            return {}
        passwords = {
            name: get_random_string(12, _LETTERS) for name in (*PLAYERS, ADMIN)
        }
        for name in PLAYERS:
            users.create_user(name, password=passwords[name])
        users.create_superuser(ADMIN, password=passwords[ADMIN])
    return passwords
