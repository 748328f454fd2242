"""Outages: spans in which the site, not a player, was away.

The pulse is one row. While sweep, web processes and lines are well, every
sweep sets its `well_at` to now. After a span in which they were not, every
live deadline moves forward by that span and a slack before anything is
enforced.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Max, Min

from accounts.selectors import switches_get
from games.tables import events
from games.tables.models import Presence, Pulse, Seat, Status, Table, WebProcess

ONLY = 1


@dataclass(frozen=True, slots=True)
class Health:
    """Since when the site is ill, None when it is well."""

    ill_since: datetime | None


def pulse_check(*, now: datetime) -> bool:
    """Return whether deadlines may be enforced now.

    Call it once a sweep, before anything else. False while an outage lasts.
    At its end all deadlines have been moved when this returns True.
    """
    moved: list[str] = []
    with transaction.atomic(durable=True):
        Pulse.objects.get_or_create(id=ONLY, defaults={"well_at": now})
        pulse = Pulse.objects.select_for_update(of=("self",), no_key=True).get(id=ONLY)
        if now <= pulse.well_at:
            return True
        ill_since = _ill_since(pulse, now)
        if ill_since is not None:
            pulse.well_at = min(pulse.well_at, ill_since)
            pulse.save()
            return False
        length = now - pulse.well_at
        if length > timedelta(seconds=settings.OUTAGE_SECONDS):
            moved = _deadlines_move(
                length + timedelta(seconds=settings.OUTAGE_SLACK_SECONDS)
            )
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
    given_up = pulse.vanished_at + timedelta(seconds=settings.OUTAGE_VANISHED_SECONDS)
    is_back = Presence.objects.filter(
        seat__isnull=False, since__gt=pulse.vanished_at
    ).exists()
    return None if is_back or now >= given_up else pulse.vanished_at


def _vanished_at(pulse: Pulse, now: datetime) -> datetime | None:
    """Return when the seated players all went at once, None when they did not.

    All, because while anybody is still connected the line is whole: else one
    player with a few accounts could stop everybody's clock by leaving.
    """
    recent = now - timedelta(seconds=settings.OUTAGE_VANISHING_SECONDS)
    if pulse.recovered_at is not None:
        recent = max(recent, pulse.recovered_at)
    live = Seat.objects.filter(is_active=True, table__status=Status.LIVE)
    gone = live.filter(left_at__gt=recent, grace_at__isnull=False)
    if gone.values("table").distinct().count() < settings.OUTAGE_VANISHED_TABLES:
        return None
    if live.filter(away_since__isnull=True).exists():
        return None
    first: datetime | None = gone.aggregate(first=Min("left_at"))["first"]
    return first


def _deadlines_move(by: timedelta) -> list[str]:
    """Move every live deadline; returns the tables whose clocks are others now."""
    live = Table.objects.filter(status=Status.LIVE)
    live.filter(deadline_at__isnull=False).update(deadline_at=F("deadline_at") + by)
    live.filter(move_deadline_at__isnull=False).update(
        move_deadline_at=F("move_deadline_at") + by
    )
    seats = Seat.objects.filter(is_active=True)
    seats.filter(away_since__isnull=False).update(away_since=F("away_since") + by)
    seats.filter(grace_at__isnull=False).update(grace_at=F("grace_at") + by)
    return list(live.values_list("slug", flat=True))
