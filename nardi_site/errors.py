"""The pages of the statuses 400, 403 and 404.

Behind ASGI Django draws them in a thread in which no request ends. The connection
that the page's header takes there would stay taken: one fewer in the pool for each
such thread, and a broken one for good once the database has been away.
"""

from collections.abc import Callable
from functools import wraps

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views import defaults

Page = Callable[[HttpRequest, Exception], HttpResponse]


def handing_back(page: Page) -> Page:
    """Return the page, after which this thread has no connection that it had not."""

    @wraps(page)
    def drawn(request: HttpRequest, exception: Exception) -> HttpResponse:
        had_one = connection.connection is not None
        try:
            return page(request, exception)
        finally:
            if not had_one:
                connection.close()

    return drawn


bad_request = handing_back(defaults.bad_request)
permission_denied = handing_back(defaults.permission_denied)
page_not_found = handing_back(defaults.page_not_found)
