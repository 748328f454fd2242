"""What this site does otherwise than allauth: its words and whom a limit hits."""

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from accounts import live
from accounts.models import User
from accounts.names import NAME_TAKEN, name_free_checked
from accounts.services import language_keep
from accounts.tongues import address_in, choice_take, cookie_set

WRONG_LOGIN = _("This name or e-mail and this password do not belong together.")


class AccountAdapter(DefaultAccountAdapter):
    """The site's own sentences, its reserved names, and a fairer limit."""

    error_messages: ClassVar[dict[str, str | Promise]] = {
        **DefaultAccountAdapter.error_messages,
        # One sentence for both, so that nobody learns which of the two exists.
        "username_password_mismatch": WRONG_LOGIN,
        "email_password_mismatch": WRONG_LOGIN,
        "username_taken": NAME_TAKEN,
        "email_taken": _("There is already an account with this e-mail address."),
        "enter_current_password": _("This is not your current password."),
        "too_many_login_attempts": _(
            "Too many attempts to log in. Please try again in a few minutes."
        ),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name; raises ValidationError when it is not to be had."""
        cleaned: str = super().clean_username(username, shallow)
        name_free_checked(cleaned)
        return cleaned

    def logout(self, request: HttpRequest) -> None:
        """End the session, and with it the sockets that it opened."""
        session_key = request.session.session_key
        super().logout(request)
        if session_key:
            live.session_close(session_key)

    def save_user(
        self, request: HttpRequest, user: User, form: Any, commit: bool = True
    ) -> User:
        """Save a new player, who reads the site in the language of the form."""
        user.language = get_language() or ""
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def post_login(
        self, request: HttpRequest, user: User, **given: Any
    ) -> HttpResponse:
        """Lead on in the player's language, whichever that of the way here was."""
        if chosen := choice_take(request):
            language_keep(user=user, language=chosen)
        language = user.language or get_language() or ""
        with override(language):
            response: HttpResponse = super().post_login(request, user, **given)
        if location := response.headers.get("Location"):
            response.headers["Location"] = address_in(location, language)
        cookie_set(response, language)
        return response

    def send_password_reset_mail(
        self, user: User, email: str, context: dict[str, Any]
    ) -> None:
        """Write to a player in his own language, with a link to a page in it."""
        language = user.language or get_language() or ""
        link = address_in(context["password_reset_url"], language)
        with override(language):
            super().send_password_reset_mail(
                user, email, {**context, "password_reset_url": link}
            )

    def set_password(self, user: User, password: str) -> None:
        """Set it; sockets of sessions that this ends must not outlive them.

        All are closed: a browser whose session goes on opens its own again.
        """
        super().set_password(user, password)
        if user.pk:
            live.user_renew(user.pk)

    def _get_login_attempts_cache_key(
        self, request: HttpRequest, **credentials: Any
    ) -> str:
        """Count failures for a name and an address together.

        Counted for the name alone, they would let a stranger lock a player out.
        """
        key: str = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{key}:{self.get_client_ip(request)}"
