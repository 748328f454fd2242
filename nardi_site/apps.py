"""The composition root as a Django app, for its commands and static files."""

from django.apps import AppConfig

from nardi_site.capitals import capfirst_spread


class SiteConfig(AppConfig):
    """Commands, base styles and fonts of the whole site."""

    name = "nardi_site"

    def ready(self) -> None:
        """Have Django capitalize first letters as the reader's language does."""
        capfirst_spread()
