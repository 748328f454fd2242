"""Noting a session for the list that its player sees: which browser, since when."""

from typing import Any

from allauth.core.internal.httpkit import HTTP_USER_AGENT_MAX_LENGTH
from django.http import HttpRequest
from django.utils import timezone

# The row must have one; where a player is, is nobody's business.
NO_ADDRESS = "0.0.0.0"  # noqa: S104 - nothing is bound to it


def session_note(
    manager: Any, request: HttpRequest, *, user: Any = None, session: Any = None
) -> None:
    """Note the session of a player who has just logged in, or got a new one."""
    session = session or request.session
    if not session.session_key:
        session.save()
    agent = request.META.get("HTTP_USER_AGENT", "")
    manager.update_or_create(
        session_key=session.session_key,
        defaults={
            "user": user or request.user,
            "ip": NO_ADDRESS,
            "user_agent": agent[:HTTP_USER_AGENT_MAX_LENGTH],
            "last_seen_at": timezone.now(),
        },
    )
