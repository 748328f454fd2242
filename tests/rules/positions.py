"""Positions for the tests of the rules: written by hand, played to, or thrown.

Points are the mover's own, for the opponent's checkers too, as in the cases.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from games.rules.plays import legal_positions
from games.rules.position import (
    BAR,
    CHECKERS,
    OFF,
    POINTS,
    SIDE_LENGTH,
    Position,
    position_checked,
)
from games.rules.rulesets import RULESETS, RuleSet
from games.rules.turn import Turn
from tests.rules.reference import Roll

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROLLS_21 = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))


@dataclass(frozen=True)
class Setting:
    """A position with the roll to be played from it."""

    ruleset: RuleSet
    position: Position
    dice: tuple[int, int]
    first_turn: bool = False

    def turn(self) -> Turn:
        return Turn(self.ruleset, self.position, self.dice, self.first_turn)

    def positions(self) -> tuple[Position, ...]:
        return legal_positions(
            self.ruleset, self.position, self.dice, first_turn=self.first_turn
        )

    def roll(self) -> Roll:
        """The same for the reference, which knows the mover's numbering only."""
        mine, theirs = self.position.mine, self.position.theirs
        opposite = self.ruleset.opposite
        return Roll(
            ruleset=self.ruleset.key,
            mine={point: mine[point] for point in (*POINTS, BAR) if mine[point]},
            theirs={q: theirs[opposite[q]] for q in POINTS if theirs[opposite[q]]},
            off=(mine[OFF], theirs[OFF]),
            dice=self.dice,
            first_turn=self.first_turn,
            their_bar=theirs[BAR],
        )


def reference_key(ruleset: RuleSet, position: Position) -> tuple[object, ...]:
    """`position` as the reference keys its boards."""
    roll = Setting(ruleset, position, (1, 1)).roll()
    return (
        tuple(sorted(roll.mine.items())),
        tuple(sorted(roll.theirs.items())),
        roll.their_bar,
    )


def setting(
    ruleset: str,
    mine: Mapping[int, int],
    theirs: Mapping[int, int],
    dice: tuple[int, int],
    *,
    first_turn: bool = False,
    their_bar: int = 0,
) -> Setting:
    """A setting by hand; whoever is not on the board has been borne off."""
    rules = RULESETS[ruleset]
    mine_side, theirs_side = [0] * SIDE_LENGTH, [0] * SIDE_LENGTH
    for point, count in mine.items():
        mine_side[point] = count
    for point, count in theirs.items():
        theirs_side[rules.opposite[point]] = count
    theirs_side[BAR] = their_bar
    mine_side[OFF] = CHECKERS - sum(mine_side)
    theirs_side[OFF] = CHECKERS - sum(theirs_side)
    position = position_checked(rules, mine_side, theirs_side)
    return Setting(rules, position, dice, first_turn)


def start(ruleset: str, dice: tuple[int, int]) -> Setting:
    """The first roll of a game."""
    rules = RULESETS[ruleset]
    return Setting(rules, Position(rules.start, rules.start), dice, first_turn=True)


def played(ruleset: RuleSet, seed: int) -> Iterator[Setting]:
    """Every roll of endless games in which both players move at random."""
    rng = random.Random(f"{ruleset.family} {seed}")
    while True:
        position, turns = Position(ruleset.start, ruleset.start), 0
        while position.theirs[OFF] < CHECKERS:
            roll = Setting(ruleset, position, _thrown(rng), first_turn=turns < 2)
            yield roll
            after = roll.positions()
            if after:
                position = after[rng.randrange(len(after))]
            position, turns = position.switched(), turns + 1


def thrown(ruleset: RuleSet, seed: int) -> Iterator[Setting]:
    """Endless positions that play need not lead to, rich in what the rules ask about.

    Endings, checkers on the bar, lone checkers at home, walls; any number borne off.
    """
    rng = random.Random(f"{ruleset.family} {seed}")
    while True:
        position = _position_thrown(ruleset, rng)
        if position is not None:
            first_turn = rng.random() < 0.3
            yield Setting(ruleset, position, _thrown(rng), first_turn)


def _thrown(rng: random.Random) -> tuple[int, int]:
    return rng.randint(1, 6), rng.randint(1, 6)


def _position_thrown(ruleset: RuleSet, rng: random.Random) -> Position | None:
    mine, theirs = [0] * SIDE_LENGTH, [0] * SIDE_LENGTH
    mine[OFF] = rng.choice((0, 0, 5, 10, 11, 12, 13, 14))
    theirs[OFF] = rng.choice((0, 0, 0, 3, 10, 14))
    if ruleset.hits:
        for side in (mine, theirs):
            side[BAR] = min(rng.choice((0, 0, 0, 0, 0, 1, 1, 2)), CHECKERS - side[OFF])
    if rng.random() < 0.4:
        _wall_thrown(mine, rng)
    farthest = rng.choice((6, 9, 12, 24, 24))
    places = [rng.randint(1, farthest) for _ in range(rng.choice((1, 3, 5, 8, 15)))]
    _rest_thrown(mine, places, rng)
    free = [point for point in POINTS if not mine[point]]
    lone = [point for point in free if point <= 6] if rng.random() < 0.6 else free
    few = min(len(lone), rng.choice((0, 1, 2, 3, 5, 8)), CHECKERS - sum(theirs))
    for point in rng.sample(lone, few):
        theirs[ruleset.opposite[point]] = 1
    free = [point for point in free if not theirs[ruleset.opposite[point]]]
    places = rng.sample(free, min(len(free), rng.choice((1, 2, 3, 5, 8, 24))))
    if not places and sum(theirs) < CHECKERS:
        return None
    _rest_thrown(theirs, [ruleset.opposite[point] for point in places], rng)
    return position_checked(ruleset, mine, theirs)


def _wall_thrown(side: list[int], rng: random.Random) -> None:
    """Most of six points in a row, one checker each."""
    first = rng.choice(POINTS)
    for point in range(first, first + 6):
        if rng.random() < 0.85 and sum(side) < CHECKERS:
            side[(point - 1) % 24 + 1] += 1


def _rest_thrown(side: list[int], places: list[int], rng: random.Random) -> None:
    while sum(side) < CHECKERS:
        side[rng.choice(places)] += 1


@st.composite
def settings_of(draw: st.DrawFn, ruleset: RuleSet) -> Setting:
    """Any position of `ruleset` with any roll."""
    points = list(range(1, draw(st.sampled_from((6, 9, 24))) + 1))
    bar = [BAR] if ruleset.hits else []
    mine, theirs = [0] * SIDE_LENGTH, [0] * SIDE_LENGTH
    for place in draw(_fifteen([*points, OFF, *bar])):
        mine[place] += 1
    free = [ruleset.opposite[point] for point in POINTS if not mine[point]]
    for place in draw(_fifteen([*free, OFF, *bar])):
        theirs[place] += 1
    die = st.integers(1, 6)
    return Setting(
        ruleset,
        position_checked(ruleset, mine, theirs),
        draw(st.tuples(die, die)),
        draw(st.booleans()),
    )


def _fifteen(places: list[int]) -> st.SearchStrategy[list[int]]:
    return st.lists(st.sampled_from(places), min_size=CHECKERS, max_size=CHECKERS)


any_setting = st.sampled_from(sorted(RULESETS)).flatmap(
    lambda key: settings_of(RULESETS[key])
)


def without_stay(ruleset: RuleSet) -> RuleSet:
    """The same rule set, the stay rule taken away."""
    return replace(ruleset, stays=False)
