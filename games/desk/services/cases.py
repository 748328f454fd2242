"""Opening a case: a report of a player, an appeal against a decision."""

from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import Sanction, User
from accounts.moderation import Reason
from games.desk.errors import AlreadyAppealed, AlreadyReported, NotReportable
from games.desk.models import Case, CaseKind
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

    Raises AlreadyReported while an earlier one of the same match is open, or
    NotReportable.
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
            return Case.objects.create(
                kind=CaseKind.REPORT,
                player=player,
                reporter=reporter,
                table=table,
                reason=reason,
                text=text,
                weight=WEIGHTS[reason] + EACH_OTHER_REPORT * by_others,
                opened_at=now,
            )
    except IntegrityError:
        raise AlreadyReported from None


def appeal_make(*, player: User, sanction_id: int, text: str, now: datetime) -> Case:
    """Ask another moderator to look at a decision; once.

    Raises Sanction.DoesNotExist for another's, or AlreadyAppealed.
    """
    sanction = Sanction.objects.get(pk=sanction_id, player=player)
    table = (
        Table.objects.filter(slug=sanction.table_slug).first()
        if sanction.table_slug
        else None
    )
    try:
        with transaction.atomic():
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
