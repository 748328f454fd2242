"""Hearing an appeal: a decision stands, or is taken back as far as it can be."""

from datetime import datetime

from django.db import transaction

from accounts import selectors
from accounts import services as accounts
from accounts.models import Sanction, User
from accounts.moderation import GIVING, OF_MATCHES, Kind, Outcome, Reason
from coins.services import amends_take_back, void_make_good, wallet_unfreeze
from games.desk.errors import NothingToDo
from games.desk.models import Case, CaseKind
from games.desk.services.cases import case_open, case_shut
from games.players.services import text_give_back
from games.tables import services as tables
from games.tables.models import Status, Table


def appeal_decide(
    *, case_id: int, outcome: Outcome, note: str, actor: User, now: datetime
) -> None:
    """Uphold or lift what was appealed against, and close the appeal.

    Lifted, whatever can be undone is: a text is back, a wallet free unless another
    decision freezes it, a match that the desk decided is void. A void match stays
    void, and its winner gets from the house what that cost him, unless it was the
    desk that gave him the match and that is lifted too, before or after. What both
    players of a match were told is lifted for both, and an appeal of the other's
    closed. Raises CaseClosed, OwnCase, OutOfReach, NothingToDo, and what the services
    of coins and tables raise; nothing has changed then.
    """
    why = note or str(outcome)
    with transaction.atomic(durable=True):
        case = Case.objects.select_related("sanction", "table").get(pk=case_id)
        if case.sanction is None:
            raise NothingToDo
        if outcome is Outcome.LIFTED and case.sanction.kind in OF_MATCHES:
            # Before anything else is locked: a table's lock comes first. Of two
            # appeals about one match it lets the second see what the first changed.
            if case.table is not None:
                case.table = tables.table_locked(id=case.table.pk)
            if case.sanction.kind in GIVING:
                _match_undecided(case, case.sanction, actor, why, now)
        decided = accounts.sanction_decide(
            sanction_id=case.sanction.pk,
            outcome=outcome,
            note=note,
            actor=actor,
            now=now,
        )
        case_open(case_id, actor, CaseKind.APPEAL)
        for appeal in (
            Case.objects.select_for_update(of=("self",), no_key=True)
            .filter(sanction__in=decided, closed_at=None)
            .select_related("player")
            .order_by("pk")
        ):
            case_shut(appeal, actor, note, now)
        if outcome is Outcome.LIFTED:
            for sanction in decided:
                _undone(sanction, case, actor, why, now)


def _match_undecided(
    case: Case, sanction: Sanction, actor: User, why: str, now: datetime
) -> None:
    """Declare a match void that the desk has given to one, unless it is already."""
    table = case.table
    if table is None or table.status != Status.FINISHED:
        return
    tables.match_void(
        slug=table.slug, actor=actor, reason=why, now=now, data={"case": case.pk}
    )
    for seat in table.seats.select_related("user").order_by("number"):
        accounts.sanction_tell(
            user=seat.user,
            kind=Kind.VOID,
            reason=Reason(sanction.reason),
            actor=actor,
            now=now,
            table_slug=table.slug,
            case_id=sanction.case_id,
        )


def _undone(
    sanction: Sanction, case: Case, actor: User, why: str, now: datetime
) -> None:
    """Undo what a lifted sanction did outside the player's account.

    One that he has closed himself has neither text nor coins any more.
    """
    user = sanction.player
    if not user.is_active:
        return
    if sanction.kind == Kind.CLEAR:
        text = selectors.sanction_entry(sanction=sanction).data["text"]
        text_give_back(user=user, text=text)
    elif sanction.kind == Kind.FREEZE:
        if not selectors.sanction_holds(user=user, kind=Kind.FREEZE):
            wallet_unfreeze(user=user, actor=actor, reason=why, now=now)
    elif sanction.kind == Kind.VOID and case.table is not None:
        _win_made_good(sanction, case.table, actor, why, now)
    elif sanction.kind in GIVING:
        _win_taken_back(sanction, actor, why, now)


def _win_made_good(
    sanction: Sanction, table: Table, actor: User, why: str, now: datetime
) -> None:
    """Give a winner what the void cost him, unless the desk takes his win back."""
    if sanction.is_of_win_taken_back():
        return
    coins = void_make_good(
        user=sanction.player,
        table_id=table.pk,
        sanction_id=sanction.pk,
        actor=actor,
        reason=why,
        now=now,
    )
    accounts.sanction_repaid(sanction=sanction, coins=coins)


def _win_taken_back(ruling: Sanction, actor: User, why: str, now: datetime) -> None:
    """Take from a winner what he was given for a void, the win being none any more."""
    for sanction in Sanction.objects.filter(
        player=ruling.player,
        kind=Kind.VOID,
        table_slug=ruling.table_slug,
        coins_back__gt=0,
    ):
        taken = amends_take_back(
            user=ruling.player,
            sanction_id=sanction.pk,
            actor=actor,
            reason=why,
            now=now,
        )
        kept = sanction.coins_back - taken
        accounts.sanction_repaid(sanction=sanction, coins=kept)
