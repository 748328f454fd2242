"""Browsers for the tests of pages: who is logged in, and what a page says."""

from html import unescape
from typing import Any

from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts.models import User


def browser(user: User | None, *, csrf: bool = False) -> Client:
    """A browser in which that player, or nobody, is logged in."""
    client = Client(enforce_csrf_checks=csrf)
    if user is not None:
        client.force_login(user)
    return client


def address(name: str, slug: str | None = None, language: str = "en") -> str:
    """The address of a page of the tables."""
    with override(language):
        return reverse(f"tables:{name}", args=[slug] if slug else [])


def text_of(response: Any) -> str:
    """The page as it is read."""
    return unescape(response.content.decode())


def told(client: Client, language: str = "en") -> list[str]:
    """What the player is told on the next page."""
    request = client.get(address("lobby", language=language)).wsgi_request
    return [str(message) for message in get_messages(request)]
