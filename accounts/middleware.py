"""Who comes no further: the barred, the nameless, and, read-only, whoever writes."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import ResolverMatch
from django.utils import timezone
from django.utils.cache import add_never_cache_headers

from accounts import selectors
from accounts.barred import pass_leave, pass_left, pass_make, pass_read
from accounts.models import User

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
# What still works while the site is read-only, and for the nameless: to come in, with
# a second factor too (or no operator could who has one), and to show again who one is.
ALWAYS = frozenset(
    {
        "account_login",
        "account_logout",
        "account_reauthenticate",
        "mfa_authenticate",
        "mfa_login_webauthn",
        "mfa_reauthenticate",
        "mfa_reauthenticate_webauthn",
        "set_language",
        "javascript-catalog",
    }
)
# How the operators switch read-only off, and staff leaves.
ALWAYS_IN_ADMIN = frozenset({"admin:accounts_switches_changelist", "admin:logout"})
# What the nameless may do besides: choose a name, read why and appeal, take their
# data or their leave, and play on at the table where their time is running.
FOR_THE_NAMELESS = frozenset(
    {
        "desk:rename",
        "desk:mine",
        "desk:read",
        "desk:appeal",
        "account_data",
        "account_data_file",
        "account_close",
        "coins:balance",
        "tables:table",
    }
)


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
            token = pass_make(user.pk)
            answer = redirect("desk:barred", token=token)
            pass_leave(answer, token)
            return answer
        if user is None and page.view_name == "account_login" and _was_sent(request):
            return redirect("desk:barred", token=pass_left(request))
        if page.view_name in ALWAYS | ALWAYS_IN_ADMIN:
            return None
        if user is not None and user.must_rename and not _is_for_nameless(page):
            return redirect("desk:rename")
        if request.method not in SAFE and selectors.switches_get().is_read_only:
            return _read_only(request)
        return None


def _is_for_nameless(page: ResolverMatch) -> bool:
    return page.view_name in FOR_THE_NAMELESS or page.app_name == "admin"


def _was_sent(request: HttpRequest) -> bool:
    """Tell whether a page of a barred player's was sent here to log in.

    Whoever comes to the form by himself may be somebody else, who can log in.
    """
    if request.method not in SAFE or REDIRECT_FIELD_NAME not in request.GET:
        return False
    user_id = pass_read(pass_left(request))
    return user_id is not None and bool(
        selectors.users_barred(ids={user_id}, now=timezone.now())
    )


def _read_only(request: HttpRequest) -> HttpResponse:
    answer = render(
        request, "site/read_only.html", status=HTTPStatus.SERVICE_UNAVAILABLE
    )
    add_never_cache_headers(answer)
    return answer


def _player(request: HttpRequest) -> User | None:
    # Asked for a visitor, the session would make every page his alone.
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    user = request.user
    return user if isinstance(user, User) else None
