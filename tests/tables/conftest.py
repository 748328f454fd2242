"""People, tables and dice for the tests of the live table."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Protocol

import pytest
import time_machine
from channels.layers import channel_layers
from django.db.models import QuerySet
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from coins import reckoning
from coins.models import Account, Kind
from games.rules.facts import Roll
from games.rules.match import Draw
from games.tables import dice, events, services
from games.tables.consumers import keeper, lobby, site, table
from games.tables.consumers.socket import Socket
from games.tables.models import Table
from tests.tables.playing import NOON, Play, come, table_of
from tests.tables.racing import Meeting


@pytest.fixture
def nino(db: None) -> User:
    return User.objects.create_user("Nino", "nino@example.com")


@pytest.fixture
def giorgi(db: None) -> User:
    return User.objects.create_user("Giorgi", "giorgi@example.com")


@pytest.fixture
def lasha(db: None) -> User:
    return User.objects.create_user("Lasha", "lasha@example.com")


@pytest.fixture
def mariam(db: None) -> User:
    return User.objects.create_user("Mariam", "mariam@example.com")


@pytest.fixture
def opened(nino: User) -> Table:
    """Nino's open table."""
    return table_of(nino)


class Sit(Protocol):
    """Seats Nino (0) and Giorgi (1) at a table with these settings."""

    def __call__(self, **settings: Any) -> Play: ...


@pytest.fixture
def sit(nino: User, giorgi: User) -> Sit:
    """Nino (seat 0) against Giorgi (seat 1), before the opening roll."""

    def sit(**settings: Any) -> Play:
        table = table_of(nino, **settings)
        services.table_join(user=giorgi, slug=table.slug, now=NOON)
        for player in (nino, giorgi):
            come(table.slug, player, NOON)
        return Play(table.slug, (nino, giorgi))

    return sit


@pytest.fixture
def opening(sit: Sit) -> Play:
    """A Georgian match to 1, before its opening roll."""
    return sit()


@pytest.fixture
def moving(opening: Play, scripted: "Script") -> Play:
    """Nino is to move with 5-3, the opening dice."""
    scripted(((5, 3),))
    opening.sweep()
    return opening


@pytest.fixture
def pausing(moving: Play, nino: User) -> Play:
    """Nino has played 8/3 6/3 and may confirm or undo."""
    moving.step(nino, 8, 5)
    moving.step(nino, 6, 3)
    return moving


@pytest.fixture
def rolling(pausing: Play, nino: User) -> Play:
    """Nino has confirmed; Giorgi is to roll."""
    pausing.confirm(nino)
    return pausing


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


@pytest.fixture(autouse=True)
def reckoned(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every test leaves coins where they belong, at its tables and in wallets."""
    marker = request.node.get_closest_marker("django_db")
    if marker is None and not {"db", "transactional_db"} & set(request.fixturenames):
        yield
        return
    # Before this fixture, so that the rows are still there when it ends.
    is_transactional = "transactional_db" in request.fixturenames or (
        marker is not None and marker.kwargs.get("transaction")
    )
    request.getfixturevalue("transactional_db" if is_transactional else "db")
    yield
    if Account.objects.filter(kind=Kind.TABLE).exists():
        assert reckoning.differences_find() == []


@dataclass
class Heard:
    """What was published: events of tables, and the lobby's news."""

    events: list[dict[str, Any]] = field(default_factory=list)
    lobby: list[tuple[list[dict[str, Any]], set[str]]] = field(default_factory=list)


Hearing = Callable[[], AbstractContextManager[Heard]]


@pytest.fixture
def hearing(
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> Hearing:
    """Hear what is published once the block has ended and all is committed."""

    @contextmanager
    def hearing() -> Iterator[Heard]:
        heard = Heard()
        monkeypatch.setattr(
            events, "table_publish", lambda slug, event: heard.events.append(event)
        )
        monkeypatch.setattr(
            events,
            "lobby_publish",
            lambda tables, _live, players: heard.lobby.append((tables, set(players))),
        )
        with django_capture_on_commit_callbacks(execute=True):
            yield heard

    return hearing


@pytest.fixture
def told_presence(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What tables are told of who is there, in order."""
    said: list[Any] = []
    monkeypatch.setattr(
        events, "beside_publish", lambda _slug, shape: said.append(shape["presence"])
    )
    return said


@pytest.fixture
def by_hand(monkeypatch: pytest.MonkeyPatch) -> Iterator[time_machine.Traveller]:
    """Sockets on a layer of their own, at five past noon, kept by nobody.

    Rounds of the keeper are made by the test, and time moves when it says so.
    """
    for module in (lobby, site, table):
        monkeypatch.setattr(module, "keeper_start", lambda: None)
    monkeypatch.setattr(channel_layers, "backends", {})
    with time_machine.travel(NOON + timedelta(seconds=5), tick=False) as traveller:
        yield traveller
    for known in (Socket.open_here, Socket.present_here, keeper.leaving):
        known.clear()


class Meet(Protocol):
    """Has those who come to these functions wait there for each other."""

    def __call__(self, number: int, *places: tuple[object, str]) -> None: ...


@pytest.fixture
def meet(monkeypatch: pytest.MonkeyPatch) -> Meet:
    """A meeting point for so many threads, before these functions of modules."""

    def meet(number: int, *places: tuple[object, str]) -> None:
        meeting = Meeting(number)
        for module, name in places:
            function = getattr(module, name)

            def after_meeting(
                *args: Any, function: Any = function, **kwargs: Any
            ) -> Any:
                meeting.wait()
                return function(*args, **kwargs)

            monkeypatch.setattr(module, name, after_meeting)

    return meet


@pytest.fixture(params=["with the lock", "without the lock"])
def is_locked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether rows are locked; the negative control only reads them."""
    locked: bool = request.param == "with the lock"
    if not locked:
        monkeypatch.setattr(
            QuerySet, "select_for_update", lambda rows, **_options: rows.all()
        )
    return locked
