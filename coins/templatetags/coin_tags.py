"""Coins in templates: an amount with its mark, the balance in the header."""

from typing import Any

from django import template
from django.template import Context

from accounts.models import User
from coins import selectors
from coins.wording import coin_change, coin_number

register = template.Library()
register.filter(coin_number)
register.filter(coin_change)


@register.inclusion_tag("coins/amount.html")
def coins(amount: int) -> dict[str, Any]:
    """Show an amount with the coin's mark."""
    return {"amount": amount}


@register.inclusion_tag("coins/header.html", takes_context=True)
def coin_balance(context: Context) -> dict[str, Any]:
    """Show a player what he has, as a link to "My coins"; nothing to a visitor."""
    user = context.get("user")
    if not isinstance(user, User):
        return {"wallet": None}
    return {"wallet": selectors.wallet_find(user=user)}
