"""Rows of the live table: Table (one match), Seat, Game, Event."""

from functools import cached_property
from typing import NamedTuple

from django.conf import settings
from django.db import connection, models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from coins.terms import ENTRY_COINS
from games.rules.rulesets import RULESETS

TARGETS = (1, 3, 5, 7)
MOVE_SECONDS = (30, 60, 90)


class Status(models.TextChoices):
    """Where a table stands in its life."""

    OPEN = "open", _("Waiting for an opponent")
    LIVE = "live", _("Being played")
    FINISHED = "finished", _("Finished")
    CANCELLED = "cancelled", _("Cancelled")
    VOID = "void", _("Void")


class DeadlineKind(models.TextChoices):
    """What happens when a table's deadline comes."""

    BEGIN = "begin", _("Both players must be connected")
    OPENING = "opening", _("The first game opens")
    MOVE = "move", _("The move time runs out")
    PAUSE = "pause", _("The turn is confirmed")
    BETWEEN = "between", _("The next game opens")


# Asked with every command; to have the ORM write it takes longer than the answer.
PLAYERS = """
SELECT seat.number, seat.user_id,
    player.auto_roll, player.plays_forced, player.confirms_by_hand
FROM tables_seat AS seat JOIN accounts_user AS player ON player.id = seat.user_id
WHERE seat.table_id = %s
ORDER BY seat.number
"""


class Player(NamedTuple):
    """Who sits on a seat, and what he wants done for him."""

    seat: int
    user_id: int
    auto_roll: bool
    plays_forced: bool
    confirms_by_hand: bool


class Table(models.Model):
    """One match: its settings, its state, its clock.

    `state` is `games.rules.codec`'s JSON, null until both seats are taken.
    `version` counts the events. `deadline_at` is the next moment at which the
    server acts by itself; `move_deadline_at` is when the move time of the turn
    under way runs out, also while the pause runs.
    """

    slug = models.CharField(_("address"), max_length=16, unique=True)
    ruleset = models.CharField(_("rule set"), max_length=20)
    target = models.PositiveSmallIntegerField(_("match to"))
    move_seconds = models.PositiveSmallIntegerField(_("move time, seconds"))
    entry_coins = models.PositiveIntegerField(_("entry, coins"), default=0)
    is_private = models.BooleanField(_("by private link"), default=False)
    status = models.CharField(
        _("status"), max_length=10, choices=Status, default=Status.OPEN
    )
    state = models.JSONField(_("state"), null=True, blank=True)
    rematch = models.OneToOneField(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="rematch_of",
        verbose_name=_("rematch"),
    )
    # Of the state's result, so that results can be counted without it.
    winner = models.PositiveSmallIntegerField(_("winning seat"), null=True, blank=True)
    version = models.PositiveIntegerField(_("version"), default=0)
    deadline_at = models.DateTimeField(_("deadline"), null=True, blank=True)
    deadline_kind = models.CharField(
        _("kind of deadline"), max_length=10, choices=DeadlineKind, blank=True
    )
    move_deadline_at = models.DateTimeField(
        _("move time runs out"), null=True, blank=True
    )
    # Rises with whatever is told beside the version: who is there, who is ready.
    beside_version = models.PositiveIntegerField(
        _("presence version"), default=0, db_default=0
    )
    created_at = models.DateTimeField(_("created"))
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints = [
            models.CheckConstraint(
                name="table_ruleset_known", condition=Q(ruleset__in=sorted(RULESETS))
            ),
            models.CheckConstraint(
                name="table_target_known", condition=Q(target__in=TARGETS)
            ),
            models.CheckConstraint(
                name="table_move_seconds_known",
                condition=Q(move_seconds__in=MOVE_SECONDS),
            ),
            models.CheckConstraint(
                name="table_entry_known", condition=Q(entry_coins__in=ENTRY_COINS)
            ),
            models.CheckConstraint(
                name="table_status_known", condition=Q(status__in=Status.values)
            ),
            models.CheckConstraint(
                name="table_played_has_state",
                condition=Q(status__in=(Status.OPEN, Status.CANCELLED))
                | Q(state__isnull=False, started_at__isnull=False),
            ),
            models.CheckConstraint(
                name="table_deadline_while_live",
                condition=Q(status=Status.LIVE, deadline_at__isnull=False)
                & Q(deadline_kind__in=DeadlineKind.values)
                | ~Q(status=Status.LIVE)
                & Q(deadline_at__isnull=True, deadline_kind=""),
            ),
            models.CheckConstraint(
                name="table_ended_when_over",
                condition=Q(
                    status__in=(Status.OPEN, Status.LIVE), ended_at__isnull=True
                )
                | Q(
                    status__in=(Status.FINISHED, Status.CANCELLED, Status.VOID),
                    ended_at__isnull=False,
                ),
            ),
            models.CheckConstraint(
                name="table_winner_when_finished",
                condition=Q(
                    status=Status.FINISHED, winner__isnull=False, winner__in=(0, 1)
                )
                | ~Q(status=Status.FINISHED) & Q(winner__isnull=True),
            ),
        ]
        indexes = [
            models.Index(
                name="table_deadline",
                fields=["deadline_at"],
                condition=Q(deadline_at__isnull=False),
            ),
            models.Index(
                name="table_open",
                fields=["created_at"],
                condition=Q(status=Status.OPEN),
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """Those who sat when this was first asked, by seat."""
        with connection.cursor() as cursor:
            cursor.execute(PLAYERS, [self.pk])
            return tuple(
                Player(seat, user_id, *map(bool, wishes))
                for seat, user_id, *wishes in cursor.fetchall()
            )


class Seat(models.Model):
    """A player's place at a table; active while the table is open or live.

    `away_since` and `grace_at` move with an outage, `left_at` does not: it is
    the moment at which the last socket went, and `was_cut` says that it went
    without a word, as a line does that breaks. `absent_ms` adds up the absences
    that have ended since the match began.
    """

    table = models.ForeignKey(
        Table, models.CASCADE, related_name="seats", verbose_name=_("table")
    )
    number = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="seats",
        verbose_name=_("player"),
    )
    is_active = models.BooleanField(_("open or live"), default=True)
    taken_at = models.DateTimeField(_("taken"))
    away_since = models.DateTimeField(_("away since"), null=True, blank=True)
    left_at = models.DateTimeField(_("last socket gone"), null=True, blank=True)
    was_cut = models.BooleanField(_("line broken"), default=False, db_default=False)
    grace_at = models.DateTimeField(_("grace runs out"), null=True, blank=True)
    absent_ms = models.PositiveIntegerField(_("absent so far, ms"), default=0)
    is_ready = models.BooleanField(_("ready for the next game"), default=False)
    wants_rematch = models.BooleanField(_("wants a rematch"), default=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.CheckConstraint(
                name="seat_number_known", condition=Q(number__in=(0, 1))
            ),
            models.CheckConstraint(
                name="seat_grace_while_away",
                condition=Q(grace_at__isnull=True)
                | Q(is_active=True, away_since__isnull=False),
            ),
            models.UniqueConstraint(name="seat_once", fields=["table", "number"]),
            models.UniqueConstraint(
                name="seat_not_against_oneself", fields=["table", "user"]
            ),
            models.UniqueConstraint(
                name="seat_one_active_a_player",
                fields=["user"],
                condition=Q(is_active=True),
            ),
        ]
        indexes = [
            models.Index(
                name="seat_grace",
                fields=["grace_at"],
                condition=Q(grace_at__isnull=False),
            ),
            # A player's matches, the youngest first.
            models.Index(name="seat_of_player", fields=["user", "-id"]),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.number}"


class Game(models.Model):
    """A game of a match: begun with its opening, ended with its worth."""

    table = models.ForeignKey(
        Table, models.CASCADE, related_name="games", verbose_name=_("table")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    winner = models.PositiveSmallIntegerField(_("winning seat"), null=True)
    points = models.PositiveSmallIntegerField(_("points"), null=True)
    result = models.CharField(_("result"), max_length=12, blank=True)
    started_at = models.DateTimeField(_("started"))
    ended_at = models.DateTimeField(_("ended"), null=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints = [
            models.UniqueConstraint(name="game_once", fields=["table", "number"]),
            models.CheckConstraint(
                name="game_result_whole",
                condition=Q(winner__isnull=True, points__isnull=True, result="")
                | Q(winner__in=(0, 1), points__in=(1, 2, 3), ended_at__isnull=False)
                & ~Q(result=""),
            ),
            models.CheckConstraint(
                name="game_ends_after_start",
                condition=Q(ended_at__isnull=True) | Q(ended_at__gte=F("started_at")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.number}"


class Event(models.Model):
    """One command that changed a table, with the dice that it consumed.

    Append-only: the database refuses an update. `seat` is whose command it is,
    carried out by him or for him, null for the server's own. `data` is what
    `codec` needs to apply it again, and the turn as it is shown in the history
    where the command ended one.
    """

    # Altering a field on SQLite makes the table anew, without its trigger.
    table = models.ForeignKey(
        Table, models.CASCADE, related_name="events", verbose_name=_("table")
    )
    version = models.PositiveIntegerField(_("version"))
    game = models.PositiveSmallIntegerField(_("game"))
    command = models.CharField(_("command"), max_length=10)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    data = models.JSONField(_("data"), default=dict)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        constraints = [
            models.UniqueConstraint(
                name="event_once_a_version", fields=["table", "version"]
            ),
            models.CheckConstraint(
                name="event_seat_known",
                condition=Q(seat__isnull=True) | Q(seat__in=(0, 1)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.version}"


class WebProcess(models.Model):
    """A process that serves sockets; it beats every second while it lives."""

    key = models.CharField(_("key"), max_length=32, primary_key=True)
    beat_at = models.DateTimeField(_("last beat"), db_index=True)

    class Meta:
        verbose_name = _("web process")
        verbose_name_plural = _("web processes")

    def __str__(self) -> str:
        return self.key


class Presence(models.Model):
    """One socket at a table, of a player or, without a seat, of a watcher."""

    table = models.ForeignKey(
        Table, models.CASCADE, related_name="presences", verbose_name=_("table")
    )
    seat = models.ForeignKey(
        Seat,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="presences",
        verbose_name=_("seat"),
    )
    process = models.ForeignKey(
        WebProcess,
        models.PROTECT,
        related_name="presences",
        verbose_name=_("web process"),
    )
    channel = models.CharField(_("channel"), max_length=100, unique=True)
    since = models.DateTimeField(_("since"), db_index=True)

    class Meta:
        verbose_name = _("presence")
        verbose_name_plural = _("presences")

    def __str__(self) -> str:
        return self.channel


class Pulse(models.Model):
    """The one row that says when the site was last well.

    `vanished_at` is when most players went at once, while that lasts;
    `recovered_at` is when the last outage ended.
    """

    well_at = models.DateTimeField(_("last well"))
    vanished_at = models.DateTimeField(_("players vanished"), null=True)
    recovered_at = models.DateTimeField(_("recovered"), null=True)

    class Meta:
        verbose_name = _("pulse")
        verbose_name_plural = _("pulse")
        constraints = [
            models.CheckConstraint(name="pulse_only_one", condition=Q(id=1)),
        ]

    def __str__(self) -> str:
        return str(self.well_at)
