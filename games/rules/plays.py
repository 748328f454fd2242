"""Legal plays of one roll: maximum use and the stay rule over the base-legal steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from games.rules.ground import ALL_HELD, Ground, is_finished
from games.rules.position import HOME, OFF
from games.rules.reasons import RANK, Hindrance, Reason

if TYPE_CHECKING:
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


_STEPS = {(source, die): Step(source, die) for source in range(1, 26) for die in HOME}


class Edge(NamedTuple):
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
                if self._is_enough(new, rest, most):
                    edge = Edge(_STEPS[source, die], new, rest)
                    (emptying if empties else keeping).append(edge)
            # The stay rule: only where no other step plays this die is a held point
            # left empty.
            steps = keeping or emptying
            if found and most == 1:
                # The larger die could be played and only one can be.
                steps = [edge for edge in steps if is_finished(edge.state)]
            found += steps
        return found

    def _is_enough(self, new: int, rest: Dice, most: int) -> bool:
        """Whether a step to `new` can be followed as maximum use demands."""
        return 1 + self.usable(new & ~ALL_HELD, rest) == most or is_finished(new)

    def hindrances(self, state: int, left: Dice) -> tuple[Hindrance, ...]:
        """Why each checker cannot be moved by each die of `left` that is not legal.

        Rearmost checker first; of one checker the reason that ranks first.
        """
        if not left or is_finished(state):
            return ()
        legal = {(edge.step.source, edge.step.die) for edge in self.edges(state, left)}
        side = self.ground.side(state)
        found = [
            Hindrance(source, die, self._reason(state, left, source, die, rest))
            for source in range(len(side) - 1, OFF, -1)
            if side[source]
            for die, rest in dice_choices(left)
            if (source, die) not in legal
        ]
        found.sort(key=lambda one: (-one.source, RANK[one.reason]))
        return tuple(found)

    def _reason(
        self, state: int, left: Dice, source: int, die: int, rest: Dice
    ) -> Reason:
        """Why no legal step plays `die` from `source`, where a checker stands."""
        obstacle = self.ground.obstacle(state, source, die)
        if obstacle is not None:
            return obstacle
        new, empties = next(
            (new, empties)
            for place, new, empties in self.ground.steps(state, die)
            if place == source
        )
        if not self._is_enough(new, rest, self.usable(state & ~ALL_HELD, left)):
            return Reason.MAXIMUM_USE
        # A point is held by a die already played: two different ones are not left.
        return Reason.HELD if empties else Reason.LARGER_DIE

    def after(self, state: int, left: Dice) -> list[int]:
        """The states that one step of the first of `left` may lead to.

        The stay rule is kept; steps that cannot end as maximum use demands are not
        left out where they do not matter to it.
        """
        ground, die, rest = self.ground, left[0], left[1:]
        if not ground.held_possible:
            return ground.after(state, die)
        steps = ground.steps(state, die)
        keeping = [new for _, new, empties in steps if not empties]
        if len(keeping) < len(steps):
            most = self.usable(state & ~ALL_HELD, left)
            if any(1 + self.usable(new & ~ALL_HELD, rest) == most for new in keeping):
                return keeping
        return [new for _, new, _ in steps]


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
    find = _states_of_double if dice[0] == dice[1] else _states_of_two
    ended = find(search) - {search.ground.root}
    if search.ground.held_possible:
        ended = {state & ~ALL_HELD for state in ended}
    return tuple(search.ground.position(state, ruleset) for state in ended)


def _states_of_two(search: Search) -> set[int]:
    root, (high, low) = search.ground.root, search.dice
    after_high = search.after(root, (high, low))
    after_low = search.after(root, (low, high))
    ended: set[int] = set()
    for state in after_high:
        ended.update(search.after(state, (low,)))
    for state in after_low:
        ended.update(search.after(state, (high,)))
    if not ended:
        ended.update(after_high or after_low)
    # Where the smaller die bears off the last checker, the larger does so too.
    ended.update(filter(is_finished, after_high))
    return ended


def _states_of_double(search: Search) -> set[int]:
    # Bearing all off takes the same number of steps of one size whatever their
    # order, so here no play ends before the others.
    level = {search.ground.root}
    for played in range(4):
        left = search.dice[played:]
        following = {new for state in level for new in search.after(state, left)}
        if not following:
            break
        level = following
    return level
