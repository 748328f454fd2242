"""The catalogs are compiled when stale, and hold every text of the site."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest
from django.conf import settings

from nardi_site.catalogs import LOCALE, catalogs_compile
from tests.running import ROOT

SOURCES = (
    "accounts",
    "coins",
    "games",
    "locale",
    "nardi_site",
    "templates",
    "manage.py",
)
LANGUAGES = [code for code, _ in settings.LANGUAGES]
DOMAINS = ("django", "djangojs")

# One worker runs them all, so that the texts are gathered once.
pytestmark = pytest.mark.xdist_group("catalogs")


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    """A catalog of one message, a minute old."""
    path = tmp_path / "ka" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    catalog = polib.POFile()
    catalog.append(polib.POEntry(msgid="Roll", msgstr="გააგორე"))
    catalog.append(polib.POEntry(msgid="Undo", msgstr="?", flags=["fuzzy"]))
    catalog.save(str(path))
    age(path, 60)
    return path


def age(path: Path, seconds: int) -> None:
    """Make a file that much older."""
    stat = path.stat()
    os.utime(path, (stat.st_atime, stat.st_mtime - seconds))


def test_a_catalog_is_compiled_without_gettext(catalog: Path, tmp_path: Path) -> None:
    (written,) = catalogs_compile(tmp_path)
    assert written == catalog.with_suffix(".mo")
    compiled = {entry.msgid: entry.msgstr for entry in polib.mofile(str(written))}
    # A guess of the tools is no translation.
    assert compiled == {"Roll": "გააგორე"}
    assert sorted(p.name for p in catalog.parent.iterdir()) == [
        "django.mo",
        "django.po",
    ]


def test_it_is_compiled_again_only_when_it_changed(
    catalog: Path, tmp_path: Path
) -> None:
    (written,) = catalogs_compile(tmp_path)
    assert catalogs_compile(tmp_path) == []
    age(written, 120)
    assert catalogs_compile(tmp_path) == [written]


@pytest.fixture(scope="module")
def gathered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The catalogs as gettext would write them from the sources of today."""
    copy = tmp_path_factory.mktemp("gathered")
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copy / name)
        else:
            shutil.copy(source, copy)
    languages = [option for code in LANGUAGES for option in ("-l", code)]
    for domain in DOMAINS:
        subprocess.run(
            [sys.executable, "manage.py", "makemessages", "-d", domain, *languages],
            cwd=copy,
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "nardi_site.settings"},
            capture_output=True,
            check=True,
        )
    return copy / "locale"


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalog_holds_every_text_translated(
    gathered: Path, language: str, domain: str
) -> None:
    """Run `make messages` and translate what is new."""
    path = Path(language) / "LC_MESSAGES" / f"{domain}.po"
    wanted = polib.pofile(str(gathered / path))
    kept = polib.pofile(str(LOCALE / path))
    assert {(e.msgctxt, e.msgid) for e in wanted if not e.obsolete} == {
        (e.msgctxt, e.msgid) for e in kept if not e.obsolete
    }
    assert [e.msgid for e in kept if not e.obsolete and not e.translated()] == []


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_and_plurals_fit(language: str, domain: str) -> None:
    source = LOCALE / language / "LC_MESSAGES" / f"{domain}.po"
    subprocess.run(["msgfmt", "--check", "-o", os.devnull, str(source)], check=True)
