"""The reader's language: chosen on the switch, kept with the account, and cookies.

Who is not logged in chooses for the session: the choice goes with him through the
log-in and is then kept with his account. Without one the account's own counts.
"""

import re
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.locale import LocaleMiddleware
from django.urls import translate_url
from django.utils.translation import get_language_from_path, override

CHOSEN = "language_chosen"
"""Where the session keeps what a visitor chose."""

_REFUSED = re.compile(r"[^,;]*;\s*q\s*=\s*0(?:\.0*)?\s*(?:,|$)", re.IGNORECASE)


class LanguageMiddleware(LocaleMiddleware):
    """Django's, which takes a language that a browser refuses for one it asks for."""

    def process_request(self, request: HttpRequest) -> None:
        """Leave out of what is accepted what has a weight of nothing."""
        accepted = request.META.get("HTTP_ACCEPT_LANGUAGE", "")
        if "=" in accepted:
            request.META["HTTP_ACCEPT_LANGUAGE"] = _REFUSED.sub("", accepted).strip()
        super().process_request(request)


def address_in(address: str, language: str) -> str:
    """Return an address of this site in another language; any other as it is."""
    now = get_language_from_path(urlsplit(address).path)
    if now is None:
        return address
    # An address is only found in the language that it is written in.
    with override(now):
        return translate_url(address, language)


def choice_take(request: HttpRequest) -> str:
    """Return what the visitor chose on his way to the log-in, once; empty if nothing."""
    chosen = request.session.pop(CHOSEN, "")
    return chosen if chosen in dict(settings.LANGUAGES) else ""


def cookie_set(response: HttpResponse, language: str) -> None:
    """Let the browser ask for this language where an address names none."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=settings.LANGUAGE_COOKIE_PATH,
        domain=settings.LANGUAGE_COOKIE_DOMAIN,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
