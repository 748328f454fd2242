"""What the database itself refuses: every constraint, broken once."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, IntegrityError, connection, models, transaction

from accounts.models import User
from games.tables.models import Event, Game, Pulse, Seat, Status, Table
from tests.tables.conftest import Sit
from tests.tables.playing import NOON, Play, frozen, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def play(moving: Play) -> Play:
    """A live table with two seats, a game and three events."""
    moving.step(moving.players[0], 8, 5)
    return moving


def updated(model: type[models.Model], **values: Any) -> Callable[[Play], object]:
    """Set these values in every row, past services and validation."""
    return lambda _play: model._default_manager.update(**values)


def copied(model: type[models.Model], **values: Any) -> Callable[[Play], object]:
    """Insert the oldest row of the model once more, with these values."""

    def copy(_play: Play) -> object:
        row = model._default_manager.order_by("pk")[:1].get()
        row.pk = None
        row._state.adding = True
        for name, value in values.items():
            setattr(row, name, value)
        return model._default_manager.bulk_create([row])

    return copy


def seat_taken_twice(play: Play) -> object:
    """Two players on one seat."""
    lasha = User.objects.create_user("Lasha", "lasha@example.com")
    return copied(Seat, user=lasha)(play)


def seat_against_oneself(play: Play) -> object:
    """One player on both seats."""
    Seat.objects.filter(number=1).delete()
    return copied(Seat, number=1, is_active=False)(play)


def seat_elsewhere(play: Play) -> object:
    """A second active seat of the same player, at a table of his own."""
    table = Table.objects.create(
        slug="another", ruleset="georgian", target=1, move_seconds=30, created_at=NOON
    )
    return Seat.objects.create(
        table=table, number=0, user=play.players[0], taken_at=NOON
    )


LATER = NOON + timedelta(days=1)
OVER = {"deadline_at": None, "deadline_kind": "", "ended_at": NOON}
BREACHES: dict[str, list[Callable[[Play], object]]] = {
    "table_ruleset_known": [
        updated(Table, ruleset="tavli"),
        updated(Table, ruleset=""),
    ],
    "table_target_known": [updated(Table, target=number) for number in (0, 2, 4, 9)],
    "table_move_seconds_known": [updated(Table, move_seconds=45)],
    "table_entry_known": [updated(Table, entry_coins=75)],
    "table_status_known": [updated(Table, status="lost", **OVER)],
    "table_played_has_state": [
        updated(Table, state=None),
        updated(Table, started_at=None),
        updated(Table, status=Status.FINISHED, state=None, **OVER),
    ],
    "table_deadline_while_live": [
        updated(Table, deadline_at=None),
        updated(Table, deadline_kind=""),
        updated(Table, deadline_kind="never"),
        updated(Table, status=Status.FINISHED, ended_at=NOON),
        updated(Table, status=Status.OPEN),
    ],
    "table_winner_when_finished": [
        updated(Table, winner=0),
        updated(Table, status=Status.FINISHED, **OVER),
        updated(Table, status=Status.FINISHED, winner=2, **OVER),
        updated(Table, status=Status.VOID, winner=1, **OVER),
    ],
    "table_ended_when_over": [
        updated(Table, ended_at=NOON),
        updated(Table, status=Status.FINISHED, **OVER | {"ended_at": None}),
        updated(Table, status=Status.OPEN, **OVER),
    ],
    "seat_number_known": [updated(Seat, number=2), copied(Seat, number=2)],
    "seat_grace_while_away": [
        updated(Seat, grace_at=NOON),
        updated(Seat, grace_at=NOON, away_since=NOON, is_active=False),
    ],
    "seat_once": [seat_taken_twice],
    "seat_not_against_oneself": [seat_against_oneself],
    "seat_one_active_a_player": [seat_elsewhere],
    "game_once": [copied(Game)],
    "game_result_whole": [
        updated(Game, winner=0),
        updated(Game, points=1),
        updated(Game, result="oini"),
        updated(Game, winner=0, points=1, result="oini"),
        updated(Game, winner=2, points=1, result="oini", ended_at=LATER),
        updated(Game, winner=0, points=4, result="oini", ended_at=LATER),
        updated(Game, winner=0, points=1, result="", ended_at=LATER),
    ],
    "game_ends_after_start": [updated(Game, ended_at=NOON - timedelta(days=1))],
    "event_once_a_version": [copied(Event)],
    "event_seat_known": [copied(Event, version=99, seat=2)],
    "pulse_only_one": [lambda _play: Pulse.objects.create(id=2, well_at=NOON)],
}

# Whoever breaks the one breaks the other, and either may be asked first.
IMPLIED_BY = {"table_status_known": "table_ended_when_over"}

CONSTRAINTS = {
    constraint.name: (model, constraint)
    for model in apps.get_app_config("tables").get_models()
    for constraint in model._meta.constraints
}


def message_of(name: str) -> str:
    """What the database says when it refuses because of that constraint."""
    model, constraint = CONSTRAINTS[name]
    if connection.vendor == "postgresql" or isinstance(
        constraint, models.CheckConstraint
    ):
        return name
    assert isinstance(constraint, models.UniqueConstraint)
    # SQLite names the columns of a unique index.
    columns = {field.name: field.column for field in model._meta.local_fields}
    names = (columns[name] for name in constraint.fields)
    return ", ".join(f"{model._meta.db_table}.{name}" for name in names)


@pytest.mark.parametrize(
    ("name", "breach"),
    [(name, breach) for name, breaches in BREACHES.items() for breach in breaches],
)
def test_the_database_refuses(
    play: Play, name: str, breach: Callable[[Play], object]
) -> None:
    """Each constraint by its name, and nothing is stored."""
    before = play.frozen()

    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        breach(play)

    names = {name, IMPLIED_BY.get(name, name)}
    assert any(message_of(name) in str(refusal.value) for name in names)
    assert play.frozen() == before


def test_every_constraint_is_broken_once() -> None:
    """A new one needs a breach here."""
    assert set(BREACHES) == set(CONSTRAINTS)


def test_a_result_is_whole_or_absent(play: Play) -> None:
    """What the breaches leave out is what is accepted."""
    Game.objects.update(winner=0, points=3, result="koks", ended_at=play.now)
    Game.objects.update(winner=None, points=None, result="", ended_at=play.now)


def test_seats_of_tables_that_are_over_are_no_bar(sit: Sit, nino: User) -> None:
    """The index of active seats holds active seats only, however many were."""
    for _ in range(3):
        sit().resign(nino)
    table_of(nino)

    assert Seat.objects.filter(user=nino).count() == 4
    assert Seat.objects.filter(user=nino, is_active=True).count() == 1


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE tables_event SET data = '{}'",
        "UPDATE tables_event SET version = version + 100",
        "UPDATE tables_event SET at = at WHERE command = 'move'",
    ],
)
def test_an_event_is_never_changed(play: Play, sql: str) -> None:
    """Even by raw SQL, even into what it was."""
    before = frozen(play.slug)

    with (
        pytest.raises(DatabaseError, match="An event is never changed"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(sql)

    assert frozen(play.slug) == before
    assert play.last.command == "move"


def test_an_event_is_never_saved_again(play: Play) -> None:
    """The model's own save is no way round."""
    event = play.last
    event.data = {}
    with (
        pytest.raises(DatabaseError, match="An event is never changed"),
        transaction.atomic(),
    ):
        event.save()

    assert play.last.data == {"steps": [[8, 5]]}
