"""What closing an account asks."""

from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class ClosingForm(forms.Form):
    """Asks for the password, which counts as an attempt to log in."""

    password = forms.CharField(
        label=_("Password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(
        self, *args: Any, request: HttpRequest, user: User, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        self.user = user

    def clean_password(self) -> str:
        """Return the password; raises ValidationError when it is another."""
        password: str = self.cleaned_data["password"]
        adapter = get_adapter(self.request)
        if not adapter.authenticate(
            self.request, username=self.user.username, password=password
        ):
            raise adapter.validation_error("incorrect_password")
        return password
