"""What a reader is told while the database or Redis is away: wait, nothing is lost.

Django asks `server_error` for the page whatever layer has failed, so it is made
without session, player and request context.
"""

import logging
import sys
from http import HTTPStatus
from pathlib import Path

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, override
from django.views.defaults import server_error as broken
from kombu.exceptions import OperationalError as BrokerAway
from redis.exceptions import ConnectionError as RedisAway
from redis.exceptions import TimeoutError as RedisSilent

logger = logging.getLogger(__name__)

AWAY = (OperationalError, InterfaceError, RedisAway, RedisSilent, BrokerAway)
RETRY_S = 5


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 when something is away, 500 when something is broken."""
    error = sys.exc_info()[1]
    if not isinstance(error, AWAY):
        return broken(request)
    logger.warning("%s %s had to wait: %s", request.method, request.path, error)
    language = get_language_from_request(request, check_path=True)
    return HttpResponse(
        page(language, is_posted=request.method not in ("GET", "HEAD")),
        status=HTTPStatus.SERVICE_UNAVAILABLE,
        headers={
            "Retry-After": str(RETRY_S),
            "Cache-Control": "no-store",
            "Content-Language": language,
        },
    )


def page(language: str, *, is_posted: bool = False) -> str:
    """Return the page in that language; it tries again, at home what was posted."""
    context = {"retry_s": RETRY_S, "is_posted": is_posted}
    with override(language):
        return render_to_string("503.html", context)


def pages_write(folder: Path) -> None:
    """Write the page in every language, for nginx to show when nobody answers."""
    folder.mkdir(parents=True, exist_ok=True)
    for code, _name in settings.LANGUAGES:
        (folder / f"{code}.html").write_text(page(code), encoding="utf-8")


class NotAway(logging.Filter):
    """Keeps Django from logging, with a traceback, what was logged in a line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the record is about anything but a 503."""
        status = getattr(record, "status_code", None)
        return bool(status != HTTPStatus.SERVICE_UNAVAILABLE)
