"""What is asked of those who report or appeal, and of the desk."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.free_text import FreeTextField
from accounts.models import Switches
from accounts.moderation import Kind, Reason
from games.desk.models import TEXT_LENGTH

NOTE_LENGTH = 500
DAYS = (1, 3, 7, 30, 90, 365)


class ReportForm(forms.Form):
    """A report; of a match it also asks which of the two is meant."""

    player = forms.ChoiceField(label=_("Player"), widget=forms.RadioSelect)
    reason = forms.ChoiceField(label=_("Reason"))
    text = FreeTextField(
        label=_("What happened?"),
        max_length=TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 5, "maxlength": TEXT_LENGTH}),
    )

    def __init__(self, *args: Any, names: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The site's faults are not a player's.
        self.fields["reason"].choices = [  # type: ignore[attr-defined]
            ("", _("Choose a reason")),
            *(
                (reason.value, reason.label)
                for reason in Reason
                if reason is not Reason.FAULT
            ),
        ]
        if len(names) == 1:
            del self.fields["player"]
        else:
            self.fields["player"].choices = [  # type: ignore[attr-defined]
                (name, name) for name in names
            ]


class AppealForm(forms.Form):
    """Why the player thinks that the decision is wrong."""

    text = FreeTextField(
        label=_("Why is the decision wrong?"),
        max_length=TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 5, "maxlength": TEXT_LENGTH}),
    )


class ActForm(forms.Form):
    """What a moderator does; each button of the page is one `act`."""

    # A match is given to a seat by a button of its own.
    act = forms.ChoiceField(
        choices=[
            *((kind.value, "") for kind in Kind if kind is not Kind.ADJUDICATE),
            *((f"{Kind.ADJUDICATE}{seat}", "") for seat in (0, 1)),
            *((name, "") for name in ("dismiss", "uphold", "lift")),
        ]
    )
    on = forms.ChoiceField(choices=[("player", ""), ("reporter", "")])
    days = forms.TypedChoiceField(coerce=int, choices=[(days, "") for days in DAYS])
    reason = forms.ChoiceField(label=_("Reason, which the player is told"))
    note = FreeTextField(
        label=_("Note for the audit entry, which he is not told"),
        required=False,
        max_length=NOTE_LENGTH,
        # In a field of one line, Enter would press the first button of the page.
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": NOTE_LENGTH}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].choices = Reason.choices  # type: ignore[attr-defined]


class SwitchesForm(forms.ModelForm[Switches]):
    """The operators' switches, and why they are set; `version` is the one shown."""

    reason = FreeTextField(label=_("Reason"), max_length=NOTE_LENGTH)
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    class Meta:
        model = Switches
        fields = (
            "announcement_ka",
            "announcement_en",
            "announcement_ru",
            "announcement_tr",
            "no_new_tables",
            "is_read_only",
        )
        labels = {
            "announcement_ka": _("Announcement in Georgian"),
            "announcement_en": _("Announcement in English"),
            "announcement_ru": _("Announcement in Russian"),
            "announcement_tr": _("Announcement in Turkish"),
            "no_new_tables": _("No new tables: nobody sits down, matches go on"),
            "is_read_only": _("Read-only: nothing changes, all clocks stand still"),
        }
        field_classes = {
            f"announcement_{code}": FreeTextField for code in ("ka", "en", "ru", "tr")
        }
        widgets = {
            f"announcement_{code}": forms.Textarea(attrs={"rows": 2, "lang": code})
            for code in ("ka", "en", "ru", "tr")
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["version"] = self.instance.version

    def clean(self) -> dict[str, Any]:
        """Refuse an announcement that some would not read."""
        cleaned = super().clean() or self.cleaned_data
        texts = [
            cleaned.get(f"announcement_{code}") for code in ("ka", "en", "ru", "tr")
        ]
        if any(texts) and not all(texts):
            raise forms.ValidationError(
                _("An announcement is made in all four languages.")
            )
        return cleaned
