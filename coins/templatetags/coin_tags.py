"""Coins in templates: an amount with its mark, the balance in the header."""

from typing import Any

from django import template
from django.template import Context
from django.utils.formats import number_format

from accounts.models import User
from coins import selectors

register = template.Library()

MINUS = "\N{MINUS SIGN}"
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"


@register.filter
def coin_number(coins: int) -> str:
    """Return a number as the reader's language groups it, never broken."""
    grouped: str = number_format(abs(coins), force_grouping=True)
    return (MINUS if coins < 0 else "") + grouped.replace(" ", NO_BREAK_SPACE)


@register.filter
def coin_change(coins: int) -> str:
    """Return a number with its sign, whichever it is."""
    return ("+" if coins > 0 else "") + coin_number(coins)


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
