"""The site's own pages: the front door."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

from games.board.samples import MIDDLE_GAME
from games.tables import selectors


@require_safe
@vary_on_cookie
def home(request: HttpRequest) -> HttpResponse:
    """Show a visitor what this is; take a player to the lobby."""
    if request.user.is_authenticated:
        return redirect("tables:lobby")
    return render(
        request,
        "site/home.html",
        {
            "sides": MIDDLE_GAME,
            "live": selectors.table_in_play(),
            "canonical": request.build_absolute_uri(request.path),
        },
    )
