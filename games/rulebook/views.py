"""The pages of the rule book and the rules explorer; nothing here is ever written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

from games.board.samples import social_picture
from games.rulebook.articles import article_read, structured_data
from games.rulebook.explorer import asked_read, explored, starts
from games.rulebook.pages import BY_KEY, contents, neighbours, page_url
from games.rules.errors import InvalidMessage
from games.rules.position_string import position_from_string, position_to_string

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from games.rulebook.pages import Page


@require_safe
@vary_on_cookie
def article(request: HttpRequest, key: str) -> HttpResponse:
    """Show one page; where the language does not have it yet, its index or home."""
    page, language = BY_KEY[key], get_language() or ""
    if page.entry(language) is None:
        has_index = BY_KEY["index"].entry(language)
        return redirect("rulebook:index" if has_index else "home")
    read = article_read(page, language)
    before, after = neighbours(page, language)
    return render(
        request,
        "rulebook/article.html",
        {
            "page": page,
            "picture": page.picture,
            "entry": page.entry(language),
            "article": read,
            "contents": contents(language),
            "before": before,
            "after": after,
            "canonical": request.build_absolute_uri(request.path),
            "alternates": _alternates(request, page),
            "data": structured_data(read, request.build_absolute_uri),
        },
    )


@require_safe
@vary_on_cookie
def positions(request: HttpRequest) -> HttpResponse:
    """The explorer's front door: the starts, and a field for a position string."""
    text = request.GET.get("position", "").strip()
    if not text:
        return _door(request)
    try:
        family, position = position_from_string(text)
    except InvalidMessage:
        return _door(request, wrong=text)
    return redirect("rulebook:position", text=position_to_string(position, family))


@require_safe
@vary_on_cookie
def position(request: HttpRequest, text: str) -> HttpResponse:
    """Show a position, the rolls, and the legal plays of the one that is chosen."""
    try:
        family, found = position_from_string(text)
    except InvalidMessage:
        return _door(request, wrong=text)
    plain = position_to_string(found, family)
    if plain != text:
        asked_for = request.META["QUERY_STRING"]
        where = reverse("rulebook:position", kwargs={"text": plain})
        there = f"{where}?{asked_for}" if asked_for else where
        return redirect(there, permanent=True)
    asked = asked_read(family, found, request.GET.dict())
    return render(
        request,
        "rulebook/position.html",
        {"shown": explored(asked), "picture": social_picture(asked.ruleset_key)},
    )


def _door(request: HttpRequest, wrong: str = "") -> HttpResponse:
    return render(
        request,
        "rulebook/positions.html",
        {
            "starts": starts(),
            "wrong": wrong[:60],
            "canonical": request.build_absolute_uri(request.path),
        },
        status=404 if wrong else 200,
    )


def _alternates(request: HttpRequest, page: Page) -> list[tuple[str, str]]:
    """The page's absolute address in each language that has it."""
    found = []
    for code, _ in settings.LANGUAGES:
        if code in page.languages:
            with override(code):
                address = page_url(page.key)
            found.append((code, request.build_absolute_uri(address)))
    return found
