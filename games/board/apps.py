"""The app of the board: a picture with no models behind it."""

from django.apps import AppConfig


class BoardConfig(AppConfig):
    """Label `board`."""

    name = "games.board"
    label = "board"
