"""Addresses of the player's own data, below /account/."""

from django.urls import path

from games.players.account_views import closing, data, data_file

urlpatterns = [
    path("data/", data, name="account_data"),
    path("data/file/", data_file, name="account_data_file"),
    path("close/", closing, name="account_close"),
]
