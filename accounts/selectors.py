"""Reads about players, their names and their sessions."""

from collections.abc import Set
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session

from accounts.models import AddressSeen, FormerName, User

NAME_CHANGE_DAYS = 30


def sessions_ended(*, keys: Set[str], now: datetime) -> frozenset[str]:
    """Return those of `keys` that are no session any more."""
    if not keys:
        return frozenset()
    alive = Session.objects.filter(session_key__in=keys, expire_date__gt=now)
    return frozenset(keys) - set(alive.values_list("session_key", flat=True))


def name_change_next(*, user: User) -> datetime | None:
    """Return from when the player may change his name, None if he never has."""
    last = user.former_names.order_by("-changed_at").first()
    return last.changed_at + timedelta(days=NAME_CHANGE_DAYS) if last else None


def name_is_reserved(*, name: str, user: User | None = None) -> bool:
    """Tell whether the name, in any case, was somebody's other than `user`'s."""
    kept = FormerName.objects.filter(name__iexact=name)
    return (kept.exclude(user=user) if user else kept).exists()


def player_named(*, name: str) -> User | None:
    """Return the player who has that name, else the one who once had it."""
    try:
        return User.objects.get_by_natural_key(name)
    except User.DoesNotExist:
        if not name.isascii():
            return None
    former = FormerName.objects.filter(name__iexact=name).select_related("user").first()
    return former.user if former else None


def email_is_wanting(*, user: User) -> bool:
    """Tell whether the player has yet to confirm the address that he signed up with.

    An account made by whoever runs the site has none to confirm.
    """
    return not user.email and EmailAddress.objects.filter(user=user).exists()


def login_account(*, username: str | None, email: str | None) -> User | None:
    """Return the one account that can be meant by what was entered to log in.

    By address only a confirmed one counts, or one that a single account has.
    """
    if username and "@" not in username:
        try:
            return User.objects.get_by_natural_key(username)
        except User.DoesNotExist:
            return None
    if not email:
        return None
    confirmed = User.objects.filter(email__iexact=email).first()
    if confirmed:
        return confirmed
    # Any number of accounts may have entered it; their passwords are not tried
    # one after the other.
    entered = list(EmailAddress.objects.filter(email=email.lower())[:2])
    return User.objects.get(pk=entered[0].user_id) if len(entered) == 1 else None


def accounts_sharing_address(*, user: User) -> list[tuple[User, int]]:
    """Return who came from addresses that the player came from too.

    Each with the number of addresses shared, most first; what is older than 90
    days is forgotten.
    """
    hashes = AddressSeen.objects.filter(user=user).values("hash")
    shared: dict[int, set[str]] = {}
    for other_id, found in (
        AddressSeen.objects.filter(hash__in=hashes)
        .exclude(user=user)
        .values_list("user_id", "hash")
    ):
        shared.setdefault(other_id, set()).add(found)
    players = User.objects.in_bulk(shared)
    counted = [(players[pk], len(found)) for pk, found in shared.items()]
    return sorted(counted, key=lambda one: (-one[1], one[0].username))
