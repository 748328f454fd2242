"""The app of the players' own affairs."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayersConfig(AppConfig):
    """Label `players`."""

    name = "games.players"
    label = "players"
    verbose_name = _("Players")
