"""The pass with which a barred player reads why, and appeals, without a log-in."""

from django.core import signing

SALT = "accounts.barred"
# Whoever has it can write one appeal, and read what the desk decided.
HOURS = 1


def pass_make(user_id: int) -> str:
    """Return the pass of that player."""
    return signing.dumps(user_id, salt=SALT)


def pass_read(text: str) -> int | None:
    """Return whose pass it is, None when it is nobody's or has run out."""
    try:
        user_id: int = signing.loads(text, salt=SALT, max_age=HOURS * 3600)
    except signing.BadSignature:
        return None
    return user_id
