"""The composition root as a Django app, for its commands and static files."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Commands, base styles and fonts of the whole site."""

    name = "nardi_site"
