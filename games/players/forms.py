"""What a player writes about himself."""

import re
import unicodedata
from typing import ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from games.players.models import TEXT_LENGTH, Profile

# Letters with more signs on top of each other than these reach into other lines.
MARKS_ON_A_LETTER = 3
EMPTY_LINES = re.compile(r"\n[^\S\n]*(?:\n[^\S\n]*)+\n")


class TextForm(forms.ModelForm[Profile]):
    """Asks for a text; what no screen shows is left out."""

    class Meta:
        model = Profile
        fields = ("text",)
        labels: ClassVar = {"text": _("About me")}
        help_texts: ClassVar = {
            "text": _("Up to 300 characters. Everybody can read it.")
        }
        widgets: ClassVar = {
            "text": forms.Textarea(attrs={"rows": 4, "maxlength": TEXT_LENGTH})
        }

    def clean_text(self) -> str:
        """Return it without control characters, which could turn a line about.

        Of empty lines one is left of many. Raises ValidationError for a letter that
        carries more than MARKS_ON_A_LETTER.
        """
        text: str = self.cleaned_data["text"]
        shown = "".join(
            sign
            for sign in text.replace("\r\n", "\n")
            if sign == "\n"
            or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co")
        ).strip()
        if _marks_on_a_letter(shown) > MARKS_ON_A_LETTER:
            raise forms.ValidationError(
                _("A letter can carry three marks at most."), code="marks"
            )
        return EMPTY_LINES.sub("\n\n", shown)


def _marks_on_a_letter(text: str) -> int:
    """Return the most combining marks in a row."""
    most = run = 0
    for sign in text:
        run = run + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        most = max(most, run)
    return most
