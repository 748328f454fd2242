"""The mark of a browser from which a player has logged in: a signed cookie.

Whoever guesses at a player's password from elsewhere cannot use up the attempts
of a browser with his mark. It names no one to others, serves nothing else, and
is worth nothing once the password is another.
"""

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import constant_time_compare, salted_hmac

COOKIE = "nardi_device"
SALT = "accounts.devices"
LASTS_S = 400 * 24 * 60 * 60
# So many players may share a browser.
MARKS = 5


def device_is_known(request: HttpRequest, user: AbstractBaseUser) -> bool:
    """Tell whether the player has logged in with this browser."""
    mark = _mark(user)
    return any(constant_time_compare(mark, one) for one in _marks(request))


def device_note(
    request: HttpRequest, response: HttpResponseBase, user: AbstractBaseUser
) -> None:
    """Leave the player's mark in this browser, before those of others."""
    mark = _mark(user)
    marks = [mark, *(one for one in _marks(request) if one != mark)][:MARKS]
    response.set_signed_cookie(
        COOKIE,
        ".".join(marks),
        salt=SALT,
        max_age=LASTS_S,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _marks(request: HttpRequest) -> list[str]:
    kept = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=LASTS_S)
    return kept.split(".") if kept else []


def _mark(user: AbstractBaseUser) -> str:
    value = f"{user.pk}:{user.password}"
    return salted_hmac(SALT, value, algorithm="sha256").hexdigest()[:32]
