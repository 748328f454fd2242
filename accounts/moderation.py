"""What stands between players and what the desk decided about one: Block, Sanction."""

from datetime import UTC, datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

# Until when a closed account is barred: no other moment means "for good".
FOREVER = datetime(9999, 12, 31, tzinfo=UTC)


class Reason(models.TextChoices):
    """Why the desk acts; the player is told it in his own language."""

    HELP = "help", _("help from outside")
    ARRANGED = "arranged", _("an arranged match")
    ACCOUNTS = "accounts", _("several accounts of one person")
    INSULT = "insult", _("insults or threats")
    NAME = "name", _("an offensive name")
    TEXT = "text", _("an offensive text")
    DELAY = "delay", _("delaying or leaving matches")
    FAULT = "fault", _("a fault of the site")
    OTHER = "other", _("another breach of the terms")


class Kind(models.TextChoices):
    """What was decided."""

    WARN = "warn", _("Warning")
    SUSPEND = "suspend", _("Suspension")
    CLOSE = "close", _("Account closed")
    RENAME = "rename", _("Name taken away")
    CLEAR = "clear", _("Text removed")
    FREEZE = "freeze", _("Wallet frozen")
    VOID = "void", _("Match declared void")
    ADJUDICATE = "adjudicate", _("Match decided")
    END = "end", _("Match ended")


# Those about a match: both players are told, and neither need have done wrong.
OF_MATCHES = (Kind.VOID, Kind.ADJUDICATE, Kind.END)
# Those that may give a match, and its pot, to a player.
GIVING = (Kind.ADJUDICATE, Kind.END)
BARRING = (Kind.SUSPEND, Kind.CLOSE)


class Outcome(models.TextChoices):
    """What became of a sanction that was appealed against."""

    UPHELD = "upheld", _("Upheld")
    LIFTED = "lifted", _("Lifted")


class Block(models.Model):
    """`who` does not want to sit at a table with `whom`; neither can."""

    who = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="blocks",
        verbose_name=_("who"),
    )
    whom = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="blocked_by",
        verbose_name=_("whom"),
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(name="block_once", fields=["who", "whom"]),
            models.CheckConstraint(
                name="block_not_oneself", condition=~Q(who=F("whom"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.who_id} {self.whom_id}"


class Sanction(models.Model):
    """What the desk decided about a player, or about a match of his.

    He is told on his next page, until `seen_at`. A suspension alone has an
    `until`, and `table_slug` where a match was lost by it. `outcome` is empty
    until an appeal is decided, and a lifted one counts no more. The audit entry,
    which cannot change, says the rest.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="sanctions",
        verbose_name=_("player"),
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    reason = models.CharField(_("reason"), max_length=10, choices=Reason)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        verbose_name=_("by"),
    )
    at = models.DateTimeField(_("at"))
    until = models.DateTimeField(_("until"), null=True, blank=True)
    # Plain text, because the rooms of the games are above this one.
    table_slug = models.CharField(_("table's address"), max_length=16, blank=True)
    # In which case it was decided; a number, for the same reason.
    case_id = models.BigIntegerField(_("case"), null=True, blank=True)
    seen_at = models.DateTimeField(_("read by the player"), null=True, blank=True)
    outcome = models.CharField(
        _("after an appeal"), max_length=10, choices=Outcome, blank=True
    )
    # What an appeal against a void match brought back; in coins.
    coins_back = models.PositiveBigIntegerField(
        _("coins given back"), default=0, db_default=0
    )

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        default_permissions = ("view",)
        constraints = [
            models.CheckConstraint(
                name="sanction_kind_known", condition=Q(kind__in=Kind.values)
            ),
            models.CheckConstraint(
                name="sanction_reason_known", condition=Q(reason__in=Reason.values)
            ),
            models.CheckConstraint(
                name="sanction_outcome_known",
                condition=Q(outcome__in=["", *Outcome.values]),
            ),
            models.CheckConstraint(
                name="sanction_until_when_suspended",
                condition=Q(kind=Kind.SUSPEND, until__isnull=False, until__gt=F("at"))
                | ~Q(kind=Kind.SUSPEND) & Q(until__isnull=True),
            ),
            models.CheckConstraint(
                name="sanction_not_by_oneself", condition=~Q(player=F("by"))
            ),
            models.CheckConstraint(
                name="sanction_coins_back_for_a_void",
                condition=Q(coins_back=0)
                | Q(kind=Kind.VOID, outcome=Outcome.LIFTED, coins_back__gt=0),
            ),
            models.UniqueConstraint(
                name="sanction_once_a_case", fields=["case_id", "player", "kind"]
            ),
        ]
        indexes = [
            models.Index(
                name="sanction_unseen",
                fields=["player"],
                condition=Q(seen_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.pk}"

    def is_of_win_taken_back(self) -> bool:
        """Tell whether its match was given to a player by a decision that is lifted.

        To be asked of a ruling on a match.
        """
        return Sanction.objects.filter(
            table_slug=self.table_slug, kind__in=GIVING, outcome=Outcome.LIFTED
        ).exists()
