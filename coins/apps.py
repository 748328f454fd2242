"""The app of the play coin."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CoinsConfig(AppConfig):
    """Label `coins`."""

    name = "coins"
    verbose_name = _("Coins")

    def ready(self) -> None:
        """Connect the one signal: a new player gets his first coins."""
        from coins import receivers  # noqa: F401, PLC0415
