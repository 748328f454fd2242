"""The record of a finished match, read from its events alone."""

from typing import Any
from urllib.parse import urlencode

from games.rules.codec import match_from_json, side_to_text
from games.rules.facts import GameResult, Roll
from games.rules.match import Match
from games.rules.position import Position, pip_count
from games.rules.position_string import position_to_string
from games.rules.rulesets import Opening, RuleSet, ruleset_get
from games.rules.transcript import (
    GameTranscript,
    Sides,
    Transcript,
    TurnLine,
    mat_text,
    sides_after,
)
from games.rules.turn import Step
from games.tables.models import Event, Seat, Status, Table

Json = dict[str, Any]

# The commands that open a game or end a turn; the others are in between.
TELLING = ("open", "confirm", "finish")


def record_table(*, slug: str) -> Table:
    """Return a table whose match has ended; raises Table.DoesNotExist."""
    return Table.objects.get(slug=slug, status__in=(Status.FINISHED, Status.VOID))


def transcript_of(table: Table) -> Transcript:
    """Return the transcript of a match that has ended."""
    match = match_from_json(table.state) if table.state else None
    if match is None or match.result is None:
        raise ValueError("The match has not ended.")
    ruleset = ruleset_get(table.ruleset)
    events = Event.objects.filter(table=table, command__in=TELLING)
    by_game: dict[int, list[Json]] = {}
    for game, command, data in events.order_by("version").values_list(
        "game", "command", "data"
    ):
        # A turn that ended a game is stored under that game.
        number = game if command == "open" else data["turn"]["game"]
        by_game.setdefault(number, []).append(data)
    score = (0, 0)
    games: list[GameTranscript] = []
    for number, data_of_game in by_game.items():
        result = match.games[number - 1] if number <= len(match.games) else None
        games.append(
            GameTranscript(
                number=number,
                white=_white_of(ruleset, match, number),
                opening=_opening(data_of_game),
                score=score,
                start=(ruleset.start, ruleset.start),
                turns=_turns(ruleset, data_of_game),
                result=result,
            )
        )
        score = _score_after(score, result, table.target)
    return Transcript(
        ruleset=ruleset,
        target=table.target,
        games=tuple(games),
        result=match.result,
        score=match.score,
    )


def record_shape(
    table: Table, seats: list[Seat], transcript: Transcript | None = None
) -> Json:
    """Return the record as JSON: what is downloaded, and what the replay reads.

    A side is 26 hexadecimal digits: off, the points 1 to 24, the bar, in its
    owner's own numbering. `transcript` is taken where it has been read already.
    """
    transcript = transcript or transcript_of(table)
    return {
        "slug": table.slug,
        "ruleset": table.ruleset,
        "family": transcript.ruleset.family,
        "target": table.target,
        "move_seconds": table.move_seconds,
        "entry_coins": table.entry_coins,
        "players": [seat.user.username for seat in seats],
        "started_at": table.started_at.isoformat() if table.started_at else None,
        "ended_at": table.ended_at.isoformat() if table.ended_at else None,
        "score": list(transcript.score),
        "match": {
            "winner": transcript.result.winner,
            "by": transcript.result.by,
        },
        "games": [_game_shape(game) for game in transcript.games],
    }


def record_mat(table: Table, seats: list[Seat]) -> str:
    """Return the record as a `.mat` file.

    Raises ValueError for the long family, and for a match without a move, of which
    GNU Backgammon can make nothing.
    """
    transcript = transcript_of(table)
    if not is_mat(transcript):
        raise ValueError("There is nothing that the .mat format knows.")
    first, second = (seat.user.username for seat in seats)
    return mat_text(transcript, (first, second))


def is_mat(transcript: Transcript) -> bool:
    """Return whether a match can be had as a `.mat` file."""
    is_played = any(game.turns for game in transcript.games)
    return transcript.ruleset.family == "short" and is_played


def final_state(table: Table, transcript: Transcript) -> Json:
    """Return the last position and turn as a STATE for the board's drawing."""
    if not transcript.games:
        start = transcript.ruleset.start
        white = match_from_json(table.state).white if table.state else 0
        sides = (start, start)
        return {
            "sides": sides,
            "pips": [pip_count(side) for side in sides],
            "white": white,
            "turn": None,
        }
    game = transcript.games[-1]
    turn = game.turns[-1] if game.turns else None
    sides = turn.sides if turn else game.start
    return {
        "sides": sides,
        "pips": [pip_count(side) for side in sides],
        "white": game.white,
        "turn": turn and {**_turn_drawn(turn), "held": [], "used": [False] * 4},
    }


def explorer_paths(transcript: Transcript, game: GameTranscript) -> list[str]:
    """Return for each position of a game its string and query in the explorer.

    The first is the start; each is seen by whoever moves next, with his roll.
    """
    paths = []
    for number in range(len(game.turns) + 1):
        sides = game.turns[number - 1].sides if number else game.start
        coming = game.turns[number] if number < len(game.turns) else None
        if coming is not None:
            mover = coming.seat
        else:
            mover = 1 - game.turns[-1].seat if game.turns else game.white
        text = position_to_string(
            Position(sides[mover], sides[1 - mover]), transcript.ruleset.family
        )
        query = {}
        if transcript.ruleset.key == "short":
            query["rules"] = "short"
        if coming is not None:
            query["dice"] = "{}{}".format(*sorted(coming.dice, reverse=True))
        if mover != game.white:
            query["move"] = "black"
        paths.append(f"{text}/?{urlencode(query)}" if query else f"{text}/")
    return paths


def _turn_drawn(turn: TurnLine) -> Json:
    return {
        "seat": turn.seat,
        "dice": list(turn.dice),
        "steps": _steps_shape(turn),
    }


def _steps_shape(turn: TurnLine) -> list[Json]:
    return [
        {
            "from": step.source,
            "to": landing.target,
            "die": step.die,
            "hit": landing.hit,
        }
        for step, landing in zip(turn.steps, turn.landings, strict=True)
    ]


def _opening(data: list[Json]) -> tuple[Roll, ...]:
    rolls = data[0].get("rolls", ()) if "turn" not in data[0] else ()
    return tuple((first, second) for first, second in rolls)


def _turns(ruleset: RuleSet, data: list[Json]) -> tuple[TurnLine, ...]:
    sides = (ruleset.start, ruleset.start)
    turns: list[TurnLine] = []
    for one in data:
        if "turn" in one:
            turns.append(_turn(ruleset, sides, one["turn"]))
            sides = turns[-1].sides
    return tuple(turns)


def _turn(ruleset: RuleSet, sides: Sides, shape: Json) -> TurnLine:
    steps = tuple(Step(source, die) for source, die in shape["steps"])
    first, second = shape["dice"]
    after, landings = sides_after(ruleset, sides, shape["seat"], steps)
    return TurnLine(
        number=shape["number"],
        seat=shape["seat"],
        dice=(first, second),
        steps=steps,
        landings=landings,
        notation=shape["notation"],
        by=shape["by"],
        sides=after,
    )


def _white_of(ruleset: RuleSet, match: Match, number: int) -> int:
    """Return who was White in a game: colours swap where White opens."""
    if ruleset.opening is not Opening.WHITE_OPENS:
        return match.white
    return match.white if (match.game - number) % 2 == 0 else 1 - match.white


def _score_after(
    score: tuple[int, int], result: GameResult | None, target: int
) -> tuple[int, int]:
    if result is None:
        return score
    raised = min(target, score[result.winner] + result.points)
    return (raised, score[1]) if result.winner == 0 else (score[0], raised)


def _game_shape(game: GameTranscript) -> Json:
    return {
        "number": game.number,
        "white": game.white,
        "score": list(game.score),
        "opening": [list(roll) for roll in game.opening],
        "start": [side_to_text(side) for side in game.start],
        "pips": [pip_count(side) for side in game.start],
        "turns": [
            {
                "number": turn.number,
                **_turn_drawn(turn),
                "notation": turn.notation,
                "by": turn.by,
                "sides": [side_to_text(side) for side in turn.sides],
                "pips": [pip_count(side) for side in turn.sides],
            }
            for turn in game.turns
        ],
        "result": (
            {
                "winner": game.result.winner,
                "points": game.result.points,
                "name": game.result.name,
            }
            if game.result
            else None
        ),
    }
