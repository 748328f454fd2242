"""A player's page, and the form on one's own."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import selectors as accounts
from accounts.models import User
from accounts.moderation import FOREVER
from games.players import selectors, services
from games.players.forms import TextForm
from games.tables.forms import RULESET_NAMES
from games.tables.record_text import RESULT_NAMES


@require_safe
@never_cache
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player; an address in other letters leads to the right one."""
    try:
        found = accounts.player_get(name=name)
    except User.DoesNotExist:
        raise Http404 from None
    if not found.is_active:
        raise Http404
    if found.username != name or request.path.endswith("/"):
        return redirect("players:player", name=found.username)
    return _shown(request, found)


@require_POST
@login_required
def text(request: HttpRequest) -> HttpResponse:
    """Keep what the player writes about himself."""
    user = _viewer(request)
    if user is None:
        raise TypeError("The view asks for a log-in first.")
    form = TextForm(request.POST)
    if not form.is_valid():
        return _shown(request, user, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    services.text_set(user=user, text=form.cleaned_data["text"])
    messages.success(request, _("Your text is saved."))
    return redirect("players:player", name=user.username)


def _shown(
    request: HttpRequest,
    found: User,
    form: TextForm | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    viewer = _viewer(request)
    is_me = viewer is not None and viewer.pk == found.pk
    about = selectors.text_of(user=found)
    context: dict[str, Any] = {
        "player": found,
        "about": about,
        "is_me": is_me,
        "is_closed": found.barred_until == FOREVER,
        "form": form or (TextForm(initial={"text": about}) if is_me else None),
        "matches": [
            {"tally": tally, "game": RULESET_NAMES[tally.ruleset]}
            for tally in selectors.matches_tally(user=found)
        ],
        "games": [
            {
                "tally": tally,
                "game": RULESET_NAMES[tally.ruleset],
                "worth": RESULT_NAMES[tally.kind],
            }
            for tally in selectors.games_tally(user=found)
        ],
        "recent": [
            {"match": match, "game": RULESET_NAMES[match.ruleset]}
            for match in selectors.matches_recent(user=found, viewer=viewer)
        ],
    }
    if viewer is not None and not is_me:
        context["between"] = selectors.between(user=viewer, other=found)
        context["is_blocked"] = accounts.is_blocked(who=viewer, whom=found)
    return render(request, "players/player.html", context, status=status)


def _viewer(request: HttpRequest) -> User | None:
    user = request.user
    return user if isinstance(user, User) else None
