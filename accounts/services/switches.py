"""Switching: the one row, its audit entry."""

from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.audit import audit_entry_append
from accounts.errors import SwitchedMeanwhile
from accounts.models import Switches, User
from accounts.switches import ONLY


def switches_set(
    *,
    actor: User,
    reason: str,
    now: datetime,
    version: int | None = None,
    **wanted: Any,
) -> Switches:
    """Set the switches that are named; every socket is told within a second.

    `version` is the one that the operator saw, None where it does not matter.
    Raises SwitchedMeanwhile.
    """
    with transaction.atomic():
        Switches.objects.get_or_create(id=ONLY)
        row = Switches.objects.select_for_update(of=("self",), no_key=True).get(id=ONLY)
        if version is not None and version != row.version:
            raise SwitchedMeanwhile
        changed = {k: v for k, v in wanted.items() if getattr(row, k) != v}
        if not changed:
            return row
        for name, value in changed.items():
            setattr(row, name, value)
        row.version += 1
        row.save()
        audit_entry_append(
            actor=actor,
            action="switches.set",
            subject="site",
            reason=reason,
            data=changed,
            now=now,
        )
        return row
