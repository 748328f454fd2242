"""What a player's name may be: its letters, its length, and what is reserved.

Names are ASCII, so that no look-alike letter of another alphabet and no
language's own idea of upper and lower case can make two of them look the same.
"""

import re

from django.core.exceptions import ValidationError
from django.db.models import Func, Value
from django.db.models.functions import Lower, Replace
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

NAME_MIN_LENGTH = 3
NAME_MAX_LENGTH = 20

# `\Z`, because `$` also matches before a newline at the end. Python and
# PostgreSQL read it alike, and the database checks names by it too.
NAME_PATTERN = rf"^[A-Za-z0-9_]{{{NAME_MIN_LENGTH},{NAME_MAX_LENGTH}}}\Z"
_NAME = re.compile(NAME_PATTERN)

NAME_RULE = _("3 to 20 characters: Latin letters, digits and _.")
NAME_INVALID = _(
    "A name has 3 to 20 characters, and only Latin letters (A–Z, a–z), digits and _."
)
NAME_TAKEN = _("This name is taken. Please choose another one.")
NAME_ALIKE = _("This name looks like another player's. Please choose another one.")
NAME_RESERVED = _("This name is reserved for the site. Please choose another one.")

# Compared without regard to case, underscores and digits, be they letters or
# nothing. They are kept for the site's own voice and for words that would stand
# where a name stands.
RESERVED_NAMES = frozenset(
    {
        "admin",
        "administration",
        "administrator",
        "anonymous",
        "black",
        "bot",
        "computer",
        "deleted",
        "deletedplayer",
        "deleteduser",
        "desk",
        "everyone",
        "guest",
        "help",
        "host",
        "judge",
        "mod",
        "mods",
        "nardi",
        "nobody",
        "null",
        "operator",
        "owner",
        "referee",
        "root",
        "server",
        "siteadmin",
        "staff",
        "support",
        "sysadmin",
        "system",
        "team",
        "theadmin",
        "thedesk",
        "themoderator",
        "thestaff",
        "undefined",
        "webmaster",
        "white",
    }
)
_SEEMINGLY = (
    str.maketrans("01345", "oieas", "_"),
    str.maketrans("", "", "_0123456789"),
)


# Whatever begins with one of these looks official; none has an l, which is read as i.
OFFICIAL = ("admin", "moderat", "officia", "operator", "support", "nardi", "domino")
_OFFICIALLY = (
    # Digits are letters, or they are nothing.
    str.maketrans("l01345", "ioieas", "_26789"),
    str.maketrans("l01", "ioi", "_23456789"),
)

# The names of closed accounts, and of those whose name was taken away.
_CLOSED = re.compile(r"^deleted_\d+\Z", re.IGNORECASE)
_MARKERS = re.compile(r"^(de[li1]eted\d+|p[li1]ayer\d{8})\Z")
NEUTRAL_NAME = "Player_"
NEUTRAL_DIGITS = 8
_NEUTRAL = re.compile(rf"^{NEUTRAL_NAME}\d{{{NEUTRAL_DIGITS}}}\Z")

# Signs that many letters draw alike, and one that is hardly seen; a name is folded
# in lower case.
_ALIKE = (("l", "i"), ("1", "i"), ("0", "o"), ("_", ""))


def name_folded(name: str) -> str:
    """Return what names that look alike have in common.

    Upper and lower case, l, I and 1, o and 0 are one, and underscores are none.
    """
    folded = name.lower()
    for sign, other in _ALIKE:
        folded = folded.replace(sign, other)
    return folded


def name_folded_in(column: str) -> Func:
    """Return `name_folded` of a column, as an expression of the database's."""
    folded: Func = Lower(column)
    for sign, other in _ALIKE:
        folded = Replace(folded, Value(sign), Value(other))
    return folded


def closed_name(user_id: int) -> str:
    """Return the name under which a closed account's matches stay."""
    return f"deleted_{user_id}"


def is_closed_name(name: str) -> bool:
    """Tell whether that is the name of a closed account."""
    return _CLOSED.match(name) is not None


def neutral_name() -> str:
    """Return a name to stand where a player's own was taken away."""
    digits = get_random_string(NEUTRAL_DIGITS, "0123456789")
    return f"{NEUTRAL_NAME}{digits}"


def is_neutral_name(name: str) -> bool:
    """Tell whether that only stands where a player's own name was taken away."""
    return _NEUTRAL.match(name) is not None


def name_checked(name: str) -> None:
    """Raise ValidationError when `name` has a wrong letter or a wrong length.

    Whether it is reserved or taken is not checked.
    """
    if not _NAME.match(name):
        raise ValidationError(NAME_INVALID, code="name_invalid")


def name_free_checked(name: str) -> None:
    """Raise ValidationError when `name` is kept for the site itself, or looks so."""
    lower = name.lower()
    if (
        _MARKERS.match(lower.replace("_", ""))
        or any(lower.translate(way) in RESERVED_NAMES for way in _SEEMINGLY)
        or any(lower.translate(way).startswith(OFFICIAL) for way in _OFFICIALLY)
    ):
        raise ValidationError(NAME_RESERVED, code="name_reserved")
