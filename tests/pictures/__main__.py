"""`make pictures`: draw them again, in every language, after the board has changed.

They are kept with the static files, so that a site needs no browser to have them.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import django
from django.conf import settings
from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.running import ROOT

WIDTH, HEIGHT = 1200, 630
QUALITY = 82
TARGET = ROOT / "games/board/static/board/social"
STYLES = (
    "nardi_site/static/site/css/fonts.css",
    "nardi_site/static/site/css/site.css",
    "games/board/static/board/css/board.css",
)


def pages() -> Iterator[tuple[str, str]]:
    """Yield each picture's file name and the page that it is taken of."""
    # Django must be set up first.
    from django.template import Context, Engine  # noqa: PLC0415
    from django.utils.translation import gettext, override  # noqa: PLC0415

    from games.board.drawing import Die, board_drawn, position_seen  # noqa: PLC0415
    from games.board.samples import SOCIAL_PICTURES  # noqa: PLC0415

    source = (Path(__file__).parent / "picture.html").read_text(encoding="utf-8")
    template = Engine.get_default().from_string(source)
    for language, _ in settings.LANGUAGES:
        for key, picture in SOCIAL_PICTURES.items():
            position = position_seen(
                picture.sides, family=picture.family, viewer=0, white=0
            )
            dice = [Die(value) for value in picture.dice]
            with override(language):
                drawn = board_drawn(
                    position, layout="desktop", key="b", dice={"mine": dice}
                )
                page = template.render(
                    Context(
                        drawn
                        | {
                            "language": language,
                            "name": gettext(picture.name),
                            "styles": [(ROOT / one).as_uri() for one in STYLES],
                        }
                    )
                )
            yield f"{key}-{language}.jpg", page


def main() -> int:
    """Draw them all."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    drafts = list(pages())
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=[*FLAGS, "--allow-file-access-from-files"]
        )
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for name, text in drafts:
            draft = Path(folder) / "page.html"
            draft.write_text(text, encoding="utf-8")
            page.goto(draft.as_uri())
            page.evaluate("document.fonts.ready")
            page.screenshot(path=TARGET / name, type="jpeg", quality=QUALITY)
            print(f"{name} {(TARGET / name).stat().st_size / 1024:.0f} KB")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
