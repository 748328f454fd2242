"""The names that players had: reserved for ever, so that nobody passes for another."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Upper
from django.utils.translation import gettext_lazy as _

from accounts.names import NAME_MAX_LENGTH, name_folded_in


class FormerName(models.Model):
    """A name that a player gave up at `changed_at`; his alone to take again.

    Without a player it was that of a closed account, or the desk took it away, and it
    is nobody's any more. `is_own_change` is false where the desk gave him another.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="former_names",
        verbose_name=_("player"),
    )
    name = models.CharField(_("name"), max_length=NAME_MAX_LENGTH)
    changed_at = models.DateTimeField(_("changed"))
    is_own_change = models.BooleanField(
        _("changed by the player"), default=True, db_default=True
    )

    class Meta:
        verbose_name = _("former name")
        verbose_name_plural = _("former names")
        default_permissions = ("view",)
        constraints = [
            # As the names in use are: what differs in case alone is one name.
            models.UniqueConstraint(Upper("name"), name="former_name_unique"),
        ]
        indexes = [models.Index(name_folded_in("name"), name="former_name_folded")]

    def __str__(self) -> str:
        return self.name
