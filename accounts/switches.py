"""The operator's switches: one row that every page and every socket obeys."""

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

ONLY = 1
ANNOUNCEMENT_LENGTH = 300


class Switches(models.Model):
    """What the operators have switched on; `version` rises with every change.

    Every page says the announcement of its own language, nothing where that one
    is empty. With `no_new_tables` nobody sits down any more; with `is_read_only`
    nothing changes at all, and all clocks stand still.
    """

    announcement_ka = models.CharField(
        _("announcement in Georgian"), max_length=ANNOUNCEMENT_LENGTH, blank=True
    )
    announcement_en = models.CharField(
        _("announcement in English"), max_length=ANNOUNCEMENT_LENGTH, blank=True
    )
    announcement_ru = models.CharField(
        _("announcement in Russian"), max_length=ANNOUNCEMENT_LENGTH, blank=True
    )
    announcement_tr = models.CharField(
        _("announcement in Turkish"), max_length=ANNOUNCEMENT_LENGTH, blank=True
    )
    no_new_tables = models.BooleanField(_("no new tables"), default=False)
    is_read_only = models.BooleanField(_("read-only"), default=False)
    version = models.PositiveIntegerField(_("version"), default=0)

    class Meta:
        verbose_name = _("switches")
        verbose_name_plural = _("switches")
        default_permissions = ("view", "change")
        constraints = [
            models.CheckConstraint(name="switches_only_one", condition=Q(id=ONLY)),
        ]

    def __str__(self) -> str:
        return str(self.version)

    @property
    def shape(self) -> dict[str, Any]:
        """What every page is told, as JSON."""
        return {
            "announcement": self.announcements,
            "no_new_tables": self.no_new_tables,
            "read_only": self.is_read_only,
        }

    @property
    def announcements(self) -> dict[str, str]:
        """The announcement by language, empty where there is none."""
        return {
            "ka": self.announcement_ka,
            "en": self.announcement_en,
            "ru": self.announcement_ru,
            "tr": self.announcement_tr,
        }
