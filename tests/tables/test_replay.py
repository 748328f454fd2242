"""The events of a match are the match."""

from random import Random

import pytest

from accounts.models import User
from games.rules.match import Phase
from games.tables import selectors
from games.tables.models import Game, Status
from tests.tables.conftest import NOON, table_of
from tests.tables.playing import match_now, played_out

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("ruleset", "target"),
    [("georgian", 3), ("short", 3), ("long", 3), ("long-white-opens", 3)],
)
def test_folding_the_events_gives_the_state(
    nino: User, giorgi: User, ruleset: str, target: int
) -> None:
    """A whole random match, folded from its events alone, equals the row."""
    table = table_of(nino, ruleset=ruleset, target=target)
    from games.tables import services  # noqa: PLC0415

    services.table_join(user=giorgi, slug=table.slug, now=NOON)
    played_out(table, (nino, giorgi), Random(ruleset), NOON)

    row = selectors.table_get(slug=table.slug)
    match = match_now(table)
    assert match.phase is Phase.OVER
    assert row.status == Status.FINISHED
    assert selectors.match_replayed(row) == match
    assert row.version == row.events.count()
    assert max(match.score) == target
    games = Game.objects.filter(table=row).order_by("number")
    assert [(game.winner, game.points, game.result) for game in games] == [
        (game.winner, game.points, game.name) for game in match.games
    ]
