"""Addresses of players, below the language prefix."""

from django.urls import path, re_path

from games.players import views

app_name = "players"

urlpatterns = [
    re_path(r"^@(?P<name>[A-Za-z0-9_]{1,20})/$", views.player),
    # The last one of a name is what `reverse` takes.
    re_path(r"^@(?P<name>[A-Za-z0-9_]{1,20})$", views.player, name="player"),
    path("player/text/", views.text, name="text"),
]
