"""The app of the desk."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DeskConfig(AppConfig):
    """Label `desk`."""

    name = "games.desk"
    label = "desk"
    verbose_name = _("The desk")

    def ready(self) -> None:
        """Tell what this room holds of a player."""
        # Models are not there before.
        from games.desk.selectors import cases_told  # noqa: PLC0415
        from games.desk.services import kept_forget  # noqa: PLC0415
        from games.players.holdings import Holding, holding_add  # noqa: PLC0415

        holding_add(
            Holding(
                "desk.Case",
                "reports",
                cases_told,
                "kept: what was reported of others, and of him, stays on record; the "
                "name and the text of his that reports have kept are deleted",
                kept_forget,
            )
        )
