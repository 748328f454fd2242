"""Every read of the desk's: the queue, and all that a case page shows; in coins."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import (
    Count,
    Exists,
    F,
    FloatField,
    Func,
    OuterRef,
    Q,
    QuerySet,
    Sum,
)

from accounts.models import Sanction, User
from accounts.selectors import accounts_sharing_address, sanctions_of
from coins.selectors import wallet_find
from games.desk.models import Case
from games.players.selectors import text_of
from games.tables.models import Seat, Status, Table


class Seconds(Func):
    """A moment as seconds that can be reckoned with, in either database."""

    template = "EXTRACT(EPOCH FROM %(expressions)s)"
    output_field = FloatField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Return what SQLite calls it: days, of which each has as many seconds."""
        template = "(julianday(%(expressions)s) * 86400.0)"
        return self.as_sql(compiler, connection, template=template, **context)


# A case waits its turn: so many seconds weigh as much as a point of weight.
WAIT_A_POINT_S = 6 * 60 * 60.0
# By the moment at which a case of no weight would have had to come to be as urgent.
QUEUE_ORDER = (Seconds("opened_at") - F("weight") * WAIT_A_POINT_S, "id")

# What looks like a match that was given away.
QUICK = timedelta(minutes=3)
HIGH_ENTRY = 500
# An account this young may have been made to lose.
NEW_ACCOUNT = timedelta(days=14)
# So many of one player's wins in a row chance hardly gives.
ONE_SIDED = 4
FEEDERS = 5
SHARED = 20

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Flow:
    """Matches with an entry that `user` played with `other`; coins won from him."""

    other: User
    won: int
    lost: int
    coins: int
    is_one_sided: bool
    is_new: bool


def cases_all() -> QuerySet[Case]:
    """Return all cases, the heaviest first, and what has waited long before it."""
    return Case.objects.order_by(*QUEUE_ORDER)


def cases_open() -> QuerySet[Case]:
    """Return the queue."""
    return cases_all().filter(closed_at=None)


def concerning(user: User) -> Q:
    """Return which cases a moderator keeps out of.

    Those about himself, of his own, about a match that he played, and appeals
    against what he decided or what such a case led to.
    """
    played = Seat.objects.filter(user=user).values("table")
    own = Q(player=user) | Q(reporter=user) | Q(table__in=played)
    led = Case.objects.filter(own).values("pk")
    return own | Q(sanction__by=user) | Q(sanction__case_id__in=led)


def case_get(*, case_id: int) -> Case:
    """Return a case with whom and what it is about; raises Case.DoesNotExist."""
    return Case.objects.select_related(
        "player", "reporter", "table", "sanction__by", "closed_by"
    ).get(pk=case_id)


def case_behind(*, sanction: Sanction) -> Case | None:
    """Return the case in which that was decided, None where it was in none."""
    if sanction.case_id is None:
        return None
    cases = Case.objects.select_related("player", "reporter", "table")
    return cases.get(pk=sanction.case_id)


def player_shape(
    *, user: User, case: Case, report: Case | None, viewer: User, now: datetime
) -> Json:
    """Return what the desk knows of a player, less what `viewer` keeps out of.

    `report` is the case itself, or that from which an appeal came.
    """
    wallet = wallet_find(user=user)
    text = text_of(user=user)
    return {
        "user": user,
        "is_barred": user.is_barred(now),
        "is_frozen": wallet is not None and wallet.is_frozen,
        "text": text,
        **_as_reported(user, text, report),
        "matches": Seat.objects.filter(
            user=user, table__status=Status.FINISHED
        ).count(),
        "sanctions": sanctions_of(user=user),
        "reports": list(
            Case.objects.filter(player=user, reporter__isnull=False)
            .exclude(concerning(viewer))
            .exclude(pk=case.pk)
            .select_related("reporter", "table")
            .order_by("-id")[:SHARED]
        ),
        "shared": accounts_sharing_address(user=user)[:SHARED],
        "flows": flows_to(user=user, now=now),
    }


def match_shape(table: Table) -> Json:
    """Return what the desk sees of a match."""
    seats = list(table.seats.select_related("user").order_by("number"))
    return {
        "table": table,
        "seats": seats,
        "score": (table.state or {"score": ["–", "–"]})["score"],
        "is_live": table.status == Status.LIVE,
        "is_open": table.status == Status.OPEN,
        "is_over": table.status in (Status.FINISHED, Status.VOID),
        "can_be_voided": table.status in (Status.LIVE, Status.FINISHED),
    }


def flow_between(*, user: User, other: User, now: datetime) -> Flow | None:
    """Return what passed between two players at tables with an entry."""
    return next(iter(_flows(user, now, other)), None)


def flows_to(*, user: User, now: datetime) -> list[Flow]:
    """Return from whom the player has won most coins, the most first."""
    return [flow for flow in _flows(user, now) if flow.coins > 0][:FEEDERS]


def given_away(*, user: User, other: User) -> list[Table]:
    """Return their matches at a high entry that one resigned within QUICK."""
    theirs = Seat.objects.filter(table=OuterRef("pk"), user=other)
    mine = Seat.objects.filter(table=OuterRef("pk"), user=user)
    return list(
        Table.objects.filter(
            Exists(mine),
            Exists(theirs),
            status=Status.FINISHED,
            entry_coins__gte=HIGH_ENTRY,
            ended_at__lt=F("started_at") + QUICK,
            state__result__1="resignation",
        ).order_by("-id")[:SHARED]
    )


def appeals_of(*, user: User) -> set[int]:
    """Return the sanctions against which the player has appealed."""
    appeals = Case.objects.filter(player=user, sanction__isnull=False)
    return set(appeals.values_list("sanction_id", flat=True))


def sanction_find(*, user: User, sanction_id: int) -> Sanction | None:
    """Return a decision about that player, None where it is another's."""
    return Sanction.objects.filter(pk=sanction_id, player=user).first()


def _as_reported(user: User, text: str, report: Case | None) -> Json:
    """Return the name and the text that a report has kept, None where as today."""
    is_known = report is not None and report.player_id == user.pk and report.name_then
    if report is None or not is_known:
        return {"name_then": None, "text_then": None}
    return {
        "name_then": report.name_then if report.name_then != user.username else None,
        "text_then": report.text_then if report.text_then != text else None,
    }


def _flows(user: User, now: datetime, other: User | None = None) -> list[Flow]:
    mine = Seat.objects.filter(user=user).values("table")
    theirs = Seat.objects.filter(
        table__in=mine, table__status=Status.FINISHED, table__entry_coins__gt=0
    ).exclude(user=user)
    if other is not None:
        theirs = theirs.filter(user=other)
    they_won = Q(table__winner=F("number"))
    rows: list[Any] = list(
        theirs.order_by()
        .values("user")
        .annotate(
            won=Count("id", filter=~they_won),
            lost=Count("id", filter=they_won),
            coins_won=Sum("table__entry_coins", filter=~they_won, default=0),
            coins_lost=Sum("table__entry_coins", filter=they_won, default=0),
        )
    )
    users = User.objects.in_bulk([row["user"] for row in rows])
    flows = [_flow(users[row["user"]], row, now) for row in rows]
    return sorted(flows, key=lambda flow: -flow.coins)


def _flow(other: User, row: Json, now: datetime) -> Flow:
    most, least = max(row["won"], row["lost"]), min(row["won"], row["lost"])
    return Flow(
        other=other,
        won=row["won"],
        lost=row["lost"],
        coins=row["coins_won"] - row["coins_lost"],
        is_one_sided=most >= ONE_SIDED and least == 0,
        is_new=now - other.date_joined < NEW_ACCOUNT,
    )


def cases_told(user: User) -> list[Json]:
    """Return what a player has reported and appealed against, and what is kept of him.

    That are the names and texts of his that reports of him have kept; by whom they
    are, when and why, he is not told.
    """
    kept = Case.objects.filter(player=user).exclude(name_then="").order_by()
    words = kept.values_list("name_then", "text_then").distinct()
    return [
        *_cases_made(user),
        *(
            {"kind": "kept", "about": user.username, "name": name, "about_me": text}
            for name, text in sorted(words)
        ),
    ]


def _cases_made(user: User) -> list[Json]:
    made = Case.objects.filter(
        Q(reporter=user) | Q(player=user, sanction__isnull=False)
    ).select_related("player", "table")
    return [
        {
            "kind": case.kind,
            "about": case.player.username,
            "table": case.table.slug if case.table else None,
            "reason": case.reason,
            "text": case.text,
            "at": case.opened_at,
            "closed": case.closed_at,
        }
        for case in made.order_by("opened_at")
    ]
