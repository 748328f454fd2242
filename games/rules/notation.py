"""Plays in the usual notation, both ways: `8/4*/2`, `bar/20`, `6/off(2)`.

A part is one checker's way: where it starts, every point on which it hits, marked with
`*`, and where it ends. `(2)` stands for two equal parts, a pass is the empty text.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from games.rules.errors import IllegalMove, InvalidMessage
from games.rules.position import BAR, OFF
from games.rules.turn import Step, Turn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.rules.position import Position
    from games.rules.rulesets import RuleSet

_LONGEST_TEXT = 200
_MOST_STEPS = 4
_POINT = r"(?:[1-9]|1[0-9]|2[0-4])"
_PART = re.compile(
    rf"(?P<source>bar|{_POINT})"
    rf"(?P<stops>(?:/{_POINT}\*?)*(?:/(?:{_POINT}\*?|off)))"
    r"(?:\((?P<times>[2-4])\))?"
)


@dataclass(frozen=True, slots=True)
class _Way:
    """One checker's way so far: where it stood, and on which of those it hit."""

    points: tuple[int, ...]
    hits: frozenset[int]

    def shown(self) -> tuple[tuple[int, bool], ...]:
        """The points that the notation names, and whether the checker hit there."""
        first, *stops, last = ((point, point in self.hits) for point in self.points)
        return first, *(stop for stop in stops if stop[1]), last


def play_format(turn: Turn) -> str:
    """The steps made in `turn` as text; empty where there are none.

    Steps of one checker are joined, equal parts counted, the rearmost comes first.
    The order of the steps is not kept, except for who hits what.
    """
    ways: list[_Way] = []
    before = replace(turn, steps=())
    for step in turn.steps:
        target = before.landing(step)
        hits = frozenset({target} if before.hits(step) else ())
        before = before.take(step)
        way = next((way for way in ways if way.points[-1] == step.source), None)
        if way is None:
            way = _Way((step.source,), frozenset())
        else:
            ways.remove(way)
        ways.append(_Way((*way.points, target), way.hits | hits))
    parts = Counter(sorted((way.shown() for way in ways), reverse=True))
    return " ".join(_part(shown, times) for shown, times in parts.items())


def _part(shown: tuple[tuple[int, bool], ...], times: int) -> str:
    names = "/".join(_name(point) + "*" * hit for point, hit in shown)
    return names if times == 1 else f"{names}({times})"


def play_parse(
    text: str,
    ruleset: RuleSet,
    position: Position,
    dice: tuple[int, int],
    *,
    first_turn: bool,
) -> tuple[Step, ...]:
    """The steps of the legal play that `text` describes, in an order that is legal.

    Points between start and end may be left out where nothing is hit on them; every
    hit must be marked, and nothing else. All that fit lead to the same position; one
    that is written exactly so is taken before another, and rear checkers and larger
    dice before others. Raises `InvalidMessage` where the text cannot be read,
    `IllegalMove` where it describes no whole legal play.
    """
    goals = _goals_read(text)
    plain = " ".join(text.split())
    found = list(_turns_found(Turn(ruleset, position, dice, first_turn), goals))
    if not found:
        raise IllegalMove(
            f"{plain or 'A pass'} is no legal play of {dice[0]}-{dice[1]} here."
        )
    exact = (turn for turn in found if play_format(turn) == plain)
    return next(exact, found[0]).steps


@dataclass(frozen=True, slots=True)
class _Goal:
    """What is left of a part that was read: where its checker is, its next stops."""

    at: int
    stops: tuple[tuple[int, bool], ...]


def _goals_read(text: str) -> tuple[_Goal, ...]:
    if len(text) > _LONGEST_TEXT:
        raise InvalidMessage("The text is too long for a play.")
    goals: list[_Goal] = []
    for part in text.split():
        match = _PART.fullmatch(part)
        if match is None:
            raise InvalidMessage(f"{part!a} is no part of a play.")
        stops = tuple(
            (_point(stop.rstrip("*")), stop.endswith("*"))
            for stop in match["stops"][1:].split("/")
        )
        goal = _Goal(_point(match["source"]), stops)
        points = (goal.at, *(point for point, _ in stops))
        if list(points) != sorted(set(points), reverse=True):
            raise InvalidMessage(f"{part!a} does not lead forwards.")
        goals += [goal] * int(match["times"] or 1)
    if sum(len(goal.stops) for goal in goals) > _MOST_STEPS:
        raise InvalidMessage("A play has four steps at most.")
    return tuple(goals)


def _turns_found(turn: Turn, goals: tuple[_Goal, ...]) -> Iterator[Turn]:
    """Every completed turn that brings each checker of `goals` to its end."""
    if turn.is_complete:
        if not goals:
            yield turn
        return
    for step in turn.next_steps:
        target, hits = turn.landing(step), turn.hits(step)
        for goal in dict.fromkeys(goals):
            rest = _rest(goal, step.source, target, hits)
            if rest is not None:
                at = goals.index(goal)
                others = (*goals[:at], *goals[at + 1 :])
                yield from _turns_found(turn.take(step), (*others, *rest))


def _rest(
    goal: _Goal, source: int, target: int, hits: bool
) -> tuple[_Goal, ...] | None:
    """What is left of `goal` after one step; None where the step is none of it."""
    stop, marked = goal.stops[0]
    if source != goal.at or target < stop:
        return None
    if target > stop:
        return None if hits else (_Goal(target, goal.stops),)
    if hits != marked:
        return None
    return (_Goal(target, goal.stops[1:]),) if goal.stops[1:] else ()


def _name(point: int) -> str:
    return {OFF: "off", BAR: "bar"}.get(point, str(point))


def _point(name: str) -> int:
    return {"off": OFF, "bar": BAR}[name] if name in {"off", "bar"} else int(name)
