"""The forms of the second factor: allauth's, with the site's labels."""

from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as base_forms
from allauth.mfa.recovery_codes import forms as recovery_forms
from allauth.mfa.totp import forms as totp_forms
from allauth.mfa.webauthn import forms as webauthn_forms
from django import forms
from django.forms.utils import ErrorDict
from django.utils.translation import gettext_lazy as _

from accounts.forms import OwnWords

PASSKEY_NAME_LENGTH = 60


class _Code(OwnWords):
    """Asks for a code; a phone shows digits."""

    labels = {"code": _("Code")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= {
            "inputmode": "numeric",
            "spellcheck": "false",
        }


class AuthenticateForm(_Code, base_forms.AuthenticateForm):
    """Asks for a code to log in."""


class ReauthenticateForm(_Code, base_forms.ReauthenticateForm):
    """Asks for a code once more."""


class ActivateTOTPForm(_Code, totp_forms.ActivateTOTPForm):
    """Asks for the first code that the app shows."""

    labels = {"code": _("The code that the app shows now")}


class _Credential(forms.Form):
    """Refuses what no browser sends, where the library would break down."""

    def full_clean(self) -> None:
        """Look at what was sent; nonsense is a wrong code."""
        try:
            super().full_clean()
        except (AttributeError, KeyError, TypeError, ValueError):
            self._errors = ErrorDict()
            self.cleaned_data = {}
            self.add_error(
                "credential", get_adapter().validation_error("incorrect_code")
            )


class AuthenticateWebAuthnForm(_Credential, webauthn_forms.AuthenticateWebAuthnForm):
    """Takes a passkey as the second factor."""


class LoginWebAuthnForm(_Credential, webauthn_forms.LoginWebAuthnForm):
    """Takes a passkey alone."""


class ReauthenticateWebAuthnForm(
    _Credential, webauthn_forms.ReauthenticateWebAuthnForm
):
    """Takes a passkey once more."""


class AddWebAuthnForm(_Credential, OwnWords, webauthn_forms.AddWebAuthnForm):
    """Asks what to call a passkey, and whether it stands for the password too."""

    name = forms.CharField(required=False, max_length=PASSKEY_NAME_LENGTH)
    passwordless = forms.BooleanField(required=False, initial=True)

    labels = {"name": _("Name"), "passwordless": _("Log in with it alone")}
    help_texts = {
        "name": _("So that you know it again."),
        "passwordless": _(
            "Without a name and a password. The device then asks for your finger, "
            "your face or its own code."
        ),
    }


class EditWebAuthnForm(OwnWords, webauthn_forms.EditWebAuthnForm):
    """Asks what to call a passkey."""

    name = forms.CharField(max_length=PASSKEY_NAME_LENGTH)

    labels = {"name": _("Name")}


class GenerateRecoveryCodesForm(OwnWords, recovery_forms.GenerateRecoveryCodesForm):
    """Asks nothing."""
