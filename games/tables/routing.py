"""Socket addresses."""

from typing import Any

from django.urls import path, re_path

from games.tables.consumers import (
    GlimpseConsumer,
    LobbyConsumer,
    NowhereConsumer,
    SiteConsumer,
    TableConsumer,
)

websocket_urlpatterns: list[Any] = [
    # Channels routes by Django's `path`, whose type knows views only.
    path("ws/lobby/", LobbyConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/site/", SiteConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/table/<slug:slug>/", TableConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/table/<slug:slug>/glimpse/", GlimpseConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path("", NowhereConsumer.as_asgi()),  # type: ignore[arg-type]
]
