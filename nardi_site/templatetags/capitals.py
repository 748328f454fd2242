"""Django's filter `capfirst`, by the reader's language; in every template."""

from django import template
from django.template.defaultfilters import stringfilter

from nardi_site import capitals

register = template.Library()


@register.filter(is_safe=True)
@stringfilter
def capfirst(words: str) -> str:
    """Return the words with a capital first letter, where the language has one."""
    return capitals.capfirst(words)
