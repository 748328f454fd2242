"""Facts: what a command did to a match, for animation, speech and the record.

Seats are 0 and 1; points are in the numbering of the seat that moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from games.rules.plays import Play

Roll = tuple[int, int]
By = Literal["player", "server"]


class Ending(StrEnum):
    """How a match came to its end."""

    PLAY = "play"
    RESIGNATION = "resignation"
    ABSENCE = "absence"
    """A player's connection did not come back within the grace time."""
    INATTENTION = "inattention"
    """A player was there and left too many turns in a row to the server."""
    SANCTION = "sanction"
    """A player was suspended, or his account closed."""
    RULING = "ruling"
    """The desk decided the match."""
    VOID = "void"
    """Nobody won: the match counts as never played."""
    ANNULLED = "annulled"
    """The desk declared the match void, perhaps after its end."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """One finished game: the winner's seat, its points and its name."""

    winner: int
    points: int
    name: str


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The end of the match: the winner's seat, None if void, and how it came."""

    winner: int | None
    by: Ending


@dataclass(frozen=True, slots=True)
class Opened:
    """A game began: the one-die rolls (none where White opens), who starts."""

    rolls: tuple[Roll, ...]
    starter: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """Two dice fell for a seat."""

    seat: int
    dice: Roll
    by: By


@dataclass(frozen=True, slots=True)
class Stepped:
    """One checker moved by one die; `target` 0 is off."""

    seat: int
    source: int
    target: int
    die: int
    hit: bool


@dataclass(frozen=True, slots=True)
class Undone:
    """The step named was taken back."""

    seat: int
    source: int
    target: int
    die: int
    hit: bool


@dataclass(frozen=True, slots=True)
class TurnPlayed:
    """A turn was confirmed; a pass has an empty notation."""

    game: int
    number: int
    seat: int
    dice: Roll
    steps: Play
    notation: str
    by: By


@dataclass(frozen=True, slots=True)
class GameEnded:
    """A game was won."""

    result: GameResult


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match was decided."""

    result: MatchResult


Fact = Opened | Rolled | Stepped | Undone | TurnPlayed | GameEnded | MatchEnded
Facts = tuple[Fact, ...]
