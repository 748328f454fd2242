"""Addresses of lobby and table, below the language prefix."""

from django.urls import path

from games.tables import record_views, views

app_name = "tables"

urlpatterns = [
    path("lobby/", views.lobby, name="lobby"),
    path("table/new/", views.table_create, name="create"),
    path("table/<slug:slug>/", views.table, name="table"),
    path("table/<slug:slug>/join/", views.table_join, name="join"),
    path("table/<slug:slug>/cancel/", views.table_cancel, name="cancel"),
    path("match/<slug:slug>/", record_views.record, name="record"),
    path("match/<slug:slug>/framed/", record_views.record_framed, name="record_framed"),
    path("match/<slug:slug>/text/", record_views.record_text, name="record_text"),
    path("match/<slug:slug>/json/", record_views.record_json, name="record_json"),
    path("match/<slug:slug>/mat/", record_views.record_mat, name="record_mat"),
]
