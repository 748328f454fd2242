"""The player's settings, language, name, sessions, blocks; the news on every page."""

from functools import partial
from typing import Any

from allauth.account.views import EmailView, PasswordResetFromKeyView
from allauth.usersessions.models import UserSession
from django.conf import settings as site_settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)
from django.views.i18n import set_language

from accounts import selectors, services
from accounts.agents import agent_name
from accounts.devices import device_note
from accounts.errors import NameChangedLately, NameTaken, OutOfReach
from accounts.forms import NameForm, SettingsForm
from accounts.models import Switches, User
from accounts.names import NAME_TAKEN
from accounts.tongues import CHOSEN

# In seconds. Everybody who looks up at the same moment is told by one answer.
SWITCHES_KEPT_S = 5


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def settings(request: HttpRequest) -> HttpResponse:
    """Show the settings, or keep what was chosen."""
    player = _player(request)
    if request.method == "POST":
        # Boxes alone: every form is a valid one, an empty one unticks them all.
        SettingsForm(request.POST, instance=player).save()
        messages.success(request, _("Your settings are saved."))
        return redirect("account_settings")
    form = SettingsForm(instance=player)
    context = {"form": form, "blocked": selectors.blocks_of(user=player)}
    return render(request, "account/settings.html", context)


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Show the page in the language chosen, and remember it.

    With the account of a player; for the session of a visitor, who may be on his way
    to the log-in. While the site is read-only the browser alone remembers it.
    """
    chosen = request.POST.get("language", "")
    is_known = chosen in dict(site_settings.LANGUAGES)
    if is_known and not selectors.switches_get().is_read_only:
        if isinstance(request.user, User):
            services.language_keep(user=request.user, language=chosen)
        else:
            request.session[CHOSEN] = chosen
    response: HttpResponse = set_language(request)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def email(request: HttpRequest) -> HttpResponse:
    """Show the address and the one that is to take its place: allauth's page."""
    services.email_keep(user=_player(request))
    answer: HttpResponse = EmailView.as_view()(request)
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def name(request: HttpRequest) -> HttpResponse:
    """Ask for another name, or give it."""
    player = _player(request)
    now = timezone.now()
    next_at = selectors.name_change_next(user=player)
    if next_at and next_at <= now:
        next_at = None
    form = NameForm(request.POST or None, user=player)
    if request.method == "POST" and form.is_valid():
        try:
            services.name_change(user=player, name=form.cleaned_data["name"], now=now)
        except NameTaken:
            form.add_error("name", NAME_TAKEN)
        except NameChangedLately as refusal:
            next_at = refusal.next_at
        else:
            messages.success(request, _("Your name is changed."))
            return redirect("account_settings")
    days = selectors.NAME_CHANGE_DAYS
    context = {"form": form, "next_at": next_at, "days": days}
    return render(request, "account/name.html", context)


class PasswordResetFromKey(PasswordResetFromKeyView):  # type: ignore[misc]
    """Ask for the new password: allauth's page, to which a letter's link leads."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Set it; whoever has the mailbox logs in with this browser, come what may.

        Whatever strangers have tried in his name is not counted against him.
        """
        answer: HttpResponse = super().form_valid(form)
        device_note(self.request, answer, self.reset_user)
        return answer


@require_safe
@never_cache
@login_required
def sessions(request: HttpRequest) -> HttpResponse:
    """Show where the player is logged in."""
    shown: list[dict[str, Any]] = [
        {
            "id": session.pk,
            "name": agent_name(session.user_agent),
            "since": session.created_at,
            "is_current": session.session_key == request.session.session_key,
        }
        for session in UserSession.objects.purge_and_list(request.user)
    ]
    shown.sort(key=lambda one: (one["is_current"], one["since"]), reverse=True)
    context = {
        "sessions": shown,
        "has_others": not all(one["is_current"] for one in shown),
    }
    return render(request, "usersessions/usersession_list.html", context)


@require_POST
@never_cache
@login_required
def session_end(request: HttpRequest, session_id: int) -> HttpResponse:
    """Log out on one device."""
    player = _player(request)
    if not services.session_end(user=player, session_id=session_id):
        raise Http404
    messages.success(request, _("That device is logged out."))
    return redirect("usersessions_list")


@require_POST
@never_cache
@login_required
def sessions_end(request: HttpRequest) -> HttpResponse:
    """Log out everywhere but here."""
    services.sessions_end(user=_player(request), except_key=request.session.session_key)
    messages.success(request, _("All other devices are logged out."))
    return redirect("usersessions_list")


def _player(request: HttpRequest) -> User:
    return User.objects.get(username=request.user.get_username())


@require_POST
@login_required
def block(request: HttpRequest, name: str) -> HttpResponse:
    """Block a player, and go back to his page."""
    who, whom = _both(request, name)
    try:
        services.block_set(who=who, whom=whom, now=timezone.now())
    except OutOfReach:
        messages.error(request, _("You cannot block yourself."))
    else:
        messages.success(
            request,
            _("You and this player do not meet at a table any more: %(name)s")
            % {"name": whom.username},
        )
    return redirect("players:player", name=whom.username)


@require_POST
@login_required
def unblock(request: HttpRequest, name: str) -> HttpResponse:
    """Take a block back, and go to where it was done."""
    who, whom = _both(request, name)
    services.block_remove(who=who, whom=whom)
    messages.success(
        request, _("No longer blocked: %(name)s") % {"name": whom.username}
    )
    if request.POST.get("from") == "settings":
        return redirect("account_settings")
    return redirect("players:player", name=whom.username)


def news(request: HttpRequest) -> dict[str, Any]:
    """Give every template the switches, and how much the desk has written."""
    user = getattr(request, "user", None)
    given: dict[str, Any] = {"switches": SimpleLazyObject(_switches)}
    if isinstance(user, User):
        given["notices"] = SimpleLazyObject(
            partial(selectors.sanctions_unseen, user=user)
        )
    return given


@require_safe
@cache_control(public=True, max_age=SWITCHES_KEPT_S)
def switches(_request: HttpRequest) -> JsonResponse:
    """Tell a page that comes back into sight how the switches stand."""
    return JsonResponse(selectors.switches_get().shape)


def _switches() -> dict[str, Any]:
    """Return them for the reader; a page that needs no database has all off."""
    try:
        row = selectors.switches_get()
    except (OperationalError, InterfaceError):
        row = Switches()
    words = row.announcements.get(get_language() or "", "")
    return {**row.shape, "announcement": words}


def _both(request: HttpRequest, name: str) -> tuple[User, User]:
    """Return the player and the one of that name; 404 where there is none."""
    user = request.user
    if not isinstance(user, User):
        raise TypeError("The view asks for a log-in first.")
    try:
        return user, selectors.player_get(name=name)
    except User.DoesNotExist:
        raise Http404 from None
