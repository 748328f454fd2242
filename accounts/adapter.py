"""What this site does otherwise than allauth: its words and whom a limit hits."""

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.internal import ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, override
from django.utils.translation import gettext_lazy as _

from accounts import live, selectors, services
from accounts.barred import pass_make
from accounts.devices import device_is_known, device_note
from accounts.models import User
from accounts.names import NAME_ALIKE, NAME_TAKEN, name_free_checked
from accounts.tongues import address_in, choice_take, cookie_set

WRONG_LOGIN = _(
    "This name or e-mail and this password do not belong together. By e-mail one logs "
    "in once it is confirmed, by name always."
)
TOO_MANY = _("Too many attempts to log in. Please try again in a few minutes.")

# Failed log-ins. Of one address, whoever is meant; of one account from one
# address, which is what makes guessing slow; of one account from everywhere, by the
# minute and far above what a few addresses may try, so that a stranger who wants to
# keep a player out needs twenty of them, and a minute's rest of theirs lets him in;
# and of a browser that the player has logged in with, which none of the others touch.
LIMITS = {
    "address": "10/m/ip",
    "account_here": "5/5m/key",
    "account": "20/m/key",
    "device": "10/5m/key",
}
REAUTHENTICATION = {
    "reauthenticate": _("Use the password"),
    "mfa_reauthenticate": _("Use a code from the app"),
    "mfa_reauthenticate:webauthn": _("Use a passkey"),
}


def _language_of(user: User) -> str:
    """The language that a player chose; that of the page while he has not."""
    return user.language or get_language() or ""


class AccountAdapter(DefaultAccountAdapter):
    """The site's own sentences, its reserved names, and fairer limits.

    A player's `email` is one that he has confirmed: what he only enters is kept
    beside it, so that it proves nothing and takes no address from its owner.
    """

    error_messages: ClassVar[dict[str, str | Promise]] = {
        **DefaultAccountAdapter.error_messages,
        # One sentence for both, so that nobody learns which of the two exists.
        "username_password_mismatch": WRONG_LOGIN,
        "email_password_mismatch": WRONG_LOGIN,
        "username_taken": NAME_TAKEN,
        "duplicate_email": _("This is your e-mail address already."),
        "enter_current_password": _("This is not your current password."),
        "incorrect_password": _("This is not your password."),
        "too_many_login_attempts": TOO_MANY,
        "rate_limited": _("Too many attempts. Please try again in a few minutes."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name; raises ValidationError when it is not to be had."""
        cleaned: str = super().clean_username(username, shallow)
        name_free_checked(cleaned)
        if selectors.name_looks_taken(name=cleaned):
            raise ValidationError(NAME_ALIKE, code="name_alike")
        if selectors.name_was_anothers(name=cleaned):
            raise self.validation_error("username_taken")
        return cleaned

    def save_user(
        self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True
    ) -> User:
        """Insert the player, without an address: he has confirmed none.

        Raises IntegrityError for a name that somebody was quicker to take, or
        gave up at this very moment.
        """
        super().save_user(request, user, form, commit=False)
        user.email = ""
        # He reads the site in the language of the form.
        user.language = get_language() or ""
        if commit:
            user.save()
            if selectors.name_is_reserved(name=user.username, user=user):
                raise IntegrityError("The name is reserved.")
        return user

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """Let go of what is only wished for."""
        return not email_address.verified

    def post_login(
        self, request: HttpRequest, user: User, **kwargs: Any
    ) -> HttpResponse:
        """Lead on in the player's language, whichever that of the way here was.

        Noted are from where he came, and the browser as his.
        """
        if chosen := choice_take(request):
            services.language_keep(user=user, language=chosen)
        language = _language_of(user)
        with override(language):
            response: HttpResponse = super().post_login(request, user, **kwargs)
        if location := response.headers.get("Location"):
            response.headers["Location"] = address_in(location, language)
        cookie_set(response, language)
        services.address_note(
            user=user, address=self.get_client_ip(request), now=timezone.now()
        )
        device_note(request, response, user)
        return response

    def pre_login(
        self, request: HttpRequest, user: User, **kwargs: Any
    ) -> HttpResponse | None:
        """Tell a barred player, who knows his password, why he comes no further."""
        if user.is_barred(timezone.now()):
            return redirect("desk:barred", token=pass_make(user.pk))
        answer: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return answer

    def logout(self, request: HttpRequest) -> None:
        """End the session, and with it the sockets that it opened."""
        session_key = request.session.session_key
        super().logout(request)
        if session_key:
            live.session_close(session_key)

    def send_password_reset_mail(
        self, user: User, email: str, context: dict[str, Any]
    ) -> None:
        """Write to a player in his own language, with a link to a page in it."""
        language = _language_of(user)
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

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Make the address the player's; False where another has confirmed it."""
        taken = User.objects.filter(email__iexact=email_address.email)
        if not taken.exclude(pk=email_address.user_id).exists():
            try:
                with transaction.atomic():
                    confirmed: bool = super().confirm_email(request, email_address)
                    return confirmed
            except IntegrityError:
                pass  # another was quicker
        self.add_message(
            request, messages.ERROR, "account/messages/email_confirmation_failed.txt"
        )
        return False

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        """Send the link; to an address that is another player's, a word to him.

        Whoever entered it learns nothing: the page is the same.
        """
        address: EmailAddress = emailconfirmation.email_address
        owner = User.objects.filter(email__iexact=address.email).first()
        if owner is None or owner.pk == address.user_id:
            with override(_language_of(address.user)):
                super().send_confirmation_mail(request, emailconfirmation, signup)
        else:
            with override(_language_of(owner)):
                self.send_mail(
                    "account/email/account_already_exists",
                    address.email,
                    {"username": owner.username},
                )

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tell the player what has changed, at the address that he confirmed."""
        if address := email or user.email:
            with override(_language_of(user)):
                super().send_notification_mail(template_prefix, user, context, address)

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Return the ways to show again who one is, in the site's words."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        return [
            {**method, "description": REAUTHENTICATION[method["id"]]}
            for method in methods
        ]

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count an attempt before the password is looked at; it may be the last.

        What strangers try from elsewhere is not counted against a browser that the
        player has logged in with, nor against an address from which he has come
        before: names are public, and whoever knows one must not be able to keep its
        player out. Raises ValidationError. What is counted is taken back when it
        succeeds.
        """
        user = selectors.login_account(
            username=credentials.get("username"), email=credentials.get("email")
        )
        entered = credentials.get("email") or credentials.get("username") or ""
        # As much is counted for a name that is nobody's.
        account = f"user:{user.pk}" if user else f"login:{entered.lower()}"
        if user and device_is_known(request, user):
            limits = {"device": account}
        else:
            here = f"{account}:{ratelimit.get_ip(request)}"
            limits = {"address": "", "account_here": here}
            if not (user and self._is_from_his_address(request, user)):
                limits["account"] = account
        used: list[Any] = []
        self._login_failed_rl_usage = ratelimit.RateLimitUsage(usage=used)
        for action, key in limits.items():
            usage = ratelimit.consume(
                request, app="accounts", action=action, config=LIMITS, key=key
            )
            if usage is None:
                # Refused attempts must not use up what others count.
                self._rollback_login_failed_rl_usage()
                raise self.validation_error("too_many_login_attempts")
            used.extend(usage.usage)

    def _is_from_his_address(self, request: HttpRequest, user: User) -> bool:
        address = self.get_client_ip(request)
        return selectors.address_is_known(user=user, address=address)

    def _delete_login_attempts_cached_email(
        self, request: HttpRequest, **credentials: Any
    ) -> None:
        """Leave the counts alone: the browser is known by its mark then."""


class MFAAdapter(DefaultMFAAdapter):
    """The site's own sentences; a player's name, never his address, in an app."""

    error_messages: ClassVar[dict[str, str | Promise]] = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("This code is not right. Please try the next one."),
        "cannot_generate_recovery_codes": _(
            "Recovery codes come with a second factor: add one first."
        ),
    }

    def _get_user_identifier(self, user: User) -> str:
        return user.username

    def generate_authenticator_name(self, user: User, type: Any) -> str:
        """Return what a new passkey is called unless the player says otherwise."""
        count = Authenticator.objects.filter(user=user, type=type).count()
        return gettext("Passkey %(number)s") % {"number": count + 1}
