"""Static files get their hash, in ES-module imports too, and long caching."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.management.commands.collectstatic import (
    Command as CopyCommand,
)
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpResponse
from django.test import RequestFactory
from pytest_django import Settings

from nardi_site.assets import AssetsMiddleware, assets_collect

MAIN = """import { draw } from "./draw.js";
export { speak } from './speak.js';
const later = () => import("./later.js");
draw(later);
"""


@pytest.fixture
def sources(tmp_path: Path, settings: Settings) -> Iterator[Path]:
    """A folder of static files, and a site that serves them alone."""
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "main.js").write_text(MAIN)
    for name in ("draw", "speak", "later"):
        (folder / f"{name}.js").write_text(f"export const {name} = () => null;\n")
    settings.STATIC_ROOT = tmp_path / "collected"
    settings.STATICFILES_DIRS = [folder]
    settings.STATICFILES_FINDERS = [
        "django.contrib.staticfiles.finders.FileSystemFinder"
    ]
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "nardi_site.assets.AssetsStorage"},
    }
    finders.get_finder.cache_clear()  # type: ignore[attr-defined]
    yield folder
    finders.get_finder.cache_clear()  # type: ignore[attr-defined]


def collected(name: str) -> Path:
    """The hashed file of `name`."""
    hashed = staticfiles_storage.stored_name(name)  # type: ignore[attr-defined]
    return Path(staticfiles_storage.path(hashed))


def test_every_kind_of_import_is_hashed(sources: Path) -> None:
    assets_collect()
    text = collected("main.js").read_text()
    for name in ("draw", "speak", "later"):
        assert f"./{collected(f'{name}.js').name}" in text
    assert not re.search(r"\./\w+\.js", text)


def test_a_change_in_an_import_changes_the_importers_name(sources: Path) -> None:
    """Or a browser would go on using the old module for a year."""
    assets_collect()
    before = collected("main.js").name
    (sources / "draw.js").write_text("export const draw = (later) => later();\n")
    assets_collect()
    assert collected("main.js").name != before


def test_files_are_collected_only_when_one_changed(sources: Path) -> None:
    assert assets_collect()
    assert not assets_collect()
    (sources / "new.js").write_text("export {};\n")
    assert assets_collect()
    assert not assets_collect()


def test_an_interrupted_collection_is_done_again(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(CopyCommand, "copy_file", interrupted)
        with pytest.raises(KeyboardInterrupt):
            assets_collect()
    assert assets_collect()


@pytest.fixture
def middleware(sources: Path) -> AssetsMiddleware:
    """What answers requests for the collected files."""
    assets_collect()
    return AssetsMiddleware(lambda _request: HttpResponse("page"))


def test_a_hashed_file_is_cached_for_good(
    middleware: AssetsMiddleware, rf: RequestFactory
) -> None:
    answer = middleware(rf.get(f"/static/{collected('main.js').name}"))
    assert b"draw" in answer.content
    assert not answer.streaming
    assert "immutable" in answer["Cache-Control"]
    assert answer["Content-Type"] == 'text/javascript; charset="utf-8"'


def test_a_plain_name_is_cached_briefly(
    middleware: AssetsMiddleware, rf: RequestFactory
) -> None:
    answer = middleware(rf.get("/static/main.js"))
    assert answer["Cache-Control"] == "max-age=60, public"


def test_conditions_heads_and_ranges_are_answered(
    middleware: AssetsMiddleware, rf: RequestFactory
) -> None:
    first = middleware(rf.get("/static/main.js"))
    same = middleware(
        rf.get("/static/main.js", headers={"If-None-Match": first["ETag"]})
    )
    assert (same.status_code, same.content) == (304, b"")
    head = middleware(rf.head("/static/main.js"))
    assert (head.status_code, head.content) == (200, b"")
    part = middleware(rf.get("/static/main.js", headers={"Range": "bytes=0-5"}))
    assert (part.status_code, part.content) == (206, b"import")


def test_other_addresses_are_the_sites_own(
    middleware: AssetsMiddleware, rf: RequestFactory
) -> None:
    assert middleware(rf.get("/ka/")).content == b"page"
