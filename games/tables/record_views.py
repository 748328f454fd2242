"""The record of a match that has ended: its page, its replay, its downloads."""

from typing import Any

from csp.constants import SELF
from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from accounts.wording import player_name
from games.board.samples import social_picture
from games.rules.transcript import Transcript
from games.tables import records, selectors
from games.tables.models import Seat, Table
from games.tables.record_text import record_text as text_written
from games.tables.record_text import result_words

Json = dict[str, Any]

A_YEAR_S = 365 * 24 * 3600


@require_safe
@never_cache
def record(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a match: complete without scripts, and with them a replay.

    The record never changes, but the page around it says who is logged in.
    """
    return _record(request, slug)


@require_safe
@never_cache
@xframe_options_sameorigin
# The decorator's own annotation forgets that views have arguments.
@csp_replace({"frame-ancestors": [SELF]})  # type: ignore[arg-type]
def record_framed(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a match without the site around it, inside a page of the site's own."""
    return _record(request, slug, is_framed=True)


def _record(
    request: HttpRequest, slug: str, *, is_framed: bool = False
) -> HttpResponse:
    table, seats = _record_read(request, slug)
    transcript = records.transcript_of(table)
    shape = records.record_shape(table, seats, transcript)
    you = selectors.seat_number(seats, request.user.pk)
    games = _games(transcript, shape)
    return render(
        request,
        "tables/record.html",
        {
            "record": shape,
            "picture": social_picture(table.ruleset),
            "table": table,
            "games": games,
            "explorer": games[-1]["explorer"] if games else "",
            "final": records.final_state(table, transcript),
            "viewer": you or 0,
            "has_mat": records.is_mat(transcript),
            "is_framed": is_framed,
            "link_target": "_blank" if is_framed else "",
        },
    )


@require_safe
def record_text(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the match as a text, in the language of the address."""
    table, seats = _record_read(request, slug)
    address = request.build_absolute_uri(reverse("tables:record", args=[slug]))
    text = text_written(table, seats, address)
    return _download(table, HttpResponse(text, "text/plain; charset=utf-8"), "txt")


@require_safe
def record_json(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the match as JSON."""
    table, seats = _record_read(request, slug)
    return _download(table, JsonResponse(records.record_shape(table, seats)), "json")


@require_safe
def record_mat(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the match for GNU Backgammon; there is none of the long family."""
    table, seats = _record_read(request, slug)
    try:
        text = records.record_mat(table, seats)
    except ValueError:
        raise Http404 from None
    return _download(table, HttpResponse(text, "text/plain; charset=utf-8"), "mat")


def _record_read(request: HttpRequest, slug: str) -> tuple[Table, list[Seat]]:
    """Return the table and its seats; 404 while it is played, or not for this eye."""
    try:
        table = records.record_table(slug=slug)
    except Table.DoesNotExist:
        raise Http404 from None
    seats = selectors.seats_of(table)
    is_for_two = table.is_private and not request.user.has_perm(selectors.VIEW_TABLE)
    if is_for_two and selectors.seat_number(seats, request.user.pk) is None:
        raise Http404
    return table, seats


def _download(table: Table, response: HttpResponse, ending: str) -> HttpResponse:
    name = f"nardi-{table.slug}.{ending}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    whose = "private" if table.is_private else "public"
    response["Cache-Control"] = f"{whose}, max-age={A_YEAR_S}, immutable"
    return response


def _games(transcript: Transcript, shape: Json) -> list[Json]:
    """Return the games with, for each position, its anchor and its explorer."""
    explorer = reverse("rulebook:positions")
    first, second = map(player_name, shape["players"])
    names = (first, second)
    games = []
    for game, told in zip(transcript.games, shape["games"], strict=True):
        start, *after = (
            {"key": f"g{game.number}m{number}", "explorer": f"{explorer}{path}"}
            for number, path in enumerate(records.explorer_paths(transcript, game))
        )
        lines = [
            {**line, "turn": turn, "is_white": turn["seat"] == game.white}
            for line, turn in zip(after, told["turns"], strict=True)
        ]
        games.append(
            {
                **told,
                "begin": start,
                "lines": lines,
                "explorer": [start, *lines][-1]["explorer"],
                "words": result_words(game.result, names) if game.result else "",
            }
        )
    return games
