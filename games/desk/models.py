"""The desk's one list: reports of players, and appeals against what was decided."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Sanction
from accounts.moderation import Reason
from accounts.names import NAME_MAX_LENGTH
from games.players.models import TEXT_LENGTH as ABOUT_LENGTH
from games.tables.models import Table

TEXT_LENGTH = 1000


class CaseKind(models.TextChoices):
    """What a case began with."""

    REPORT = "report", _("Report")
    APPEAL = "appeal", _("Appeal")


class Case(models.Model):
    """A report by `reporter` about `player`, or an appeal of `player`'s.

    `weight` is how urgent it was when it came; the heavier go first, and what has
    waited long before them. A report may be about a match; an appeal is about a
    sanction, and each sanction is appealed against once. A report keeps what the
    player was called and said of himself when it was made, which he may change
    before anybody looks; both are empty where that is not known, and after he has
    closed his account.
    """

    kind = models.CharField(_("kind"), max_length=6, choices=CaseKind)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="cases",
        verbose_name=_("player"),
    )
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="reports",
        verbose_name=_("reported by"),
    )
    table = models.ForeignKey(
        Table,
        models.PROTECT,
        null=True,
        related_name="cases",
        verbose_name=_("match"),
    )
    sanction = models.OneToOneField(
        Sanction,
        models.PROTECT,
        null=True,
        related_name="appeal",
        verbose_name=_("sanction"),
    )
    reason = models.CharField(_("reason"), max_length=10, choices=Reason, blank=True)
    text = models.CharField(_("text"), max_length=TEXT_LENGTH)
    name_then = models.CharField(
        _("name when reported"),
        max_length=NAME_MAX_LENGTH,
        blank=True,
        default="",
        db_default="",
    )
    text_then = models.CharField(
        _("text when reported"),
        max_length=ABOUT_LENGTH,
        blank=True,
        default="",
        db_default="",
    )
    weight = models.PositiveSmallIntegerField(_("weight"))
    opened_at = models.DateTimeField(_("opened"))
    closed_at = models.DateTimeField(_("closed"), null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("closed by"),
    )

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        default_permissions = ("view",)
        permissions = [
            ("act_case", _("Can warn, suspend, rename, clear a text, hear appeals")),
            ("close_player", _("Can close an account")),
            ("rule_match", _("Can void, decide and end a match")),
        ]
        constraints = [
            models.CheckConstraint(
                name="case_kind_whole",
                condition=Q(
                    kind=CaseKind.REPORT, reporter__isnull=False, sanction__isnull=True
                )
                & ~Q(reason="")
                | Q(
                    kind=CaseKind.APPEAL,
                    reporter__isnull=True,
                    sanction__isnull=False,
                    reason="",
                ),
            ),
            models.CheckConstraint(
                name="case_closed_whole",
                condition=Q(closed_at__isnull=True, closed_by__isnull=True)
                | Q(closed_at__isnull=False, closed_by__isnull=False),
            ),
            models.CheckConstraint(
                name="case_not_about_oneself",
                condition=Q(reporter__isnull=True) | ~Q(reporter=F("player")),
            ),
            models.UniqueConstraint(
                name="case_one_open_a_pair_and_match",
                fields=["reporter", "player", "table"],
                condition=Q(closed_at__isnull=True, table__isnull=False),
            ),
            models.UniqueConstraint(
                name="case_one_open_a_pair",
                fields=["reporter", "player"],
                condition=Q(closed_at__isnull=True, table__isnull=True),
            ),
        ]
        indexes = [
            models.Index(
                name="case_queue",
                fields=["-weight", "opened_at"],
                condition=Q(closed_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.pk}"
