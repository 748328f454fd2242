"""The account forms: allauth's, with the site's labels and sentences."""

from typing import Any, ClassVar

from allauth.account import forms as allauth_forms
from allauth.core.exceptions import ImmediateHttpResponse
from django import forms
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import NAME_MAX_LENGTH, NAME_RULE

# Lazy: they are looked up in the language of whoever reads the form.
Words = dict[str, Any]

PASSWORD_RULE = _("At least 8 characters, not only digits, and not a common word.")


class _OwnWords(forms.Form):
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


class LoginForm(_OwnWords, allauth_forms.LoginForm):
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


class SignupForm(_OwnWords, allauth_forms.SignupForm):
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
        "email": _("Only for a new password, should you forget yours."),
        "password1": PASSWORD_RULE,
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.validators = []
        name.widget.attrs["maxlength"] = str(NAME_MAX_LENGTH)

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


class ChangePasswordForm(_OwnWords, allauth_forms.ChangePasswordForm):
    """Asks for the current password and, twice, for the new one."""

    labels = {
        "oldpassword": _("Current password"),
        "password1": _("New password"),
        "password2": _("New password again"),
    }
    help_texts = {"oldpassword": "", "password1": PASSWORD_RULE}


class SetPasswordForm(_OwnWords, allauth_forms.SetPasswordForm):
    """Asks twice for a first password."""

    labels = {"password1": _("New password"), "password2": _("New password again")}
    help_texts = {"password1": PASSWORD_RULE}


class ResetPasswordForm(_OwnWords, allauth_forms.ResetPasswordForm):
    """Asks where to send the link to a new password."""

    labels = {"email": _("E-mail")}


class ResetPasswordKeyForm(_OwnWords, allauth_forms.ResetPasswordKeyForm):
    """Asks twice for the new password."""

    labels = {"password1": _("New password"), "password2": _("New password again")}
    help_texts = {"password1": PASSWORD_RULE}


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
