"""A step's way from one player's socket to the other's, at 50 steps a second.

`python -m tests.bench.step` starts the embedded site with two more sockets in it
and prints, for the same process and run, the median and the 99th percentile of
- a bare Channels echo: text in, the same text out;
- the least that durable play can cost: one lock, one UPDATE, one INSERT, one
  message, as long as an event, to a group of two sockets;
- a step: from one player's sending it to the other player's hearing it.

The three take turns, so that neighbours on the machine trouble all alike, and have
as many messages a second, evenly: a table's rolls and confirmations are sent between
its steps, and not timed. Beside them stands the time that the processor spent on a
message of each kind, the sweep and the pings included.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

TABLES = 25
STEPS_A_SECOND = 50
# A roll and a confirmation come with 2.3 steps.
MESSAGES_A_STEP = 1.9
ROUNDS = 5
ROUND_S = 6
WARM_UP_S = 2
# One step's event at the median; what the least durable play sends as well.
EVENT_BYTES = 1_000
TARGET = 1.5
START_WITHIN_S = 60
ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Site:
    """The running site: where it is, and who plays where."""

    port: int
    tables: list[dict[str, Any]]
    pid: int

    def socket(self, path: str, session: str = "") -> connect:
        """A socket of that player, about to be opened."""
        return connect(
            f"ws://127.0.0.1:{self.port}{path}",
            origin=f"http://127.0.0.1:{self.port}",  # type: ignore[arg-type]
            additional_headers={"Cookie": f"sessionid={session}"},
            compression=None,
        )

    def cpu_ms(self) -> float:
        """The processor's time that it has used; nought where no /proc tells."""
        stat = Path(f"/proc/{self.pid}/stat")
        if not stat.exists():
            return 0
        ticks = sum(map(int, stat.read_text().rpartition(")")[2].split()[11:13]))
        return ticks * 1000 / os.sysconf("SC_CLK_TCK")


@dataclass
class Way:
    """The times that something took, in milliseconds."""

    name: str
    times: list[float] = field(default_factory=list)
    cpu_ms: float = 0
    messages: int = 0

    @property
    def median_ms(self) -> float:
        return median(self.times)

    @property
    def p99_ms(self) -> float:
        return sorted(self.times)[len(self.times) * 99 // 100]

    @property
    def cpu_each_ms(self) -> float:
        return self.cpu_ms / self.messages

    def __str__(self) -> str:
        return (
            f"  {self.name:<28} median {self.median_ms:5.2f} ms"
            f"   p99 {self.p99_ms:6.2f} ms   processor"
            f" {self.cpu_each_ms:5.2f} ms   ({len(self.times)} times)"
        )


class Hand:
    """Two sockets of which one speaks and the other listens."""

    def __init__(self, way: Way) -> None:
        self.way = way
        self.sent_at: float | None = None

    def sent(self) -> None:
        self.sent_at = perf_counter()

    def heard(self, at: float) -> None:
        if self.sent_at is not None:
            self.way.times.append((at - self.sent_at) * 1000)
            self.sent_at = None


class Least(Hand):
    """A pair that sends durable nothings, or an echo that hears itself."""

    def __init__(
        self, way: Way, speaker: ClientConnection, listener: ClientConnection
    ) -> None:
        super().__init__(way)
        self.speaker, self.listener = speaker, listener

    @property
    def is_ready(self) -> bool:
        return self.sent_at is None

    async def act(self) -> None:
        self.sent()
        self.way.messages += 1
        await self.speaker.send('{"type":"step","from":8,"die":5,"version":41}')

    async def listen(self) -> None:
        async for _ in self.listener:
            self.heard(perf_counter())

    async def drain(self) -> None:
        """Hear what comes to the speaker too, and forget it."""
        async for _ in self.speaker:
            pass


class Table(Hand):
    """A table played by two sockets, at random."""

    def __init__(self, way: Way, sockets: list[ClientConnection]) -> None:
        super().__init__(way)
        self.sockets = sockets
        self.version = -1
        self.state: dict[str, Any] = {"phase": "waiting"}
        self.awaited: tuple[int, int] | None = None
        self.random = Random(0)
        self.bytes: list[int] = []

    @property
    def is_ready(self) -> bool:
        return self.awaited is None and self.state["phase"] in ("roll", "move", "pause")

    async def act(self) -> None:
        """Make a step, which is timed, or do what comes between steps."""
        turn = self.state["turn"]
        # The other player's socket is the one that counts.
        self.awaited = (self.version + 1, 1 - turn["seat"])
        if self.state["phase"] == "move":
            step = self.random.choice(turn["next"])
            self.sent()
            await self.send("step", **{"from": step["from"]}, die=step["die"])
        else:
            await self.send("roll" if self.state["phase"] == "roll" else "confirm")

    async def send(self, kind: str, **message: Any) -> None:
        self.way.messages += 1
        await self.sockets[self.state["turn"]["seat"]].send(
            json.dumps({"type": kind, **message, "version": self.version})
        )

    async def listen(self, seat: int) -> None:
        async for text in self.sockets[seat]:
            at = perf_counter()
            message = json.loads(text)
            if message["type"] == "ping":
                await self.sockets[seat].send('{"type":"pong"}')
            if message["type"] == "error":
                # The server was quicker; what it did has come or comes.
                self.awaited = self.sent_at = None
            if message["type"] not in ("event", "snapshot"):
                continue
            if message["version"] > self.version:
                self.version, self.state = message["version"], message["state"]
            if self.awaited == (message["version"], seat):
                if self.sent_at is not None:
                    self.bytes.append(len(text))
                self.heard(at)
                self.awaited = None


@asynccontextmanager
async def running(*listening: Any) -> AsyncIterator[None]:
    """Keep listening until the block ends."""
    tasks = [asyncio.create_task(one) for one in listening]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def paced(hands: list[Any], seconds: float) -> None:
    """Let the hands that are ready act in turn, so often a second in all."""
    begin = asyncio.get_running_loop().time()
    order = count()
    rate = STEPS_A_SECOND * MESSAGES_A_STEP
    for number in range(round(seconds * rate)):
        wait = begin + number / rate - asyncio.get_running_loop().time()
        await asyncio.sleep(max(0, wait))
        for _ in hands:
            hand = hands[next(order) % len(hands)]
            if hand.is_ready:
                await hand.act()
                break


async def measured(site: Site) -> list[Way]:
    """Measure the three ways, by turns."""
    echo, least, step = Way("bare echo"), Way("least durable play"), Way("a step")
    async with AsyncExitStack() as stack:

        async def opened(path: str, session: str = "") -> ClientConnection:
            return await stack.enter_async_context(site.socket(path, session))

        echoes, pairs, tables = [], [], []
        for table in site.tables:
            socket = await opened("/bench/echo/")
            echoes.append(Least(echo, socket, socket))
            path = f"/bench/least/{table['least']}/{EVENT_BYTES}/"
            pairs.append(Least(least, await opened(path), await opened(path)))
            path = f"/ws/table/{table['slug']}/"
            sockets = [await opened(path, session) for session in table["sessions"]]
            tables.append(Table(step, sockets))
        listening = [
            *(hand.listen() for hand in (*echoes, *pairs)),
            *(pair.drain() for pair in pairs),
            *(table.listen(seat) for table in tables for seat in (0, 1)),
        ]
        async with running(*listening):
            await until(lambda: all(table.is_ready for table in tables))
            for hands in (echoes, pairs, tables):
                await paced(hands, WARM_UP_S)
            for way in (echo, least, step):
                way.times.clear()
                way.messages = 0
            for _ in range(ROUNDS):
                for way, hands in ((echo, echoes), (least, pairs), (step, tables)):
                    spent = site.cpu_ms()
                    await paced(hands, ROUND_S)
                    await asyncio.sleep(0.5)
                    way.cpu_ms += site.cpu_ms() - spent
    sizes = [size for table in tables for size in table.bytes]
    say(f"  (a step's event has {median(sizes):.0f} bytes at the median)")
    return [echo, least, step]


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds; give up after a while."""
    loop = asyncio.get_running_loop()
    end = loop.time() + START_WITHIN_S
    while not holds():
        if loop.time() > end:
            raise TimeoutError("The tables did not begin.")
        await asyncio.sleep(0.05)


@contextmanager
def site_running() -> Iterator[Site]:
    """Run the site with the bench's sockets in a process of its own."""
    with (
        tempfile.TemporaryDirectory(prefix="nardi-bench-") as data,
        subprocess.Popen(
            [sys.executable, "-m", "tests.benched", str(TABLES)],
            cwd=ROOT,
            env={**os.environ, "NARDI_DATA": data, "TABLE_UNATTENDED_TURNS": "0"},
            stdout=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        try:
            assert process.stdout is not None
            yield Site(**json.loads(process.stdout.readline()), pid=process.pid)
        finally:
            process.terminate()


def say(text: str) -> None:
    """Print a line."""
    sys.stdout.write(text + "\n")


def main() -> None:
    """Measure and print."""
    say(f"a step's way, {STEPS_A_SECOND} a second at {TABLES} tables, embedded site")
    with site_running() as site:
        echo, least, step = asyncio.run(measured(site))
    for way in (echo, least, step):
        say(str(way))
    say(
        f"  a step costs {step.median_ms / least.median_ms:.2f} times the least at the"
        f" median (<= {TARGET}), {step.p99_ms / least.p99_ms:.2f} times at the 99th"
        f" percentile, {step.cpu_each_ms / least.cpu_each_ms:.2f} times of the processor"
    )


if __name__ == "__main__":
    main()
