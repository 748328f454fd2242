"""Every write to an account but sign-up and passwords, which are allauth's.

Time is an argument (`now`, aware). What is told to open sockets is told after
the commit.
"""

from accounts.services.addresses import address_note, addresses_forget
from accounts.services.closing import account_empty
from accounts.services.emails import email_keep
from accounts.services.language import language_keep
from accounts.services.naming import name_change
from accounts.services.sessions import session_end, sessions_clear, sessions_end

__all__ = [
    "account_empty",
    "address_note",
    "addresses_forget",
    "email_keep",
    "language_keep",
    "name_change",
    "session_end",
    "sessions_clear",
    "sessions_end",
]
