"""The embedded site's secret key, made on first use and kept in a file."""

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key


def secret_key_kept(path: Path) -> str:
    """Return the key kept at `path`, making it (mode 600) when there is none.

    Raises ImproperlyConfigured when the folder cannot be written.
    """
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        pass
    except OSError as error:
        raise ImproperlyConfigured(f"Cannot read {path}: {error.strerror}.") from error
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Written beside and linked into place: two first starts at once must
        # agree on one key, and nobody may read half of it.
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        with os.fdopen(
            os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w"
        ) as file:
            file.write(get_random_secret_key())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    except OSError as error:
        raise ImproperlyConfigured(
            f"Cannot write {path.parent}: {error.strerror}. "
            "Set NARDI_DATA to a folder that can be written."
        ) from error
    return path.read_text(encoding="ascii").strip()
