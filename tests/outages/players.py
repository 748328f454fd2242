"""Players who are socket clients: they play, lose the line, and come back."""

import asyncio
import json
import random
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from time import monotonic
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

# As the browser's.
FIRST_WAIT_S, LONGEST_WAIT_S, SILENT_S = 0.5, 5.0, 10.0
# Nobody holds a match back for so long that it would cost him the turn.
LEAST_LEFT_S = 30.0
AGAIN_S = 1.0

State = dict[str, Any]
Command = dict[str, Any]


class Moment(Enum):
    """Where in a match something is killed."""

    ROLL = "before the roll"
    MID = "mid-turn"
    PAUSE = "in the pause"
    BETWEEN = "between two games"


PHASES = {Moment.ROLL: "roll", Moment.PAUSE: "pause", Moment.BETWEEN: "between"}


class Stage(Enum):
    """How far the players of a match go on."""

    FREE = "play"
    BRINK = "stop before the moment"
    MOMENT = "stop at the moment"


@dataclass
class Match:
    """A match in play, as its players see it."""

    slug: str
    moment: Moment
    stage: Stage = Stage.FREE
    state: State = field(default_factory=dict)
    version: int = -1
    clock: dict[str, Any] | None = None
    heard_at: float = 0.0
    players: "list[Player]" = field(default_factory=list)
    is_stopped: bool = False
    held_at: int | None = None

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return bool(self.state.get("match"))

    @property
    def is_open(self) -> bool:
        """Whether both players have heard something on a line that is open."""
        return all(player.is_open for player in self.players)

    @property
    def is_held(self) -> bool:
        """Whether it stands where its stage says, as of its newest version."""
        return self.held_at == self.version

    def note(self, message: dict[str, Any]) -> None:
        """Take what a player has heard, if it is newer than what is known."""
        if message["version"] >= self.version:
            self.version, self.state = message["version"], message["state"]
            self.clock, self.heard_at = message["clock"], monotonic()

    def left_s(self) -> float:
        """Seconds until the server acts."""
        if self.clock is None:
            return 0.0
        left: float = self.clock["remaining_ms"] / 1000
        return left - (monotonic() - self.heard_at)

    def go(self, stage: Stage) -> None:
        """Let the players go on until that stage."""
        self.stage, self.held_at = stage, None
        for player in self.players:
            player.prompt()


class Player:
    """One player of a match; plays at random, within what the state offers."""

    def __init__(self, url: str, session: str, match: Match, pace_s: float) -> None:
        self.url = url
        self.session = session
        self.match = match
        self.pace_s = pace_s
        self.seat: int | None = None
        self.is_open = False
        self.prompted = asyncio.Event()
        self.asked = (-1, 0.0)

    def prompt(self) -> None:
        """Have the player think again."""
        self.prompted.set()

    async def play(self) -> None:
        """Play until the match is over, with a line or waiting for one."""
        failures = 0
        path = f"/ws/table/{self.match.slug}/"
        while not self.match.is_over and not self.match.is_stopped:
            with suppress(OSError, WebSocketException, TimeoutError):
                async with connect(
                    self.url.replace("http", "ws", 1) + path,
                    origin=Origin(self.url),
                    additional_headers={"Cookie": f"sessionid={self.session}"},
                    open_timeout=SILENT_S,
                    close_timeout=1,
                    ping_interval=None,
                    proxy=None,
                ) as line:
                    failures = await self.on_line(line, failures)
            self.is_open = False
            wait = min(LONGEST_WAIT_S, FIRST_WAIT_S * 2**failures)
            await asyncio.sleep(wait * random.uniform(0.5, 1))
            failures += 1

    async def on_line(self, line: ClientConnection, failures: int) -> int:
        """Play on one line; returns how many tries have failed since it was well."""
        thinking = asyncio.create_task(self.think(line))
        try:
            while not self.match.is_over and not self.match.is_stopped:
                text = await asyncio.wait_for(line.recv(), SILENT_S)
                failures = 0
                await self.hear(line, json.loads(text))
        finally:
            thinking.cancel()
        return failures

    async def hear(self, line: ClientConnection, message: dict[str, Any]) -> None:
        """Take one message."""
        kind = message["type"]
        if kind == "ping":
            await line.send('{"type":"pong"}')
            if (message["version"] or 0) > self.match.version:
                await line.send('{"type":"sync"}')
        elif kind in ("snapshot", "event"):
            self.is_open = True
            self.seat = message.get("you", self.seat)
            self.match.note(message)
            for player in self.match.players:
                player.prompt()
            return
        self.prompt()

    async def think(self, line: ClientConnection) -> None:
        """Do what is to do, at most once for a version and now and then again."""
        while True:
            await self.prompted.wait()
            self.prompted.clear()
            await asyncio.sleep(self.pace_s)
            command = self.command()
            if command is None:
                continue
            version, at = self.asked
            if version == self.match.version and monotonic() - at < AGAIN_S:
                continue
            self.asked = (self.match.version, monotonic())
            await line.send(json.dumps(command))

    def command(self) -> Command | None:
        """Return what is this player's to do, None when nothing is, or not yet."""
        match, state = self.match, self.match.state
        if not state or self.seat is None:
            return None
        if state["phase"] == "between":
            command: Command | None = {"type": "ready"}
        elif state["turn"] is None or state["turn"]["seat"] != self.seat:
            return None
        else:
            command = turn_command(state, match.version, match.moment)
        if command is not None and is_held(match, command, self.seat):
            match.held_at = match.version
            return None
        return command


def turn_command(state: State, version: int, moment: Moment) -> Command | None:
    """Return a command for the turn under way."""
    turn = state["turn"]
    match state["phase"]:
        case "roll":
            return {"type": "roll", "version": version}
        case "pause" if turn["undo"] and random.random() < 0.05:
            return {"type": "undo", "version": version}
        case "pause":
            return {"type": "confirm", "version": version}
        case "move" if moment is Moment.BETWEEN and turn["reach"]:
            # The quickest way to the end of a game.
            reach = max(turn["reach"], key=lambda one: (len(one["dice"]), one["from"]))
            return {
                "type": "move",
                "from": reach["from"],
                "dice": reach["dice"],
                "version": version,
            }
        case "move" if turn["next"]:
            step = random.choice(turn["next"])
            return {
                "type": "step",
                "from": step["from"],
                "die": step["die"],
                "version": version,
            }
    return None


def is_held(match: Match, command: Command, seat: int) -> bool:
    """Tell whether the command would go past where the match is to stop."""
    match match.stage:
        case Stage.FREE:
            return False
        case Stage.BRINK:
            is_in_time = match.left_s() > LEAST_LEFT_S
            return is_in_time and is_at_brink(match, command, seat)
        case Stage.MOMENT:
            return is_at_moment(match)


def is_at_brink(match: Match, command: Command, seat: int) -> bool:
    """Tell whether the next step leads to the moment, where it is a short one."""
    state = match.state
    match match.moment:
        case Moment.PAUSE:
            used: list[bool] = state["turn"]["used"] if state["turn"] else []
            return state["phase"] == "move" and used.count(False) == 1
        case Moment.BETWEEN:
            return command["type"] in ("step", "move") and ends_game(state, seat)
        case _:
            return is_at_moment(match)


def is_at_moment(match: Match) -> bool:
    """Tell whether the match is where it is wanted."""
    state = match.state
    if match.moment is Moment.MID:
        return state["phase"] == "move" and bool(state["turn"]["steps"])
    return bool(state["phase"] == PHASES[match.moment])


def ends_game(state: State, seat: int) -> bool:
    """Tell whether the last checker can go off now, and the match goes on then."""
    is_last = state["sides"][seat][0] == 14
    goes_off = any(step["to"] == 0 for step in state["turn"]["next"])
    return is_last and goes_off and state["score"][seat] == 0
