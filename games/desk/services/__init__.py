"""Every write of the desk's; time is an argument (`now`, aware).

Locks go one way: tables, a player or the wallets of a match, sanctions, the case.
What an appeal gives back comes last: nobody who holds wallets waits for an appeal.
"""

from games.desk.services.acts import Act, act_carry_out
from games.desk.services.appeals import appeal_decide
from games.desk.services.cases import (
    appeal_make,
    case_close,
    kept_forget,
    report_make,
)

__all__ = [
    "Act",
    "act_carry_out",
    "appeal_decide",
    "appeal_make",
    "case_close",
    "kept_forget",
    "report_make",
]
