"""A turn in hand: the steps made so far and everything that may follow them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from games.rules.errors import IllegalMove, InvalidMessage, NothingToUndo
from games.rules.ground import HELD, HIT, points_in
from games.rules.plays import Dice, Edge, Play, Search, Step, legal_positions
from games.rules.position import HOME, OFF, Position

if TYPE_CHECKING:
    from games.rules.reasons import Hindrance
    from games.rules.rulesets import RuleSet

__all__ = ["Reach", "Step", "Tap", "Turn"]


@dataclass(frozen=True, slots=True)
class Reach:
    """A point that one checker reaches: `dice` in the order to play them.

    `hits` are the points on which it hits on the way, in the same order.
    """

    source: int
    target: int
    dice: tuple[int, ...]
    hits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tap:
    """The step that tapping a checker makes; `off` where a single tap is enough."""

    source: int
    die: int
    off: bool


@dataclass(frozen=True)
class Turn:
    """The mover's turn after a roll, with the provisional `steps` made so far.

    `start` is the position before the turn, seen by the mover, and is trusted;
    `first_turn` says whether it is the mover's own first of the game. Building a turn
    raises `InvalidMessage` for impossible dice, `IllegalMove` for an illegal step.
    Derived values are computed once and kept.
    """

    ruleset: RuleSet
    start: Position
    dice: tuple[int, int]
    first_turn: bool
    steps: Play = ()

    def __post_init__(self) -> None:
        """Replay the steps, so that no turn with an illegal one exists."""
        dice_checked(self.dice)
        _ = self._trail

    @cached_property
    def _search(self) -> Search:
        return _search_of(self.ruleset, self.start, self.dice, self.first_turn)

    @cached_property
    def _trail(self) -> tuple[tuple[int, Dice], ...]:
        """State and dice left before the first step and after each."""
        state, left = self._search.ground.root, self._search.dice
        trail = [(state, left)]
        for step in self.steps:
            edge = self._edge(state, left, step)
            state, left = edge.state, edge.left
            trail.append((state, left))
        return tuple(trail)

    def _edge(self, state: int, left: Dice, step: Step) -> Edge:
        for edge in self._search.edges(state, left):
            if edge.step == step:
                return edge
        raise IllegalMove(
            f"No checker on {step.source} may be moved by a {step.die} here."
        )

    @cached_property
    def _edges(self) -> tuple[Edge, ...]:
        return self._search.edges(*self._trail[-1])

    def _with_steps(self, steps: Play) -> Turn:
        turn = object.__new__(Turn)
        turn.__dict__.update(
            ruleset=self.ruleset,
            start=self.start,
            dice=self.dice,
            first_turn=self.first_turn,
            steps=steps,
            # The search depends on the roll alone, so all turns of a roll share it.
            _search=self._search,
        )
        turn.__post_init__()
        return turn

    @cached_property
    def steps_hit(self) -> tuple[bool, ...]:
        """For each step made, whether it hit."""
        states = [state for state, _ in self._trail]
        return tuple(
            bool(after & ~before & HIT[self.landing(step)])
            for step, before, after in zip(self.steps, states, states[1:], strict=False)
        )

    @cached_property
    def position(self) -> Position:
        """The position after the steps made, seen by the mover."""
        state, _ = self._trail[-1]
        return self._search.ground.position(state, self.ruleset)

    @property
    def dice_left(self) -> tuple[int, ...]:
        """The dice not yet used, the larger first; four at the start of a double."""
        return self._trail[-1][1]

    @cached_property
    def held(self) -> frozenset[int]:
        """The points that the stay rule holds now."""
        return frozenset(points_in(self._trail[-1][0], HELD))

    @cached_property
    def next_steps(self) -> tuple[Step, ...]:
        """Every step that continues to a legal play, rearmost first, larger die first."""
        return tuple(
            sorted(
                (edge.step for edge in self._edges),
                key=lambda step: (-step.source, -step.die),
            )
        )

    @cached_property
    def hindrances(self) -> tuple[Hindrance, ...]:
        """Why each checker cannot be moved by each die left that is not legal for it.

        Rearmost first; of one checker the reason first that is worth a word first.
        """
        return self._search.hindrances(*self._trail[-1])

    @property
    def is_complete(self) -> bool:
        """Whether no further step is possible; also where the turn passes."""
        return not self._edges

    @cached_property
    def is_forced(self) -> bool:
        """Whether something is to be played, and every play ends the same."""
        if self.is_complete or self.steps:
            return False
        ends = legal_positions(
            self.ruleset, self.start, self.dice, first_turn=self.first_turn
        )
        return len(ends) == 1

    def take(self, step: Step) -> Turn:
        """The turn with `step` made; raises `IllegalMove` where it may not be."""
        return self._with_steps((*self.steps, step))

    def undo(self) -> Turn:
        """The turn without its last step; raises `NothingToUndo` if it has none."""
        if not self.steps:
            raise NothingToUndo("There is no step to take back.")
        return self._with_steps(self.steps[:-1])

    def finish(self) -> Turn:
        """The turn completed without choice, as the server does when time runs out.

        Each time the rearmost checker with a legal step moves, by the larger die.
        """
        turn = self
        while turn.next_steps:
            turn = turn.take(turn.next_steps[0])
        return turn

    def landing(self, step: Step) -> int:
        """The point that `step` ends on; 0 where it bears off."""
        return max(OFF, step.source - step.die)

    def hits(self, step: Step) -> bool:
        """Whether `step`, made now, lands on a lone opposing checker and hits it."""
        target = self.landing(step)
        if target == OFF or not self.ruleset.hits:
            return False
        return self.position.theirs[self.ruleset.opposite[target]] == 1

    @cached_property
    def taps(self) -> tuple[Tap, ...]:
        """For each checker with a legal step the one a tap makes, rearmost first.

        The larger die; but the smallest that bears the checker off where one does.
        """
        taps: dict[int, Tap] = {}
        for step in self.next_steps:
            off = self.landing(step) == OFF
            if off or step.source not in taps:
                taps[step.source] = Tap(step.source, step.die, off)
        return tuple(taps.values())

    @cached_property
    def reach(self) -> tuple[Reach, ...]:
        """Every point that each checker reaches with one to four of the dice left.

        One entry for a checker and a point, by the fewest dice, then the larger first;
        with one die a checker is borne off by the smallest that does it.
        """
        return tuple(
            reach
            for source in dict.fromkeys(step.source for step in self.next_steps)
            for reach in self._reach_from(source)
        )

    def _reach_from(self, source: int) -> list[Reach]:
        found: dict[int, Reach] = {}
        state, left = self._trail[-1]
        paths = [(state, left, Reach(source, source, (), ()))]
        while paths:
            longer = [
                (edge.state, edge.left, self._extended(path, state, edge))
                for state, left, path in paths
                for edge in self._search.edges(state, left)
                if edge.step.source == path.target
            ]
            for _, _, path in longer:
                known = found.get(path.target)
                if known is None or (path.target == OFF and len(path.dice) == 1):
                    found[path.target] = path
            paths = [one for one in longer if one[2].target != OFF]
        return list(found.values())

    def _extended(self, path: Reach, state: int, edge: Edge) -> Reach:
        target = self.landing(edge.step)
        hit = bool((edge.state & ~state) & HIT[target])
        return Reach(
            path.source,
            target,
            (*path.dice, edge.step.die),
            (*path.hits, target) if hit else path.hits,
        )


# A roll is looked at by several commands, and by several turns in each.
@lru_cache(maxsize=128)
def _search_of(
    ruleset: RuleSet,
    start: Position,
    dice: tuple[int, int],
    first_turn: bool,
) -> Search:
    return Search(ruleset, start, dice, first_turn=first_turn)


def dice_checked(dice: tuple[int, ...]) -> tuple[int, int]:
    """Two dice of 1 to 6; raises `InvalidMessage` for anything else."""
    match dice:
        case (first, second) if all(type(die) is int and die in HOME for die in dice):
            return first, second
        case _:
            raise InvalidMessage("The dice must be two whole numbers from 1 to 6.")
