"""Every write to an account but sign-up and passwords, which are allauth's.

Time is an argument (`now`, aware). What is told to open sockets is told after
the commit.
"""

from accounts.services.addresses import address_note, addresses_forget
from accounts.services.blocks import block_remove, block_set
from accounts.services.closing import account_empty
from accounts.services.emails import email_keep
from accounts.services.language import language_keep
from accounts.services.naming import name_change
from accounts.services.sanctions import (
    name_choose,
    sanction_decide,
    sanction_give,
    sanction_repaid,
    sanction_tell,
    sanctions_read,
    user_locked,
    users_locked,
)
from accounts.services.sessions import session_end, sessions_clear, sessions_end
from accounts.services.switches import switches_set

__all__ = [
    "account_empty",
    "address_note",
    "addresses_forget",
    "block_remove",
    "block_set",
    "email_keep",
    "language_keep",
    "name_change",
    "name_choose",
    "sanction_decide",
    "sanction_give",
    "sanction_repaid",
    "sanction_tell",
    "sanctions_read",
    "session_end",
    "sessions_clear",
    "sessions_end",
    "switches_set",
    "user_locked",
    "users_locked",
]
