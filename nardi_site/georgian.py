"""Georgian has no capitals: what made some of its letters, in any page, is undone."""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase

# U+1C90 to U+1CBF, in UTF-8; each has its letter 0xBC0 before it.
CAPITALS = re.compile(rb"\xe1\xb2([\x90-\xbf])")


class NoCapitalsMiddleware:
    """Writes U+1C90 to U+1CBF as the letters that they were made of.

    Python's `upper` and `title` make them, wherever a page uses those on a word.
    Hardly a font has them.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response, if it is one piece of text, without capitals."""
        response = self.get_response(request)
        if (
            isinstance(response, HttpResponse)
            and response.get("Content-Type", "").startswith("text/")
            and CAPITALS.search(response.content)
        ):
            response.content = CAPITALS.sub(b"\xe1\x83\\1", response.content)
        return response
