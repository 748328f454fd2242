"""Tables as the ledger sees them: entries, a winner, or nobody."""

from accounts.models import User
from coins import services
from coins.models import Account, Transfer
from tests.coins.conftest import NOON

TABLE = 7


def slug_of(table_id: int) -> str:
    return f"table{table_id}"


def sit(user: User, seat: int, coins: int = 100, table_id: int = TABLE) -> Transfer:
    """The player takes the seat and pays its entry."""
    transfer = services.entry_take(
        user=user,
        table_id=table_id,
        table_slug=slug_of(table_id),
        seat=seat,
        entry_coins=coins,
        now=NOON,
    )
    assert transfer is not None
    return transfer


def win(user: User, table_id: int = TABLE) -> Transfer:
    """The player wins the match."""
    transfer = services.pot_pay(winner=user, table_id=table_id, now=NOON)
    assert transfer is not None
    return transfer


def held_by(table_id: int = TABLE) -> int:
    return Account.objects.get(table_id=table_id).balance
