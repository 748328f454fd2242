"""A name that one player gives up while another reaches for it; on PostgreSQL."""

from collections.abc import Callable
from datetime import UTC, datetime
from threading import Event

import pytest

from accounts import selectors, services
from accounts.errors import NameTaken
from accounts.models import FormerName, User
from tests.tables.racing import MEETING_S, kinds, raced

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
# As the guard is asked: after the row is written.
asked = selectors.name_is_reserved


def race(monkeypatch: pytest.MonkeyPatch, guard: Callable[..., bool]) -> list[object]:
    """Nino gives her name up; Giorgi takes it before that is committed."""
    nino = User.objects.create_user("Nino")
    giorgi = User.objects.create_user("Giorgi")
    is_given_up = Event()

    def paused(*, name: str, user: User | None = None) -> bool:
        if name != "Nana":
            return guard(name=name, user=user)
        is_given_up.set()
        # Giorgi comes as far as he can meanwhile.
        Event().wait(MEETING_S)
        return False

    def takes_it() -> User:
        is_given_up.wait()
        return services.name_change(user=giorgi, name="nino", now=NOW)

    monkeypatch.setattr(selectors, "name_is_reserved", paused)
    return raced(
        lambda: services.name_change(user=nino, name="Nana", now=NOW), takes_it
    )


def test_a_name_given_up_at_this_moment_is_reserved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert kinds(race(monkeypatch, asked)) == {User: 1, NameTaken: 1}
    assert {one.username for one in User.objects.all()} == {"Nana", "Giorgi"}


def test_without_the_look_at_the_past_it_would_be_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control: Nino's former name is Giorgi's name then."""
    assert kinds(race(monkeypatch, lambda **_wanted: False)) == {User: 2}
    assert User.objects.get(username="nino")
    assert FormerName.objects.get(name="Nino")
