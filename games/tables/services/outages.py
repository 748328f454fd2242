"""Outages: spans in which the site, not a player, was away.

The pulse is one row. While sweep, web processes and lines are well, every
sweep sets its `well_at` to now. After a span in which they were not, every
live deadline moves forward by what it has lost of it and a slack before
anything is enforced.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Max, Min, Q, QuerySet

from accounts.selectors import switches_get
from games.tables import events
from games.tables.models import (
    DeadlineKind,
    Presence,
    Pulse,
    Seat,
    Status,
    Table,
    WebProcess,
)
from games.tables.shapes import deadline_length

ONLY = 1
# One who is cut off is his own line's affair.
TOGETHER = 2


def pulse_check(*, now: datetime) -> bool:
    """Return whether deadlines may be enforced now.

    Call it once a sweep, before anything else. False while an outage lasts.
    At its end all deadlines have been moved when this returns True.
    """
    moved: list[str] = []
    with transaction.atomic(durable=True):
        Pulse.objects.get_or_create(id=ONLY, defaults={"well_at": now})
        pulse = Pulse.objects.select_for_update(of=("self",), no_key=True).get(id=ONLY)
        longest = timedelta(seconds=settings.OUTAGE_SECONDS)
        if pulse.well_at - longest <= now <= pulse.well_at:
            # Two workers' clocks differ by a little.
            return True
        # Further back is a clock that was set: there is nothing to compare with.
        pulse.well_at = min(pulse.well_at, now)
        ill_since = _ill_since(pulse, now)
        if ill_since is not None:
            pulse.well_at = min(pulse.well_at, ill_since)
            pulse.save()
            return False
        if now - pulse.well_at > longest:
            moved = _deadlines_move(pulse.well_at, now)
            pulse.recovered_at = now
        pulse.well_at = now
        pulse.vanished_at = None
        pulse.save()
    for slug in moved:
        events.reload_publish(slug)
    return True


def _ill_since(pulse: Pulse, now: datetime) -> datetime | None:
    if switches_get().is_read_only:
        # Nobody can move: nobody's time runs.
        return pulse.well_at
    beat = WebProcess.objects.aggregate(last=Max("beat_at"))["last"]
    if beat is None or now - beat > timedelta(seconds=settings.OUTAGE_SECONDS):
        return beat or pulse.well_at
    if pulse.vanished_at is None:
        pulse.vanished_at = _vanished_at(pulse, now)
    if pulse.vanished_at is None:
        return None
    is_back = Presence.objects.filter(
        seat__isnull=False, since__gt=pulse.vanished_at
    ).exists()
    given_up = pulse.vanished_at + _believed_for()
    return None if is_back or now >= given_up else pulse.vanished_at


def _vanished_at(pulse: Pulse, now: datetime) -> datetime | None:
    """Return when most seated players were cut off at once, None when they were not.

    Cut off is who went without a word, as nobody does who closes his browser. While
    somebody is still connected, one player with more accounts than there are others
    could do as much: that is believed once in a long while only, and not for long.
    """
    recent = now - timedelta(seconds=settings.OUTAGE_VANISHING_SECONDS)
    if pulse.recovered_at is not None:
        recent = max(recent, pulse.recovered_at)
    live = _seats_live()
    cut = live.filter(left_at__gt=recent, grace_at__isnull=False, was_cut=True)
    gone = cut.count()
    there = live.filter(away_since__isnull=True).count()
    if gone < TOGETHER or gone <= there:
        return None
    if there and pulse.recovered_at is not None:
        again = timedelta(seconds=settings.OUTAGE_VANISHED_SECONDS)
        if now - pulse.recovered_at < again:
            return None
    first: datetime | None = cut.aggregate(first=Min("left_at"))["first"]
    return first


def _believed_for() -> timedelta:
    """Return how long players may be gone before they have left after all."""
    if _seats_live().filter(away_since__isnull=True).exists():
        return timedelta(seconds=settings.OUTAGE_VANISHED_MOST_SECONDS)
    return timedelta(seconds=settings.OUTAGE_VANISHED_SECONDS)


def _seats_live() -> QuerySet[Seat]:
    return Seat.objects.filter(is_active=True, table__status=Status.LIVE)


def _deadlines_move(begin: datetime, now: datetime) -> list[str]:
    """Move every live deadline by an outage; returns the tables with other clocks.

    One that was set while it lasted has lost only what has passed since.
    """
    live = Table.objects.filter(status=Status.LIVE)
    # A pause that only ends by hand ends with the move time, which moves below.
    by_hand = Q(deadline_at=F("move_deadline_at"))
    kinds = live.order_by().values_list("deadline_kind", "move_seconds").distinct()
    for kind, move_seconds in list(kinds):
        like = live.filter(deadline_kind=kind, move_seconds=move_seconds)
        move = timedelta(seconds=move_seconds)
        full = deadline_length(Table(move_seconds=move_seconds), DeadlineKind(kind))
        hands = list(like.filter(by_hand).values_list("id", flat=True))
        _column_move(like.exclude(id__in=hands), "deadline_at", full, begin, now)
        _column_move(like, "move_deadline_at", move, begin, now)
        live.filter(id__in=hands).update(deadline_at=F("move_deadline_at"))
    live.update(beside_version=F("beside_version") + 1)
    for seat in Seat.objects.filter(is_active=True, away_since__isnull=False):
        _absence_move(seat, begin, now)
    return list(live.values_list("slug", flat=True))


def _column_move(
    tables: QuerySet[Table],
    column: str,
    full: timedelta,
    begin: datetime,
    now: datetime,
) -> None:
    """Move that column; `full` is how long after its setting such a deadline is.

    What was set while the outage lasted begins anew; what an earlier outage has put
    off for longer than that stays.
    """
    slack = timedelta(seconds=settings.OUTAGE_SLACK_SECONDS)
    during = tables.filter(
        **{f"{column}__gt": begin + full, f"{column}__lte": now + full}
    )
    # For its opening nobody has to come back: both have just sat down.
    opening = Q(deadline_kind=DeadlineKind.OPENING)
    during.filter(opening).update(**{column: now + full})
    # The later ones first, lest the others be moved to where these are looked for.
    during.exclude(opening).update(**{column: now + full + slack})
    before = tables.filter(**{f"{column}__lte": begin + full})
    before.update(**{column: F(column) + (now - begin + slack)})


def _absence_move(seat: Seat, begin: datetime, now: datetime) -> None:
    """Give an absence back what the outage took; nobody went later than now."""
    slack = timedelta(seconds=settings.OUTAGE_SLACK_SECONDS)
    lost = now - max(begin, min(seat.left_at or begin, now))
    away_since = min(seat.away_since + lost, now) if seat.away_since else None
    grace_at = seat.grace_at + lost + slack if seat.grace_at else None
    # Unless he has come back meanwhile.
    same = Seat.objects.filter(pk=seat.pk, away_since=seat.away_since)
    same.update(away_since=away_since, grace_at=grace_at)
