"""Why a checker cannot be moved: the words that the rules answer with."""

from enum import StrEnum
from typing import NamedTuple


class Reason(StrEnum):
    """What keeps a checker from a die; of a checker's reasons the first here counts.

    `Ground.obstacle` finds those of a single step, `Search.reasons` those of a play.
    """

    ON_BAR = "on_bar"
    """A checker on the bar has to enter first."""
    HELD = "held"
    """The stay rule: the point may not be left empty while another step is there."""
    HEAD = "head"
    """As many checkers as may leave the head in a turn have left it."""
    SIX_BLOCK = "six_block"
    """It would make six points in a row with no opposing checker in front."""
    LARGER_DIE = "larger_die"
    """Only one of the dice can be played, and that is the larger."""
    MAXIMUM_USE = "maximum_use"
    """It would leave a die unplayed that another play uses."""
    BEAR_OFF_HIGHER = "bear_off_higher"
    """The die bears off from a higher point, or has to be moved from one."""
    BEAR_OFF_EARLY = "bear_off_early"
    """Not all checkers are home."""
    CLOSED = "closed"
    """The point that it would land on is the opponent's."""


RANK = {reason: rank for rank, reason in enumerate(Reason)}
"""The rule that is worth a word before the one that the board shows anyway."""


class Hindrance(NamedTuple):
    """Why the checker on `source` cannot be moved by `die`."""

    source: int
    die: int
    reason: Reason
