"""Between two games and two matches: ready for the next one, a rematch."""

from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import User
from coins.errors import CoinRefusal
from coins.services import entry_check, wallets_lock
from games.rules.commands import OpenGame
from games.rules.match import Phase
from games.tables import selectors
from games.tables.errors import (
    AlreadySeated,
    NotPlaying,
    NotSeated,
    OpponentCannotPay,
)
from games.tables.models import Seat, Status, Table
from games.tables.services.playing import command_apply, live_match
from games.tables.services.rows import beside_changed, table_locked
from games.tables.services.seating import (
    entry_pay,
    match_begin,
    sitting_ask,
    sitting_check,
    table_insert,
)


def ready_set(*, user: User, slug: str, now: datetime) -> None:
    """Note that a player need not wait; the next game opens once both are ready.

    Raises NotSeated, NotPlaying outside the pause between two games.
    """
    with transaction.atomic(durable=True):
        table, seat = _seat_locked(slug, user)
        match = live_match(table)
        if match.phase is not Phase.BETWEEN:
            raise NotPlaying
        seat.is_ready = True
        seat.save(update_fields=["is_ready"])
        if table.seats.filter(is_ready=False).exists():
            beside_changed(table, now)
        else:
            command_apply(table, match, OpenGame(), now)


def rematch_ask(*, user: User, slug: str, now: datetime) -> Table | None:
    """Note a player's wish to play again; returns the new table once both do.

    Asked twice, there is still one table. Colours are swapped; both pay the entry
    again. Raises NotSeated, NotPlaying before the end of the match, AlreadySeated
    when either of the two sits elsewhere by now, what `sitting_check` and
    `coins.services.entry_check` raise, or OpponentCannotPay.
    """
    try:
        with transaction.atomic(durable=True):
            table, seat = _seat_locked(slug, user)
            if table.status not in (Status.FINISHED, Status.VOID):
                raise NotPlaying
            if table.rematch is not None:
                return table.rematch
            for other in table.seats.select_related("user"):
                _free_check(other.user, user)
            sitting_ask(*(seat.user for seat in selectors.seats_of(table)), now=now)
            entry_check(user=user, entry_coins=table.entry_coins, now=now)
            seat.wants_rematch = True
            seat.save(update_fields=["wants_rematch"])
            _wishes_forgotten(table, seat)
            if not table.seats.filter(wants_rematch=False).exists():
                table.rematch = _rematch_begun(table, user, now)
                table.save(update_fields=["rematch"])
            beside_changed(table, now)
            return table.rematch
    except IntegrityError:
        for other in Seat.objects.filter(table__slug=slug).select_related("user"):
            _free_check(other.user, user)
        raise


def _seat_locked(slug: str, user: User) -> tuple[Table, Seat]:
    table = table_locked(slug=slug)
    seat = table.seats.filter(user=user).first()
    if seat is None:
        raise NotSeated
    return table, seat


def _free_check(user: User, asking: User) -> None:
    """Refuse where the player sits elsewhere; where that is, is told him alone."""
    seat = selectors.seat_active(user=user)
    if seat is not None:
        raise AlreadySeated(**({"slug": seat["slug"]} if user == asking else {}))


def _wishes_forgotten(table: Table, asking: Seat) -> None:
    """Forget that somebody wanted a rematch who has gone from the table since.

    It would take his entry and his seat while he is away.
    """
    others = table.seats.exclude(pk=asking.pk)
    others.filter(wants_rematch=True, presences=None).update(wants_rematch=False)


def _rematch_begun(table: Table, asking: User, now: datetime) -> Table:
    match = selectors.match_of(table)
    if match is None:
        raise NotPlaying
    again = table_insert(
        ruleset=table.ruleset,
        target=table.target,
        move_seconds=table.move_seconds,
        entry_coins=table.entry_coins,
        is_private=table.is_private,
        now=now,
    )
    seats = selectors.seats_of(table)
    for seat in seats:
        Seat.objects.create(
            table=again,
            number=seat.number,
            user=seat.user,
            taken_at=now,
            away_since=now,
            left_at=now,
        )
    sitting_check(*(seat.user for seat in seats), now=now)
    _entries_paid(again, seats, asking, now)
    match_begin(again, white=1 - match.white, now=now)
    return again


def _entries_paid(table: Table, seats: list[Seat], asking: User, now: datetime) -> None:
    """Take both entries; tell the one who asks whose coins are lacking."""
    wallets_lock(users=[seat.user for seat in seats])
    for seat in seats:
        try:
            entry_pay(table, seat.user, seat=seat.number, now=now)
        except CoinRefusal:
            if seat.user_id == asking.pk:
                raise
            raise OpponentCannotPay from None
