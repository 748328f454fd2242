"""Opening a table: services.table_create."""

import pytest
from django.db import IntegrityError

from accounts.models import User
from games.tables import selectors, services
from games.tables.errors import AlreadySeated
from games.tables.models import MOVE_SECONDS, TARGETS, Seat, Status, Table
from tests.tables.conftest import Hearing, Sit
from tests.tables.playing import NOON, table_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("seconds", MOVE_SECONDS)
def test_a_table_is_opened_with_its_settings(
    nino: User, target: int, seconds: int
) -> None:
    """The creator sits in seat 0 of a table that waits, without state or clock."""
    slug = table_of(nino, target=target, move_seconds=seconds).slug

    row = Table.objects.get(slug=slug)
    assert (row.target, row.move_seconds, row.is_private) == (target, seconds, False)
    assert (row.status, row.version, row.state) == (Status.OPEN, 0, None)
    assert (row.deadline_at, row.deadline_kind, row.move_deadline_at) == (
        None,
        "",
        None,
    )
    assert row.created_at == NOON
    seat = row.seats.get()
    assert (seat.number, seat.user, seat.is_active, seat.taken_at) == (
        0,
        nino,
        True,
        NOON,
    )


@pytest.mark.parametrize("ruleset", ["georgian", "short", "long", "long-white-opens"])
def test_every_rule_set_can_be_played(nino: User, ruleset: str) -> None:
    """The database knows all four rule sets."""
    assert table_of(nino, ruleset=ruleset).ruleset == ruleset


@pytest.mark.parametrize(
    "settings", [{"target": 2}, {"move_seconds": 45}, {"ruleset": "tavli"}]
)
def test_settings_that_are_not_offered_are_refused(
    nino: User, settings: dict[str, object]
) -> None:
    """The database refuses them, and nobody is left sitting anywhere."""
    with pytest.raises(IntegrityError):
        table_of(nino, **settings)

    assert not Seat.objects.exists()
    assert table_of(nino)


def test_addresses_cannot_be_guessed(nino: User, giorgi: User, lasha: User) -> None:
    """A private link is only as good as its slug: 12 random letters and digits."""
    slugs = {table_of(player).slug for player in (nino, giorgi, lasha)}

    assert len(slugs) == 3
    assert all(len(slug) == 12 and slug.isalnum() for slug in slugs)


def test_a_second_table_is_refused_while_the_first_is_open(nino: User) -> None:
    """One seat: the refusal says where the player sits."""
    first = table_of(nino)

    with pytest.raises(AlreadySeated) as refusal:
        table_of(nino)

    assert refusal.value.detail == {"slug": first.slug}
    assert Table.objects.count() == 1
    services.table_cancel(user=nino, slug=first.slug, now=NOON)
    assert table_of(nino)


@pytest.mark.parametrize("player", [0, 1])
def test_a_second_table_is_refused_while_a_match_is_on(sit: Sit, player: int) -> None:
    """Of both players, until the match is over."""
    play = sit()
    with pytest.raises(AlreadySeated) as refusal:
        table_of(play.players[player])

    assert refusal.value.detail == {"slug": play.slug}
    play.resign(play.players[0])
    assert table_of(play.players[player])


def test_a_race_that_the_check_missed_is_refused_by_the_index(
    nino: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two requests may both find no seat; the second gets the same refusal."""
    first = table_of(nino)
    answers = [None, selectors.seat_active(user=nino)]
    monkeypatch.setattr(selectors, "seat_active", lambda *, user: answers.pop(0))

    with pytest.raises(AlreadySeated) as refusal:
        table_of(nino)

    assert refusal.value.detail == {"slug": first.slug}
    assert answers == []
    assert Table.objects.count() == 1


def test_the_lobby_hears_of_a_new_table(nino: User, hearing: Hearing) -> None:
    """The whole list, and whose seat has changed."""
    with hearing() as heard:
        table = table_of(nino)

    assert heard.lobby == [
        (
            [
                {
                    "slug": table.slug,
                    "name": "Nino",
                    "ruleset": "georgian",
                    "target": 1,
                    "move_seconds": 60,
                    "entry_coins": 0,
                }
            ],
            {"Nino"},
        )
    ]
    assert heard.events == []


def test_a_private_table_is_not_listed(
    nino: User, giorgi: User, hearing: Hearing
) -> None:
    """Its creator's own lobby hears of the seat; nobody sees the table."""
    public = table_of(giorgi)
    with hearing() as heard:
        private = table_of(nino, is_private=True)

    [(tables, players)] = heard.lobby
    assert [table["slug"] for table in tables] == [public.slug]
    assert players == {"Nino"}
    seat = selectors.seat_active(user=nino)
    assert seat is not None
    assert (seat["slug"], seat["private"]) == (private.slug, True)
