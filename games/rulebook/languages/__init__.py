"""The languages of the rule book. To add one: its module here, its templates beside."""

from types import MappingProxyType

from games.rulebook.languages import en, ka, ru, tr

LIBRARY = MappingProxyType(
    {"ka": ka.ENTRIES, "en": en.ENTRIES, "ru": ru.ENTRIES, "tr": tr.ENTRIES}
)
