"""Addresses of what players see of the desk, below the language prefix."""

from django.urls import path

from games.desk import views

app_name = "desk"

urlpatterns = [
    path("desk/", views.mine, name="mine"),
    path("desk/read/", views.read, name="read"),
    path("desk/appeal/<int:sanction_id>/", views.appeal, name="appeal"),
    path("desk/account/<str:token>/", views.barred, name="barred"),
    path(
        "desk/account/<str:token>/appeal/<int:sanction_id>/",
        views.appeal_barred,
        name="appeal_barred",
    ),
    path("desk/name/", views.rename, name="rename"),
    path("report/player/<str:name>/", views.report_player, name="report_player"),
    path("report/match/<slug:slug>/", views.report_match, name="report_match"),
]
