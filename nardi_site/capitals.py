"""First letters as capitals, by the reader's language.

Python makes "I" of a Turkish "i", which is another letter's capital, and of
Georgian letters capitals that Georgian has none of.
"""

import sys

from django.template import defaultfilters
from django.utils import text
from django.utils.functional import keep_lazy_text
from django.utils.translation import get_language


@keep_lazy_text
def capfirst(words: object) -> str:
    """Return the words with a capital first letter, where the language has one."""
    said = str(words or "")
    language = get_language()
    if language == "ka":
        return said
    if language == "tr" and said.startswith("i"):
        return f"İ{said[1:]}"
    return said[:1].upper() + said[1:]


def capfirst_spread() -> None:
    """Put ours in the place of Django's two, in all of Django's modules.

    They take the function by name, so each has it for itself; what is imported
    later finds ours. Templates know it as a filter, which
    `templatetags/capitals.py` replaces.
    """
    djangos = (text.capfirst, defaultfilters.capfirst)
    for name, module in list(sys.modules.items()):
        if name.startswith("django.") and vars(module).get("capfirst") in djangos:
            vars(module)["capfirst"] = capfirst
