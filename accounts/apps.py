"""The accounts app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Accounts under their own label."""

    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Have sessions noted without their network addresses."""
        from allauth.usersessions.models import UserSessionManager  # noqa: PLC0415

        from accounts.sessions import session_note  # noqa: PLC0415

        # allauth has no hook for it, and would store each address as it is.
        UserSessionManager.create_from_request = session_note
