"""What players see of the desk: a report, what it decided, an appeal, a new name."""

import re
from http import HTTPStatus
from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from accounts import selectors as accounts
from accounts import services as account_services
from accounts.barred import pass_read
from accounts.errors import NameTaken, NoRenameDue
from accounts.models import Sanction, User
from accounts.moderation import Reason
from accounts.names import NAME_RULE, NAME_TAKEN
from accounts.wording import outcome_text, reason_text, sanction_text
from games.desk import selectors, services
from games.desk.errors import AlreadyAppealed, AlreadyReported, NotReportable
from games.desk.forms import AppealForm, ReportForm
from games.tables import selectors as tables
from games.tables.models import Status, Table

# More is not a player's distress but a script's.
REPORTS_AN_HOUR = 5
APPEALS_AN_HOUR = 5
# A decision as a page shows it: with what an appeal has made of it, or before.
SHOWN = re.compile(r"(?P<id>[0-9]{1,18}):(?P<outcome>[a-z]{0,10})")


class NameForm(forms.Form):
    """Asks a player whose name was taken away for another."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        help_text=NAME_RULE,
        widget=forms.TextInput(
            attrs={
                "autocapitalize": "none",
                "spellcheck": "false",
                "autocomplete": "off",
            }
        ),
    )

    def clean_name(self) -> str:
        """Return the name; raises ValidationError when it is not to be had."""
        name: str = get_adapter().clean_username(self.cleaned_data["name"])
        return name


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def report_player(request: HttpRequest, name: str) -> HttpResponse:
    """Report a player from his page."""
    reporter = _player(request)
    try:
        player = accounts.player_get(name=name)
    except User.DoesNotExist:
        raise Http404 from None
    if player.pk == reporter.pk:
        raise Http404
    return _report(request, reporter, [player], None)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def report_match(request: HttpRequest, slug: str) -> HttpResponse:
    """Report a player of a match, from its table or its record."""
    reporter = _player(request)
    try:
        table = tables.table_shown(slug=slug, viewer=reporter)
    except Table.DoesNotExist:
        raise Http404 from None
    seats = tables.seats_of(table)
    players = [seat.user for seat in seats if seat.user_id != reporter.pk]
    if not players:
        raise Http404
    return _report(request, reporter, players, table)


@require_safe
@never_cache
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """Show a player what the desk has decided about him."""
    return _mine(request, _player(request))


@require_POST
@login_required
def read(request: HttpRequest) -> HttpResponse:
    """Note what the player has read: what the page with the button showed."""
    found = (SHOWN.fullmatch(one) for one in request.POST.getlist("shown"))
    account_services.sanctions_read(
        user=_player(request),
        shown=[(int(one["id"]), one["outcome"]) for one in found if one],
        now=timezone.now(),
    )
    return redirect("desk:mine")


@require_POST
@login_required
def appeal(request: HttpRequest, sanction_id: int) -> HttpResponse:
    """Take an appeal against a decision."""
    user = _player(request)
    form = _appeal_form(sanction_id, request.POST)
    if not form.is_valid():
        return _mine(request, user, form, sanction_id)
    _appealed(request, user, sanction_id, form)
    return redirect("desk:mine")


@require_safe
@never_cache
def barred(request: HttpRequest, token: str) -> HttpResponse:
    """Tell a barred player why and until when, and what else holds against him."""
    user = _barred(token)
    if user is None:
        return redirect("account_login")
    return _door(request, user, token)


@require_POST
@never_cache
def appeal_barred(request: HttpRequest, token: str, sanction_id: int) -> HttpResponse:
    """Take a barred player's appeal against any decision that holds."""
    user = _barred(token)
    if user is None:
        return redirect("account_login")
    form = _appeal_form(sanction_id, request.POST)
    if not form.is_valid():
        return _door(request, user, token, form, sanction_id)
    _appealed(request, user, sanction_id, form)
    return redirect("desk:barred", token=token)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def rename(request: HttpRequest) -> HttpResponse:
    """Have a player whose name was taken away choose another."""
    user = _player(request)
    if not user.must_rename:
        return redirect("players:player", name=user.username)
    form = NameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            account_services.name_choose(user=user, name=form.cleaned_data["name"])
        except NameTaken:
            form.add_error("name", ValidationError(NAME_TAKEN))
        except NoRenameDue:
            return redirect("tables:lobby")
        else:
            messages.success(request, _("Your new name is saved."))
            return redirect("tables:lobby")
    sanction = accounts.sanction_renaming(user=user)
    context: dict[str, Any] = {"form": form}
    if sanction is not None:
        appealed = selectors.appeals_of(user=user)
        context["decision"] = _decision(sanction, appealed)
    return render(request, "desk/rename.html", context, status=_status(form))


def _report(
    request: HttpRequest, reporter: User, players: list[User], table: Table | None
) -> HttpResponse:
    form = ReportForm(request.POST or None, names=[one.username for one in players])
    if request.method == "POST" and form.is_valid():
        meant = form.cleaned_data.get("player", players[0].username)
        player = next(one for one in players if one.username == meant)
        if _made(request, reporter, player, table, form):
            # A player of a match may have closed his account: he has no page.
            return (
                redirect("players:player", name=player.username)
                if table is None
                else _to_match(table)
            )
    context = {"form": form, "players": players, "table": table}
    return render(request, "desk/report.html", context, status=_status(form))


def _to_match(table: Table) -> HttpResponse:
    is_over = table.status in (Status.FINISHED, Status.VOID)
    return redirect("tables:record" if is_over else "tables:table", slug=table.slug)


def _made(
    request: HttpRequest,
    reporter: User,
    player: User,
    table: Table | None,
    form: ReportForm,
) -> bool:
    """Report; tell whether the form is done with."""
    if not _allowed(f"desk:reports:{reporter.pk}", REPORTS_AN_HOUR):
        form.add_error(
            None, _("That is a lot of reports at once. Try again in an hour.")
        )
        return False
    try:
        services.report_make(
            reporter=reporter,
            player=player,
            table=table,
            reason=Reason(form.cleaned_data["reason"]),
            text=form.cleaned_data["text"],
            now=timezone.now(),
        )
    except AlreadyReported:
        messages.info(
            request, _("You have reported this already; the desk will look at it.")
        )
    except NotReportable:
        raise Http404 from None
    else:
        messages.success(request, _("Thank you. The desk will look at it."))
    return True


def _mine(
    request: HttpRequest,
    user: User,
    form: AppealForm | None = None,
    sanction_id: int | None = None,
) -> HttpResponse:
    given = accounts.sanctions_of(user=user)
    decisions = _decisions(user, given, form, sanction_id)
    context = {
        "decisions": decisions,
        "is_news": any(one["sanction"].seen_at is None for one in decisions),
    }
    status = _status(form) if form else HTTPStatus.OK
    return render(request, "desk/mine.html", context, status=status)


def _barred(token: str) -> User | None:
    """Return the player whose pass it is, while he is kept out."""
    user_id = pass_read(token)
    user = User.objects.filter(pk=user_id).first() if user_id else None
    return user if user and user.is_barred(timezone.now()) else None


def _door(
    request: HttpRequest,
    user: User,
    token: str,
    form: AppealForm | None = None,
    sanction_id: int | None = None,
) -> HttpResponse:
    # He reads nothing elsewhere as long as he is out: what does not bar him, too.
    holding = accounts.sanctions_holding(user=user, now=timezone.now())
    decisions = _decisions(user, holding, form, sanction_id)
    context = {"decisions": decisions, "token": token}
    status = _status(form) if form else HTTPStatus.OK
    return render(request, "desk/barred.html", context, status=status)


def _decisions(
    user: User,
    given: list[Sanction],
    form: AppealForm | None,
    sanction_id: int | None,
) -> list[dict[str, Any]]:
    """Return what is shown of each, one perhaps with what is wrong in an appeal."""
    appealed = selectors.appeals_of(user=user)
    decisions = [_decision(sanction, appealed) for sanction in given]
    for decision in decisions:
        if form and decision["sanction"].pk == sanction_id:
            decision["form"] = form
    return decisions


def _appeal_form(sanction_id: int, data: QueryDict | None = None) -> AppealForm:
    """Return the form, which may stand on a page beside others of its kind."""
    return AppealForm(data, auto_id=f"appeal_{sanction_id}_%s")


def _decision(sanction: Sanction, appealed: set[int]) -> dict[str, Any]:
    return {
        "sanction": sanction,
        "text": sanction_text(sanction),
        "reason": reason_text(sanction),
        "outcome": outcome_text(sanction),
        "is_appealed": sanction.pk in appealed or bool(sanction.outcome),
        "form": _appeal_form(sanction.pk),
    }


def _appealed(
    request: HttpRequest, user: User, sanction_id: int, form: AppealForm
) -> None:
    if not _allowed(f"desk:appeals:{user.pk}", APPEALS_AN_HOUR):
        messages.error(request, _("Too many attempts. Please try again in an hour."))
        return
    try:
        services.appeal_make(
            player=user,
            sanction_id=sanction_id,
            text=form.cleaned_data["text"],
            now=timezone.now(),
        )
    except Sanction.DoesNotExist:
        raise Http404 from None
    except AlreadyAppealed:
        messages.info(request, _("Another moderator will hear your appeal."))
    else:
        messages.success(request, _("Another moderator will hear your appeal."))


def _allowed(key: str, most: int) -> bool:
    cache.add(key, 0, timeout=3600)
    try:
        return cache.incr(key) <= most
    except ValueError:
        # The hour ended between the two calls.
        return True


def _status(form: forms.Form) -> int:
    return HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK


def _player(request: HttpRequest) -> User:
    user = request.user
    if not isinstance(user, User):
        raise TypeError("The view asks for a log-in first.")
    return user
