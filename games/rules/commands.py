"""Commands: what players and the server may want of a match.

Seats are 0 and 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.rules.facts import Ending

if TYPE_CHECKING:
    from games.rules.turn import Step


@dataclass(frozen=True, slots=True)
class OpenGame:
    """The server opens the first or the next game."""


@dataclass(frozen=True, slots=True)
class RollDice:
    """The mover rolls."""

    seat: int


@dataclass(frozen=True, slots=True)
class Move:
    """The mover makes these steps, all or none."""

    seat: int
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Undo:
    """The mover takes the last step back."""

    seat: int


@dataclass(frozen=True, slots=True)
class Confirm:
    """The mover, or the server at the end of the pause, ends the turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Finish:
    """The server rolls if need be and finishes the turn of the mover."""


@dataclass(frozen=True, slots=True)
class Resign:
    """A seat gives the match up, at any time after both have sat down."""

    seat: int


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A seat loses the match for being away or inattentive, or by the desk."""

    seat: int
    by: Ending


@dataclass(frozen=True, slots=True)
class Void:
    """The match ends without a winner; annulled, even after it has had one."""

    by: Ending = Ending.VOID


Command = OpenGame | RollDice | Move | Undo | Confirm | Finish | Resign | Forfeit | Void
