"""Who is meant by a name or an address, and the one password that is checked."""

from allauth.account.auth_backends import AuthenticationBackend
from django.http import HttpRequest

from accounts import selectors
from accounts.models import User


class NameOrEmailBackend(AuthenticationBackend):
    """allauth's own, for an address that many accounts may have entered.

    An attempt hashes one password, whoever is meant and whether there is anyone:
    how long it takes tells nothing.
    """

    def _authenticate(
        self, request: HttpRequest | None, **credentials: str | None
    ) -> User | None:
        user = selectors.login_account(
            username=credentials.get("username"), email=credentials.get("email")
        )
        found: User | None = self._check_password(
            user, credentials.get("password") or ""
        )
        return found
