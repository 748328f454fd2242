"""Pages of the player's own data: its download, and the end of the account."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from accounts.models import User
from games.players.account_forms import ClosingForm
from games.players.closing import account_close
from games.players.errors import MatchUnderWay
from games.players.export import player_file


@require_safe
@never_cache
@login_required
def data(request: HttpRequest) -> HttpResponse:
    """Say what the file holds, and offer it."""
    return render(request, "players/data.html")


@require_POST
@never_cache
@login_required
def data_file(request: HttpRequest) -> HttpResponse:
    """Give the player the file; a post, so that no other page can have it fetched."""
    player = _player(request)
    now = timezone.now()
    response = HttpResponse(
        player_file(user=player, now=now), content_type="application/json"
    )
    name = f"nardi-{player.username}-{now:%Y-%m-%d}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def closing(request: HttpRequest) -> HttpResponse:
    """Say what goes and what stays; close the account of who gives its password."""
    player = _player(request)
    form = ClosingForm(request.POST or None, request=request, user=player)
    if request.method == "POST" and form.is_valid():
        try:
            account_close(user=player, now=timezone.now())
        except MatchUnderWay:
            # The way back to the table stands above on the same page.
            form.add_error(None, _("Finish your match first, or resign it."))
        else:
            logout(request)
            messages.success(request, _("Your account is closed. Farewell."))
            return redirect("home")
    return render(request, "players/closing.html", {"form": form})


def _player(request: HttpRequest) -> User:
    return User.objects.get(username=request.user.get_username())
