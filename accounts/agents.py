"""What a browser calls itself, in two words that its owner knows it by."""

import re

# The first that is found counts: each later one claims to be an earlier one too.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("YaBrowser", "Yandex Browser"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox|FxiOS", "Firefox"),
    ("Chrome|CriOS", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def agent_name(user_agent: str) -> str:
    """Return such as "Firefox, Windows"; empty where nothing is recognised."""
    found = (
        next((name for mark, name in names if re.search(mark, user_agent)), "")
        for names in (BROWSERS, SYSTEMS)
    )
    return ", ".join(filter(None, found))
