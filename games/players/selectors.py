"""Every read for a player's page; each is a query or two, however long he plays."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q

from accounts.models import User
from games.players.models import Profile
from games.rules.rulesets import RULESETS
from games.tables.models import Seat, Status

RECENT_LENGTH = 10


@dataclass(frozen=True, slots=True)
class Tally:
    """How many were won and lost; of matches of one kind, or games of one worth."""

    ruleset: str
    kind: Any
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Played:
    """A match that is over; `is_won` is None where it was declared void."""

    slug: str
    ruleset: str
    target: int
    score: tuple[int, int]
    opponent: str
    is_won: bool | None
    ended_at: Any


def text_of(*, user: User) -> str:
    """Return what the player says of himself."""
    return (
        Profile.objects.filter(user=user).values_list("text", flat=True).first() or ""
    )


def matches_tally(*, user: User) -> list[Tally]:
    """Return matches won and lost, per rule set and length."""
    rows = (
        Seat.objects.filter(user=user, table__status=Status.FINISHED)
        .order_by()
        .values_list("table__ruleset", "table__target")
        .annotate(
            played=Count("id"), won=Count("id", filter=Q(table__winner=F("number")))
        )
    )
    return _tallies(rows)


def games_tally(*, user: User) -> list[Tally]:
    """Return games won and lost by play, per rule set and what they were worth."""
    rows = (
        Seat.objects.filter(
            user=user,
            table__status=Status.FINISHED,
            table__games__winner__isnull=False,
        )
        .order_by()
        .values_list("table__ruleset", "table__games__result")
        .annotate(
            played=Count("id"),
            won=Count("id", filter=Q(table__games__winner=F("number"))),
        )
    )
    return _tallies(rows)


def matches_recent(
    *, user: User, viewer: User | None, length: int = RECENT_LENGTH
) -> list[Played]:
    """Return the last matches, the youngest first; private ones to their players."""
    there = Q(table__is_private=False)
    if viewer is not None:
        mine = Seat.objects.filter(table=OuterRef("table"), user=viewer)
        there = Q(Exists(mine)) | there
    seats = list(
        Seat.objects.filter(there, user=user)
        .filter(table__status__in=(Status.FINISHED, Status.VOID))
        .select_related("table")
        .order_by("-id")[:length]
    )
    others = {
        seat.table_id: seat.user.username
        for seat in Seat.objects.filter(table__in=[seat.table_id for seat in seats])
        .exclude(user=user)
        .select_related("user")
    }
    return [
        Played(
            slug=seat.table.slug,
            ruleset=seat.table.ruleset,
            target=seat.table.target,
            score=_score(seat),
            opponent=others.get(seat.table_id, ""),
            is_won=None
            if seat.table.winner is None
            else seat.table.winner == seat.number,
            ended_at=seat.table.ended_at,
        )
        for seat in seats
    ]


def between(*, user: User, other: User) -> tuple[int, int]:
    """Return how many matches `user` and how many `other` has won of theirs."""
    theirs = Seat.objects.filter(table=OuterRef("table"), user=other)
    found = Seat.objects.filter(
        Exists(theirs), user=user, table__status=Status.FINISHED
    ).aggregate(
        played=Count("id"), won=Count("id", filter=Q(table__winner=F("number")))
    )
    return found["won"], found["played"] - found["won"]


def _tallies(rows: Any) -> list[Tally]:
    order = list(RULESETS)
    worth = {
        name: number
        for ruleset in RULESETS.values()
        for number, name in enumerate(ruleset.names)
    }
    return sorted(
        (
            Tally(ruleset, kind, won, played - won)
            for ruleset, kind, played, won in rows
        ),
        key=lambda one: (order.index(one.ruleset), worth.get(one.kind, one.kind)),
    )


def _score(seat: Seat) -> tuple[int, int]:
    score = (seat.table.state or {"score": (0, 0)})["score"]
    return (score[seat.number], score[1 - seat.number])
