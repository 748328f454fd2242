"""The password hasher: Argon2, with a cap on how many hashes run at once."""

import threading

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher

# A hash takes 100 MB while it runs. Without a cap a burst of log-ins would take
# the memory that the tables need; with it, the burst waits its turn.
_turns = threading.BoundedSemaphore(settings.PASSWORD_HASHES_AT_ONCE)


class CappedArgon2PasswordHasher(Argon2PasswordHasher):
    """Django's Argon2 hasher, a few at a time in each process."""

    def encode(self, password: str, salt: str) -> str:
        """Return the encoded hash, waiting for a free turn."""
        with _turns:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Tell whether the password fits the hash, waiting for a free turn."""
        with _turns:
            return super().verify(password, encoded)
