"""Socket messages to commands: sizes, types and ranges, no state.

`message_read` is the only reader of what a browser sends to a table.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from games.rules.commands import Command, Confirm, Move, Resign, RollDice, Undo
from games.rules.errors import InvalidMessage
from games.rules.turn import Step
from games.tables.errors import TooLarge

MAX_BYTES = 4096
MAX_DICE = 4
MAX_VERSION = 2**31 - 1
BAR = 25


@dataclass(frozen=True, slots=True)
class Message:
    """A message that could be read.

    `command` makes the command from the sender's seat, `version` is the one that
    he saw, None where it does not matter. Without a command it is a `wish`, the
    answer to a ping, or else it asks for a snapshot.
    """

    command: Callable[[int], Command] | None
    version: int | None = None
    is_pong: bool = False
    wish: Literal["ready", "rematch"] | None = None


def message_read(text: str | None) -> Message:
    """Return the message; raises InvalidMessage, TooLarge among it."""
    if text is None:
        raise InvalidMessage("A message is a text frame.")
    if len(text.encode(errors="surrogatepass")) > MAX_BYTES:
        raise TooLarge(f"A message has at most {MAX_BYTES} bytes.")
    try:
        data = json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise InvalidMessage("A message is JSON.") from error
    if not isinstance(data, dict):
        raise InvalidMessage("A message is a JSON object.")
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in READERS:
        raise InvalidMessage("The type is unknown.")
    keys, reader = READERS[kind]
    if set(data) != {"type", *keys}:
        raise InvalidMessage(_keys_told(kind, keys))
    return reader(data)


def _keys_told(kind: str, keys: frozenset[str]) -> str:
    """Say which keys a message has."""
    if not keys:
        return f"A message of the type {kind!r} has no key but 'type'."
    *others, last = (repr(key) for key in ("type", *sorted(keys)))
    return (
        f"A message of the type {kind!r} has the keys {', '.join(others)} and {last}."
    )


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        # Readers differ in which of the two they take.
        raise ValueError("A key stands there twice.")
    return data


def _sync(_data: dict[str, Any]) -> Message:
    return Message(command=None)


def _ready(_data: dict[str, Any]) -> Message:
    return Message(command=None, wish="ready")


def _rematch(_data: dict[str, Any]) -> Message:
    return Message(command=None, wish="rematch")


def _pong(_data: dict[str, Any]) -> Message:
    return Message(command=None, is_pong=True)


def _roll(data: dict[str, Any]) -> Message:
    return Message(RollDice, _version(data))


def _step(data: dict[str, Any]) -> Message:
    step = Step(_integer(data, "from", 1, BAR), _integer(data, "die", 1, 6))
    return Message(lambda seat: Move(seat, (step,)), _version(data))


def _move(data: dict[str, Any]) -> Message:
    source = _integer(data, "from", 1, BAR)
    dice = data["dice"]
    if not isinstance(dice, list) or not 1 <= len(dice) <= MAX_DICE:
        raise InvalidMessage(f"'dice' is a list of one to {MAX_DICE} dice.")
    steps: list[Step] = []
    for die in dice:
        if source < 1:
            raise InvalidMessage("The checker is off before the last die.")
        steps.append(Step(source, _integer({"dice": die}, "dice", 1, 6)))
        source -= die
    made = tuple(steps)
    return Message(lambda seat: Move(seat, made), _version(data))


def _undo(data: dict[str, Any]) -> Message:
    return Message(Undo, _version(data))


def _confirm(data: dict[str, Any]) -> Message:
    return Message(Confirm, _version(data))


def _resign(_data: dict[str, Any]) -> Message:
    return Message(Resign)


READERS: dict[str, tuple[frozenset[str], Callable[[dict[str, Any]], Message]]] = {
    "sync": (frozenset(), _sync),
    "pong": (frozenset(), _pong),
    "ready": (frozenset(), _ready),
    "rematch": (frozenset(), _rematch),
    "roll": (frozenset({"version"}), _roll),
    "step": (frozenset({"version", "from", "die"}), _step),
    "move": (frozenset({"version", "from", "dice"}), _move),
    "undo": (frozenset({"version"}), _undo),
    "confirm": (frozenset({"version"}), _confirm),
    "resign": (frozenset(), _resign),
}


def _version(data: dict[str, Any]) -> int:
    return _integer(data, "version", 0, MAX_VERSION)


def _integer(data: dict[str, Any], key: str, low: int, high: int) -> int:
    value = data[key]
    # True is an int in Python and not in JSON.
    if type(value) is not int or not low <= value <= high:
        raise InvalidMessage(f"{key!r} is an integer from {low} to {high}.")
    return value
