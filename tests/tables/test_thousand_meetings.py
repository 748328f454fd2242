"""A player's ✓ and the sweep meet at one barrier, again and again."""

from collections import Counter
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from games.rules.commands import Confirm
from games.tables import services
from games.tables.errors import StaleVersion
from games.tables.models import Event, Table
from tests.tables.playing import LEFT_IN_TABLE, Play

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

MEETINGS = 1_000
# In microseconds after the end of the pause.
MOMENTS = (-1, 0, 1)


class Both:
    """A player and a worker, each on a line to the database that stays open."""

    def __init__(self, play: Play, player: User) -> None:
        self.play, self.player = play, player
        self.barrier = Barrier(3)
        self.version = 0
        self.is_over = False
        self.outcomes: list[Any] = [None, None]
        self.threads = [
            Thread(target=self.acts, args=(index, act))
            for index, act in enumerate((self.confirm, self.sweep))
        ]

    def confirm(self) -> object:
        return self.play.act(self.player, Confirm, self.version)

    def sweep(self) -> object:
        return services.deadline_act(
            table_id=self.table_id, version=self.version, now=self.play.now
        )

    def acts(self, index: int, act: Any) -> None:
        connection.ensure_connection()
        while True:
            self.barrier.wait()
            if self.is_over:
                connection.close()
                return
            try:
                self.outcomes[index] = act()
            except Exception as error:  # noqa: BLE001 - the outcome of a race
                self.outcomes[index] = error
            self.barrier.wait()

    def meet(self, table_id: int, version: int) -> tuple[type, type]:
        """Let both go; what each got."""
        self.table_id, self.version = table_id, version
        self.barrier.wait()
        self.barrier.wait()
        confirmed, swept = self.outcomes
        return type(confirmed), type(swept)

    def end(self) -> None:
        self.is_over = True
        self.barrier.wait()
        for thread in self.threads:
            thread.join()


def test_a_thousand_meetings_have_one_effect_each(pausing: Play, nino: User) -> None:
    """Just before the end of the pause, at it and just after: one of them ends it."""
    row = pausing.row
    due = pausing.due
    before = {name: getattr(row, name) for name in LEFT_IN_TABLE}
    played = services.Played
    seen: dict[int, Counter[tuple[type, type]]] = {one: Counter() for one in MOMENTS}
    both = Both(pausing, nino)
    for thread in both.threads:
        thread.start()
    try:
        for number in range(MEETINGS):
            moment = MOMENTS[number % len(MOMENTS)]
            pausing.now = due + timedelta(microseconds=moment)
            seen[moment][both.meet(row.pk, row.version)] += 1
            done = Event.objects.filter(table=row, version__gt=row.version)
            assert [event.command for event in done] == ["confirm"]
            assert pausing.row.version == row.version + 1
            # The table as it was before; only a test may do so.
            done.delete()
            Table.objects.filter(pk=row.pk).update(**before)
    finally:
        both.end()
    by_player, by_sweep = (played, type(None)), (StaleVersion, played)
    assert set(seen[-1]) == {by_player}
    for moment in (0, 1):
        assert set(seen[moment]) <= {by_player, by_sweep}
    # They did meet: neither is always first.
    assert set(seen[0] | seen[1]) == {by_player, by_sweep}
