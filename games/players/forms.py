"""What a player writes about himself."""

from typing import ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.free_text import FreeTextField
from games.players.models import TEXT_LENGTH, Profile


class TextForm(forms.ModelForm[Profile]):
    """Asks for a text; what no screen shows is left out."""

    class Meta:
        model = Profile
        fields = ("text",)
        field_classes: ClassVar = {"text": FreeTextField}
        labels: ClassVar = {"text": _("About me")}
        help_texts: ClassVar = {
            "text": _("Up to 300 characters. Everybody can read it.")
        }
        widgets: ClassVar = {
            "text": forms.Textarea(attrs={"rows": 4, "maxlength": TEXT_LENGTH})
        }
