"""The form that opens a table."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.tables.models import MOVE_SECONDS, TARGETS


class TableForm(forms.Form):
    """Settings of a new table."""

    target = forms.TypedChoiceField(
        label=_("Match to"), coerce=int, widget=forms.RadioSelect, initial=3
    )
    move_seconds = forms.TypedChoiceField(
        label=_("Move time"), coerce=int, widget=forms.RadioSelect, initial=60
    )
    is_private = forms.BooleanField(
        label=_("By private link only"),
        required=False,
        help_text=_("The table is not listed; whoever has the link can join."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["target"].choices = [  # type: ignore[attr-defined]
            (points, target_text(points)) for points in TARGETS
        ]
        self.fields["move_seconds"].choices = [  # type: ignore[attr-defined]
            (seconds, seconds_text(seconds)) for seconds in MOVE_SECONDS
        ]


def target_text(points: int) -> str:
    """Return the length of a match in words."""
    return ngettext("%(points)s point", "%(points)s points", points) % {
        "points": points
    }


def seconds_text(seconds: int) -> str:
    """Return a move time in words."""
    return ngettext("%(seconds)s second", "%(seconds)s seconds", seconds) % {
        "seconds": seconds
    }
