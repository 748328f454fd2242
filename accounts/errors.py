"""Why an account's change is refused: one exception a reason."""

from datetime import datetime


class AccountRefusal(Exception):  # noqa: N818 - a refusal is an answer, not a fault
    """Nothing has changed."""


class NameTaken(AccountRefusal):
    """The name is, or was, another player's, or is kept for the site."""


class NameChangedLately(AccountRefusal):
    """The name can be changed again at `next_at`."""

    def __init__(self, next_at: datetime) -> None:
        super().__init__(next_at)
        self.next_at = next_at


class OutOfReach(AccountRefusal):
    """The desk acts neither on its own people nor on whoever acts."""


class SwitchedMeanwhile(AccountRefusal):
    """The switches are not those any more that the operator saw."""


class AccountGone(AccountRefusal):
    """The player has closed his account: there is nobody to act on."""


class AlreadyDecided(AccountRefusal):
    """That was decided about the player in that case before, by another perhaps."""


class NotSuspendable(AccountRefusal):
    """The end of a suspension lies in the past."""


class NameGone(AccountRefusal):
    """The player's name is taken away already, and he has not chosen another yet."""


class NoRenameDue(AccountRefusal):
    """Nobody has taken the player's name away."""
