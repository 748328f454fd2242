"""The record of a match in words: a text to read, in the reader's language."""

from typing import TYPE_CHECKING

from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.wording import player_name
from coins.wording import coin_number
from games.rules.facts import GameResult
from games.rules.transcript import GameTranscript, Transcript, TurnLine
from games.tables.forms import RULESET_NAMES
from games.tables.models import Seat, Table
from games.tables.records import transcript_of

if TYPE_CHECKING:
    from collections.abc import Iterator

Names = tuple[str, str]

# What a won game is called, by the key that the rules give it.
RESULT_NAMES = {
    "oini": _("oini"),
    "oin": _("oin"),
    "mars": _("mars"),
    "koks": _("koks"),
    "single": _("single win"),
    "gammon": _("gammon"),
    "backgammon": _("backgammon"),
}

# Why a match ended before its last game was played.
REASONS = {
    "resignation": _("The other player resigned."),
    "absence": _("The other player left."),
    "inattention": _("The other player left the moves to the table."),
    "sanction": _("The other player was taken off the tables."),
    "ruling": _("The moderators decided it."),
}


def record_text(table: Table, seats: list[Seat], address: str) -> str:
    """Return the record as a text; `address` is where the match is shown."""
    transcript = transcript_of(table)
    first, second = (player_name(seat.user.username) for seat in seats)
    names = (first, second)
    lines = [*_heading(table, names), address, "", *_outcome(transcript, names)]
    for game in transcript.games:
        lines += ["", *_game(game, names)]
    return "\n".join(lines) + "\n"


def result_words(result: GameResult, names: Names) -> str:
    """Return who won a game and what it was worth."""
    return ngettext(
        "%(name)s: %(result)s, %(points)s point",
        "%(name)s: %(result)s, %(points)s points",
        result.points,
    ) % {
        "name": names[result.winner],
        "result": RESULT_NAMES[result.name],
        "points": result.points,
    }


def _heading(table: Table, names: Names) -> "Iterator[str]":
    """Who played what, when, and how."""
    yield " – ".join(names)
    if table.ended_at:
        yield date_format(localtime(table.ended_at), "DATE_FORMAT")
    yield str(RULESET_NAMES[table.ruleset])
    yield ngettext(
        "Match to %(points)s point", "Match to %(points)s points", table.target
    ) % {"points": table.target}
    yield ngettext(
        "%(seconds)s second a move", "%(seconds)s seconds a move", table.move_seconds
    ) % {"seconds": table.move_seconds}
    if table.entry_coins:
        yield ngettext(
            "Entry: %(coins)s coin", "Entry: %(coins)s coins", table.entry_coins
        ) % {"coins": coin_number(table.entry_coins)}
        yield render_to_string("coins/not_money.html").strip()


def _outcome(transcript: Transcript, names: Names) -> "Iterator[str]":
    """How the match ended."""
    winner, by = transcript.result.winner, transcript.result.by
    if winner is None:
        yield gettext("The match is void.")
        if by == "annulled":
            yield gettext("The moderators declared it void.")
    else:
        won = gettext("Winner of the match: %(name)s.") % {"name": names[winner]}
        yield f"{won} {REASONS.get(by, '')}".rstrip()
    first, second = transcript.score
    yield gettext("Score: %(first)s %(one)s, %(second)s %(two)s.") % {
        "first": names[0],
        "one": first,
        "second": names[1],
        "two": second,
    }


def _game(game: GameTranscript, names: Names) -> "Iterator[str]":
    """One game: a line a turn, each in its mover's numbering."""
    yield gettext("Game %(number)s") % {"number": game.number}
    yield gettext("White: %(white)s. Black: %(black)s.") % {
        "white": names[game.white],
        "black": names[1 - game.white],
    }
    for one, two in game.opening:
        yield gettext("Opening roll: %(first)s %(one)s, %(second)s %(two)s.") % {
            "first": names[0],
            "one": one,
            "second": names[1],
            "two": two,
        }
    width = max(len(name) for name in names)
    for turn in game.turns:
        yield _turn(turn, f"{names[turn.seat]:<{width}}")
    if game.result is not None:
        yield result_words(game.result, names)


def _turn(turn: TurnLine, name: str) -> str:
    first, second = turn.dice
    played = turn.notation or f"({gettext('no legal move')})"
    line = f"{turn.number:>4}. {name}  {first}-{second}  {played}"
    if turn.by == "server" and turn.notation:
        line += f"  ({gettext('time ran out')})"
    return line
