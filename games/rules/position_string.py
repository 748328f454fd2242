"""Positions as short strings for addresses and clipboards, both ways.

**Short family**: the position ID of GNU Backgammon. For the player who is *not* on
roll and then for the mover, for each of his points 1 to 24 and his bar, one 1 a checker
and then a 0. The bits fill ten bytes, each byte from its lowest bit up, and the bytes
are written in base64: fourteen characters. Checkers that appear nowhere have been borne
off.

**Long family**: `long-` and the same fourteen characters, each side again in its
owner's own numbering; nobody is ever on the bar.

GNU Backgammon writes `+` and `/`; addresses have `-` and `_` in their place. Both are
read. The string does not say which rule set is played, whose checkers are pale, nor
what was rolled.
"""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from typing import TYPE_CHECKING, Literal

from games.rules.errors import InvalidMessage
from games.rules.position import (
    BAR,
    CHECKERS,
    OFF,
    POINTS,
    Position,
    position_checked,
)
from games.rules.rulesets import RULESETS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.rules.position import Side

Family = Literal["short", "long"]

LONG_PREFIX = "long-"
_PLACES = (*POINTS, BAR)
_BYTES = 10
_LENGTH = 14
_PADDING = "=="
_TO_ADDRESS = str.maketrans("+/", "-_")
_FROM_ADDRESS = str.maketrans("-_", "+/")


def position_to_gnu(position: Position) -> str:
    """The position ID as GNU Backgammon writes it, the mover being on roll."""
    bits = "".join(
        "1" * side[place] + "0"
        for side in (position.theirs, position.mine)
        for place in _PLACES
    )
    key = int(bits[::-1], 2).to_bytes(_BYTES, "little")
    return b64encode(key).decode("ascii").removesuffix(_PADDING)


def position_to_string(position: Position, family: Family) -> str:
    """The string that stands in addresses; `position` is trusted to be a legal one."""
    text = position_to_gnu(position).translate(_TO_ADDRESS)
    return LONG_PREFIX + text if family == "long" else text


def position_from_string(text: str) -> tuple[Family, Position]:
    """The family and the position, seen by the mover, that `text` stands for.

    Raises `InvalidMessage` where it cannot be read, where a side has more than fifteen
    checkers, where both players stand on one point, or where somebody is on the bar in
    the long family. Not checked: whether play can lead there.
    """
    family: Family = "long" if text.startswith(LONG_PREFIX) else "short"
    bits = _bits_read(text.removeprefix(LONG_PREFIX))
    theirs = _side_read(bits)
    mine = _side_read(bits)
    if any(bits):
        raise InvalidMessage("There is more in the string than two sides.")
    return family, position_checked(RULESETS[family], mine, theirs)


def _bits_read(text: str) -> Iterator[bool]:
    if len(text) != _LENGTH:
        raise InvalidMessage(f"A position string has {_LENGTH} characters.")
    standard = text.translate(_FROM_ADDRESS)
    try:
        key = b64decode(standard + _PADDING, validate=True)
    except (binascii.Error, ValueError):
        raise InvalidMessage("A position string is written in base64.") from None
    if b64encode(key).decode("ascii") != standard + _PADDING:
        raise InvalidMessage("The last character of the string says too much.")
    value = int.from_bytes(key, "little")
    return iter([bool(value >> bit & 1) for bit in range(_BYTES * 8)])


def _side_read(bits: Iterator[bool]) -> Side:
    side = [0] * (BAR + 1)
    for place in _PLACES:
        while next(bits, False):
            side[place] += 1
    standing = sum(side)
    if standing > CHECKERS:
        raise InvalidMessage(f"A side has {standing} checkers instead of 15.")
    side[OFF] = CHECKERS - standing
    return tuple(side)
