"""What a player writes about himself."""

import unicodedata
from typing import ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from games.players.models import TEXT_LENGTH, Profile


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
        """Return it without control characters, which could turn a line about."""
        text: str = self.cleaned_data["text"]
        return "".join(
            sign
            for sign in text.replace("\r\n", "\n")
            if sign == "\n"
            or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co")
        ).strip()
