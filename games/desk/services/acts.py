"""What a moderator does about a case: each act with its audit entry, in one go.

Whether he has the right is asked at the edge; here that he acts neither on
himself nor on staff nor in a case of his own, and rules on no match of his own. A
match of others of the desk is ruled on as any other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from accounts import services as accounts
from accounts.models import User
from accounts.moderation import BARRING, OF_MATCHES, Kind, Reason
from coins.services import wallet_freeze
from games.desk.errors import NothingToDo
from games.desk.models import Case, CaseKind
from games.desk.services.cases import case_open
from games.players.services import text_clear
from games.tables import services as tables
from games.tables.models import Seat, Status, Table

# Somebody may sit down between two looks at where he sits; nobody does so often.
LOOKS = 5


@dataclass(frozen=True, slots=True)
class Act:
    """What is to be done, to whom and why.

    `days` is how long a suspension lasts, `winner` the seat that a match is
    given to. `note` is for the audit entry alone.
    """

    kind: Kind
    reason: Reason
    note: str = ""
    on_reporter: bool = False
    days: int = 0
    winner: int | None = None


class _SatDownError(Exception):
    """The player has sat down since his seat was looked for."""


def act_carry_out(*, case_id: int, act: Act, actor: User, now: datetime) -> None:
    """Act on the player of a case, on who reported him, or on its match.

    Several things may be done in one case, each once to each. Raises CaseClosed,
    OwnCase, OutOfReach, NothingToDo, and what the services of accounts, coins and
    tables raise; nothing has changed then.
    """
    for _look in range(LOOKS):
        try:
            with transaction.atomic(durable=True):
                _acted(case_id, act, actor, now)
                return
        except _SatDownError:
            continue
    raise NothingToDo


def _acted(case_id: int, act: Act, actor: User, now: datetime) -> None:
    found = Case.objects.select_related("player", "reporter", "table").get(pk=case_id)
    if act.kind in OF_MATCHES:
        _match_ruled(found, act, actor, now)
    else:
        user = found.reporter if act.on_reporter else found.player
        if user is None:
            raise NothingToDo
        _player_acted_on(found, user, act, actor, now)
    case_open(case_id, actor, CaseKind.REPORT)


def _match_ruled(case: Case, act: Act, actor: User, now: datetime) -> None:
    if case.table is None:
        raise NothingToDo
    seats = list(case.table.seats.select_related("user").order_by("number"))
    _ruling(act)(
        slug=case.table.slug,
        actor=actor,
        reason=_why(act),
        now=now,
        data={"case": case.pk},
    )
    for seat in seats:
        accounts.sanction_tell(
            user=seat.user,
            kind=act.kind,
            reason=act.reason,
            actor=actor,
            now=now,
            table_slug=case.table.slug,
            case_id=case.pk,
        )


def _ruling(act: Act) -> Callable[..., Table]:
    if act.kind is Kind.VOID:
        return tables.match_void
    if act.kind is Kind.END:
        return tables.match_force_end
    winner = act.winner
    if winner is None:
        raise NothingToDo

    def adjudicate(**wanted: object) -> Table:
        return tables.match_adjudicate(winner=winner, **wanted)  # type: ignore[arg-type]

    return adjudicate


def _player_acted_on(
    case: Case, user: User, act: Act, actor: User, now: datetime
) -> None:
    seat_table: int | None = None
    data: dict[str, object] = {}
    lost = ""
    if act.kind in BARRING:
        # Before the player is locked: a table's lock comes first.
        seat_table = _table_of(user)
        if seat_table is not None:
            table = tables.seat_give_up(
                user=user, table_id=seat_table, actor=actor, now=now
            )
            data["lost"] = table.slug if table else ""
            if table and table.status == Status.FINISHED:
                lost = table.slug
    elif act.kind is Kind.CLEAR:
        data["text"] = text_clear(user=user)
        if not data["text"]:
            raise NothingToDo
    accounts.sanction_give(
        user=user,
        kind=act.kind,
        reason=act.reason,
        note=act.note,
        actor=actor,
        now=now,
        until=now + timedelta(days=act.days) if act.kind is Kind.SUSPEND else None,
        table_slug=lost,
        case_id=case.pk,
        name_reported=case.name_then if user.pk == case.player_id else "",
        data=data,
    )
    if act.kind in BARRING and _table_of(user) is not None:
        raise _SatDownError
    if act.kind is Kind.FREEZE:
        wallet_freeze(user=user, actor=actor, reason=_why(act), now=now)


def _table_of(user: User) -> int | None:
    seats = Seat.objects.filter(user=user, is_active=True)
    return seats.values_list("table_id", flat=True).first()


def _why(act: Act) -> str:
    return f"{act.reason}: {act.note}" if act.note else str(act.reason)
