"""Who is at the table: sockets come and go, absences are counted and settled.

Presence is per table and socket. A seat without a socket is away from the
moment its last one went; `grace_at` is when that costs the match, or closes an
open table. An absence that ends is added to the seat's `absent_ms`.
"""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DataError, IntegrityError, transaction
from django.db.models import Q

from games.rules.commands import Forfeit, Void
from games.rules.facts import Ending
from games.tables import events
from games.tables.models import (
    DeadlineKind,
    Presence,
    Seat,
    Status,
    Table,
    WebProcess,
)
from games.tables.services.playing import Played, command_apply, live_match
from games.tables.services.rows import beside_changed, table_locked
from games.tables.services.seating import open_grace, table_close
from games.tables.shapes import deadline_length

logger = logging.getLogger(__name__)

MILLISECOND = timedelta(milliseconds=1)


def presence_enter(
    *, table_id: int, user_id: int | None, process: str, channel: str, now: datetime
) -> None:
    """Note a socket; a player's absence, if any, ends. Again, nothing more happens."""
    with transaction.atomic(durable=True):
        table = table_locked(id=table_id)
        seat = table.seats.filter(user=user_id).first() if user_id else None
        WebProcess.objects.get_or_create(key=process, defaults={"beat_at": now})
        _, is_new = Presence.objects.get_or_create(
            channel=channel,
            defaults={
                "table": table,
                "seat": seat,
                "process_id": process,
                "since": now,
            },
        )
        if not is_new:
            return
        if seat is None:
            beside_changed(table, now)
            return
        if seat.away_since is None:
            return
        if _begun(table):
            away = max(now - seat.away_since, timedelta())
            seat.absent_ms += round(away / MILLISECOND)
        seat.away_since = seat.left_at = seat.grace_at = None
        seat.was_cut = False
        seat.save(
            update_fields=["absent_ms", "away_since", "left_at", "was_cut", "grace_at"]
        )
        _clock_started(table, now)
        beside_changed(table, now)


def presence_leave(*, channel: str, now: datetime, was_cut: bool = False) -> None:
    """Forget a socket; the seat is away when it was the last one.

    `was_cut` says that it went without a word, as all do when a line breaks.
    """
    with transaction.atomic(durable=True):
        presence = Presence.objects.filter(channel=channel).first()
        if presence is None:
            # The sweep was quicker: the process had stopped beating.
            return
        table = table_locked(id=presence.table_id)
        presence.delete()
        if presence.seat_id is None:
            beside_changed(table, now)
        else:
            _away_if_alone(table, presence.seat_id, now, was_cut=was_cut)


def process_beat(*, process: str, now: datetime) -> None:
    """Note that a web process is alive."""
    WebProcess.objects.update_or_create(key=process, defaults={"beat_at": now})


def processes_clear(*, now: datetime) -> None:
    """Free the sockets of web processes that have stopped beating.

    Their players get a whole grace from now: how long the sockets had been
    dead before nobody knows. One that cannot be freed is left for the next time:
    everybody's clocks would stand still with it.
    """
    silent = now - timedelta(seconds=settings.PROCESS_SILENT_SECONDS)
    gone = Q(process__beat_at__lte=silent)
    for channel in Presence.objects.filter(gone).values_list("channel", flat=True):
        try:
            presence_leave(channel=channel, was_cut=True, now=now)
        except (DataError, IntegrityError):
            logger.exception("A socket's seat could not be freed.")
    WebProcess.objects.filter(beat_at__lte=silent, presences=None).delete()


def absence_settle(*, table_id: int, now: datetime) -> Played | None:
    """Do what a grace time that has run out asks for; None when nothing."""
    with transaction.atomic(durable=True):
        table = table_locked(id=table_id)
        away = [
            seat
            for seat in table.seats.order_by("away_since")
            if seat.away_since is not None and seat.grace_at is not None
        ]
        run_out = [seat for seat in away if _run_out(seat, now)]
        if not run_out:
            return None
        if table.status == Status.OPEN:
            table_close(table, now)
            return None
        match = live_match(table)
        if _went_together(away):
            # Not before both are out of time: one whose absences are used up would
            # buy a void with a reload of his opponent's.
            if run_out == away:
                return command_apply(table, match, Void(), now)
            return None
        # Of two who are away, the one who went first loses, and not before
        # his own grace is over.
        longest = away[0]
        if _run_out(longest, now):
            forfeit = Forfeit(longest.number, Ending.ABSENCE)
            return command_apply(table, match, forfeit, now)
        return None


def _begun(table: Table) -> bool:
    return table.status == Status.LIVE and table.deadline_kind != DeadlineKind.BEGIN


def _clock_started(table: Table, now: datetime) -> None:
    """Let the first game open once both players are connected."""
    if table.deadline_kind != DeadlineKind.BEGIN:
        return
    if table.seats.filter(away_since__isnull=False).exists():
        return
    table.deadline_kind = DeadlineKind.OPENING
    table.deadline_at = now + deadline_length(table, DeadlineKind.OPENING)
    table.save(update_fields=["deadline_kind", "deadline_at"])
    # What is told beside the version has no clock.
    transaction.on_commit(lambda: events.reload_publish(table.slug), robust=True)


def _away_if_alone(table: Table, seat_id: int, now: datetime, *, was_cut: bool) -> None:
    seat = Seat.objects.get(id=seat_id)
    if seat.away_since is not None or seat.presences.exists():
        return
    # After the end it costs nothing, and tells the other that there is no rematch.
    seat.away_since = seat.left_at = now
    seat.was_cut = was_cut
    if seat.is_active and table.status == Status.OPEN:
        seat.grace_at = now + open_grace(table)
    elif seat.is_active and _begun(table):
        seat.grace_at = now + _grace(seat)
    seat.save(update_fields=["away_since", "left_at", "was_cut", "grace_at"])
    beside_changed(table, now)


def _grace(seat: Seat) -> timedelta:
    cap = timedelta(seconds=settings.TABLE_ABSENCE_SECONDS)
    left = cap - seat.absent_ms * MILLISECOND
    return max(timedelta(), min(timedelta(seconds=settings.TABLE_GRACE_SECONDS), left))


def _run_out(seat: Seat, now: datetime) -> bool:
    return seat.grace_at is not None and seat.grace_at <= now


def _went_together(away: list[Seat]) -> bool:
    if len(away) < 2:  # noqa: PLR2004 - both seats
        return False
    first, second = (seat.away_since for seat in away)
    if first is None or second is None:
        return False
    return second - first <= timedelta(seconds=settings.TABLE_TOGETHER_SECONDS)
