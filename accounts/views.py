"""The player's own settings, and the language switch."""

from django.conf import settings as site_settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from accounts.forms import SettingsForm
from accounts.models import User
from accounts.services import language_keep
from accounts.tongues import CHOSEN


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def settings(request: HttpRequest) -> HttpResponse:
    """Show the settings, or keep what was chosen."""
    player = User.objects.get(username=request.user.get_username())
    if request.method == "POST":
        # Boxes alone: every form is a valid one, an empty one unticks them all.
        SettingsForm(request.POST, instance=player).save()
        messages.success(request, _("Your settings are saved."))
        return redirect("account_settings")
    form = SettingsForm(instance=player)
    return render(request, "account/settings.html", {"form": form})


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Show the page in the language chosen, and remember it.

    With the account of a player; for the session of a visitor, who may be on his way
    to the log-in.
    """
    chosen = request.POST.get("language", "")
    if chosen in dict(site_settings.LANGUAGES):
        if isinstance(request.user, User):
            language_keep(user=request.user, language=chosen)
        else:
            request.session[CHOSEN] = chosen
    response: HttpResponse = set_language(request)
    return response
