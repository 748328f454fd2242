"""The idempotency key of every cause for which coins move."""

from datetime import date


def signup(user_id: int) -> str:
    """Return the key of a player's first coins."""
    return f"grant:signup:{user_id}"


def daily(user_id: int, day: date) -> str:
    """Return the key of a player's gift of a day."""
    return f"grant:daily:{user_id}:{day}"


def top_up(user_id: int, day: date) -> str:
    """Return the key of a player's top-up of a day."""
    return f"grant:topup:{user_id}:{day}"


def entry(table_id: int, seat: int) -> str:
    """Return the key of the entry that a seat pays."""
    return f"table:{table_id}:entry:{seat}"


def entry_seat(key: str) -> int:
    """Return the seat that an entry's key names."""
    return int(key.rpartition(":")[2])


def pot(table_id: int) -> str:
    """Return the key of a table's payout."""
    return f"table:{table_id}:pot"


def entry_return(table_id: int, seat: int) -> str:
    """Return the key of an entry given back before any payout."""
    return f"table:{table_id}:return:{seat}"


def pot_reclaim(table_id: int) -> str:
    """Return the key of a pot taken back when a match is voided after it."""
    return f"table:{table_id}:void:pot"


def entry_refund(table_id: int, seat: int) -> str:
    """Return the key of an entry given back by the house after the payout."""
    return f"table:{table_id}:void:entry:{seat}"


def correction(token: str) -> str:
    """Return the key of a correction; the form it comes from carries the token."""
    return f"correction:{token}"


def amends(sanction_id: int) -> str:
    """Return the key of what a winner gets back when a void is appealed against."""
    return f"amends:{sanction_id}"


def amends_back(sanction_id: int) -> str:
    """Return the key of what goes back of that when the win itself is taken back."""
    return f"amends:{sanction_id}:back"


def closing(user_id: int) -> str:
    """Return the key of what a closed account leaves to the house."""
    return f"closing:{user_id}"


def closing_refund(table_id: int, seat: int) -> str:
    """Return the key of an entry that came back to an account that is closed."""
    return f"table:{table_id}:void:closing:{seat}"
