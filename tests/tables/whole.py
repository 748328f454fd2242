"""Whole random matches through the services, and what must be true of each.

Chance comes from one seed, the dice too, so that a fault can be played again.
`make test` plays a few of every rule set, `make soak` two hundred.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING
from unittest.mock import patch

from games.rules.commands import Confirm, Move, RollDice
from games.rules.facts import GameEnded, MatchEnded, Opened, Rolled, TurnPlayed
from games.rules.match import Phase
from games.rules.position import BAR, CHECKERS, OFF, Position
from games.rules.transcript import steps_made
from games.rules.turn import Turn
from games.tables import dice, selectors, services
from games.tables.models import Game, Status
from games.tables.records import transcript_of
from tests.tables.playing import NOON, Play, come, table_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from accounts.models import User
    from games.rules.commands import Command
    from games.rules.match import Match
    from games.rules.position import Side
    from games.rules.rulesets import RuleSet
    from games.tables.services import Played

# Random play has long games; none has come near this.
MOST_COMMANDS_A_GAME = 5000
MISSED = 0.02
"""How often a player lets his time run out."""

# The names of a win worth 1, 2, ... points, and the sets whose starter is White:
# written down again, so that the rules are not asked about themselves.
NAMES = {
    "georgian": ("oini", "mars", "koks"),
    "short": ("single", "gammon", "backgammon"),
    "long": ("oin", "mars"),
    "long-white-opens": ("oin", "mars"),
}
WHITE_OPENS = {"short", "long-white-opens"}


@dataclass(frozen=True, slots=True)
class Figures:
    """What a match came to."""

    games: int
    turns: int
    commands: int


class _Checked:
    """Follows one match command by command and asserts what must be so."""

    def __init__(self, play: Play, ruleset: str, target: int, white: int) -> None:
        self.play = play
        self.ruleset = ruleset
        self.target = target
        self.white = white
        self.score = [0, 0]
        self.version = play.row.version
        self.commands_this_game = 0
        self.games = self.turns = self.commands = 0
        self.first_roll = True
        self.whites: list[int] = []

    def hear(self, played: Played, before: Match | None) -> None:
        """One command was carried out."""
        match = played.match
        assert played.version == self.version + 1, "one version a command"
        self.version = played.version
        self.commands += 1
        self.commands_this_game += 1
        assert self.commands_this_game < MOST_COMMANDS_A_GAME, "a game without end"
        assert all(sum(side) == CHECKERS for side in match.sides_shown)
        assert match.white == self.white or any(
            isinstance(fact, Opened) for fact in played.facts
        ), "colours change between games only"
        for fact in played.facts:
            match fact:
                case Opened():
                    self.opened(fact, match)
                case Rolled():
                    self.rolled(fact)
                case TurnPlayed():
                    self.turns += 1
                    assert before is not None
                    assert fact.seat == before.mover, "only the mover plays"
                case GameEnded():
                    self.ended(fact, match)
                case MatchEnded():
                    assert match.phase is Phase.OVER
                case _:
                    pass
        self.can_go_on(match)

    def opened(self, fact: Opened, match: Match) -> None:
        """The right starter, the right colours, the right dice."""
        self.commands_this_game = 0
        self.first_roll = True
        if self.ruleset in WHITE_OPENS:
            if self.games:
                self.white = 1 - self.white
            assert not fact.rolls
            assert fact.starter == match.white == self.white, "White opens"
        else:
            *ties, (first, second) = fact.rolls
            assert all(one == other for one, other in ties)
            assert first != second
            assert fact.starter == (0 if first > second else 1), "the higher die"
            assert match.white == self.white, "colours stay"
            kept = (max(first, second), min(first, second))
            assert match.dice == (kept if self.ruleset == "georgian" else None)
        self.whites.append(self.white)
        assert match.mover == fact.starter
        assert match.score == tuple(self.score)

    def rolled(self, fact: Rolled) -> None:
        if self.first_roll and self.ruleset in WHITE_OPENS:
            assert fact.dice[0] != fact.dice[1], "White's first roll is no double"
        self.first_roll = False

    def ended(self, fact: GameEnded, match: Match) -> None:
        """The right worth, name and score."""
        self.games += 1
        won = fact.result
        assert match.sides[won.winner][OFF] == CHECKERS
        points = worth(self.ruleset, match.sides[1 - won.winner])
        assert won.points == points
        assert won.name == NAMES[self.ruleset][points - 1]
        # Surplus points count for nothing.
        raised = min(self.target, self.score[won.winner] + points)
        self.score[won.winner] = raised
        assert match.score == tuple(self.score)
        assert (match.phase is Phase.OVER) == (raised == self.target)

    def can_go_on(self, match: Match) -> None:
        """No state is stuck: somebody can act, or a deadline will come."""
        if match.phase is Phase.OVER:
            return
        assert max(self.score) < self.target
        if match.phase is Phase.MOVE:
            assert match.turn is not None
            assert match.turn.next_steps, "the mover has a step"
        if match.phase is Phase.BETWEEN:
            assert self.games

    def at_the_end(self) -> None:
        """Row, games, events and record tell the same match to the same end."""
        row, match = self.play.row, self.play.match
        assert row.status == Status.FINISHED
        assert row.deadline_at is None
        assert match.score == tuple(self.score)
        assert match.result is not None
        winner = match.result.winner
        assert winner is not None
        assert self.score[winner] == self.target
        assert len(match.games) == self.games
        assert selectors.match_replayed(row) == match
        stored = Game.objects.filter(table=row).order_by("number")
        assert [(one.winner, one.points, one.result) for one in stored] == [
            (one.winner, one.points, one.name) for one in match.games
        ]
        transcript = transcript_of(row)
        assert transcript.score == match.score
        assert tuple(game.result for game in transcript.games) == match.games
        assert [game.white for game in transcript.games] == self.whites
        assert transcript.games[-1].turns[-1].sides == match.sides
        assert sum(len(game.turns) for game in transcript.games) == self.turns
        for game in transcript.games:
            sides = game.start
            for turn in game.turns:
                seat = turn.seat
                begun = Position(sides[seat], sides[1 - seat])
                after, _ = steps_made(transcript.ruleset, begun, turn.steps)
                sides = turn.sides
                assert (after.mine, after.theirs) == (sides[seat], sides[1 - seat])
                # A pass is a pass only where nothing could be played.
                if not turn.steps:
                    assert _is_blocked(transcript.ruleset, begun, turn.dice)


def worth(ruleset: str, loser: Side) -> int:
    """What a game is worth, from the loser's side in his own numbering."""
    if loser[OFF]:
        return 1
    in_winners_home = any(loser[point] for point in range(19, 25))
    is_short = ruleset in ("georgian", "short")
    return 3 if is_short and (loser[BAR] or in_winners_home) else 2


def match_played(
    players: tuple[User, User], *, ruleset: str, target: int, seed: str
) -> Figures:
    """Play a match to its end, checked all the way; AssertionError at a fault."""
    random = Random(seed)
    with patch.object(dice, "secrets", SimpleNamespace(randbelow=random.randrange)):
        table = table_of(players[0], ruleset=ruleset, target=target)
        services.table_join(user=players[1], slug=table.slug, now=NOON)
        for player in players:
            come(table.slug, player, NOON)
        play = Play(table.slug, players)
        checked = _Checked(play, ruleset, target, play.match.white)
        match: Match | None = None
        while match is None or match.phase is not Phase.OVER:
            played = _next(play, match, checked.version, random)
            checked.hear(played, match)
            match = played.match
        checked.at_the_end()
    return Figures(checked.games, checked.turns, checked.commands)


def _next(play: Play, match: Match | None, version: int, random: Random) -> Played:
    """Whatever comes next: the server's act at a deadline, or the mover's own."""
    is_servers = match is None or match.mover is None
    if match is not None and match.mover is not None:
        # Three turns in a row left to the server would end the match.
        heard = match.unattended[match.mover] == 0
        is_servers = heard and random.random() < MISSED
    if is_servers:
        played = play.sweep()
        assert played is not None, "the deadline acts"
        return played
    assert match is not None
    assert match.mover is not None
    play.later(milliseconds=100)
    mover = play.players[match.mover]
    return play.act(mover, _chosen(match, random), version)


def _chosen(match: Match, random: Random) -> Callable[[int], Command]:
    if match.phase is Phase.ROLL:
        return RollDice
    turn = match.turn
    assert turn is not None
    if match.phase is Phase.PAUSE:
        return Confirm
    made = len(turn.steps)
    while not turn.is_complete:
        turn = turn.take(random.choice(turn.next_steps))
    return partial(Move, steps=turn.steps[made:])


def _is_blocked(ruleset: RuleSet, position: Position, roll: tuple[int, int]) -> bool:
    return Turn(ruleset, position, roll, first_turn=False).is_complete
