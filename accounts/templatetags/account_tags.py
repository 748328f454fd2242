"""What pages say of the reader's account."""

from typing import Any

from django import template

from accounts import selectors
from accounts.models import User

register = template.Library()


@register.inclusion_tag("account/reminder.html", takes_context=True)
def email_reminder(context: dict[str, Any]) -> dict[str, bool]:
    """Remind a player who has not confirmed his address; nobody else."""
    user = context.get("user")
    if not isinstance(user, User):
        return {"is_wanting": False}
    return {"is_wanting": selectors.email_is_wanting(user=user)}
