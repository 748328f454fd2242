"""Addresses of the rule book, below the language prefix and in that language."""

from django.urls import path

from games.rulebook import views
from games.rulebook.pages import PAGES, path_lazy

app_name = "rulebook"

urlpatterns = [
    *(
        path(path_lazy(page.key), views.article, {"key": page.key}, name=page.key)
        for page in PAGES
    ),
    path("position/", views.positions, name="positions"),
    path("position/<path:text>/", views.position, name="position"),
]
