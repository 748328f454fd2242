"""Matches and commands as plain JSON values and back, without loss.

A side is 26 hexadecimal digits, one a place (off, 1 to 24, bar): fifteen
checkers are at most `f` on one place.
"""

from typing import Any

from games.rules.commands import (
    Command,
    Confirm,
    Finish,
    Forfeit,
    Move,
    OpenGame,
    Resign,
    RollDice,
    Undo,
    Void,
)
from games.rules.facts import Ending, GameResult, MatchResult, Roll
from games.rules.match import Match, Pair
from games.rules.position import Side
from games.rules.rulesets import ruleset_get
from games.rules.turn import Step

Json = dict[str, Any]


def side_to_text(side: Side) -> str:
    """Return 26 hexadecimal digits."""
    return "".join(f"{count:x}" for count in side)


def side_from_text(text: str) -> Side:
    """Return the side that `side_to_text` wrote."""
    return tuple(int(digit, 16) for digit in text)


def match_to_json(match: Match) -> Json:
    """Return plain values from which `match_from_json` builds an equal match."""
    return {
        "ruleset": match.ruleset.key,
        "target": match.target,
        "white": match.white,
        "sides": [side_to_text(side) for side in match.sides],
        "score": list(match.score),
        "game": match.game,
        "games": [[game.winner, game.points, game.name] for game in match.games],
        "opening": [list(roll) for roll in match.opening],
        "mover": match.mover,
        "turn_number": match.turn_number,
        "turns_taken": list(match.turns_taken),
        "unattended": list(match.unattended),
        "dice": list(match.dice) if match.dice else None,
        "steps": [[step.source, step.die] for step in match.steps],
        "result": [match.result.winner, match.result.by] if match.result else None,
    }


def match_from_json(data: Json) -> Match:
    """Return the match that `match_to_json` wrote; it trusts its input."""
    result = data["result"]
    return Match(
        ruleset=ruleset_get(data["ruleset"]),
        target=data["target"],
        white=data["white"],
        sides=(side_from_text(data["sides"][0]), side_from_text(data["sides"][1])),
        score=_pair(data["score"]),
        game=data["game"],
        games=tuple(GameResult(*game) for game in data["games"]),
        opening=tuple(_pair(roll) for roll in data["opening"]),
        mover=data["mover"],
        turn_number=data["turn_number"],
        turns_taken=_pair(data["turns_taken"]),
        unattended=_pair(data["unattended"]),
        dice=_pair(data["dice"]) if data["dice"] else None,
        steps=tuple(Step(source, die) for source, die in data["steps"]),
        result=MatchResult(result[0], Ending(result[1])) if result else None,
    )


def _pair(values: list[int]) -> Pair | Roll:
    first, second = values
    return (first, second)


SEATED: dict[str, type[RollDice | Undo | Confirm | Resign]] = {
    "roll": RollDice,
    "undo": Undo,
    "confirm": Confirm,
    "resign": Resign,
}
SERVERS: dict[str, type[OpenGame | Finish]] = {
    "open": OpenGame,
    "finish": Finish,
}
NAMES: dict[type[Command], str] = {
    Move: "move",
    Forfeit: "forfeit",
    Void: "void",
    **{kind: name for name, kind in SEATED.items()},
    **{kind: name for name, kind in SERVERS.items()},
}


def command_name(command: Command) -> str:
    """Return the short name under which a command is stored."""
    return NAMES[type(command)]


def command_seat(command: Command) -> int | None:
    """Return the seat whose command it is, None for the server's own."""
    return None if isinstance(command, OpenGame | Finish | Void) else command.seat


def command_to_json(command: Command, rolls: tuple[Roll, ...]) -> Json:
    """Return what name and seat leave open: the steps, the dice consumed, the cause."""
    data: Json = {}
    if isinstance(command, Move):
        data["steps"] = [[step.source, step.die] for step in command.steps]
    if isinstance(command, Forfeit | Void):
        data["by"] = command.by
    if rolls:
        data["rolls"] = [list(roll) for roll in rolls]
    return data


def command_from_json(
    name: str, seat: int | None, data: Json
) -> tuple[Command, tuple[Roll, ...]]:
    """Return the command and the dice that were stored; it trusts its input."""
    rolls = tuple(_pair(roll) for roll in data.get("rolls", ()))
    if name == "void":
        # The first ones were kept without a cause: both players were away.
        return Void(Ending(data.get("by", Ending.VOID))), rolls
    if name in SERVERS:
        return SERVERS[name](), rolls
    if seat is None:
        raise ValueError(f"The command {name!r} needs a seat.")
    if name == "move":
        steps = tuple(Step(source, die) for source, die in data["steps"])
        return Move(seat, steps), rolls
    if name == "forfeit":
        return Forfeit(seat, Ending(data["by"])), rolls
    return SEATED[name](seat), rolls
