"""Legal plays of one roll: maximum use and the stay rule over the base-legal steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.rules.ground import ALL_HELD, Ground, is_finished

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.rules.position import Position
    from games.rules.rulesets import RuleSet

Dice = tuple[int, ...]
"""Dice still to be played, the larger first."""


@dataclass(frozen=True, slots=True, order=True)
class Step:
    """One checker moved by one die: from `source` (25 enters) by `die` pips."""

    source: int
    die: int


Play = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Edge:
    """A legal step, the packed state it leads to and the dice then left."""

    step: Step
    state: int
    left: Dice


class Search:
    """Every legal way through one roll, found on demand and remembered.

    `ground` holds the position before the turn, `dice` the two dice, the larger
    first, or the four of a double.
    """

    __slots__ = ("_edges", "_usable", "dice", "ground")

    def __init__(
        self,
        ruleset: RuleSet,
        position: Position,
        dice: tuple[int, int],
        *,
        first_turn: bool,
    ) -> None:
        """Prepare the search; `position` and `dice` are trusted."""
        self.ground = Ground(ruleset, position, dice, first_turn=first_turn)
        self.dice = dice_rolled(dice)
        self._usable: dict[tuple[int, Dice], int] = {}
        self._edges: dict[tuple[int, Dice], tuple[Edge, ...]] = {}

    def usable(self, state: int, left: Dice) -> int:
        """The most of the dice `left` that any base-legal steps from `state` use."""
        if not left:
            return 0
        key = (state, left)
        most = self._usable.get(key)
        if most is None:
            most = self._usable[key] = self._usable_found(state, left)
        return most

    def _usable_found(self, state: int, left: Dice) -> int:
        most = 0
        for die, rest in dice_choices(left):
            for new in self.ground.after(state, die):
                most = max(most, 1 + self.usable(new, rest))
                if most == len(left):
                    return most
        return most

    def edges(self, state: int, left: Dice) -> tuple[Edge, ...]:
        """The legal steps from `state`, which legal steps must have led to."""
        key = (state, left)
        known = self._edges.get(key)
        if known is None:
            known = self._edges[key] = tuple(self._edges_found(state, left))
        return known

    def _edges_found(self, state: int, left: Dice) -> list[Edge]:
        if not left or is_finished(state):
            return []
        most = self.usable(state & ~ALL_HELD, left)
        found: list[Edge] = []
        for die, rest in dice_choices(left):
            keeping: list[Edge] = []
            emptying: list[Edge] = []
            for source, new, empties in self.ground.steps(state, die):
                uses_most = 1 + self.usable(new & ~ALL_HELD, rest) == most
                if uses_most or is_finished(new):
                    edge = Edge(Step(source, die), new, rest)
                    (emptying if empties else keeping).append(edge)
            # The stay rule: only where no other step plays this die is a held point
            # left empty.
            steps = keeping or emptying
            if found and most == 1:
                # The larger die could be played and only one can be.
                steps = [edge for edge in steps if is_finished(edge.state)]
            found += steps
        return found


def dice_rolled(dice: tuple[int, int]) -> Dice:
    """The dice to be played: two, the larger first, or four of a double."""
    high, low = max(dice), min(dice)
    return (high,) * 4 if high == low else (high, low)


def dice_choices(left: Dice) -> tuple[tuple[int, Dice], ...]:
    """Each different die of `left`, the larger first, with the dice then left."""
    if left[0] == left[-1]:
        return ((left[0], left[1:]),)
    return ((left[0], left[1:]), (left[1], left[:1]))


def legal_plays(
    ruleset: RuleSet, position: Position, dice: tuple[int, int], *, first_turn: bool
) -> tuple[Play, ...]:
    """Every legal play in every order of its steps, sorted; none where it passes."""
    search = Search(ruleset, position, dice, first_turn=first_turn)
    known: dict[tuple[int, Dice], list[Play]] = {}

    def plays_from(state: int, left: Dice) -> list[Play]:
        key = (state, left)
        if key not in known:
            known[key] = [
                (edge.step, *play)
                for edge in search.edges(state, left)
                for play in plays_from(edge.state, edge.left)
            ] or [()]
        return known[key]

    plays = plays_from(search.ground.root, search.dice)
    return tuple(sorted(plays)) if plays != [()] else ()


def plays_count(
    ruleset: RuleSet, position: Position, dice: tuple[int, int], *, first_turn: bool
) -> int:
    """How many plays `legal_plays` lists, without listing them."""
    search = Search(ruleset, position, dice, first_turn=first_turn)
    known: dict[tuple[int, Dice], int] = {}

    def count_from(state: int, left: Dice) -> int:
        key = (state, left)
        if key not in known:
            edges = search.edges(state, left)
            known[key] = sum(count_from(edge.state, edge.left) for edge in edges) or 1
        return known[key]

    root = search.ground.root
    return count_from(root, search.dice) if search.edges(root, search.dice) else 0


def legal_positions(
    ruleset: RuleSet, position: Position, dice: tuple[int, int], *, first_turn: bool
) -> tuple[Position, ...]:
    """Every different position that a legal play leads to; none where it passes.

    The order is the same for the same arguments and otherwise means nothing.
    """
    search = Search(ruleset, position, dice, first_turn=first_turn)
    ground = search.ground
    states: Iterable[int]
    if ground.held_possible:
        states = _states_staying(search)
    elif dice[0] == dice[1]:
        states = _states_of_double(ground, dice[0])
    else:
        states = _states_of_two(ground, search.dice)
    return tuple(ground.position(state, ruleset) for state in states)


def _states_of_two(ground: Ground, dice: Dice) -> set[int]:
    high, low = dice
    after_high = ground.after(ground.root, high)
    after_low = ground.after(ground.root, low)
    states: set[int] = set()
    for state in after_high:
        states.update(ground.after(state, low))
    for state in after_low:
        states.update(ground.after(state, high))
    if not states:
        states.update(after_high or after_low)
    states.update(filter(is_finished, after_high))
    states.update(filter(is_finished, after_low))
    return states


def _states_of_double(ground: Ground, die: int) -> set[int]:
    # Bearing all off takes the same number of steps of one size whatever their
    # order, so here no play ends before the others.
    level: set[int] = set()
    following = {ground.root}
    for _ in range(4):
        following = {new for state in following for new in ground.after(state, die)}
        if not following:
            break
        level = following
    return level


def _states_staying(search: Search) -> set[int]:
    ended: set[int] = set()
    level = {(search.ground.root, search.dice)}
    while level:
        following: set[tuple[int, Dice]] = set()
        for state, left in level:
            edges = search.edges(state, left)
            following.update((edge.state, edge.left) for edge in edges)
            if not edges:
                ended.add(state & ~ALL_HELD)
        level = following
    return ended - {search.ground.root}
