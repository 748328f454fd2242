"""Opening a case, and closing it: a report of a player, an appeal."""

from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.audit import audit_entry_append
from accounts.models import Sanction, User
from accounts.moderation import Reason
from accounts.services import user_locked
from games.desk.errors import (
    AlreadyAppealed,
    AlreadyReported,
    CaseClosed,
    NotReportable,
    OwnCase,
)
from games.desk.models import Case, CaseKind
from games.desk.selectors import concerning
from games.players.selectors import text_of
from games.tables.models import Table

# How urgent a report is; whoever is reported by several comes sooner.
WEIGHTS = {
    Reason.INSULT: 30,
    Reason.HELP: 25,
    Reason.ARRANGED: 25,
    Reason.NAME: 20,
    Reason.TEXT: 20,
    Reason.ACCOUNTS: 15,
    Reason.DELAY: 10,
    Reason.OTHER: 5,
    Reason.FAULT: 5,
}
APPEAL_WEIGHT = 25
EACH_OTHER_REPORT = 5
MOST_OTHERS = 10


def report_make(
    *,
    reporter: User,
    player: User,
    table: Table | None,
    reason: Reason,
    text: str,
    now: datetime,
) -> Case:
    """Report a player, perhaps for a match of his.

    What he is called and says of himself at this moment is kept with it. Raises
    AlreadyReported while an earlier one of the same match is open, or NotReportable.
    """
    if reporter.pk == player.pk:
        raise NotReportable
    if table is not None and not table.seats.filter(user=player).exists():
        raise NotReportable
    others = Case.objects.filter(
        player=player, kind=CaseKind.REPORT, closed_at=None
    ).exclude(reporter=reporter)
    by_others = min(MOST_OTHERS, others.values("reporter").distinct().count())
    try:
        with transaction.atomic():
            # Whoever closes his account or changes his name is waited for.
            row = user_locked(player.pk)
            return Case.objects.create(
                kind=CaseKind.REPORT,
                player=player,
                reporter=reporter,
                table=table,
                reason=reason,
                text=text,
                name_then=row.username,
                text_then=text_of(user=row),
                weight=WEIGHTS[reason] + EACH_OTHER_REPORT * by_others,
                opened_at=now,
            )
    except IntegrityError:
        raise AlreadyReported from None


def appeal_make(*, player: User, sanction_id: int, text: str, now: datetime) -> Case:
    """Ask another moderator to look at a decision; once, and not after it was lifted.

    Raises Sanction.DoesNotExist for another's, or AlreadyAppealed.
    """
    try:
        with transaction.atomic():
            # Whoever decides on the other player's appeal decides on this one too.
            sanction = Sanction.objects.select_for_update(
                of=("self",), no_key=True
            ).get(pk=sanction_id, player=player)
            if sanction.outcome:
                raise AlreadyAppealed
            table = Table.objects.filter(slug=sanction.table_slug or None).first()
            return Case.objects.create(
                kind=CaseKind.APPEAL,
                player=player,
                sanction=sanction,
                table=table,
                text=text,
                weight=APPEAL_WEIGHT,
                opened_at=now,
            )
    except IntegrityError:
        raise AlreadyAppealed from None


def kept_forget(user: User, _now: datetime) -> None:
    """Have the reports of a player, locked, keep his name and his text no longer."""
    Case.objects.filter(player=user).update(name_then="", text_then="")


def case_close(*, case_id: int, actor: User, note: str, now: datetime) -> None:
    """Close a report, whatever has been done about it; CaseClosed, OwnCase."""
    with transaction.atomic(durable=True):
        case = case_open(case_id, actor, CaseKind.REPORT)
        case_shut(case, actor, note, now)


def case_open(case_id: int, actor: User, kind: CaseKind) -> Case:
    """Return the case, locked; raises CaseClosed or OwnCase."""
    case = Case.objects.select_for_update(of=("self",), no_key=True).get(pk=case_id)
    if case.closed_at is not None or case.kind != kind:
        raise CaseClosed
    if Case.objects.filter(concerning(actor), pk=case_id).exists():
        raise OwnCase
    return case


def case_shut(case: Case, actor: User, note: str, now: datetime) -> None:
    """Close a case, locked, with its audit entry."""
    case.closed_at, case.closed_by = now, actor
    case.save(update_fields=["closed_at", "closed_by"])
    audit_entry_append(
        actor=actor,
        action="case.close",
        subject=f"case:{case.pk}",
        reason=note or str(case.kind),
        data={"name": case.player.username, "case": case.pk},
        now=now,
    )
