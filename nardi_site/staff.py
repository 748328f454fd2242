"""The admin's door: the site's own log-in, and a second factor where it is asked."""

from typing import Any

from allauth.account.internal.flows.login import get_authentication_records
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

# What of allauth's a player alone sees and changes, by its pages; and the groups,
# which are the roles that a migration of the desk makes.
UNSHOWN = {"account", "auth", "mfa", "usersessions"}
FACTORS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]


class StaffSite(AdminSite):
    """Lets staff in who logged in as everybody does, with both factors.

    The stock log-in would ask for the password alone.
    """

    def register(
        self, model_or_iterable: Any, admin_class: Any = None, **options: Any
    ) -> None:
        """Leave out what others would show: the secrets of second factors, too."""
        models: list[Any] = (
            [model_or_iterable]
            if isinstance(model_or_iterable, type)
            else list(model_or_iterable)
        )
        shown = [model for model in models if model._meta.app_label not in UNSHOWN]
        if shown:
            super().register(shown, admin_class, **options)

    def has_permission(self, request: HttpRequest) -> bool:
        """Tell whether whoever asks may enter, in this session."""
        return super().has_permission(request) and (
            not settings.ADMIN_NEEDS_SECOND_FACTOR or _used_second_factor(request)
        )

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Send whoever may not enter to where he gets what is missing."""
        target = request.GET.get(REDIRECT_FIELD_NAME) or reverse("admin:index")
        if not request.user.is_authenticated:
            return redirect_to_login(target, reverse("account_login"))
        if not super().has_permission(request):
            raise PermissionDenied
        if self.has_permission(request):
            return redirect("admin:index")
        if not is_mfa_enabled(request.user, FACTORS):
            messages.warning(
                request, _("The admin asks for a second factor: add one first.")
            )
            return redirect("mfa_index")
        url = (
            "mfa_reauthenticate"
            if is_mfa_enabled(request.user, [Authenticator.Type.TOTP])
            else "mfa_reauthenticate_webauthn"
        )
        return redirect(f"{reverse(url)}?{urlencode({REDIRECT_FIELD_NAME: target})}")

    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Send staff to the site's own page, which limits guesses at the old one."""
        return redirect("account_change_password")


def _used_second_factor(request: HttpRequest) -> bool:
    records = get_authentication_records(request, request.user)
    return any(one["method"] == "mfa" for one in records) and bool(
        is_mfa_enabled(request.user, FACTORS)
    )
