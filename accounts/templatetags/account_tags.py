"""What pages say of the reader's account, and of players by name."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts import selectors, wording
from accounts.models import User
from accounts.names import is_closed_name

register = template.Library()


@register.filter
def player_name(name: str) -> str:
    """Return the name as it is read, of a closed account words in its place."""
    return wording.player_name(name)


@register.simple_tag
def player_link(name: str, css: str = "", target: str = "") -> SafeString:
    """Name a player with the way to his page; a closed account has none."""
    shown = wording.player_name(name)
    look = [("class", css)] if css else []
    if is_closed_name(name):
        attributes = format_html_join("", ' {}="{}"', look)
        return format_html("<span{}>{}</span>", attributes, shown)
    way = [*look, ("href", reverse("players:player", args=[name])), ("translate", "no")]
    if target:
        way.append(("target", target))
    return format_html("<a{}>{}</a>", format_html_join("", ' {}="{}"', way), shown)


@register.inclusion_tag("account/reminder.html", takes_context=True)
def email_reminder(context: dict[str, Any]) -> dict[str, bool]:
    """Remind a player who has not confirmed his address; nobody else."""
    user = context.get("user")
    if not isinstance(user, User):
        return {"is_wanting": False}
    return {"is_wanting": selectors.email_is_wanting(user=user)}
