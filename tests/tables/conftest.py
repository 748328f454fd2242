"""People, tables and dice for the tests of the live table."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest

from accounts.models import User
from games.rules.facts import Roll
from games.rules.match import Draw
from games.tables import dice, services
from games.tables.models import Table

NOON = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)


@pytest.fixture
def nino(db: None) -> User:
    return User.objects.create_user("Nino", "nino@example.com")


@pytest.fixture
def giorgi(db: None) -> User:
    return User.objects.create_user("Giorgi", "giorgi@example.com")


@pytest.fixture
def lasha(db: None) -> User:
    return User.objects.create_user("Lasha", "lasha@example.com")


def table_of(user: User, **settings: object) -> Table:
    """An open table of the user's: Georgian nardi to 1, 60 seconds, for all."""
    wanted = {
        "ruleset": "georgian",
        "target": 1,
        "move_seconds": 60,
        "is_private": False,
        "now": NOON,
    } | settings
    return services.table_create(user=user, **wanted)  # type: ignore[arg-type]


@pytest.fixture
def opened(nino: User) -> Table:
    """Nino's open table."""
    return table_of(nino)


@pytest.fixture
def joined(opened: Table, giorgi: User) -> Table:
    """Nino (seat 0) against Giorgi (seat 1), before the opening roll."""
    return services.table_join(user=giorgi, slug=opened.slug, now=NOON)


Script = Callable[..., None]


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Script:
    """Make the next draws these rolls, one tuple of rolls a draw."""
    waiting: list[tuple[Roll, ...]] = []

    def draw(wanted: Draw | None) -> tuple[Roll, ...]:
        return waiting.pop(0) if wanted is not None else ()

    monkeypatch.setattr(dice, "draw", draw)

    def script(*draws: tuple[Roll, ...]) -> None:
        waiting.extend(draws)

    return script


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[dict[str, object]]]:
    """What is published to tables, in order."""
    from games.tables import events  # noqa: PLC0415

    said: list[dict[str, object]] = []
    monkeypatch.setattr(events, "table_publish", lambda slug, event: said.append(event))
    return iter([said])  # type: ignore[return-value]
