"""The page "My coins": balance, gifts by a button, the statement and its CSV."""

import csv
from collections.abc import Callable
from datetime import datetime, timedelta
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from coins import selectors, services
from coins.errors import CoinRefusal
from coins.forms import StatementForm
from coins.models import Reason, Transfer
from coins.terms import DAY_ZONE
from coins.wording import refusal_text

LINES_A_PAGE = 25


@require_safe
@never_cache
@login_required
def my_coins(request: HttpRequest) -> HttpResponse:
    """Show what the player has, what he may claim, and all that moved."""
    user, now = _player(request), timezone.now()
    services.wallet_ensure(user=user, now=now)
    form = StatementForm(request.GET)
    lines = selectors.statement(user=user, **form.narrowing())
    page = Paginator(lines, LINES_A_PAGE).get_page(request.GET.get("page"))
    gift = selectors.gift_next(user=user, now=now)
    return render(
        request,
        "coins/mine.html",
        {
            "wallet": selectors.wallet_get(user=user),
            "at_tables": selectors.coins_at_tables(user=user),
            "gift": gift,
            "top_up": selectors.top_up_next(user=user, now=now),
            "wait": _wait(gift.next_at, now),
            "form": form,
            "page": page,
            "lines": [{**line, "label": Reason(line["reason"]).label} for line in page],
            "filters": _filters(request),
        },
    )


@require_POST
@login_required
def gift(request: HttpRequest) -> HttpResponse:
    """Take the gift of the day; twice is once."""
    return _claimed(request, services.gift_claim, _("Today's gift is in your wallet."))


@require_POST
@login_required
def top_up(request: HttpRequest) -> HttpResponse:
    """Take the top-up of the day; twice is once."""
    return _claimed(
        request, services.top_up_claim, _("Today's top-up is in your wallet.")
    )


@require_safe
@never_cache
@login_required
def statement_csv(request: HttpRequest) -> HttpResponse:
    """Give the statement, narrowed down as on the page, as a file; all of it."""
    lines = selectors.statement(
        user=_player(request), **StatementForm(request.GET).narrowing()
    )
    response = HttpResponse(
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="domino-coin.csv"'},
    )
    # Without it spreadsheets take the letters for those of another alphabet.
    response.write("\ufeff")
    sheet = csv.writer(response)
    sheet.writerow(
        [_("Time in Tbilisi"), _("Reason"), _("Table"), _("Coins"), _("Balance")]
    )
    for line in lines:
        at: datetime = line["at"].astimezone(DAY_ZONE)
        sheet.writerow(
            [
                f"{at:%Y-%m-%d %H:%M:%S}",
                Reason(line["reason"]).label,
                line["table_slug"],
                line["coins"],
                line["balance"],
            ]
        )
    return response


@require_safe
@never_cache
def balance(request: HttpRequest) -> HttpResponse:
    """Say what the player has, as his open pages are told; nothing to a visitor."""
    user = request.user
    wallet = selectors.wallet_find(user=user) if isinstance(user, User) else None
    if wallet is None:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return JsonResponse({"balance": wallet.balance, "version": wallet.version})


def _player(request: HttpRequest) -> User:
    user = request.user
    if not isinstance(user, User):
        raise TypeError("The view asks for a log-in first.")
    return user


def _claimed(
    request: HttpRequest, claim: Callable[..., Transfer], done: str
) -> HttpResponse:
    user = _player(request)
    before = selectors.wallet_find(user=user)
    try:
        transfer = claim(user=user, now=timezone.now())
    except CoinRefusal as refusal:
        messages.error(request, refusal_text(refusal))
    else:
        # The first of the day is the answer to every later one.
        is_new = before is None or transfer.pk > before.version
        told = done if is_new else _("You have had this today. The day is Tbilisi's.")
        messages.success(request, told)
    return redirect("coins:mine")


def _wait(until: datetime, now: datetime) -> dict[str, int]:
    """Return the time until then in whole hours and minutes, none too short."""
    minutes = -((now - until) // timedelta(minutes=1))
    return {"hours": minutes // 60, "minutes": minutes % 60}


def _filters(request: HttpRequest) -> str:
    """Return the query of this page's filters, for links to its other pages."""
    query = request.GET.copy()
    query.pop("page", None)
    return query.urlencode()
