"""What the desk does to an account, and what the player answers.

`User.barred_until` is what every request and socket looks at; it always follows
from the sanctions that hold. Who may do it is asked at the edge; here only that
nobody does it to himself, or to one of the desk.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from accounts import events, selectors
from accounts.audit import audit_entry_append
from accounts.errors import (
    AccountGone,
    AlreadyDecided,
    NameGone,
    NameTaken,
    NoRenameDue,
    NotSuspendable,
    OutOfReach,
)
from accounts.models import FormerName, Sanction, User
from accounts.moderation import (
    BARRING,
    FOREVER,
    OF_MATCHES,
    Kind,
    Outcome,
    Reason,
)
from accounts.names import is_neutral_name, neutral_name
from accounts.services.naming import name_keep

Json = dict[str, Any]


def users_locked(ids: Collection[int]) -> list[User]:
    """Return the players, locked in order of their keys.

    Whoever takes a seat locks its player after it is in the table, and whoever
    suspends him before looking where he sits: so one of the two sees the other.
    """
    return list(
        User.objects.select_for_update(of=("self",), no_key=True)
        .filter(pk__in=ids)
        .order_by("pk")
    )


def user_locked(user_id: int) -> User:
    """Return the player, locked; raises User.DoesNotExist."""
    return User.objects.select_for_update(of=("self",), no_key=True).get(pk=user_id)


def sanction_give(
    *,
    user: User,
    kind: Kind,
    reason: Reason,
    note: str,
    actor: User,
    now: datetime,
    until: datetime | None = None,
    table_slug: str = "",
    case_id: int | None = None,
    name_reported: str = "",
    data: Json | None = None,
) -> Sanction:
    """Decide something about a player, with its audit entry, and tell him.

    `note` is for the audit entry alone, `table_slug` the match that he loses by
    it. With his name that of a report, `name_reported`, is taken away. Who is
    suspended or closed is out of every socket on commit. Raises OutOfReach,
    AccountGone, NotSuspendable, AlreadyDecided where that case has led to the same
    before, or NameGone where another has taken the name away.
    """
    if user.pk == actor.pk:
        raise OutOfReach
    with transaction.atomic():
        row = user_locked(user.pk)
        _reach_check(row)
        if kind is Kind.SUSPEND and (until is None or until <= now):
            raise NotSuspendable
        _repeat_check(row, kind, case_id)
        sanction = sanction_tell(
            user=row,
            kind=kind,
            reason=reason,
            actor=actor,
            now=now,
            until=until,
            table_slug=table_slug,
            case_id=case_id,
        )
        told = {"name": row.username, "sanction": sanction.pk, **(data or {})}
        if case_id is not None:
            told["case"] = case_id
        if kind in BARRING:
            told["until"] = until.isoformat() if until else None
            _barred_again(row)
            transaction.on_commit(lambda: events.user_bar(row.pk), robust=True)
        elif kind is Kind.RENAME:
            told |= _name_taken_away(row, name_reported, now)
            transaction.on_commit(lambda: events.user_renew(row.pk), robust=True)
        audit_entry_append(
            actor=actor,
            action=f"player.{kind}",
            subject=f"user:{row.pk}",
            reason=f"{reason}: {note}" if note else reason,
            data=told,
            now=now,
        )
        return sanction


def sanction_tell(
    *,
    user: User,
    kind: Kind,
    reason: Reason,
    actor: User,
    now: datetime,
    until: datetime | None = None,
    table_slug: str = "",
    case_id: int | None = None,
) -> Sanction:
    """Note a decision whose audit entry is written elsewhere, and tell the player."""
    sanction = Sanction.objects.create(
        player=user,
        kind=kind,
        reason=reason,
        by=actor,
        at=now,
        until=until,
        table_slug=table_slug,
        case_id=case_id,
    )
    transaction.on_commit(lambda: events.notice_publish(user.pk), robust=True)
    return sanction


def sanction_decide(
    *,
    sanction_id: int,
    outcome: Outcome,
    note: str,
    actor: User,
    now: datetime,
) -> list[Sanction]:
    """Uphold or lift a sanction after an appeal, and tell the player.

    Lifted, a suspension or closing is over at once, and a name that was taken away
    is given back; a ruling on a match is lifted for both its players. Returns what
    was decided upon: the sanction, or both. Raises OutOfReach for whoever decided it
    first, or whom it concerns.
    """
    with transaction.atomic():
        kind, player_id = Sanction.objects.values_list("kind", "player_id").get(
            pk=sanction_id
        )
        # A ruling changes nothing about an account: its player is not locked, by
        # whom tables and wallets would have to be waited for.
        row = None if kind in OF_MATCHES else user_locked(player_id)
        decided = _copies_locked(sanction_id, of_both=outcome is Outcome.LIFTED)
        for one in decided:
            if actor.pk in (one.by_id, one.player_id):
                raise OutOfReach
            one.outcome = outcome
            one.seen_at = None
            one.save(update_fields=["outcome", "seen_at"])
            _decision_told(one, note, actor, now)
        if row is not None and outcome is Outcome.LIFTED:
            _account_restored(row, decided[0], now)
        return decided


def sanction_repaid(*, sanction: Sanction, coins: int) -> None:
    """Note what a player got back after his appeal and keeps, to tell him, in coins."""
    sanction.coins_back = coins
    sanction.seen_at = None
    sanction.save(update_fields=["coins_back", "seen_at"])


def sanctions_read(
    *, user: User, shown: Collection[tuple[int, str]], now: datetime
) -> None:
    """Note that the player has read these, each with the outcome that he was shown."""
    for outcome in ("", *Outcome.values):
        ids = [sanction_id for sanction_id, then in shown if then == outcome]
        Sanction.objects.filter(
            player=user, pk__in=ids, outcome=outcome, seen_at=None
        ).update(seen_at=now)


def name_choose(*, user: User, name: str) -> User:
    """Give a player whose name was taken away the one that he has chosen.

    Whether it is well formed is the form's to check. Raises NoRenameDue or
    NameTaken.
    """
    try:
        with transaction.atomic():
            row = user_locked(user.pk)
            if not row.must_rename:
                raise NoRenameDue
            row.username, row.must_rename = name, False
            row.save(update_fields=["username", "must_rename"])
            # After the row is written, as in `name_change`.
            if selectors.name_is_reserved(name=name, user=row):
                raise NameTaken
            transaction.on_commit(lambda: events.user_renew(row.pk), robust=True)
            return row
    except IntegrityError:
        raise NameTaken from None


def _reach_check(user: User) -> None:
    if user.is_staff or user.is_superuser:
        raise OutOfReach
    if not user.is_active:
        raise AccountGone


def _repeat_check(user: User, kind: Kind, case_id: int | None) -> None:
    given = Sanction.objects.filter(player=user, kind=kind)
    if case_id is not None and given.filter(case_id=case_id).exists():
        raise AlreadyDecided
    # Also in another case: what stands there is not his name.
    if kind is Kind.RENAME and user.must_rename:
        raise NameGone


def _copies_locked(sanction_id: int, *, of_both: bool) -> list[Sanction]:
    """Return the sanction; of a ruling on a match, where asked, what both were told."""
    rows = Sanction.objects.select_for_update(of=("self",), no_key=True)
    first = Sanction.objects.get(pk=sanction_id)
    if of_both and first.kind in OF_MATCHES and first.case_id is not None:
        rows = rows.filter(kind=first.kind, case_id=first.case_id)
    else:
        rows = rows.filter(pk=sanction_id)
    return list(rows.select_related("player").order_by("pk"))


def _decision_told(sanction: Sanction, note: str, actor: User, now: datetime) -> None:
    player_id = sanction.player_id
    audit_entry_append(
        actor=actor,
        action=f"appeal.{sanction.outcome}",
        subject=f"user:{player_id}",
        reason=note or sanction.outcome,
        data={
            "name": sanction.player.username,
            "sanction": sanction.pk,
            "kind": sanction.kind,
        },
        now=now,
    )
    transaction.on_commit(lambda: events.notice_publish(player_id), robust=True)


def _account_restored(user: User, sanction: Sanction, now: datetime) -> None:
    """Undo what a sanction did to the player's account, under his lock.

    One that he has closed himself has no name any more.
    """
    if sanction.kind in BARRING:
        _barred_again(user)
    elif sanction.kind == Kind.RENAME and user.is_active:
        _name_given_back(user, sanction, now)


def _barred_again(user: User) -> None:
    """Have `barred_until` say what the sanctions that hold say."""
    holding = Sanction.objects.filter(player=user, kind__in=BARRING).exclude(
        outcome=Outcome.LIFTED
    )
    ends = [sanction.until or FOREVER for sanction in holding]
    user.barred_until = max(ends, default=None)
    user.save(update_fields=["barred_until"])


def _name_taken_away(user: User, name_reported: str, now: datetime) -> Json:
    """Put a name in the place of the player's own until he chooses another.

    Nobody gets the old one again, he only by an appeal; nor the one that was
    reported, which he may have changed before anybody looked. Returns what the
    audit entry tells of it.
    """
    told: Json = {}
    if name_reported and name_reported.upper() != user.username.upper():
        told["name_reported"] = name_reported
    FormerName.objects.filter(user=user, name__iexact=name_reported).update(user=None)
    name_keep(user, now, is_taken_away=True, is_own_change=False)
    user.username = neutral_name()
    user.must_rename = True
    user.save(update_fields=["username", "must_rename"])
    return {**told, "name_then": user.username}


def _name_given_back(user: User, sanction: Sanction, now: datetime) -> None:
    """Call the player again what he was called before; he need not choose a name.

    One that he has chosen meanwhile stays reserved for him. What another decision
    that holds has taken away stays nobody's; and while he has yet to choose a name
    because of a younger one, this name is only kept for him, as is the reported one.
    """
    holding = selectors.renames_holding(user=user)
    barred = {name.upper() for one in holding for name in _names_taken(one)}
    for name in _names_taken(sanction):
        if name.upper() not in barred:
            FormerName.objects.filter(user=None, name__iexact=name).update(user=user)
    before = _name_before(user, sanction)
    if before is None or before.upper() in barred:
        return
    if user.must_rename and any(one.pk > sanction.pk for one in holding):
        return
    if not user.must_rename:
        name_keep(user, now, is_own_change=False)
    # Reserved for nobody but him since, so nobody has it.
    FormerName.objects.filter(name__iexact=before).delete()
    user.username, user.must_rename = before, False
    user.save(update_fields=["username", "must_rename"])
    transaction.on_commit(lambda: events.user_renew(user.pk), robust=True)


def _name_before(user: User, sanction: Sanction) -> str | None:
    """Return the player's own name before that decision.

    Once two cases could take a name away one after the other; what the second took
    was the neutral one, and his own is what the first did.
    """
    renames = Sanction.objects.filter(
        player=user, kind=Kind.RENAME, pk__lte=sanction.pk
    )
    names = (_names_taken(one)[0] for one in renames.order_by("-id"))
    return next((name for name in names if not is_neutral_name(name)), None)


def _names_taken(sanction: Sanction) -> list[str]:
    """Return the name that a decision took away, and the reported one if another."""
    data = selectors.sanction_entry(sanction=sanction).data
    return [data[key] for key in ("name", "name_reported") if key in data]
