"""Addresses of "My coins", below the language prefix."""

from django.urls import path

from coins import views

app_name = "coins"

urlpatterns = [
    path("coins/", views.my_coins, name="mine"),
    path("coins/balance/", views.balance, name="balance"),
    path("coins/gift/", views.gift, name="gift"),
    path("coins/top-up/", views.top_up, name="top_up"),
    path("coins/statement.csv", views.statement_csv, name="csv"),
]
