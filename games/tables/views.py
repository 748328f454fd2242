"""Pages of lobby and table; create, join and cancel as ordinary posts."""

from datetime import timedelta
from functools import partial
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_stubs_ext import StrPromise

from accounts.models import User
from accounts.selectors import block_between, names_apart
from coins.errors import CoinRefusal
from coins.wording import refusal_text
from games.board.samples import DOOR_SIDES, social_picture
from games.rules.rulesets import RULESETS
from games.tables import selectors, services
from games.tables.errors import (
    AlreadySeated,
    Barred,
    Blocked,
    NoNewTables,
    NotPlaying,
    NotSeated,
    OwnTable,
    Refusal,
    SeatTaken,
)
from games.tables.forms import RULESET_NAMES, RULESET_SENTENCES, TableForm
from games.tables.models import Table

# A person opens a table a few times an hour; a script, many times a second.
CREATES_A_MINUTE = 10

REFUSALS: dict[type[Refusal], StrPromise] = {
    Barred: _("This account may not sit down at a table."),
    Blocked: _("You and this player do not meet at a table. Choose another one."),
    NoNewTables: _("No new match can begin just now. Please try again later."),
    AlreadySeated: _("You already have a table: finish or cancel that one first."),
    NotPlaying: _("The match has begun: it can no longer be cancelled."),
    NotSeated: _("Only the player who opened the table can cancel it."),
    OwnTable: _("This is your own table: wait for an opponent."),
    SeatTaken: _("This table is taken: choose another one."),
}


@require_safe
@never_cache
@login_required
def lobby(request: HttpRequest) -> HttpResponse:
    """Show open tables, one's own table and the form for a new one."""
    return _lobby(request, TableForm())


@require_POST
def table_create(request: HttpRequest) -> HttpResponse:
    """Open a table and go to it."""
    user = request.user
    if not isinstance(user, User):
        return redirect_to_login(reverse("tables:lobby"))
    form = TableForm(request.POST)
    if not form.is_valid():
        return _lobby(request, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    a_minute_ago = timezone.now() - timedelta(minutes=1)
    # Asked of the rows: a table can be made while Redis is away.
    if selectors.tables_made(user=user, since=a_minute_ago) >= CREATES_A_MINUTE:
        messages.error(
            request, _("That is a lot of tables at once. Try again in a minute.")
        )
        return redirect("tables:lobby")
    try:
        table = services.table_create(
            user=user,
            ruleset=form.cleaned_data["ruleset"],
            target=form.cleaned_data["target"],
            move_seconds=form.cleaned_data["move_seconds"],
            entry_coins=form.cleaned_data["entry_coins"],
            is_private=form.cleaned_data["is_private"],
            now=timezone.now(),
        )
    except AlreadySeated as refusal:
        messages.error(request, REFUSALS[AlreadySeated])
        return _to_table(refusal.detail["slug"])
    except (Barred, NoNewTables) as refusal:
        messages.error(request, REFUSALS[type(refusal)])
        return redirect("tables:lobby")
    except CoinRefusal as refusal:
        form.add_error("entry_coins", refusal_text(refusal))
        return _lobby(request, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    return _to_table(table.slug)


@require_POST
def table_join(request: HttpRequest, slug: str) -> HttpResponse:
    """Sit down and go to the table."""
    user = request.user
    if not isinstance(user, User):
        return _login_first(slug)
    try:
        services.table_join(user=user, slug=slug, now=timezone.now())
    except Table.DoesNotExist:
        raise Http404 from None
    except CoinRefusal as refusal:
        messages.error(request, refusal_text(refusal))
        is_private = selectors.table_get(slug=slug).is_private
        # Who came by a private link has nothing to seek in the lobby.
        return _to_table(slug) if is_private else redirect("tables:lobby")
    except Refusal as refusal:
        return _join_refused(request, user, slug, refusal)
    return _to_table(slug)


@require_POST
def table_cancel(request: HttpRequest, slug: str) -> HttpResponse:
    """Close one's own open table and go to the lobby."""
    user = request.user
    if not isinstance(user, User):
        return _login_first(slug)
    try:
        services.table_cancel(user=user, slug=slug, now=timezone.now())
    except Table.DoesNotExist:
        raise Http404 from None
    except NotSeated as refusal:
        messages.error(request, REFUSALS[type(refusal)])
    except NotPlaying:
        if _is_begun(slug):
            messages.error(request, REFUSALS[NotPlaying])
            return _to_table(slug)
    return redirect("tables:lobby")


@require_safe
@never_cache
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a table: to its players to play, to others to join or to watch."""
    try:
        snapshot = selectors.table_snapshot(
            slug=slug, user_id=request.user.pk, now=timezone.now()
        )
    except Table.DoesNotExist:
        raise Http404 from None
    if snapshot["state"]["phase"] == "cancelled":
        return render(request, "tables/cancelled.html", status=HTTPStatus.GONE)
    picture = {"picture": social_picture(snapshot["table"]["ruleset"])}
    if snapshot["state"]["phase"] == "waiting" and snapshot["you"] is None:
        context = {
            "table": snapshot["table"],
            "apart": REFUSALS[Blocked] if _is_apart(request, slug) else "",
            **picture,
        }
        return render(request, "tables/invitation.html", context)
    is_for_two = snapshot["table"]["private"] and snapshot["you"] is None
    if is_for_two and not request.user.has_perm(selectors.VIEW_TABLE):
        raise Http404
    return render(
        request,
        "tables/table.html",
        {
            "table": snapshot["table"],
            "snapshot": snapshot,
            **picture,
            "you": snapshot["you"],
            "is_waiting": snapshot["state"]["phase"] == "waiting",
            "link": request.build_absolute_uri(),
            "urls": {
                "socket": f"/ws/table/{slug}/",
                "lobby": reverse("tables:lobby"),
                "cancel": reverse("tables:cancel", args=[slug]),
            },
        },
    )


def _is_apart(request: HttpRequest, slug: str) -> bool:
    """Return whether the reader never meets who waits there."""
    if not isinstance(request.user, User):
        return False
    seats = selectors.seats_of(selectors.table_get(slug=slug))
    others = [seat.user_id for seat in seats]
    return block_between(user_id=request.user.pk, others=others)


def _lobby(
    request: HttpRequest, form: TableForm, status: int = HTTPStatus.OK
) -> HttpResponse:
    user = _player(request)
    context: dict[str, Any] = {
        "open_tables": selectors.tables_open_to(
            user.username, names_apart(user=user), selectors.tables_open()
        ),
        "my_seat": selectors.seat_active(user=user),
        "live_tables": selectors.tables_live_to(user.username, selectors.tables_live()),
        "form": form,
        "doors": _doors(form),
        "ruleset_names": RULESET_NAMES,
    }
    return render(request, "tables/lobby.html", context, status=status)


def _doors(form: TableForm) -> list[dict[str, Any]]:
    """Return a door for each rule set: its radio button, words and board."""
    return [
        {
            "radio": radio,
            "key": key,
            "name": RULESET_NAMES[key],
            "sentence": RULESET_SENTENCES[key],
            "family": RULESETS[key].family,
            "sides": DOOR_SIDES[key],
        }
        for radio, key in zip(form["ruleset"], RULESET_NAMES, strict=True)
    ]


def _player(request: HttpRequest) -> User:
    user = request.user
    if not isinstance(user, User):
        raise TypeError("The view asks for a log-in first.")
    return user


def _login_first(slug: str) -> HttpResponse:
    # What was posted is not posted again; the table's page offers it again.
    return redirect_to_login(reverse("tables:table", args=[slug]))


def _to_table(slug: str) -> HttpResponse:
    return redirect("tables:table", slug=slug)


def _join_refused(
    request: HttpRequest, user: User, slug: str, refusal: Refusal
) -> HttpResponse:
    match refusal:
        case AlreadySeated():
            messages.error(request, REFUSALS[AlreadySeated])
            return _to_table(refusal.detail["slug"])
        case SeatTaken() if not _is_seated(user, slug):
            messages.error(request, REFUSALS[SeatTaken])
            return redirect("tables:lobby")
        case Barred() | Blocked() | NoNewTables():
            messages.error(request, REFUSALS[type(refusal)])
            return redirect("tables:lobby")
        case OwnTable() if not _is_begun(slug):
            # The second of two clicks needs no word: the first has seated him.
            messages.error(request, REFUSALS[OwnTable])
    return _to_table(slug)


def _is_seated(user: User, slug: str) -> bool:
    return selectors.seat_get(slug=slug, user_id=user.pk) is not None


def _is_begun(slug: str) -> bool:
    return selectors.table_get(slug=slug).state is not None


def way_back(request: HttpRequest) -> dict[str, Any]:
    """Give every template the player's own live match, if it asks for it."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {}
    return {"way_back": SimpleLazyObject(partial(_live_seat, user))}


def _live_seat(user: User) -> dict[str, Any] | None:
    seat = selectors.seat_active(user=user)
    return seat if seat and seat["phase"] != "waiting" else None
