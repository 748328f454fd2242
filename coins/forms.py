"""The forms around the ledger: the statement's filter, and what staff enter."""

from datetime import date
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from accounts.free_text import FreeTextField

TOKEN_LENGTH = 22

# By no sum of all settings does anyone reach it; it catches a slip of the hand.
LARGEST_CORRECTION = 1_000_000


# Long before the first coin and long after the last: a day at the end of the
# calendar has no day after it.
DAYS = [MinValueValidator(date(2000, 1, 1)), MaxValueValidator(date(2999, 12, 31))]


def new_token() -> str:
    """Return a token for one correction."""
    return get_random_string(TOKEN_LENGTH)


class StatementForm(forms.Form):
    """Narrows a statement down; every field may be left empty."""

    group = forms.ChoiceField(
        label=_("Show"),
        required=False,
        choices=[
            ("", _("Everything")),
            ("tables", _("Tables")),
            ("gifts", _("Gifts")),
            ("corrections", _("Corrections")),
        ],
    )
    since = forms.DateField(label=_("From"), required=False, validators=DAYS)
    until = forms.DateField(label=_("To"), required=False, validators=DAYS)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("since", "until"):
            field = self.fields[name]
            # What a browser's own calendar sends, in every language.
            field.input_formats = ["%Y-%m-%d"]  # type: ignore[attr-defined]
            field.widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})

    def narrowing(self) -> dict[str, Any]:
        """Return what `selectors.statement` is to be asked; bad fields count not."""
        self.is_valid()
        names = ("group", "since", "until")
        return {n: self.cleaned_data[n] for n in names if self.cleaned_data.get(n)}


class CorrectionForm(forms.Form):
    """A correction, and why; its token makes two clicks one correction."""

    coins = forms.IntegerField(
        label=_("Coins"),
        min_value=-LARGEST_CORRECTION,
        max_value=LARGEST_CORRECTION,
        help_text=_("From the house; with a minus, back to the house."),
    )
    reason = FreeTextField(
        label=_("Reason"), widget=forms.Textarea(attrs={"rows": 3}), max_length=1000
    )
    token = forms.CharField(
        widget=forms.HiddenInput, max_length=TOKEN_LENGTH, initial=new_token
    )

    def clean_coins(self) -> int:
        """Return the coins; refuses none at all."""
        coins: int = self.cleaned_data["coins"]
        if not coins:
            raise forms.ValidationError(_("A correction moves coins."))
        return coins
