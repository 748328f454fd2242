"""What the site holds of a player, model by model: how he gets it, how it ends.

Every model with a key to the player stands here; a test finds those that do not.
An app above this room adds its own in its AppConfig.ready with `holding_add`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Q

from accounts.agents import agent_name
from accounts.models import (
    AddressSeen,
    AuditEntry,
    Block,
    FormerName,
    Sanction,
    User,
)
from coins import selectors as coin_selectors
from games.players.models import Profile
from games.tables.models import Seat
from games.tables.selectors import match_of

Json = Any
Read = Callable[[User], Json]
End = Callable[[User, datetime], None]


@dataclass(frozen=True, slots=True)
class Holding:
    """Rows of one model that belong to a player.

    `section` is the key in his file and `read` what stands there; None with a
    reason in `why` where he gets nothing. `ending` says in words what closing
    his account does with them. `end` does it, in the transaction that closes the
    account, where accounts and coins do not do it themselves.
    """

    model: str
    section: str
    read: Read | None
    ending: str
    end: End | None = None
    why: str = ""


def _emails(user: User) -> Json:
    entered = EmailAddress.objects.filter(user=user).order_by("email")
    return [{"address": one.email, "confirmed": one.verified} for one in entered]


def _former_names(user: User) -> Json:
    names = FormerName.objects.filter(user=user).order_by("changed_at")
    return [{"name": one.name, "until": one.changed_at} for one in names]


def _sessions(user: User) -> Json:
    found = UserSession.objects.filter(user=user).order_by("created_at")
    return [
        {
            "device": agent_name(one.user_agent),
            "user_agent": one.user_agent,
            "since": one.created_at,
            "last_seen": one.last_seen_at,
        }
        for one in found
    ]


def _factors(user: User) -> Json:
    """Return what there is; the secrets stay where they are."""
    found = Authenticator.objects.filter(user=user).order_by("created_at")
    return [
        {
            "kind": one.type,
            "name": str(one) if one.type == Authenticator.Type.WEBAUTHN else "",
            "added": one.created_at,
            "last_used": one.last_used_at,
        }
        for one in found
    ]


def _addresses(user: User) -> Json:
    found = AddressSeen.objects.filter(user=user).order_by("day", "hash")
    return [{"day": one.day, "hash": one.hash} for one in found]


def _wallet(user: User) -> Json:
    wallet = coin_selectors.wallet_find(user=user)
    return wallet and {
        "balance": wallet.balance,
        "frozen": wallet.is_frozen,
        "transfers": list(coin_selectors.statement(user=user)),
    }


def _matches(user: User) -> Json:
    seats = (
        Seat.objects.filter(user=user)
        .select_related("table")
        .prefetch_related("table__seats__user", "table__games")
        .order_by("taken_at")
    )
    return [_match(seat) for seat in seats]


def _match(seat: Seat) -> Json:
    table = seat.table
    match = match_of(table)
    others = [one for one in table.seats.all() if one.pk != seat.pk]
    return {
        "table": table.slug,
        "rules": table.ruleset,
        "to": table.target,
        "move_seconds": table.move_seconds,
        "entry_coins": table.entry_coins,
        "private": table.is_private,
        "status": table.status,
        "seat": seat.number,
        "opponent": next((one.user.username for one in others), None),
        "score": list(match.score) if match else None,
        "sat_down": seat.taken_at,
        "started": table.started_at,
        "ended": table.ended_at,
        "absent_ms": seat.absent_ms,
        "games": [
            {
                "number": game.number,
                "won": game.winner == seat.number,
                "points": game.points,
                "result": game.result,
                "started": game.started_at,
                "ended": game.ended_at,
            }
            for game in sorted(table.games.all(), key=lambda one: one.number)
            if game.winner is not None
        ],
    }


def _acts(user: User) -> Json:
    """Return what a member of staff did himself; what was done to others is theirs."""
    acts = AuditEntry.objects.filter(actor=user).order_by("at")
    return [{"at": one.at, "action": one.action, "reason": one.reason} for one in acts]


def _about(user: User) -> Json:
    profile = Profile.objects.filter(user=user).first()
    return profile.text if profile else ""


def _about_end(user: User, _now: datetime) -> None:
    Profile.objects.filter(user=user).delete()


def _blocked(user: User) -> Json:
    """Return whom he has blocked; who has blocked him is theirs to know."""
    found = Block.objects.filter(who=user).select_related("whom").order_by("at")
    return [{"name": one.whom.username, "since": one.at} for one in found]


def _blocks_end(user: User, _now: datetime) -> None:
    Block.objects.filter(Q(who=user) | Q(whom=user)).delete()


def _decisions(user: User) -> Json:
    """Return what the desk decided about him; by whom is not told."""
    found = Sanction.objects.filter(player=user).order_by("at")
    return [
        {
            "kind": one.kind,
            "reason": one.reason,
            "at": one.at,
            "until": one.until,
            "table": one.table_slug,
            "read": one.seen_at,
            "after_appeal": one.outcome,
            "coins_back": one.coins_back,
        }
        for one in found
    ]


HOLDINGS: dict[str, Holding] = {
    one.model: one
    for one in (
        Holding("account.EmailAddress", "emails", _emails, "deleted"),
        Holding("mfa.Authenticator", "second_factors", _factors, "deleted"),
        Holding("usersessions.UserSession", "sessions", _sessions, "ended"),
        Holding("accounts.AddressSeen", "addresses", _addresses, "deleted"),
        Holding(
            "accounts.FormerName",
            "former_names",
            _former_names,
            "kept without the player, so that nobody takes the name",
        ),
        Holding(
            "accounts.AuditEntry",
            "acts_as_staff",
            _acts,
            "kept: what staff did stays on record",
        ),
        Holding(
            "coins.Account",
            "wallet",
            _wallet,
            "emptied into the house and frozen; transfers are never deleted",
        ),
        Holding(
            "tables.Seat",
            "matches",
            _matches,
            "kept under the name of a closed account, for the other player",
        ),
        Holding("players.Profile", "about", _about, "deleted", _about_end),
        Holding("accounts.Block", "blocked", _blocked, "deleted", _blocks_end),
        Holding(
            "accounts.Sanction",
            "decisions",
            _decisions,
            "kept: an account closed to escape one is not forgotten",
        ),
        Holding(
            "accounts.User_groups",
            "",
            None,
            "removed",
            why="the roles of staff, told in `account`",
        ),
        Holding(
            "accounts.User_user_permissions",
            "",
            None,
            "removed",
            why="the rights of staff",
        ),
        Holding(
            "admin.LogEntry",
            "",
            None,
            "kept: what staff did stays on record",
            why="Django's note that staff used a form of the admin",
        ),
    )
}


def holding_add(holding: Holding) -> None:
    """Add what a room above this one holds of a player."""
    HOLDINGS[holding.model] = holding
