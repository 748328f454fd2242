"""The password hasher: Argon2, with a cap on how many hashes run at once."""

import threading
from functools import cache

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher


@cache
def turns() -> threading.BoundedSemaphore:
    """Return what a hash takes while it runs, the same for the whole process.

    A hash takes 100 MB. Without a cap a burst of log-ins would take the memory
    that the tables need; with it, the burst waits.
    """
    return threading.BoundedSemaphore(settings.PASSWORD_HASHES_AT_ONCE)


class CappedArgon2PasswordHasher(Argon2PasswordHasher):
    """Django's Argon2 hasher, a few at a time in each process."""

    def encode(self, password: str, salt: str) -> str:
        """Return the encoded hash, waiting for a free turn."""
        with turns():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Tell whether the password fits the hash, waiting for a free turn."""
        with turns():
            return super().verify(password, encoded)
