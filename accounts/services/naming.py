"""Changing a name: seldom, and never to one that is or was another's."""

from datetime import datetime

from django.db import IntegrityError, transaction

from accounts import live, selectors
from accounts.errors import NameChangedLately, NameTaken
from accounts.models import FormerName, User


def name_change(
    *, user: User, name: str, now: datetime, is_forced: bool = False
) -> User:
    """Give the player another name; the old one stays reserved for him.

    Whether `name` is well formed and not the site's own is the form's to check.
    `is_forced` is for moderators, who need not wait. Raises NameTaken or
    NameChangedLately.
    """
    try:
        with transaction.atomic():
            row = User.objects.select_for_update(of=("self",), no_key=True).get(
                pk=user.pk
            )
            if row.username == name:
                return row
            next_at = selectors.name_change_next(user=row)
            if next_at and next_at > now and not is_forced:
                raise NameChangedLately(next_at)
            name_keep(row, now)
            row.username = name
            row.save(update_fields=["username"])
            # After the row is written: whoever gives the name up at this moment
            # has been waited for, and his former name is seen.
            if selectors.name_is_reserved(name=name, user=row):
                raise NameTaken
            transaction.on_commit(lambda: live.user_renew(row.pk), robust=True)
    except IntegrityError:
        raise NameTaken from None
    return row


def name_keep(
    user: User,
    now: datetime,
    *,
    is_taken_away: bool = False,
    is_own_change: bool = True,
) -> None:
    """Reserve the name that a player, locked, is about to give up or to lose."""
    FormerName.objects.update_or_create(
        name__iexact=user.username,
        defaults={
            "user": None if is_taken_away else user,
            "name": user.username,
            "changed_at": now,
            "is_own_change": is_own_change,
        },
    )
