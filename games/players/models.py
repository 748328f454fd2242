"""What a player says of himself; his results are the tables' to tell."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

TEXT_LENGTH = 300


class Profile(models.Model):
    """A player's words about himself: plain text, shown escaped."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        primary_key=True,
        related_name="profile",
        verbose_name=_("player"),
    )
    text = models.CharField(_("about oneself"), max_length=TEXT_LENGTH, blank=True)

    class Meta:
        verbose_name = _("profile")
        verbose_name_plural = _("profiles")
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.pk)
