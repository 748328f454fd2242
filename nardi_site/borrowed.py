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

ADMIN = (
    gettext_noop("The {name} “{obj}” was changed successfully."),
    gettext_noop(
        "The {name} “{obj}” was changed successfully. You may edit it again below."
    ),
    gettext_noop("%(name)s with ID “%(key)s” doesn’t exist. Perhaps it was deleted?"),
    gettext_noop("Model name"),
    gettext_noop("Add link"),
    gettext_noop("Change or view list link"),
    gettext_noop("You don’t have permission to view or edit anything."),
    gettext_noop("Error:"),
    ngettext_lazy(
        "Please correct the error below.", "Please correct the errors below."
    ),
    gettext_noop("Toggle theme (current theme: auto)"),
    gettext_noop("Toggle theme (current theme: light)"),
    gettext_noop("Toggle theme (current theme: dark)"),
    gettext_noop("Start typing to filter…"),
    gettext_noop(
        "This object doesn’t have a change history. It probably wasn’t added via "
        "this admin site."
    ),
    gettext_noop("Thanks for spending some quality time with the web site today."),
    gettext_noop("Change %s"),
    gettext_noop("View %s"),
    gettext_noop("View"),
    gettext_noop("Select %s to change"),
    gettext_noop("Select %s to view"),
    gettext_noop(
        "Please enter your old password, for security’s sake, and then enter your "
        "new password twice so we can verify you typed it in correctly."
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
