"""Addresses of lobby and table, below the language prefix."""

from django.urls import path

from games.tables import views

app_name = "tables"

urlpatterns = [
    path("lobby/", views.lobby, name="lobby"),
    path("table/new/", views.table_create, name="create"),
    path("table/<slug:slug>/", views.table, name="table"),
    path("table/<slug:slug>/join/", views.table_join, name="join"),
    path("table/<slug:slug>/cancel/", views.table_cancel, name="cancel"),
]
