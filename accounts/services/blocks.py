"""Blocking a player, and taking it back; each may be done twice."""

from datetime import datetime

from accounts.errors import OutOfReach
from accounts.models import Block, User


def block_set(*, who: User, whom: User, now: datetime) -> None:
    """Keep both from sitting at one table; raises OutOfReach for oneself."""
    if who.pk == whom.pk:
        raise OutOfReach
    Block.objects.get_or_create(who=who, whom=whom, defaults={"at": now})


def block_remove(*, who: User, whom: User) -> None:
    """Let them play again, as far as `who` is concerned."""
    Block.objects.filter(who=who, whom=whom).delete()
