"""Sentences of Django's that readers meet here and that our catalogs say anew.

Django's Georgian catalog lacks some and has slips in others. Named here, they
are extracted like our own; our catalogs win over Django's.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

PASSWORDS = (
    gettext_noop("This password is too common."),
    gettext_noop("This password is entirely numeric."),
    gettext_noop("The password is too similar to the %(verbose_name)s."),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
)

FIELDS = (
    gettext_noop("This field is required."),
    gettext_noop("Enter a valid email address."),
    gettext_noop("Null characters are not allowed."),
    gettext_noop(
        "Select a valid choice. %(value)s is not one of the available choices."
    ),
)
