"""What a player's name may be: its letters, its length, and what is reserved.

Names are ASCII, so that no look-alike letter of another alphabet and no
language's own idea of upper and lower case can make two of them look the same.
"""

import re

from django.core.exceptions import ValidationError
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
NAME_RESERVED = _("This name is reserved for the site. Please choose another one.")

# Compared without regard to case, underscores and the digits that pass for
# letters. They are kept for the site's own voice and for words that would stand
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
        "everyone",
        "guest",
        "help",
        "host",
        "mod",
        "moderation",
        "moderator",
        "nardi",
        "nobody",
        "null",
        "operator",
        "owner",
        "root",
        "server",
        "staff",
        "support",
        "sysadmin",
        "system",
        "team",
        "undefined",
        "webmaster",
        "white",
    }
)
_SEEMINGLY = str.maketrans(
    {"_": None, "0": "o", "1": "i", "3": "e", "4": "a", "5": "s"}
)


# The names of closed accounts, which nobody may pass for.
_CLOSED = re.compile(r"^deleted_\d+\Z", re.IGNORECASE)


def closed_name(user_id: int) -> str:
    """Return the name under which a closed account's matches stay."""
    return f"deleted_{user_id}"


def is_closed_name(name: str) -> bool:
    """Tell whether that is the name of a closed account."""
    return _CLOSED.match(name) is not None


def name_checked(name: str) -> None:
    """Raise ValidationError when `name` has a wrong letter or a wrong length.

    Whether it is reserved or taken is not checked.
    """
    if not _NAME.match(name):
        raise ValidationError(NAME_INVALID, code="name_invalid")


def name_free_checked(name: str) -> None:
    """Raise ValidationError when `name` is kept for the site itself."""
    if _CLOSED.match(name) or name.lower().translate(_SEEMINGLY) in RESERVED_NAMES:
        raise ValidationError(NAME_RESERVED, code="name_reserved")
