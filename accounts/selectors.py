"""Reads about players, their names and their sessions."""

from collections.abc import Collection, Set
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.db.models import Q

from accounts.addresses import address_hash
from accounts.models import (
    AddressKey,
    AddressSeen,
    AuditEntry,
    Block,
    FormerName,
    Sanction,
    Switches,
    User,
)
from accounts.moderation import BARRING, FOREVER, Kind, Outcome
from accounts.names import name_folded, name_folded_in

NAME_CHANGE_DAYS = 30
# Anybody may enter anybody's address; his mailbox shall not be filled for that.
LETTERS_AT_ONCE = 5


def sessions_ended(*, keys: Set[str], now: datetime) -> frozenset[str]:
    """Return those of `keys` that are no session any more."""
    if not keys:
        return frozenset()
    alive = Session.objects.filter(session_key__in=keys, expire_date__gt=now)
    return frozenset(keys) - set(alive.values_list("session_key", flat=True))


def name_change_next(*, user: User) -> datetime | None:
    """Return from when the player may change his name, None if he never has."""
    own = user.former_names.filter(is_own_change=True)
    last = own.order_by("-changed_at").first()
    return last.changed_at + timedelta(days=NAME_CHANGE_DAYS) if last else None


def name_is_reserved(*, name: str, user: User) -> bool:
    """Tell whether the name is not `user`'s to have: another's of old, or looks so."""
    return name_was_anothers(name=name, user=user) or name_looks_taken(
        name=name, user=user
    )


def name_was_anothers(*, name: str, user: User | None = None) -> bool:
    """Tell whether the name, in any case, was somebody's other than `user`'s."""
    kept = FormerName.objects.filter(name__iexact=name)
    return (kept.exclude(user=user) if user else kept).exists()


def name_looks_taken(*, name: str, user: User | None = None) -> bool:
    """Tell whether another's name, of now or of the past, only looks the same.

    Nothing but this look holds it: names that looked alike before may stay.
    """
    folded = name_folded(name)
    used = User.objects.alias(folded=name_folded_in("username"))
    used = used.filter(folded=folded).exclude(username__iexact=name)
    kept = FormerName.objects.alias(folded=name_folded_in("name"))
    kept = kept.filter(folded=folded).exclude(name__iexact=name)
    if user is not None:
        used, kept = used.exclude(pk=user.pk), kept.exclude(user=user)
    return used.exists() or kept.exists()


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

    By address only a confirmed one counts. Whoever has entered somebody's address at
    his own sign-up would else learn, by logging in or not, whether it has an account.
    """
    if username and "@" not in username:
        try:
            return User.objects.get_by_natural_key(username)
        except User.DoesNotExist:
            return None
    if not email:
        return None
    return User.objects.filter(email__iexact=email).first()


def accounts_at_address(*, email: str) -> list[User]:
    """Return whose new passwords may be chosen by a letter to that address.

    That is the account that has confirmed it, else those that have entered it and
    have confirmed none, the first five: each gets a letter with its name, and only the
    mailbox is told. Who has mistyped the address that he wants to change to still has
    his old one, and no stranger gets in by the mistake.
    """
    confirmed = User.objects.filter(email__iexact=email, is_active=True)
    entered = User.objects.filter(
        emailaddress__email=email.lower(), email="", is_active=True
    )
    return list(confirmed[:1]) or list(entered.order_by("pk")[:LETTERS_AT_ONCE])


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


def address_is_known(*, user: User, address: str) -> bool:
    """Tell whether the player has logged in from this address in the last 90 days."""
    hashes = [
        address_hash(address, key)
        for key in AddressKey.objects.values_list("key", flat=True)
    ]
    return AddressSeen.objects.filter(user=user, hash__in=hashes).exists()


def users_barred(*, ids: Set[int], now: datetime) -> frozenset[int]:
    """Return those of `ids` who are suspended or closed."""
    if not ids:
        return frozenset()
    barred = User.objects.filter(pk__in=ids, barred_until__gt=now)
    return frozenset(barred.values_list("pk", flat=True))


def player_get(*, name: str) -> User:
    """Return the player of that name, or who once had it; User.DoesNotExist."""
    player = player_named(name=name)
    if player is None:
        raise User.DoesNotExist
    return player


def block_between(*, user_id: int, others: Collection[int]) -> bool:
    """Return whether the player and one of `others` are kept apart, by either."""
    return Block.objects.filter(
        Q(who=user_id, whom__in=others) | Q(whom=user_id, who__in=others)
    ).exists()


def names_apart(*, user: User) -> frozenset[str]:
    """Return the names of those who are kept apart from the player, by either."""
    blocks = Block.objects.filter(Q(who=user) | Q(whom=user))
    pairs = blocks.values_list("who__username", "whom__username")
    return frozenset(name for pair in pairs for name in pair) - {user.username}


def blocks_of(*, user: User) -> list[User]:
    """Return whom the player has blocked, by name."""
    return list(User.objects.filter(blocked_by__who=user).order_by("username"))


def is_blocked(*, who: User, whom: User) -> bool:
    """Return whether `who` has blocked `whom`."""
    return Block.objects.filter(who=who, whom=whom).exists()


def sanctions_of(*, user: User) -> list[Sanction]:
    """Return all that the desk has decided about the player, the youngest first."""
    return list(
        Sanction.objects.filter(player=user).select_related("by").order_by("-id")
    )


def sanctions_unseen(*, user: User) -> int:
    """Return how many decisions the player has not read yet."""
    return Sanction.objects.filter(player=user, seen_at=None).count()


def sanctions_holding(*, user: User, now: datetime) -> list[Sanction]:
    """Return all that was decided about the player, was not lifted and is not over.

    First what keeps him out, the longest before the rest, then the youngest.
    """
    given = Sanction.objects.filter(player=user).exclude(outcome=Outcome.LIFTED)
    holding = given.exclude(until__lte=now).order_by("-id")
    return sorted(holding, key=_counts_until, reverse=True)


def sanction_entry(*, sanction: Sanction) -> AuditEntry:
    """Return what the audit says of a sanction on an account.

    Raises AuditEntry.DoesNotExist for a ruling on a match.
    """
    return AuditEntry.objects.get(
        subject=f"user:{sanction.player_id}",
        action=f"player.{sanction.kind}",
        data__sanction=sanction.pk,
    )


def sanction_holds(*, user: User, kind: Kind) -> bool:
    """Tell whether a sanction of that kind on the player has not been lifted."""
    given = Sanction.objects.filter(player=user, kind=kind)
    return given.exclude(outcome=Outcome.LIFTED).exists()


def sanction_renaming(*, user: User) -> Sanction | None:
    """Return the decision that holds and took his name away last, None for none."""
    return max(renames_holding(user=user), key=lambda one: one.pk, default=None)


def renames_holding(*, user: User) -> list[Sanction]:
    """Return the decisions that took a name of the player's away and are not lifted."""
    renames = Sanction.objects.filter(player=user, kind=Kind.RENAME)
    return list(renames.exclude(outcome=Outcome.LIFTED).order_by("id"))


def switches_get() -> Switches:
    """Return the operator's switches, all off where none was ever set."""
    return Switches.objects.first() or Switches()


def _counts_until(sanction: Sanction) -> datetime:
    """Return until when it keeps the player out; when it was given, if it does not."""
    if sanction.kind not in BARRING:
        return sanction.at
    return sanction.until or FOREVER
