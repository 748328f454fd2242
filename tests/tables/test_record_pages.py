"""The record's page and downloads: what they say, to whom, and for how long."""

import json

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext, ngettext, override

from accounts.models import User
from games.rules.position_string import position_from_string
from games.rules.rulesets import RULESETS
from games.tables import services
from games.tables.forms import RULESET_NAMES
from games.tables.models import Table
from games.tables.record_text import RESULT_NAMES, result_words
from games.tables.records import explorer_paths, record_shape, transcript_of
from games.tables.selectors import seats_of
from tests.tables.conftest import Sit
from tests.tables.pages import address, browser, text_of
from tests.tables.playing import (
    NOON,
    Play,
    between_games,
    come,
    played_once,
    table_of,
)
from tests.tables.test_ending import won

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _ in settings.LANGUAGES]
VIEWS = ["record", "record_text", "record_json", "record_mat"]


@pytest.fixture
def finished(sit: Sit) -> Play:
    """A Georgian match to 3 that was played to its end."""
    return played_once(sit, 10, target=3)


@pytest.fixture
def secret(sit: Sit) -> Play:
    """A private match that Nino gave up after its first game."""
    play = between_games(sit(target=3, is_private=True))
    play.resign(play.players[0])
    return play


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_complete_without_scripts(finished: Play, language: str) -> None:
    """Players, result, every game and every move, and the last position drawn."""
    response = browser(None).get(address("record", finished.slug, language))

    assert response.status_code == 200
    page = text_of(response)
    assert "Nino" in page
    assert "Giorgi" in page
    transcript = transcript_of(finished.row)
    for game in transcript.games:
        for turn in game.turns:
            assert f'id="g{game.number}m{turn.number}"' in page
            assert turn.notation in page
    assert page.count("<svg class=") >= 3
    assert response.context["final"]["sides"] == finished.match.sides


def test_every_position_leads_to_the_explorer(finished: Play) -> None:
    """Seen by whoever moves next, with his roll; the explorer reads them all."""
    transcript = transcript_of(finished.row)
    page = text_of(browser(None).get(address("record", finished.slug)))
    for game in transcript.games:
        paths = explorer_paths(transcript, game)
        assert len(paths) == len(game.turns) + 1
        for turn, path in zip(game.turns, paths, strict=False):
            family, position = position_from_string(path.split("/")[0])
            assert family == "short"
            assert f"dice={max(turn.dice)}{min(turn.dice)}" in path
            assert ("move=black" in path) == (turn.seat != game.white)
            before = game.turns[turn.number - 2].sides if turn.number > 1 else None
            if before is not None:
                assert position.mine == before[turn.seat]
        assert f'data-explorer="/en/position/{paths[-1]}"' in page
        assert browser(None).get(f"/en/position/{paths[1]}").status_code == 200


@pytest.mark.parametrize("view", VIEWS)
def test_a_match_under_way_has_no_record_yet(
    rolling: Play, nino: User, view: str
) -> None:
    """Not even for those who play it."""
    assert browser(nino).get(address(view, rolling.slug)).status_code == 404
    rolling.resign(nino)
    assert browser(nino).get(address(view, rolling.slug)).status_code == 200


def test_a_match_without_a_move_is_nothing_for_other_programs(
    moving: Play, nino: User
) -> None:
    """GNU Backgammon would make nothing of it, and the page offers it not."""
    moving.resign(nino)
    page = text_of(browser(nino).get(address("record", moving.slug)))
    assert address("record_text", moving.slug) in page
    assert address("record_mat", moving.slug) not in page
    assert browser(nino).get(address("record_mat", moving.slug)).status_code == 404


@pytest.mark.parametrize("view", VIEWS)
def test_a_private_match_is_for_its_two_players(
    secret: Play, lasha: User, view: str
) -> None:
    """To all others it does not exist."""
    where = address(view, secret.slug)
    for stranger in (None, lasha):
        assert browser(stranger).get(where).status_code == 404
    for player in secret.players:
        answer = browser(player).get(where)
        assert answer.status_code == 200
        assert "public" not in answer["Cache-Control"]
        assert "Cookie" in answer["Vary"]


@pytest.mark.parametrize("view", VIEWS)
def test_a_record_is_only_read(finished: Play, view: str) -> None:
    """Nothing there is posted to; an unknown address has nothing."""
    assert browser(None).post(address(view, finished.slug)).status_code == 405
    assert browser(None).get(address(view, "nosuchtable0")).status_code == 404


def test_a_void_match_has_a_record(nino: User, giorgi: User) -> None:
    """Nobody won, and no move was made."""
    table = table_of(nino)
    services.table_join(user=giorgi, slug=table.slug, now=NOON)
    come(table.slug, nino, NOON)
    play = Play(table.slug, (nino, giorgi))
    play.sweep()
    assert play.row.status == "void"
    page = text_of(browser(None).get(address("record", table.slug)))
    assert "The match is void." in page
    assert "No move was made." in page
    assert browser(None).get(address("record_text", table.slug)).status_code == 200


def test_a_resignation_is_told(finished: Play, secret: Play, nino: User) -> None:
    """Who won, and why."""
    page = text_of(browser(nino).get(address("record", secret.slug)))
    assert "Winner of the match: Giorgi." in page
    assert "The other player resigned." in page
    other = text_of(browser(nino).get(address("record", finished.slug)))
    assert "resigned" not in other


def test_the_player_sees_it_from_his_own_side(finished: Play) -> None:
    """Others from the first seat's."""
    where = address("record", finished.slug)
    seen = [
        browser(user).get(where).context["viewer"] for user in (None, *finished.players)
    ]
    assert seen == [0, 0, 1]


@pytest.mark.parametrize(
    ("view", "kind", "ending"),
    [
        ("record_text", "text/plain; charset=utf-8", "txt"),
        ("record_json", "application/json", "json"),
        ("record_mat", "text/plain; charset=utf-8", "mat"),
    ],
)
def test_a_download_is_kept_for_ever(
    finished: Play, view: str, kind: str, ending: str
) -> None:
    """A file with a name, that anybody may keep: it never changes."""
    answer = browser(None).get(address(view, finished.slug))
    assert answer["Content-Type"] == kind
    name = f"nardi-{finished.slug}.{ending}"
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Cookie" not in answer.get("Vary", "")
    assert not answer.cookies


def test_the_downloads_say_what_was_played(finished: Play) -> None:
    """Every move in the text, everything in the JSON, `.mat` as GNU wants it."""
    get = browser(None).get
    text = get(address("record_text", finished.slug)).content.decode()
    transcript = transcript_of(finished.row)
    winner = finished.players[transcript.result.winner or 0].username
    assert f"Winner of the match: {winner}." in text
    assert text.count("\nGame ") == len(transcript.games)
    for game in transcript.games:
        for turn in game.turns:
            assert (turn.notation or "(no legal move)") in text
    told = json.loads(get(address("record_json", finished.slug)).content)
    assert told == record_shape(finished.row, seats_of(finished.row))
    first = told["games"][0]["turns"][0]
    assert set(first["steps"][0]) == {"from", "to", "die", "hit"}
    mat = get(address("record_mat", finished.slug)).content.decode()
    assert mat.startswith(" 3 point match\n")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_text_is_in_the_readers_language(
    sit: Sit, ruleset: str, language: str
) -> None:
    """Rule set, settings, entry and results are named as the record's page does."""
    play = sit(ruleset=ruleset, entry_coins=100)
    play.sweep()
    won(play, play.match.ruleset.start)

    where = address("record_text", play.slug, language)
    assert where == f"/{language}/match/{play.slug}/text/"
    text = browser(None).get(where).content.decode()

    page = text_of(browser(None).get(address("record", play.slug, language)))
    (game,) = play.match.games
    with override(language):
        name, result = str(RULESET_NAMES[ruleset]), str(RESULT_NAMES[game.name])
        ended = result_words(game, ("Nino", "Giorgi"))
        opened = gettext("Game %(number)s") % {"number": 1}
        not_money = render_to_string("coins/not_money.html").strip()
        settings_told = [
            ngettext("Match to %(points)s point", "Match to %(points)s points", 1)
            % {"points": 1},
            ngettext("%(seconds)s second a move", "%(seconds)s seconds a move", 60)
            % {"seconds": 60},
        ]
    assert result in ended
    lines = text.splitlines()
    for line in (name, opened, ended, not_money, *settings_told):
        assert line in lines
        assert line in page
    if language != "en":
        assert not {"Match to 1 point", "Georgian nardi", "Game 1"} & set(lines)


def test_long_nardy_has_no_mat_file(sit: Sit) -> None:
    """Nor a link to one: GNU Backgammon does not know the game."""
    play = sit(ruleset="long")
    play.resign(play.players[0])
    page = text_of(browser(None).get(address("record", play.slug)))
    assert address("record_json", play.slug) in page
    assert address("record_mat", play.slug) not in page
    assert browser(None).get(address("record_mat", play.slug)).status_code == 404


def test_the_table_leads_to_its_record(finished: Play, lasha: User) -> None:
    """Its page still shows the end, to players and to others."""
    for user in (None, lasha, *finished.players):
        page = text_of(browser(user).get(address("table", finished.slug)))
        assert address("record", finished.slug) in page


def test_steps_tell_where_they_led(finished: Play) -> None:
    """The replay moves checkers by them, and ends at the position told."""
    shape = record_shape(finished.row, seats_of(finished.row))
    hits = 0
    for game in shape["games"]:
        sides = [[int(digit, 16) for digit in side] for side in game["start"]]
        for turn in game["turns"]:
            mine, theirs = sides[turn["seat"]], sides[1 - turn["seat"]]
            for step in turn["steps"]:
                mine[step["from"]] -= 1
                mine[step["to"]] += 1
                if step["hit"]:
                    hits += 1
                    theirs[25 - step["to"]] -= 1
                    theirs[25] += 1
            assert turn["sides"] == ["".join(f"{n:x}" for n in side) for side in sides]
    assert hits


@pytest.mark.parametrize(
    ("language", "day"),
    [
        ("ka", "30 ნოემბერი, 2026"),
        ("en", "30 November 2026"),
        ("ru", "30 ноября 2026 г."),
        ("tr", "30 Kasım 2026"),
    ],
)
def test_the_day_is_tbilisis_and_written_as_the_reader_does(
    finished: Play, language: str, day: str
) -> None:
    """Past midnight there, while it is the evening before in UTC."""
    late = NOON.replace(hour=20, minute=30)
    Table.objects.filter(slug=finished.slug).update(ended_at=late)
    page = text_of(browser(None).get(address("record", finished.slug, language)))
    assert f">{day}</time>" in page
