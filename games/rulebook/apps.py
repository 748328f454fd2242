"""The app of the rule book; it keeps nothing in the database."""

from django.apps import AppConfig


class RulebookConfig(AppConfig):
    """Label `rulebook`."""

    name = "games.rulebook"
    label = "rulebook"
