"""How a link to the site looks elsewhere: its words, its language, its picture."""

import struct
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.finders import find
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.board.samples import SOCIAL_PICTURES
from games.rules.rulesets import RULESETS
from games.tables import services
from nardi_site.templatetags.languages import OPEN_GRAPH_LOCALES
from tests.rulebook.pages import SHOWN, Read, address, read

LANGUAGES = [code for code, _ in settings.LANGUAGES]
HEAVIEST_KB = 100
PUBLIC = [
    *((code, f"/{code}/") for code in LANGUAGES),
    *((code, f"/{code}/account/signup/") for code in LANGUAGES),
    *((code, f"/{code}/position/") for code in LANGUAGES),
    *((code, address(code, key)) for code, key in SHOWN),
]

pytestmark = pytest.mark.django_db


def visited(path: str) -> Read:
    """A page as a visitor gets it."""
    answer = Client().get(path)
    assert answer.status_code == 200
    return read(answer.text)


def picture_of(page: Read) -> str:
    """The key of the page's picture; the page must be of this site."""
    before, _, name = page.metas["og:image"].rpartition("/")
    assert before == "http://testserver/static/board/social"
    return name.partition("-")[0]


@pytest.mark.parametrize(("language", "path"), PUBLIC)
def test_a_page_says_what_a_link_to_it_is_to_show(language: str, path: str) -> None:
    page = visited(path)
    metas = page.metas
    assert metas["og:title"] == " ".join(page.title.split())
    assert metas["og:description"] == metas["description"]
    assert metas["og:url"] == f"http://testserver{path}"
    assert metas["og:locale"] == OPEN_GRAPH_LOCALES[language]
    assert metas["og:type"] in ("article", "website")
    assert metas["twitter:card"] == "summary_large_image"
    assert metas["og:image"].endswith(f"-{language}.jpg")
    assert find(metas["og:image"].partition("/static/")[2])


@pytest.mark.parametrize("path", ["", "position/"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_query_makes_no_other_page(language: str, path: str) -> None:
    """Search engines are told the one address of what they may list."""
    page = visited(f"/{language}/{path}?from=elsewhere")
    canonical = [one["href"] for one in page.rels if one["rel"] == "canonical"]
    assert canonical == [f"http://testserver/{language}/{path}"]


def test_a_page_names_the_other_languages_places() -> None:
    text = Client().get("/ka/").text
    others = [code for code in LANGUAGES if code != "ka"]
    for code in others:
        tag = f'property="og:locale:alternate" content="{OPEN_GRAPH_LOCALES[code]}"'
        assert text.count(tag) == 1
    assert text.count("og:locale:alternate") == len(others)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", SOCIAL_PICTURES)
def test_a_picture_is_large_enough_and_light(language: str, key: str) -> None:
    """`make pictures` draws them."""
    found = find(f"board/social/{key}-{language}.jpg")
    assert isinstance(found, str)
    data = Path(found).read_bytes()
    assert size_of(data) == (1200, 630)
    assert len(data) <= HEAVIEST_KB * 1024


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_invitation_shows_the_board_of_its_game(ruleset: str) -> None:
    """To whoever gets the link, whichever app shows it."""
    table = services.table_create(
        user=User.objects.create_user("Nino"),
        ruleset=ruleset,
        target=3,
        move_seconds=60,
        entry_coins=0,
        is_private=True,
        now=timezone.now(),
    )
    key = picture_of(visited(f"/en/table/{table.slug}/"))
    assert key in SOCIAL_PICTURES
    assert SOCIAL_PICTURES[key].family == RULESETS[ruleset].family


def test_a_page_of_a_game_shows_its_board() -> None:
    assert picture_of(visited(address("en", "long"))) == "long"
    assert picture_of(visited(address("en", "glossary"))) == "nardi"


def size_of(jpeg: bytes) -> tuple[int, int]:
    """Width and height, from the frame header."""
    at = 2
    while jpeg[at + 1] not in (0xC0, 0xC2):
        at += 2 + struct.unpack(">H", jpeg[at + 2 : at + 4])[0]
    height, width = struct.unpack(">HH", jpeg[at + 5 : at + 9])
    return width, height
