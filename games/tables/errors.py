"""Why a table refuses a command: one exception a reason, each with its code.

The code is what a socket is told; pages say it in the reader's language.
"""

from typing import Any

from games.rules.errors import InvalidMessage


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not a fault
    """A command that was understood and not carried out."""

    code = "refused"

    def __init__(self, **detail: Any) -> None:
        super().__init__(self.code)
        self.detail = detail


class StaleVersion(Refusal):
    """The table has moved on since the version that the command names."""

    code = "stale_version"


class TooLate(Refusal):
    """The move time had run out when the command came."""

    code = "too_late"


class NotSeated(Refusal):
    """Only the two players may do this."""

    code = "not_seated"


class NotPlaying(Refusal):
    """The table has not begun, or it is over."""

    code = "not_now"


class SeatTaken(Refusal):
    """The table has both its players already, or it is gone."""

    code = "seat_taken"


class OwnTable(Refusal):
    """Nobody plays against himself."""

    code = "own_table"


class OwnMatch(Refusal):
    """Nobody rules on a match of his own."""

    code = "own_match"


class Blocked(Refusal):
    """One of the two has blocked the other; it does not say who."""

    code = "blocked"


class Barred(Refusal):
    """Whoever is suspended, closed or without a name of his own sits down nowhere."""

    code = "barred"


class NoNewTables(Refusal):
    """The operators let no new match begin for now."""

    code = "no_new_tables"


class ReadOnly(Refusal):
    """The operators let nothing be changed for now; all clocks stand still."""

    code = "read_only"


class AlreadySeated(Refusal):
    """The player holds an open or live seat; `slug` says where."""

    code = "already_seated"


class OpponentCannotPay(Refusal):
    """A rematch has an entry that the other player has not got, or may not pay."""

    code = "opponent_cannot_pay"


class TooFast(Refusal):
    """More messages a second than a person can mean."""

    code = "too_fast"


class Unavailable(Refusal):
    """The database is away; nothing is lost, and it may be tried again."""

    code = "unavailable"


class TooLarge(InvalidMessage):
    """More bytes than any message of ours has."""
