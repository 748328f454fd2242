"""The desk in the admin: the queue, a page a case, the operators' switches.

Nothing but the services writes; each act is a button on the case's page.
"""

from datetime import timedelta
from http import HTTPStatus
from typing import Any

from csp.constants import SELF
from csp.decorators import csp_update
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils import text, timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django_stubs_ext import StrPromise

from accounts import selectors as accounts
from accounts import services as account_services
from accounts.admin import ReadOnly, player_column
from accounts.errors import (
    AccountGone,
    AccountRefusal,
    AlreadyDecided,
    NameGone,
    OutOfReach,
    SwitchedMeanwhile,
)
from accounts.models import Switches, User
from accounts.moderation import Kind, Outcome, Reason
from accounts.wording import ACCOUNT_GONE, OUT_OF_REACH, OWN_WALLET
from coins.errors import OwnWallet
from games.desk import selectors, services
from games.desk.errors import CaseClosed, DeskRefusal, NothingToDo, OwnCase
from games.desk.forms import DAYS, ActForm, SwitchesForm
from games.desk.models import Case, CaseKind
from games.desk.services import Act
from games.tables.errors import NotPlaying, OwnMatch, Refusal
from games.tables.forms import RULESET_NAMES
from games.tables.models import Table

REFUSALS: dict[type[Exception], StrPromise] = {
    CaseClosed: _("This case is closed."),
    AccountGone: ACCOUNT_GONE,
    AlreadyDecided: _("This has been done in this case before."),
    NameGone: _("His name is taken away already; he has yet to choose another."),
    OwnCase: _("This case concerns you: another moderator must look at it."),
    OwnMatch: _("This is a match of your own: another moderator must look at it."),
    OutOfReach: OUT_OF_REACH,
    OwnWallet: OWN_WALLET,
    NothingToDo: _("There is nothing that this could be done to."),
    NotPlaying: _("The match is over, or void already."),
}

# From two days on a case's age is told in days.
HOURS_SHOWN = 48

ACT = "desk.act_case"
# What each act takes; whoever may lift it must have been able to do it.
PERMISSIONS: dict[Kind, str] = {
    Kind.WARN: ACT,
    Kind.SUSPEND: ACT,
    Kind.RENAME: ACT,
    Kind.CLEAR: ACT,
    Kind.CLOSE: "desk.close_player",
    Kind.FREEZE: "coins.freeze_account",
    Kind.VOID: "desk.rule_match",
    Kind.ADJUDICATE: "desk.rule_match",
    Kind.END: "desk.rule_match",
}
OF_PLAYERS = (
    Kind.WARN,
    Kind.CLEAR,
    Kind.RENAME,
    Kind.SUSPEND,
    Kind.FREEZE,
    Kind.CLOSE,
)
ACT_NAMES: dict[Kind, StrPromise] = {
    Kind.WARN: _("Warn"),
    Kind.CLEAR: _("Clear the text"),
    Kind.RENAME: _("Take the name away"),
    Kind.SUSPEND: _("Suspend"),
    Kind.FREEZE: _("Freeze the wallet"),
    Kind.CLOSE: _("Close the account"),
}


@admin.register(Case)
class CaseAdmin(ReadOnly, admin.ModelAdmin[Case]):
    """The queue, the heaviest and oldest first; a case on one page."""

    # What a narrow screen leaves in sight is what the order follows from.
    list_display = (
        *("__str__", "reason", "player_said", "weight", "age", "reporter_said"),
    )
    list_filter = ("kind", "reason")
    list_select_related = ("player", "reporter")
    search_fields = ("player__username", "reporter__username", "table__slug")
    show_full_result_count = False

    player_said = player_column("player", _("player"))
    reporter_said = player_column("reporter", _("reported by"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Case]:
        """Leave closed ones out, unless they are looked for.

        Whom a case concerns is not told of it: who reported him stands there.
        """
        staff = _staff(request, "desk.view_case")
        is_search = bool(request.GET.get("q"))
        cases = selectors.cases_all() if is_search else selectors.cases_open()
        return cases.exclude(selectors.concerning(staff))

    @admin.display(description=_("age"), ordering="opened_at")
    def age(self, case: Case) -> str:
        """Return how long the case has waited, in hours or days."""
        hours = (timezone.now() - case.opened_at) // timedelta(hours=1)
        if hours < HOURS_SHOWN:
            return ngettext("%(count)s hour", "%(count)s hours", hours) % {
                "count": hours
            }
        days = hours // 24
        return ngettext("%(count)s day", "%(count)s days", days) % {"count": days}

    def get_urls(self) -> list[URLPattern]:
        """Put the site's own page of a case in the place of Django's."""
        return [
            path(
                "<int:case_id>/change/",
                self.admin_site.admin_view(self.case),
                name="desk_case_change",
            ),
            *super().get_urls(),
        ]

    @method_decorator(csp_update({"frame-src": [SELF]}))
    def case(self, request: HttpRequest, case_id: int) -> HttpResponse:
        """Show a case with all that belongs to it, or act on it."""
        staff = _staff(request, "desk.view_case")
        try:
            case = selectors.case_get(case_id=case_id)
        except Case.DoesNotExist:
            raise Http404 from None
        if Case.objects.filter(selectors.concerning(staff), pk=case.pk).exists():
            raise PermissionDenied
        form = ActForm(request.POST or None, initial={"reason": case.reason})
        if request.method == "POST":
            if form.is_valid() and self._acted(request, staff, case, form):
                return redirect("admin:desk_case_change", case.pk)
            if not form.is_valid():
                wrong: Any = form.errors.get("note") or [_("Choose a reason.")]
                for error in wrong:
                    messages.error(request, error)
        context = {
            **self.admin_site.each_context(request),
            **_context(case, staff),
            "opts": self.opts,
            "form": form,
        }
        status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
        return render(request, "admin/desk/case/page.html", context, status=status)

    def _acted(
        self, request: HttpRequest, staff: User, case: Case, form: ActForm
    ) -> bool:
        """Do what the button says; tell why where it cannot be done."""
        try:
            _carry_out(staff, case, form.cleaned_data)
        except (DeskRefusal, AccountRefusal, OwnWallet, Refusal) as refusal:
            if type(refusal) not in REFUSALS:
                raise
            messages.error(request, REFUSALS[type(refusal)])
        else:
            messages.success(request, _("Done; it is in the audit entries."))
        return True


@admin.register(Switches)
class SwitchesAdmin(ReadOnly, admin.ModelAdmin[Switches]):
    """The operators' switches: one page, and a reason for every change."""

    def get_urls(self) -> list[URLPattern]:
        """There is one row: the list is its page."""
        return [
            path(
                "",
                self.admin_site.admin_view(self.switches),
                name="accounts_switches_changelist",
            ),
        ]

    def switches(self, request: HttpRequest) -> HttpResponse:
        """Show the switches, or set them."""
        staff = _staff(request, "accounts.view_switches")
        may_change = staff.has_perm("accounts.change_switches")
        form = SwitchesForm(request.POST or None, instance=accounts.switches_get())
        if request.method == "POST":
            if not may_change:
                raise PermissionDenied
            if form.is_valid() and _switched(staff, form):
                messages.success(request, _("Done; it is in the audit entries."))
                return redirect("admin:accounts_switches_changelist")
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            # Asked for by its module: the site puts its own there.
            "title": text.capfirst(self.opts.verbose_name_plural),
            "form": form,
            "may_change": may_change,
        }
        status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
        template = "admin/accounts/switches/page.html"
        return render(request, template, context, status=status)


def _switched(staff: User, form: SwitchesForm) -> bool:
    """Set the switches; tell whether the form was not too old for that."""
    try:
        account_services.switches_set(
            actor=staff, now=timezone.now(), **form.cleaned_data
        )
    except SwitchedMeanwhile:
        form.add_error(
            None,
            _(
                "The switches have been changed since this page was opened. "
                "Open it again."
            ),
        )
        return False
    return True


def _staff(request: HttpRequest, permission: str) -> User:
    staff = request.user
    if not isinstance(staff, User) or not staff.has_perm(permission):
        raise PermissionDenied
    return staff


def _allowed(staff: User, permission: str) -> None:
    if not staff.has_perm(permission):
        raise PermissionDenied


def _carry_out(staff: User, case: Case, wanted: dict[str, Any]) -> None:
    """Carry out the button that was pressed, by whoever may; raises refusals."""
    pressed: str = wanted["act"]
    now = timezone.now()
    if pressed == "dismiss":
        _allowed(staff, ACT)
        services.case_close(case_id=case.pk, actor=staff, note=wanted["note"], now=now)
        return
    if pressed in ("uphold", "lift"):
        _allowed(staff, ACT)
        if case.sanction is None:
            raise NothingToDo
        _allowed(staff, PERMISSIONS[Kind(case.sanction.kind)])
        services.appeal_decide(
            case_id=case.pk,
            outcome=Outcome.UPHELD if pressed == "uphold" else Outcome.LIFTED,
            note=wanted["note"],
            actor=staff,
            now=now,
        )
        return
    winner: int | None = None
    if pressed.startswith(Kind.ADJUDICATE):
        pressed, winner = Kind.ADJUDICATE.value, int(pressed[-1])
    kind = Kind(pressed)
    _allowed(staff, PERMISSIONS[kind])
    act = Act(
        kind=kind,
        reason=Reason(wanted["reason"]),
        note=wanted["note"],
        on_reporter=wanted["on"] == "reporter",
        days=wanted["days"],
        winner=winner,
    )
    services.act_carry_out(case_id=case.pk, act=act, actor=staff, now=now)


def _context(case: Case, staff: User) -> dict[str, Any]:
    now = timezone.now()
    behind = selectors.case_behind(sanction=case.sanction) if case.sanction else None
    # An appeal is about the match that the decision was about.
    table = case.table or (behind.table if behind else None)
    reporter = case.reporter or (behind.reporter if behind else None)
    other = _other(case.player, table) or reporter
    match = selectors.match_shape(table) if table else None
    is_report = case.kind == CaseKind.REPORT
    people = [(_("Player"), "player", case.player)]
    if reporter is not None:
        people.append((_("Reported by"), "reporter" if is_report else "", reporter))
    if other is not None and other != reporter:
        people.append((_("Opponent"), "", other))
    return {
        "title": case,
        "case": case,
        "behind": behind,
        "is_report": is_report,
        "is_closed": case.closed_at is not None,
        "may_act": staff.has_perm(ACT),
        "people": [
            {
                "role": role,
                "on": on,
                **selectors.player_shape(
                    user=user,
                    case=case,
                    report=case if is_report else behind,
                    viewer=staff,
                    now=now,
                ),
            }
            for role, on, user in people
        ],
        "match": match,
        "ruleset_name": RULESET_NAMES[table.ruleset] if table else "",
        "other": other,
        "flow": (
            selectors.flow_between(user=case.player, other=other, now=now)
            if other
            else None
        ),
        "given_away": (
            selectors.given_away(user=case.player, other=other) if other else []
        ),
        "acts": [
            {"value": kind.value, "name": ACT_NAMES[kind]}
            for kind in OF_PLAYERS
            if staff.has_perm(PERMISSIONS[kind])
        ],
        "may_rule": staff.has_perm("desk.rule_match"),
        "days": DAYS,
    }


def _other(player: User, table: Table | None) -> User | None:
    """Return who sits at the table with the player, None where nobody does."""
    if table is None:
        return None
    seats = table.seats.exclude(user=player).select_related("user")
    return next((seat.user for seat in seats), None)
