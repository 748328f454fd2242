"""Ending sessions, and with each the sockets that it opened."""

from importlib import import_module

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction

from accounts import live
from accounts.models import User


def session_end(*, user: User, session_id: int) -> bool:
    """End one session of the player's; False where he has no such session."""
    session = UserSession.objects.filter(user=user, pk=session_id).first()
    if session is None:
        return False
    _end(session)
    return True


def sessions_end(*, user: User, except_key: str | None = None) -> int:
    """End all sessions of the player's but that one; return how many."""
    sessions = UserSession.objects.filter(user=user)
    if except_key:
        sessions = sessions.exclude(session_key=except_key)
    ended = list(sessions)
    for session in ended:
        _end(session)
    return len(ended)


def sessions_clear() -> None:
    """Delete sessions that have run out, and what was noted of them."""
    store = import_module(settings.SESSION_ENGINE).SessionStore
    store.clear_expired()
    for session in UserSession.objects.iterator():
        if not store().exists(session.session_key):
            session.delete()


def _end(session: UserSession) -> None:
    key = session.session_key
    session.end()
    transaction.on_commit(lambda: live.session_close(key), robust=True)
