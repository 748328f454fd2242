"""Message catalogs: compiled in Python, because a fresh machine lacks gettext.

`python -m nardi_site.catalogs` compiles whatever is stale.
"""

import os
from pathlib import Path

import polib
from django.utils.translation.reloader import translation_file_changed

LOCALE = Path(__file__).resolve().parent.parent / "locale"


def catalogs_compile(folder: Path = LOCALE) -> list[Path]:
    """Compile every .po under `folder` that is younger than its .mo.

    Returns the .mo files written. Two processes may do it at once: each file
    appears whole.
    """
    written = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime_ns > source.stat().st_mtime_ns:
            continue
        draft = target.with_suffix(f".{os.getpid()}.draft")
        polib.pofile(str(source)).save_as_mofile(str(draft))
        draft.replace(target)
        written.append(target)
    return written


def catalogs_refresh() -> list[Path]:
    """Compile what is stale, and forget what Django has read of it already.

    Loading the models reads the default language, so a first start would go on
    without its texts until the second.
    """
    written = catalogs_compile()
    for path in written:
        translation_file_changed(None, path)
    return written


if __name__ == "__main__":
    for path in catalogs_compile():
        print(path.relative_to(LOCALE))  # noqa: T201 - a command line
