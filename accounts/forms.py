"""The account forms: allauth's, with the site's labels and sentences."""

from typing import Any, ClassVar

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from django import forms
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from accounts import selectors
from accounts.models import User
from accounts.names import (
    NAME_ALIKE,
    NAME_MAX_LENGTH,
    NAME_RULE,
    NAME_TAKEN,
    name_checked,
    name_free_checked,
)

# Lazy: they are looked up in the language of whoever reads the form.
Words = dict[str, Any]

LETTERS = {"letter": "3/15m/key"}
PASSWORD_RULE = _("At least 8 characters, not only digits, and not a common word.")


class OwnWords(forms.Form):
    """Puts a form's own labels and help below allauth's fields."""

    labels: Words = {}
    help_texts: Words = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            if name in self.labels:
                field.label = self.labels[name]
            if name in self.help_texts:
                field.help_text = self.help_texts[name]
            # The label stands above the field; it need not stand in it too.
            field.widget.attrs.pop("placeholder", None)


class LoginForm(OwnWords, allauth_forms.LoginForm):
    """Asks for a name or an e-mail address, and the password."""

    labels = {"login": _("Name or e-mail"), "password": _("Password")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs |= {
            "autocomplete": "username",
            "autocapitalize": "none",
            "spellcheck": "false",
        }
        # The way to a new password stands below the form.
        self.fields["password"].help_text = ""


class SignupForm(OwnWords, allauth_forms.SignupForm):
    """Asks for a name, an e-mail address and a password."""

    # The name's own rule says all there is to say about its length.
    username = forms.CharField(
        widget=forms.TextInput(
            attrs={
                "autocomplete": "username",
                "autocapitalize": "none",
                "spellcheck": "false",
            }
        ),
    )

    labels = {
        "username": _("Name"),
        "email": _("E-mail"),
        "password1": _("Password"),
    }
    help_texts = {
        "username": NAME_RULE,
        "email": _(
            "For a new password, should you forget yours. No other player sees it."
        ),
        "password1": PASSWORD_RULE,
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.validators = []
        name.widget.attrs["maxlength"] = str(NAME_MAX_LENGTH)

    def validate_unique_email(self, value: str) -> str:
        """Return the address, whosever it is: only its mailbox may tell."""
        return value

    def save(self, request: HttpRequest) -> User:
        """Insert the player, and beside him the address to be confirmed."""
        adapter = get_adapter()
        user: User = adapter.save_user(request, adapter.new_user(request), self)
        EmailAddress.objects.create(
            user=user, email=self.cleaned_data["email"], primary=True, verified=False
        )
        return user

    def try_save(self, request: HttpRequest) -> Any:
        """Save the player, or start again when someone was quicker."""
        try:
            with transaction.atomic():
                return super().try_save(request)
        except IntegrityError:
            messages.error(
                request,
                _("Someone took this name a moment ago. Please choose another one."),
            )
            raise ImmediateHttpResponse(redirect("account_signup")) from None


class ChangePasswordForm(OwnWords, allauth_forms.ChangePasswordForm):
    """Asks for the current password and, twice, for the new one."""

    labels = {
        "oldpassword": _("Current password"),
        "password1": _("New password"),
        "password2": _("New password again"),
    }
    help_texts = {"oldpassword": "", "password1": PASSWORD_RULE}


class SetPasswordForm(OwnWords, allauth_forms.SetPasswordForm):
    """Asks twice for a first password."""

    labels = {"password1": _("New password"), "password2": _("New password again")}
    help_texts = {"password1": PASSWORD_RULE}


class ResetPasswordForm(OwnWords, allauth_forms.ResetPasswordForm):
    """Asks where to send the link to a new password.

    It goes to whoever has confirmed the address, or, where nobody has, one to each who
    has entered it: whose mailbox it is, theirs the account is meant to be.
    """

    labels = {"email": _("E-mail")}

    def clean_email(self) -> str:
        """Note the players whose address it is, and say nothing."""
        email: str = self.cleaned_data["email"].lower()
        self.users = selectors.accounts_at_address(email=email)
        return email

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Send a letter, unless enough have gone there already.

        Nobody is refused for that: the links in the last ones still work.
        """
        email: str = self.cleaned_data["email"]
        if ratelimit.consume(
            request, app="accounts", action="letter", config=LETTERS, key=email
        ):
            super().save(request, **kwargs)
        return email


class ResetPasswordKeyForm(OwnWords, allauth_forms.ResetPasswordKeyForm):
    """Asks twice for the new password."""

    labels = {"password1": _("New password"), "password2": _("New password again")}
    help_texts = {"password1": PASSWORD_RULE}


class AddEmailForm(OwnWords, allauth_forms.AddEmailForm):
    """Asks for another address; it is the player's once he has confirmed it."""

    labels = {"email": _("New e-mail address")}


class ReauthenticateForm(OwnWords, allauth_forms.ReauthenticateForm):
    """Asks for the password once more."""

    labels = {"password": _("Password")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = ""


class NameForm(forms.Form):
    """Asks for another name."""

    name = forms.CharField(
        label=_("New name"),
        help_text=NAME_RULE,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "none",
                "spellcheck": "false",
                "maxlength": str(NAME_MAX_LENGTH),
            }
        ),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_name(self) -> str:
        """Return the name; raises ValidationError when it is not to be had."""
        name: str = self.cleaned_data["name"]
        name_checked(name)
        if name == self.user.username:
            raise forms.ValidationError(_("This is your name already."))
        name_free_checked(name)
        if selectors.name_looks_taken(name=name, user=self.user):
            raise forms.ValidationError(NAME_ALIKE)
        others = User.objects.filter(username__iexact=name).exclude(pk=self.user.pk)
        if others.exists() or selectors.name_was_anothers(name=name, user=self.user):
            raise forms.ValidationError(NAME_TAKEN)
        return name


class SettingsForm(forms.ModelForm[User]):
    """Asks what the table should do for the player, on every device."""

    class Meta:
        model = User
        fields = ("auto_roll", "plays_forced", "confirms_by_hand", "home_on_left")
        labels: ClassVar[Words] = {
            "auto_roll": _("Roll the dice for me"),
            "plays_forced": _("Play forced turns for me"),
            "confirms_by_hand": _("Confirm by hand only"),
            "home_on_left": _("My home on the left"),
        }
        help_texts: ClassVar[Words] = {
            "auto_roll": _("As soon as it is my turn."),
            "plays_forced": _("Where every legal play ends in the same position."),
            "confirms_by_hand": _(
                "A complete move is not confirmed by itself while move time lasts."
            ),
            "home_on_left": _(
                "The board is shown as in a mirror, at the table and in a record."
            ),
        }
