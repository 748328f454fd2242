"""Who comes no further: the barred, the nameless, and, read-only, whoever writes."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import ResolverMatch
from django.utils import timezone
from django.utils.cache import add_never_cache_headers

from accounts import selectors
from accounts.barred import pass_make
from accounts.models import User

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
# What the nameless may do, and what still works while the site is read-only.
ALWAYS = frozenset(
    {"account_login", "account_logout", "set_language", "javascript-catalog"}
)
# How the operators switch read-only off, and staff leaves.
ALWAYS_IN_ADMIN = frozenset({"admin:accounts_switches_changelist", "admin:logout"})


class DeskMiddleware:
    """Carries out what the desk and the operators have decided, at every request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass it on; `process_view` knows which page is wanted."""
        return self.get_response(request)

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponse],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> HttpResponse | None:
        """Answer in the place of the page, or let it answer."""
        page = request.resolver_match
        if page is None:
            return None
        user = _player(request)
        if user is not None and user.is_barred(timezone.now()):
            get_adapter(request).logout(request)
            return redirect("desk:barred", token=pass_make(user.pk))
        if page.view_name in ALWAYS | ALWAYS_IN_ADMIN:
            return None
        if user is not None and user.must_rename and not _is_for_nameless(page):
            return redirect("desk:rename")
        if request.method not in SAFE and selectors.switches_get().is_read_only:
            answer = render(
                request, "site/read_only.html", status=HTTPStatus.SERVICE_UNAVAILABLE
            )
            add_never_cache_headers(answer)
            return answer
        return None


def _is_for_nameless(page: ResolverMatch) -> bool:
    return page.view_name == "desk:rename" or page.app_name == "admin"


def _player(request: HttpRequest) -> User | None:
    # Asked for a visitor, the session would make every page his alone.
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    user = request.user
    return user if isinstance(user, User) else None
