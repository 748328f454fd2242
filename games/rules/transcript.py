"""The transcript of a match: its games, turns and positions, and its `.mat` text.

Built from what was played, never from what might have been: no legality is
checked and no play is searched, so that a long match opens at once. Sides are
in their owner's numbering, seats are 0 and 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.rules.position import BAR, OFF, Position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.rules.facts import By, GameResult, MatchResult, Roll
    from games.rules.plays import Play
    from games.rules.position import Side
    from games.rules.rulesets import RuleSet

Sides = tuple["Side", "Side"]


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a step led, in the mover's numbering, and whether it hit."""

    target: int
    hit: bool


@dataclass(frozen=True, slots=True)
class TurnLine:
    """One turn as it was played, and the sides of seats 0 and 1 after it."""

    number: int
    seat: int
    dice: Roll
    steps: Play
    landings: tuple[Landing, ...]
    notation: str
    by: By
    sides: Sides


@dataclass(frozen=True, slots=True)
class GameTranscript:
    """One game: its opening rolls, its turns, the score before it.

    `result` is None for a game that was given up or never finished.
    """

    number: int
    white: int
    opening: tuple[Roll, ...]
    score: tuple[int, int]
    start: Sides
    turns: tuple[TurnLine, ...]
    result: GameResult | None


@dataclass(frozen=True, slots=True)
class Transcript:
    """A whole match."""

    ruleset: RuleSet
    target: int
    games: tuple[GameTranscript, ...]
    result: MatchResult
    score: tuple[int, int]


def steps_made(
    ruleset: RuleSet, position: Position, steps: Play
) -> tuple[Position, tuple[Landing, ...]]:
    """Return the position after `steps` of the mover, taken as they are."""
    mine, theirs = list(position.mine), list(position.theirs)
    landings = []
    for step in steps:
        target = max(OFF, step.source - step.die)
        mine[step.source] -= 1
        mine[target] += 1
        opposite = ruleset.opposite[target]
        hit = ruleset.hits and target != OFF and theirs[opposite] == 1
        if hit:
            theirs[opposite] = 0
            theirs[BAR] += 1
        landings.append(Landing(target, hit))
    return Position(tuple(mine), tuple(theirs)), tuple(landings)


def sides_after(
    ruleset: RuleSet, sides: Sides, seat: int, steps: Play
) -> tuple[Sides, tuple[Landing, ...]]:
    """Return both sides after the turn of `seat`, and where its steps led."""
    after, landings = steps_made(ruleset, Position(sides[seat], sides[1 - seat]), steps)
    sides = (after.mine, after.theirs) if seat == 0 else (after.theirs, after.mine)
    return sides, landings


# --- The .mat format ---------------------------------------------------------

# The format of Jellyfish that GNU Backgammon imports. It knows one pair of
# columns: the player of seat 0 on the left.
COLUMN = 34
WIDE_NUMBER = 3


def mat_text(transcript: Transcript, names: tuple[str, str]) -> str:
    """Return the match as a `.mat` file; raises ValueError for the long family.

    Points are numbered as in the notation, `25` is the bar and `0` is off. A match
    that was given up between two games has one more, in which nobody moves.
    """
    if transcript.ruleset.family != "short":
        raise ValueError("The .mat format knows the short family only.")
    lines = [f" {transcript.target} point match", ""]
    for game in transcript.games:
        lines += [*_mat_heading(game.number, game.score, names), *_mat_turns(game)]
        lines += [*_mat_ending(transcript, game), ""]
    if (rest := _mat_rest(transcript)) is not None:
        number = transcript.games[-1].number + 1
        lines += [*_mat_heading(number, _score_after(transcript.games[-1]), names)]
        lines += [_mat_win(*rest, ends_match=True), ""]
    return "\n".join(lines) + "\n"


def _mat_heading(
    number: int, scores: tuple[int, int], names: tuple[str, str]
) -> Iterator[str]:
    yield f" Game {number}"
    left, right = (
        f"{name} : {score}" for name, score in zip(names, scores, strict=True)
    )
    yield f" {left:<{COLUMN + WIDE_NUMBER}} {right}"


def _mat_turns(game: GameTranscript) -> Iterator[str]:
    cells = [(turn.seat, _mat_turn(turn)) for turn in game.turns]
    if cells and cells[0][0] == 1:
        cells.insert(0, (0, ""))
    for row in range(0, len(cells), 2):
        pair = [cell for _, cell in cells[row : row + 2]]
        left, right = pair if len(pair) > 1 else (pair[0], "")
        yield f"{row // 2 + 1:>{WIDE_NUMBER}}) {left:<{COLUMN}} {right}".rstrip()


def _mat_turn(turn: TurnLine) -> str:
    dice = "".join(str(die) for die in sorted(turn.dice, reverse=True))
    notation = turn.notation.replace("bar", "25").replace("off", "0")
    return f"{dice}: {notation}".rstrip()


def _mat_ending(transcript: Transcript, game: GameTranscript) -> Iterator[str]:
    """Yield the line that says who won; none in a game that nobody did."""
    ends_match = game is transcript.games[-1] and _mat_rest(transcript) is None
    if game.result is not None:
        yield _mat_win(game.result.winner, game.result.points, ends_match=ends_match)
    elif ends_match and (winner := transcript.result.winner) is not None:
        points = transcript.score[winner] - game.score[winner]
        yield _mat_win(winner, points, ends_match=True)


def _mat_rest(transcript: Transcript) -> tuple[int, int] | None:
    """Return who got how many points after the last game; None where nobody did."""
    winner = transcript.result.winner
    if winner is None or not transcript.games or transcript.games[-1].result is None:
        return None
    points = transcript.score[winner] - _score_after(transcript.games[-1])[winner]
    return (winner, points) if points else None


def _score_after(game: GameTranscript) -> tuple[int, int]:
    first, second = game.score
    if game.result is None:
        return first, second
    winner, points = game.result.winner, game.result.points
    return (first + points, second) if winner == 0 else (first, second + points)


def _mat_win(winner: int, points: int, *, ends_match: bool) -> str:
    """Return the line that says so, in the winner's column."""
    plural = "" if points == 1 else "s"
    match = " and the match" if ends_match else ""
    indent = 0 if winner == 0 else COLUMN
    return f"{'':{indent + WIDE_NUMBER + 2}}Wins {points} point{plural}{match}"
