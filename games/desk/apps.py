"""The app of the desk."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DeskConfig(AppConfig):
    """Label `desk`."""

    name = "games.desk"
    label = "desk"
    verbose_name = _("The desk")
