"""Closing one's own open table: services.table_cancel."""

import pytest

from accounts.models import User
from games.tables import selectors, services
from games.tables.errors import NotPlaying, NotSeated
from games.tables.models import Status, Table
from tests.tables.conftest import Hearing, Sit
from tests.tables.playing import NOON, frozen, table_of

pytestmark = pytest.mark.django_db


def cancelled(user: User, slug: str) -> Table:
    return services.table_cancel(user=user, slug=slug, now=NOON)


def test_a_creator_closes_his_open_table(
    opened: Table, nino: User, hearing: Hearing
) -> None:
    """The seat is free again; the table and the lobby hear of it."""
    with hearing() as heard:
        cancelled(nino, opened.slug)

    row = Table.objects.get(slug=opened.slug)
    assert (row.status, row.ended_at, row.version) == (Status.CANCELLED, NOON, 1)
    assert (row.started_at, row.state, row.deadline_at) == (None, None, None)
    assert selectors.seat_active(user=nino) is None
    [event] = heard.events
    assert (event["version"], event["facts"]) == (1, [{"fact": "cancelled"}])
    assert (event["state"]["phase"], event["clock"]) == ("cancelled", None)
    assert heard.lobby == [([], {"Nino"})]


def test_only_its_creator_closes_a_table(
    opened: Table, nino: User, giorgi: User
) -> None:
    """Giorgi, who sits nowhere, is refused; Nino is not."""
    before = frozen(opened.slug)

    with pytest.raises(NotSeated):
        cancelled(giorgi, opened.slug)

    assert frozen(opened.slug) == before
    cancelled(nino, opened.slug)


def test_a_match_that_has_begun_is_not_cancelled(sit: Sit, lasha: User) -> None:
    """Neither player can; whoever wants out resigns. A third is told his reason."""
    play = sit()
    before = play.frozen()

    for user, error in (
        *((player, NotPlaying) for player in play.players),
        (lasha, NotSeated),
    ):
        with pytest.raises(error):
            cancelled(user, play.slug)

    assert play.frozen() == before


def test_a_table_is_cancelled_once(opened: Table, nino: User) -> None:
    """The second click changes nothing, not even the version."""
    cancelled(nino, opened.slug)
    before = frozen(opened.slug)

    with pytest.raises(NotPlaying):
        cancelled(nino, opened.slug)

    assert frozen(opened.slug) == before


def test_a_finished_match_is_not_cancelled(sit: Sit) -> None:
    """Its result stands."""
    play = sit()
    play.resign(play.players[1])
    before = play.frozen()

    with pytest.raises(NotPlaying):
        cancelled(play.players[0], play.slug)

    assert play.frozen() == before


def test_a_table_that_never_was_is_not_cancelled(nino: User) -> None:
    with pytest.raises(Table.DoesNotExist):
        cancelled(nino, "nowhere")


def test_another_table_of_the_players_is_not_touched(
    opened: Table, nino: User, giorgi: User
) -> None:
    """Closing names one table."""
    other = table_of(giorgi)
    before = frozen(other.slug)

    cancelled(nino, opened.slug)

    assert frozen(other.slug) == before
