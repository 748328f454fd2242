"""Socket addresses."""

from django.urls import path

from games.tables.consumers import LobbyConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/table/<slug:slug>/", TableConsumer.as_asgi()),
]
