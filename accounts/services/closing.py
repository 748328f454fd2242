"""Emptying an account: what it held of a person goes, the row stays for the records."""

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction

from accounts import live
from accounts.models import AddressSeen, FormerName, User
from accounts.names import closed_name
from accounts.services.naming import name_keep
from accounts.services.sessions import sessions_end


def account_empty(*, user: User, now: datetime) -> None:
    """Close the account for good, in the caller's transaction.

    Its names stay reserved but lead to nobody. The sockets are closed on commit.
    """
    with transaction.atomic():
        row = User.objects.select_for_update(of=("self",), no_key=True).get(pk=user.pk)
        name_keep(row, now)
        FormerName.objects.filter(user=row).update(user=None)
        EmailAddress.objects.filter(user=row).delete()
        Authenticator.objects.filter(user=row).delete()
        AddressSeen.objects.filter(user=row).delete()
        row.groups.clear()
        row.user_permissions.clear()
        row.username = closed_name(row.pk)
        row.email = ""
        row.is_active = row.is_staff = row.is_superuser = False
        row.auto_roll = row.plays_forced = row.confirms_by_hand = False
        row.home_on_left = False
        row.last_login = None
        row.set_unusable_password()
        row.save()
        sessions_end(user=row)
        transaction.on_commit(lambda: live.user_close(row.pk), robust=True)
