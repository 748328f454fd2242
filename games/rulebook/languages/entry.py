"""What a language says of a page, outside the page's own text."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """Address and words of one page in one language.

    `path` is in readable ASCII letters below the language's prefix and ends with a
    slash. `title` and `description` are what a search engine shows, and no two pages
    of a language share one; `name` is what the contents call the page.
    """

    path: str
    name: str
    title: str
    description: str
