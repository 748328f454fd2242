"""The site's languages in templates: how each is called, and this page in each."""

from dataclasses import dataclass

from django import template
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.template import Context
from django.urls import reverse, translate_url
from django.utils.translation import get_language

register = template.Library()

# What stands on the switch. A Georgian reader finds Georgian letters there.
SHORT_NAMES = {"ka": "ქა", "en": "EN", "ru": "RU", "tr": "TR"}

OPEN_GRAPH_LOCALES = {"ka": "ka_GE", "en": "en_US", "ru": "ru_RU", "tr": "tr_TR"}


@dataclass(frozen=True)
class Language:
    """One language, and the address of the page that is shown in it."""

    code: str
    name: str
    short_name: str
    address: str
    is_current: bool


@register.simple_tag(takes_context=True)
def site_languages(context: Context) -> list[Language]:
    """Return every language with this page's absolute address in it.

    Without a request, or with one for a host that is not this site's, as on some
    error pages, there are none.
    """
    request = context.get("request")
    if not isinstance(request, HttpRequest):
        return []
    try:
        request.get_host()
    except DisallowedHost:
        return []
    return [
        Language(
            code=code,
            name=name,
            short_name=SHORT_NAMES[code],
            address=request.build_absolute_uri(translate_url(request.path, code)),
            is_current=code == get_language(),
        )
        for code, name in settings.LANGUAGES
    ]


@register.simple_tag(takes_context=True)
def language_switch_next(context: Context) -> str:
    """Return where the switch leads: this page, or home if it is not one."""
    request: HttpRequest = context["request"]
    if request.resolver_match is None:
        return reverse("home")
    return request.get_full_path()
