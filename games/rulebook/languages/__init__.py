"""The languages of the rule book. To add one: its module here, its templates beside."""

from types import MappingProxyType

from games.rulebook.languages import en

LIBRARY = MappingProxyType({"en": en.ENTRIES})
