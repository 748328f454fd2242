"""The scenes: what is ended, how, for how long; and how long recovery took."""

import asyncio
import signal
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import TypeVar

from django.db import Error as DatabaseError

from tests.machine.setup import Machine
from tests.outages import records
from tests.outages.browsers import BrowserMatch
from tests.outages.players import Match, Moment, Player, Stage

T = TypeVar("T")

# Some of them play game after game until one is about to end when it is wanted.
MOMENTS = (
    Moment.ROLL,
    Moment.MID,
    Moment.PAUSE,
    Moment.BETWEEN,
    Moment.BETWEEN,
    Moment.BETWEEN,
)
PACE_S = 0.04
DOWN_S = 8.0
# With so little left on the clock a turn is lost, unless the outage is given back.
SHORT_S = 5.0
WITHIN_S = 90.0
# A whole game may have to be played first.
GAME_WITHIN_S = 240.0
TRIES = 5


class Failed(Exception):  # noqa: N818 - a sentence, printed at the end
    """A match did not go on, or went wrong."""


@dataclass(frozen=True)
class Scene:
    """Parts that are ended together, and whether play needs them back."""

    what: str
    parts: tuple[str, ...]
    how: signal.Signals
    is_whole: bool = True
    # Whether pauses and the time between games are left to the server, which
    # takes 20 s more after an outage.
    is_server_awaited: bool = False

    @property
    def name(self) -> str:
        """What happens."""
        return f"{self.what} {'killed' if self.how is signal.SIGKILL else 'stopped'}"


def scenes(machine: Machine) -> Iterator[Scene]:
    """Yield all: each part alone and with its like, stopped and killed."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        for name in ("web1", "worker1"):
            what = f"one {name.rstrip('1')} of two"
            yield Scene(what, (name,), how, is_whole=False, is_server_awaited=True)
        yield Scene("both web", ("web1", "web2"), how)
        yield Scene("both worker", ("worker1", "worker2"), how)
        for name in ("nginx", "beat", "redis", "postgres"):
            yield Scene(name, (name,), how)
        yield Scene("everything", tuple(machine.parts), how, is_server_awaited=True)


class Cast:
    """The matches that are played all the while, and their players."""

    def __init__(self, machine: Machine, browsers: BrowserMatch | None) -> None:
        self.machine = machine
        self.browsers = browsers
        self.matches: list[Match] = []
        self.ended: list[str] = []
        self.faults: list[str] = []
        self.is_closing = False
        # How far a match goes that begins now.
        self.stage = Stage.FREE
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Seat everybody."""
        if self.browsers is not None:
            self.browsers.start()
            await asyncio.to_thread(self.browsers.seated.wait, WITHIN_S)
        for number, moment in enumerate(MOMENTS):
            names = (f"Nino_{number}", f"Giorgi_{number}")
            sessions = [
                await asyncio.to_thread(records.session_made, name) for name in names
            ]
            self.tasks.append(
                asyncio.create_task(self.matches_play(names, sessions, moment))
            )

    async def matches_play(
        self, names: tuple[str, str], sessions: list[str], moment: Moment
    ) -> None:
        """Play match after match until the end of the show."""
        while not self.is_closing:
            slug = await tried(partial(records.table_begun, names))
            match = Match(slug, moment, self.stage)
            match.players = [
                Player(self.machine.url, session, match, PACE_S) for session in sessions
            ]
            self.matches.append(match)
            await asyncio.gather(*(player.play() for player in match.players))
            self.matches.remove(match)
            if match.is_over:
                found = await tried(partial(records.faults, slug, is_ended=True))
                self.faults += found
                self.ended.append(slug)

    def go_on(self, without: Collection[Match] = ()) -> None:
        """Let the players of all but those matches go on."""
        for match in self.matches:
            if match not in without:
                match.go(Stage.FREE)

    async def close(self, within_s: float) -> None:
        """Let every match be played to its end."""
        self.is_closing = True
        self.go_on()
        _, late = await asyncio.wait(self.tasks, timeout=within_s)
        if self.browsers is not None:
            await self.browsers_close(self.browsers, within_s)
        if late:
            raise Failed(
                "These matches did not end: "
                + ", ".join(f"{m.slug} ({m.state.get('phase')})" for m in self.matches)
            )

    async def browsers_close(self, browsers: BrowserMatch, within_s: float) -> None:
        """Let the browsers' match be played to its end, and look at its record."""
        browsers.hurried.set()
        await asyncio.to_thread(browsers.join, within_s)
        if browsers.is_over:
            found = await tried(
                partial(
                    records.faults, browsers.slug, is_ended=True, by=browsers.ending
                )
            )
            self.faults += found
            self.ended.append(browsers.slug)
        else:
            browsers.stopped.set()
            self.faults.append(browsers.fault or "the browsers' match did not end")

    async def faults_now(self) -> list[str]:
        """Return what is wrong with the matches under way, and with their coins."""
        found = await tried(records.coin_faults)
        for match in list(self.matches):
            found += await tried(partial(records.faults, match.slug, is_ended=False))
        return found

    async def at_moments(self) -> list[Match]:
        """Bring one match to each moment, all at once; returns the four."""
        for _ in range(TRIES):
            self.stage = Stage.BRINK
            for match in self.matches:
                match.go(Stage.BRINK)
            chosen = await until(
                self.one_each, "no match came to its moment", GAME_WITHIN_S
            )
            self.stage = Stage.FREE
            for match in chosen:
                match.go(Stage.MOMENT)
            try:
                await until(partial(all_held, chosen), "", 2.0)
            except Failed:
                continue
            return chosen
        raise Failed("The moments passed before anything could be ended.")

    def one_each(self) -> list[Match] | None:
        """Return a held match for each moment, None while one lacks."""
        held = {m.moment: m for m in self.matches if m.is_held and m.is_open}
        return list(held.values()) if len(held) == len(Moment) else None


def all_held(matches: list[Match]) -> bool:
    """Tell whether all stand where they were told to."""
    return all(match.is_held for match in matches)


async def scene_play(machine: Machine, cast: Cast, scene: Scene) -> str:
    """Play one scene; returns a line that tells how long things took."""
    chosen = await cast.at_moments()
    movers = [m for m in chosen if m.moment in (Moment.ROLL, Moment.MID)]
    if scene.is_whole:
        for match in movers:
            await tried(partial(records.time_shortened, match.slug, SHORT_S))
    versions = {match.slug: match.version for match in chosen}
    begin = monotonic()
    await ended(machine, scene)
    gone_s = monotonic() - begin
    cast.go_on(without=[m for m in chosen if m not in movers])
    if scene.is_whole:
        await asyncio.sleep(DOWN_S)
        begin = monotonic()
        await started(machine, scene)
    if not scene.is_server_awaited:
        await swept_since(begin)
        cast.go_on()
    times = await asyncio.gather(
        *(gone_on(match, versions[match.slug], begin) for match in chosen)
    )
    await until(lambda: all(m.is_open for m in cast.matches), "somebody is not back")
    back_s = monotonic() - begin
    if not scene.is_whole:
        await started(machine, scene)
    cast.go_on()
    cast.faults += await cast.faults_now()
    went_on = ", ".join(
        f"{match.moment.value} {s:.1f}" for match, s in zip(chosen, times, strict=True)
    )
    return (
        f"{scene.name:<22} ended in {gone_s:4.1f} s; after its "
        f"{'start' if scene.is_whole else 'end'} all were back in {back_s:4.1f} s; "
        f"play went on {went_on}"
    )


async def ended(machine: Machine, scene: Scene) -> None:
    """End the parts of a scene, all at once."""
    parts = [machine.parts[name] for name in scene.parts]
    await asyncio.gather(
        *(
            asyncio.to_thread(part.end, scene.how)
            if scene.how is signal.SIGKILL
            else asyncio.to_thread(part.end)
            for part in parts
        )
    )


async def started(machine: Machine, scene: Scene) -> None:
    """Start them again, in no particular order of readiness."""
    for name in scene.parts:
        machine.parts[name].start()
    for name in scene.parts:
        await asyncio.to_thread(machine.parts[name].wait_ready)


async def swept_since(begin: float) -> None:
    """Wait until a sweep has found the site well, after `begin`."""

    def is_swept() -> bool:
        return records.swept_ago_s() < monotonic() - begin

    deadline = begin + WITHIN_S
    while not await tried(is_swept):
        if monotonic() > deadline:
            raise Failed(f"No sweep in {WITHIN_S:.0f} s")
        await asyncio.sleep(0.1)


async def gone_on(match: Match, version: int, begin: float) -> float:
    """Wait until a match has moved on; returns how long that was after `begin`."""
    await until(
        lambda: match.version > version or match.is_over,
        f"{match.slug} stays {match.moment.value}",
    )
    return monotonic() - begin


async def until(
    what: Callable[[], T | None], complaint: str, within_s: float = WITHIN_S
) -> T:
    """Wait until `what` says something; raises Failed with the complaint."""
    deadline = monotonic() + within_s
    while not (said := what()):
        if monotonic() > deadline:
            raise Failed(f"{complaint} after {within_s:.0f} s")
        await asyncio.sleep(0.02)
    return said


async def tried(act: Callable[[], T]) -> T:
    """Do something in the database, which may be away just then."""
    deadline = monotonic() + WITHIN_S
    while True:
        try:
            return await asyncio.to_thread(act)
        except DatabaseError:
            if monotonic() > deadline:
                raise
            await asyncio.sleep(0.5)
