"""Free text that others read: a field that leaves out what no screen shows."""

import re
import unicodedata
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

# Letters with more signs on top of each other than these reach into other lines.
MARKS_ON_A_LETTER = 3
EMPTY_LINES = re.compile(r"\n[^\S\n]*(?:\n[^\S\n]*)+\n")
# Controls, what turns a line about or is not seen, half signs, and nobody's own.
UNSHOWN = ("Cc", "Cf", "Cs", "Co")
# Letters and signs by Unicode's word that are drawn as nothing: fillers of Hangul,
# and Braille without a dot.
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
# By the first letter of their category: letters, numbers, punctuation, symbols.
SEEN = "LNPS"


def text_shown(text: str) -> str:
    """Return the text without what no screen shows; empty where it looks empty.

    Of empty lines one is left of many.
    """
    shown = "".join(
        sign
        for sign in text.replace("\r\n", "\n").replace("\t", " ")
        if sign == "\n" or unicodedata.category(sign) not in UNSHOWN
    ).strip()
    if not any(_is_seen(sign) for sign in shown):
        return ""
    return EMPTY_LINES.sub("\n\n", shown)


class FreeTextField(forms.CharField):
    """Takes what somebody writes for others to read.

    What is left of it counts: a text that looks empty is none.
    """

    def to_python(self, value: Any) -> Any:
        """Return the text as it will be shown."""
        text = super().to_python(value)
        return text_shown(text or "") or self.empty_value

    def validate(self, value: Any) -> None:
        """Refuse a letter that carries more than MARKS_ON_A_LETTER, too."""
        super().validate(value)
        if _marks_on_a_letter(value or "") > MARKS_ON_A_LETTER:
            raise forms.ValidationError(
                _("A letter can carry three marks at most."), code="marks"
            )


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign)[0] in SEEN and sign not in BLANK


def _marks_on_a_letter(text: str) -> int:
    """Return the most combining marks in a row."""
    most = run = 0
    for sign in text:
        run = run + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        most = max(most, run)
    return most
