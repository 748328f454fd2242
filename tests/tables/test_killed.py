"""A process that dies while somebody sits down, pays or wins leaves all or nothing."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

import pytest

from accounts.models import User
from coins import reckoning
from coins.models import Account, Transfer
from coins.services import correction_make
from games.tables import services
from games.tables.errors import Refusal
from games.tables.models import Event, Game, Seat, Table
from tests.cut import killed_at
from tests.tables.playing import NOON, Play, come, table_of

pytestmark = pytest.mark.django_db(transaction=True)

# Nothing takes as many statements; a story that never ends is a fault.
CUTS = 80
FULL = 1_000
ENTRY = 50
# Once the game has opened.
LATER = NOON + timedelta(minutes=1)


@dataclass
class Scene:
    """Two players, and the table at which this turn of a story happens."""

    nino: User
    giorgi: User
    slug: str = ""

    def open(self) -> None:
        self.slug = table_of(self.nino, entry_coins=ENTRY).slug

    def join(self) -> None:
        services.table_join(user=self.giorgi, slug=self.slug, now=NOON)

    def play(self) -> Play:
        return Play(self.slug, (self.nino, self.giorgi), LATER)

    def begin(self) -> None:
        self.open()
        self.join()

    def come(self) -> None:
        self.begin()
        for player in (self.nino, self.giorgi):
            come(self.slug, player, NOON)
        self.play().sweep()

    def close(self) -> None:
        services.table_cancel(user=self.nino, slug=self.slug, now=NOON)

    def resign(self) -> None:
        self.play().resign(self.nino)

    def over(self) -> None:
        self.come()
        self.resign()
        services.rematch_ask(user=self.nino, slug=self.slug, now=LATER)

    def rematch(self) -> None:
        services.rematch_ask(user=self.giorgi, slug=self.slug, now=LATER)

    def expire(self) -> None:
        row = Table.objects.get(slug=self.slug)
        late = NOON + timedelta(hours=1)
        services.deadline_act(table_id=row.pk, version=row.version, now=late)

    def leave(self) -> None:
        """Free both for the next turn of the story, with full wallets."""
        for table in Table.objects.filter(seats__is_active=True).distinct():
            if table.state is None:
                services.table_cancel(user=self.nino, slug=table.slug, now=NOON)
            else:
                Play(table.slug, (self.nino, self.giorgi), LATER).resign(self.nino)
        for user, other in ((self.nino, self.giorgi), (self.giorgi, self.nino)):
            if coins := FULL - Account.objects.get(user=user).balance:
                correction_make(
                    user=user,
                    coins=coins,
                    actor=other,
                    reason="A test.",
                    token=f"{self.slug}-{user.pk}",
                    now=LATER,
                )


def nothing(_: Scene) -> None:
    """Needs nothing before."""


# What stands before, and what is being done when the process dies.
STORIES: dict[str, tuple[Callable[[Scene], object], Callable[[Scene], object]]] = {
    "a table is opened": (nothing, Scene.open),
    "the second sits down": (Scene.open, Scene.join),
    "a table is closed": (Scene.open, Scene.close),
    "a match is resigned": (Scene.come, Scene.resign),
    "a match never began": (Scene.begin, Scene.expire),
    "a rematch begins": (Scene.over, Scene.rematch),
}


def rows_now() -> tuple[object, ...]:
    """Tables, seats, events, coins: everything that the stories write."""
    return (
        list(Table.objects.order_by("id").values_list("id", "status", "version")),
        list(Seat.objects.order_by("id").values_list("id", "is_active")),
        Game.objects.count(),
        Event.objects.count(),
        list(Account.objects.order_by("id").values_list("debits", "credits")),
        list(Transfer.objects.order_by("id").values_list("key", "amount")),
    )


@pytest.mark.parametrize("story", STORIES)
def test_all_or_nothing(story: str, nino: User, giorgi: User) -> None:
    """After each cut the audit holds, and doing it again finishes it."""
    before, act = STORIES[story]
    scene = Scene(nino, giorgi)
    done = []
    for place in range(1, CUTS):
        before(scene)
        start = rows_now()
        came = killed_at(place, lambda: act(scene))
        assert reckoning.differences_find() == []
        after_cut = rows_now()
        # Where the commit came before the end, it is done, and refused.
        with suppress(Refusal):
            act(scene)
        assert reckoning.differences_find() == []
        assert rows_now() != start
        done.append(after_cut != start)
        if after_cut != start:
            assert rows_now() == after_cut
        scene.leave()
        if not came:
            break
    # Nothing until the commit, everything from it on.
    assert done == sorted(done)
    assert done[-2:] == [True, True]
    assert done.count(False) >= 3
