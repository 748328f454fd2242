"""The one signal that the site listens to: every new player gets his first coins."""

from typing import Any

from django.conf import settings
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils import timezone

from accounts.models import User
from coins import services


@receiver(post_save, sender=settings.AUTH_USER_MODEL, dispatch_uid="coins.signup")
def signup_grant(instance: User, created: bool, raw: bool, **_more: Any) -> None:
    """Open the wallet of a player who was made, by whatever way.

    Rows of a loaded fixture bring their own. Whoever is missed, because the
    process died here or rows were made in bulk, is given his coins when they
    are first asked for.
    """
    if created and not raw:
        services.wallet_ensure(user=instance, now=timezone.now())
