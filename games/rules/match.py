"""The state of a match: one immutable value, and the commands that change it.

Time and dice are arguments: `draw_wanted` says which dice a command consumes,
`apply` takes them and returns the next state and the facts that make it up.
Seats are 0 and 1; sides are in their owner's numbering (see `position`).
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from games.rules.commands import (
    Command,
    Confirm,
    Finish,
    Forfeit,
    Move,
    OpenGame,
    Resign,
    RollDice,
    Undo,
    Void,
)
from games.rules.errors import IllegalMove
from games.rules.facts import (
    By,
    Ending,
    Fact,
    Facts,
    GameEnded,
    GameResult,
    MatchEnded,
    MatchResult,
    Opened,
    Roll,
    Rolled,
    Stepped,
    TurnPlayed,
    Undone,
)
from games.rules.notation import play_format
from games.rules.position import CHECKERS, OFF, Position, Side
from games.rules.rulesets import Opening, RuleSet
from games.rules.scoring import game_points, resignation_points, result_name
from games.rules.turn import Step, Turn

Pair = tuple[int, int]


class NotYourTurn(IllegalMove):
    """The other player is to act."""


class NotNow(IllegalMove):
    """The command does not fit the phase of the match."""


class Phase(StrEnum):
    """What the match waits for."""

    OPENING = "opening"
    ROLL = "roll"
    MOVE = "move"
    PAUSE = "pause"
    BETWEEN = "between"
    OVER = "over"


class Draw(StrEnum):
    """Which dice a command consumes."""

    OPENING = "opening"
    """One die a seat, (seat 0, seat 1), again and again until they differ."""
    ROLL = "roll"
    """Two dice."""
    FIRST = "first"
    """Two dice that differ: the first roll of a player who opens by rule."""


# --- The state ---------------------------------------------------------------


@dataclass(frozen=True)
class Match:
    """A match between two seats.

    `sides` are those of the start of the turn; `turn` adds the provisional
    steps. `game` is the number of the game under way, or of the last one, from 1.
    `turns_taken` counts each seat's confirmed turns of this game.
    `unattended` counts each seat's turns in a row that the server had to
    finish wholly. `white` is the seat with the pale checkers.
    """

    ruleset: RuleSet
    target: int
    white: int
    sides: tuple[Side, Side]
    score: Pair = (0, 0)
    game: int = 1
    games: tuple[GameResult, ...] = ()
    opening: tuple[Roll, ...] = ()
    mover: int | None = None
    turn_number: int = 0
    turns_taken: Pair = (0, 0)
    unattended: Pair = (0, 0)
    dice: Roll | None = None
    steps: tuple[Step, ...] = ()
    result: MatchResult | None = None

    @cached_property
    def phase(self) -> Phase:
        """What the match waits for."""
        if self.result is not None:
            return Phase.OVER
        if self.mover is None:
            return Phase.BETWEEN if self.games else Phase.OPENING
        if self.turn is None:
            return Phase.ROLL
        return Phase.PAUSE if self.turn.is_complete else Phase.MOVE

    @cached_property
    def turn(self) -> Turn | None:
        """The turn under way, once its dice have fallen."""
        if self.mover is None or self.dice is None:
            return None
        return Turn(
            ruleset=self.ruleset,
            start=Position(self.sides[self.mover], self.sides[1 - self.mover]),
            dice=self.dice,
            first_turn=self.turns_taken[self.mover] == 0,
            steps=self.steps,
        )

    @property
    def sides_shown(self) -> tuple[Side, Side]:
        """The sides of seat 0 and seat 1, provisional steps included."""
        if self.turn is None or self.mover is None:
            return self.sides
        shown = self.turn.position
        return (
            (shown.mine, shown.theirs)
            if self.mover == 0
            else (shown.theirs, shown.mine)
        )


def match_start(ruleset: RuleSet, target: int, white: int) -> Match:
    """Return a match in which both sit and nothing has been rolled."""
    return Match(
        ruleset=ruleset,
        target=target,
        white=white,
        sides=(ruleset.start, ruleset.start),
    )


def draw_wanted(match: Match, command: Command) -> Draw | None:
    """Return which dice `command` consumes in this state, None for none."""
    if isinstance(command, OpenGame):
        opens_by_rule = match.ruleset.opening is Opening.WHITE_OPENS
        return None if opens_by_rule else Draw.OPENING
    if isinstance(command, RollDice | Finish) and match.phase is Phase.ROLL:
        return _draw_of_roll(match)
    return None


def apply(
    match: Match, command: Command, rolls: tuple[Roll, ...] = ()
) -> tuple[Match, Facts]:
    """Return the state after `command` and what it did.

    `rolls` are the dice that `draw_wanted` asked for, the ties of an opening
    included; ValueError when they do not fit. Raises NotYourTurn, NotNow or
    IllegalMove, and then nothing has changed.
    """
    _rolls_check(draw_wanted(match, command), rolls)
    match command:
        case RollDice() | Move() | Undo() | Confirm():
            return _acted(match, command, rolls)
        case OpenGame():
            return _game_opened(match, rolls)
        case Finish():
            return _finished(match, rolls)
        case Resign(seat):
            return _given_up(match, seat, Ending.RESIGNATION)
        case Forfeit(seat, by):
            return _given_up(match, seat, by)
        case Void(by):
            return _voided(match, by)


# --- One function a command --------------------------------------------------


def _acted(
    match: Match, command: RollDice | Move | Undo | Confirm, rolls: tuple[Roll, ...]
) -> tuple[Match, Facts]:
    """Do what only the mover may do, in the phases that allow it."""
    if isinstance(command, RollDice):
        _phase_check(match, Phase.ROLL)
    else:
        _phase_check(match, Phase.MOVE, Phase.PAUSE)
    if match.mover != command.seat:
        raise NotYourTurn("The other player is to move.")
    match command:
        case RollDice():
            return _rolled(match, rolls[0], "player")
        case Move(_, steps):
            return _moved(match, steps)
        case Undo():
            return _undone(match)
        case Confirm():
            return _confirmed(match, "player")


def _game_opened(match: Match, rolls: tuple[Roll, ...]) -> tuple[Match, Facts]:
    _phase_check(match, Phase.OPENING, Phase.BETWEEN)
    fresh = replace(
        match,
        game=len(match.games) + 1,
        sides=(match.ruleset.start, match.ruleset.start),
        opening=rolls,
        turn_number=1,
        turns_taken=(0, 0),
    )
    if match.ruleset.opening is Opening.WHITE_OPENS:
        white = 1 - match.white if match.games else match.white
        return replace(fresh, white=white, mover=white), (Opened(rolls, white),)
    last = rolls[-1]
    starter = 0 if last[0] > last[1] else 1
    opened = replace(fresh, mover=starter)
    if match.ruleset.opening is Opening.PLAYED:
        opened = replace(opened, dice=(last[starter], last[1 - starter]))
    return opened, (Opened(rolls, starter),)


def _rolled(match: Match, dice: Roll, by: By) -> tuple[Match, Facts]:
    return replace(match, dice=dice), (Rolled(_mover(match), dice, by),)


def _moved(match: Match, steps: tuple[Step, ...]) -> tuple[Match, Facts]:
    turn, seat = _turn(match), _mover(match)
    facts: list[Fact] = []
    for step in steps:
        facts.append(
            Stepped(seat, step.source, turn.landing(step), step.die, turn.hits(step))
        )
        turn = turn.take(step)
    return replace(match, steps=turn.steps), tuple(facts)


def _undone(match: Match) -> tuple[Match, Facts]:
    before = _turn(match).undo()
    step = match.steps[-1]
    return replace(match, steps=before.steps), (
        Undone(
            _mover(match),
            step.source,
            before.landing(step),
            step.die,
            before.hits(step),
        ),
    )


def _confirmed(match: Match, by: By) -> tuple[Match, Facts]:
    turn, seat = _turn(match), _mover(match)
    if not turn.is_complete:
        raise NotNow("The play is not complete.")
    played = TurnPlayed(
        match.game,
        match.turn_number,
        seat,
        turn.dice,
        turn.steps,
        play_format(turn),
        by,
    )
    end = turn.position
    attended = by == "player" and bool(turn.steps)
    done = replace(
        match,
        sides=(end.mine, end.theirs) if seat == 0 else (end.theirs, end.mine),
        dice=None,
        steps=(),
        turns_taken=_raised(match.turns_taken, seat),
        unattended=_with(match.unattended, seat, 0) if attended else match.unattended,
    )
    if end.mine[OFF] == CHECKERS:
        ended, facts = _game_ended(done, seat)
        return ended, (played, *facts)
    return replace(
        done,
        mover=1 - seat,
        turn_number=match.turn_number + 1,
        opening=(),
    ), (played,)


def _finished(match: Match, rolls: tuple[Roll, ...]) -> tuple[Match, Facts]:
    _phase_check(match, Phase.ROLL, Phase.MOVE)
    facts: Facts = ()
    seat = _mover(match)
    wholly = not match.steps
    if rolls:
        match, facts = _rolled(match, rolls[0], "server")
    turn = _turn(match)
    finished = turn.finish()
    match, stepped = _moved(match, finished.steps[len(turn.steps) :])
    match, confirmed = _confirmed(match, "server")
    unattended = (
        _raised(match.unattended, seat) if wholly else _with(match.unattended, seat, 0)
    )
    return replace(match, unattended=unattended), (*facts, *stepped, *confirmed)


def _given_up(match: Match, seat: int, by: Ending) -> tuple[Match, Facts]:
    winner = 1 - seat
    points = resignation_points(match.target, match.score[winner])
    scored = replace(
        match, score=_with(match.score, winner, match.score[winner] + points)
    )
    return _ended_early(scored, MatchResult(winner, by))


def _voided(match: Match, by: Ending) -> tuple[Match, Facts]:
    """End the match without a winner; annulled, a winner is one no more."""
    won = match.result is not None and match.result.winner is not None
    if won and by is Ending.ANNULLED:
        match = replace(match, result=None)
    return _ended_early(match, MatchResult(None, by))


def _ended_early(match: Match, result: MatchResult) -> tuple[Match, Facts]:
    if match.result is not None:
        raise NotNow("The match is over.")
    # The provisional steps stay on the board as the players last saw it.
    return replace(
        match,
        sides=match.sides_shown,
        mover=None,
        dice=None,
        steps=(),
        result=result,
    ), (MatchEnded(result),)


def _game_ended(match: Match, winner: int) -> tuple[Match, Facts]:
    points = game_points(match.ruleset, match.sides[1 - winner])
    game = GameResult(winner, points, result_name(match.ruleset, points))
    # Surplus points count for nothing.
    score = _with(match.score, winner, min(match.target, match.score[winner] + points))
    ended = replace(match, score=score, games=(*match.games, game), mover=None)
    if score[winner] < match.target:
        return ended, (GameEnded(game),)
    result = MatchResult(winner, Ending.PLAY)
    return replace(ended, result=result), (GameEnded(game), MatchEnded(result))


# --- Small parts -------------------------------------------------------------


def _draw_of_roll(match: Match) -> Draw:
    by_rule = match.ruleset.opening is Opening.WHITE_OPENS and match.turn_number == 1
    return Draw.FIRST if by_rule else Draw.ROLL


def _rolls_check(draw: Draw | None, rolls: tuple[Roll, ...]) -> None:
    if draw is None:
        fits = not rolls
    elif draw is Draw.OPENING:
        ties = all(one == other for one, other in rolls[:-1])
        fits = bool(rolls) and ties and rolls[-1][0] != rolls[-1][1]
    else:
        fits = len(rolls) == 1 and (draw is Draw.ROLL or rolls[0][0] != rolls[0][1])
    if not fits:
        raise ValueError(f"The dice {rolls} do not fit a draw of {draw}.")


def _phase_check(match: Match, *phases: Phase) -> None:
    if match.phase not in phases:
        raise NotNow(f"Not in the phase {match.phase}.")


def _mover(match: Match) -> int:
    if match.mover is None:
        raise NotNow("Nobody is to move.")
    return match.mover


def _turn(match: Match) -> Turn:
    if match.turn is None:
        raise NotNow("No dice have fallen.")
    return match.turn


def _with(pair: Pair, seat: int, value: int) -> Pair:
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def _raised(pair: Pair, seat: int) -> Pair:
    return _with(pair, seat, pair[seat] + 1)
