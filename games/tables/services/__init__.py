"""Every write to a table, each under the lock of its row.

Time is an argument (`now`, aware). Dice come from `dice`. What is published is
published after the commit, and a publish that fails fails nothing.
"""

from games.tables.services.between import ready_set, rematch_ask
from games.tables.services.outages import pulse_check
from games.tables.services.playing import Played, deadline_act, match_command
from games.tables.services.presence import (
    absence_settle,
    presence_enter,
    presence_leave,
    process_beat,
    processes_clear,
)
from games.tables.services.rows import table_locked
from games.tables.services.rulings import (
    match_adjudicate,
    match_force_end,
    match_void,
    seat_give_up,
)
from games.tables.services.seating import table_cancel, table_create, table_join

__all__ = [
    "Played",
    "absence_settle",
    "deadline_act",
    "match_adjudicate",
    "match_command",
    "match_force_end",
    "match_void",
    "presence_enter",
    "presence_leave",
    "process_beat",
    "processes_clear",
    "pulse_check",
    "ready_set",
    "rematch_ask",
    "seat_give_up",
    "table_cancel",
    "table_create",
    "table_join",
    "table_locked",
]
