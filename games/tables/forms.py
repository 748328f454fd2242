"""The form that opens a table."""

from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from coins.terms import ENTRY_COINS
from coins.wording import coin_number
from games.tables.models import MOVE_SECONDS, TARGETS

# In the order of the doors. The one place that names the rule sets in words.
RULESET_NAMES = {
    "georgian": _("Georgian nardi"),
    "long": _("Long nardy"),
    "long-white-opens": _("Long nardy, White opens"),
    "short": _("Short nardy"),
}

# What each is, in a sentence.
RULESET_SENTENCES = {
    "georgian": _("With hitting; whoever hits at home stays there. Oini, mars, koks."),
    "long": _("Nobody is hit. The higher die rolls again and begins."),
    "long-white-opens": _("Nobody is hit. White begins, colours change every game."),
    "short": _("Backgammon without the cube. White begins."),
}


class TableForm(forms.Form):
    """Settings of a new table."""

    ruleset = forms.ChoiceField(
        label=_("Game"),
        widget=forms.RadioSelect,
        choices=list(RULESET_NAMES.items()),
        initial="georgian",
    )
    target = forms.TypedChoiceField(
        label=_("Match to"), coerce=int, widget=forms.RadioSelect, initial=3
    )
    move_seconds = forms.TypedChoiceField(
        label=_("Move time"), coerce=int, widget=forms.RadioSelect, initial=60
    )
    entry_coins = forms.TypedChoiceField(
        label=_("Entry, coins"), coerce=int, widget=forms.RadioSelect, initial=0
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
        self.fields["entry_coins"].choices = [  # type: ignore[attr-defined]
            (coins, entry_text(coins)) for coins in ENTRY_COINS
        ]


def target_text(points: int) -> str:
    """Return the length of a match in words."""
    return ngettext("%(points)s point", "%(points)s points", points) % {
        "points": points
    }


def entry_text(coins: int) -> str:
    """Return an entry: its number, or a word where there is none."""
    return coin_number(coins) if coins else gettext("free")


def seconds_text(seconds: int) -> str:
    """Return a move time in words."""
    return ngettext("%(seconds)s second", "%(seconds)s seconds", seconds) % {
        "seconds": seconds
    }
