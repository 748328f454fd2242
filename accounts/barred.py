"""The pass with which a barred player reads why, and appeals, without a log-in.

It is in the address that his first page is sent to; and in a cookie, because that
page has ended the session, by which the others could be told whose they are.
"""

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase

SALT = "accounts.barred"
# Whoever has it can write an appeal a decision, and read what the desk decided.
HOURS = 1
COOKIE = "nardi_barred"


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


def pass_leave(response: HttpResponseBase, text: str) -> None:
    """Leave the pass in the browser, for its other pages."""
    response.set_cookie(
        COOKIE,
        text,
        max_age=HOURS * 3600,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def pass_left(request: HttpRequest) -> str:
    """Return the pass that was left in the browser, empty where none was."""
    return request.COOKIES.get(COOKIE, "")
