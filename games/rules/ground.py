"""One roll's ground: the packed position and its base-legal steps.

A packed state is one integer: byte p counts the mover's checkers on p (0 off, 25 the
bar), bit `HIT[q]` is set once the blot on q has been hit in this turn, bit `HELD[q]`
while the stay rule holds q. Adding a step's delta moves a checker; states compare and
hash fast, which is what the generation of doubles lives on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.position import BAR, HOME, OFF, POINTS, SIDE_LENGTH, Position
from games.rules.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.rules.rulesets import RuleSet

Move = tuple[int, int, int, int]
"""Source, the byte mask of the source, what to add, which hit bit to set."""

_BLOCK = 6
_BYTE = 8
_UNIT = tuple(1 << _BYTE * point for point in range(SIDE_LENGTH))
_MASK = tuple(0xFF << _BYTE * point for point in range(SIDE_LENGTH))
_SIDE = (1 << _BYTE * SIDE_LENGTH) - 1
HIT = tuple(1 << 208 + point for point in range(SIDE_LENGTH))
HELD = tuple(1 << 240 + point for point in range(SIDE_LENGTH))
_HITS = sum(HIT)
ALL_HELD = sum(HELD)
_OUTSIDE = sum(_MASK[7:])
_HIGHER = tuple(sum(_MASK[die + 1 : 7]) for die in range(7))
_FINISHED = 15
# A byte counts 15 at most, so this carries its bit 7 exactly where it is not empty.
_CARRY = sum(0x7F << _BYTE * point for point in range(SIDE_LENGTH))
_FULL = tuple(0x80 << _BYTE * point for point in range(SIDE_LENGTH))


def _move(source: int, target: int, *, hit: bool) -> Move:
    delta = _UNIT[target] - _UNIT[source]
    return source, _MASK[source], delta, HIT[target] if hit else 0


_PLAIN: dict[tuple[int, int], Move] = {
    (source, die): _move(source, source - die, hit=False)
    for source in (*POINTS, BAR)
    for die in HOME
    if source > die
}
_HITTING: dict[tuple[int, int], Move] = {
    (source, die): _move(source, source - die, hit=True) for source, die in _PLAIN
}
_OFF: tuple[Move, ...] = tuple(
    _move(source, OFF, hit=False) for source in range(SIDE_LENGTH)
)


def is_finished(state: int) -> bool:
    """Whether the mover has borne off all fifteen."""
    return state & 0xFF == _FINISHED


def position_pack(position: Position) -> int:
    """The state of `position` before the first step of a turn."""
    return int.from_bytes(position.mine, "little")


class Ground:
    """What one roll finds: what is closed, and every base-legal step from a state.

    `root` is the packed position before the turn, `closed` the points on which nobody
    may land, `held_possible` whether a step may come to hold one. Maximum use and the
    stay rule are not applied here; the head and six-block rules are.
    """

    __slots__ = (
        "_enter",
        "_head_mask",
        "_head_most",
        "_moves",
        "_rest",
        "_theirs",
        "_theirs_by_hits",
        "_windows",
        "closed",
        "held_possible",
        "root",
    )

    def __init__(
        self,
        ruleset: RuleSet,
        position: Position,
        dice: tuple[int, int],
        *,
        first_turn: bool,
    ) -> None:
        """Lay out the ground for `dice`; `position` is trusted to be a legal one."""
        theirs = position.theirs
        self.root = position_pack(position)
        self._theirs = theirs
        self._theirs_by_hits: dict[int, tuple[int, ...]] = {0: theirs}
        closed: set[int] = set()
        blots: set[int] = set()
        for point, facing in enumerate(ruleset.opposite):
            if theirs[facing] and 0 < point < BAR:
                if ruleset.hits and theirs[facing] == 1:
                    blots.add(point)
                else:
                    closed.add(point)
        self._enter: dict[int, Sequence[Move]] = {}
        self._moves: dict[int, Sequence[Move]] = {}
        self.closed = frozenset(closed)
        self._lay_moves(position, dice, blots)
        self.held_possible = ruleset.stays and any(
            hit and source - die in HOME
            for die, moves in self._moves.items()
            for source, _, _, hit in moves
        )
        self._head_mask = self._head_most = 0
        self._rest: dict[int, Sequence[Move]] = {}
        if ruleset.heads:
            head = ruleset.heads.head
            allowed = ruleset.heads.allowance(dice, first_turn=first_turn)
            self._head_mask = _MASK[head]
            self._head_most = max(0, position.mine[head] - allowed) * _UNIT[head]
            self._rest = {
                die: [move for move in moves if move[0] != head]
                for die, moves in self._moves.items()
            }
        steps = 4 if dice[0] == dice[1] else 2
        self._windows = _windows(ruleset.blocks, position, steps)

    def _lay_moves(
        self,
        position: Position,
        dice: tuple[int, int],
        blots: set[int],
    ) -> None:
        """Per die the moves from every point that may be occupied in this turn."""
        high, low = dice
        occupied = {point for point, count in enumerate(position.mine) if count}
        for die, other in ((high, low), (low, high)):
            sources = set(occupied)
            hops = (other, 2 * other, 3 * other) if high == low else (other,)
            for hop in hops:
                sources.update(point - hop for point in occupied)
            moves = []
            for source in sources:
                target = source - die
                if target > 0 and target not in self.closed:
                    table = _HITTING if target in blots else _PLAIN
                    moves.append(table[source, die])
            self._enter[die] = [move for move in moves if move[0] == BAR]
            self._moves[die] = [move for move in moves if move[0] != BAR]

    def _table(self, state: int, die: int) -> Sequence[Move]:
        """The moves of `die` that are open if their source is occupied."""
        if state & _MASK[BAR]:
            return self._enter[die]
        if state & _OUTSIDE:
            if self._head_mask and state & self._head_mask <= self._head_most:
                return self._rest[die]
            return self._moves[die]
        off = _bearing_off(state, die)
        return [*self._moves[die], _OFF[off]] if off else self._moves[die]

    def after(self, state: int, die: int) -> list[int]:
        """The states one base-legal step of `die` leads to, without held points."""
        found = [
            state + delta | hit
            for _, mask, delta, hit in self._table(state, die)
            if state & mask
        ]
        if self._windows:
            return [new for new in found if not self._blocks(new)]
        return found

    def steps(self, state: int, die: int) -> list[tuple[int, int, bool]]:
        """The base-legal steps of `die`: source, new state, empties a held point."""
        found = []
        for source, mask, delta, hit in self._table(state, die):
            if not state & mask:
                continue
            new = state + delta | hit
            if self._windows and self._blocks(new):
                continue
            empties = False
            if self.held_possible:
                if hit and not state & hit and source - die in HOME:
                    new |= HELD[source - die]
                if state & HELD[source] and not new & mask:
                    new ^= HELD[source]
                    empties = True
            found.append((source, new, empties))
        return found

    def obstacle(self, state: int, source: int, die: int) -> Reason | None:
        """What keeps the checker on `source` from a base-legal step of `die`, if any.

        One must stand there.
        """
        for move, _, delta, hit in self._table(state, die):
            if move == source:
                blocks = self._windows and self._blocks(state + delta | hit)
                return Reason.SIX_BLOCK if blocks else None
        if state & _MASK[BAR] and source != BAR:
            return Reason.ON_BAR
        if source > die:
            is_open = any(move == source for move, *_ in self._moves[die])
            return Reason.HEAD if is_open else Reason.CLOSED
        return Reason.BEAR_OFF_EARLY if state & _OUTSIDE else Reason.BEAR_OFF_HIGHER

    def _blocks(self, state: int) -> bool:
        """Whether six points in a row are the mover's with nobody in front."""
        occupied = state + _CARRY
        return any(occupied & window == window for window in self._windows)

    def side(self, state: int) -> tuple[int, ...]:
        """The mover's side of `state`."""
        return tuple((state & _SIDE).to_bytes(SIDE_LENGTH, "little"))

    def position(self, state: int, ruleset: RuleSet) -> Position:
        """The position that `state` stands for, the turn's hits carried out."""
        hits = state & _HITS
        theirs = self._theirs_by_hits.get(hits)
        if theirs is None:
            side = list(self._theirs)
            for point in points_in(hits, HIT):
                side[ruleset.opposite[point]] = 0
                side[BAR] += 1
            theirs = self._theirs_by_hits[hits] = tuple(side)
        return Position(self.side(state), theirs)


def points_in(state: int, bits: Iterable[int]) -> list[int]:
    """The points whose bit of `bits` (`HIT` or `HELD`) is set in `state`."""
    return [point for point, bit in enumerate(bits) if state & bit]


def _bearing_off(state: int, die: int) -> int:
    """The point from which `die` bears off when all are home; 0 where it cannot."""
    if state & _MASK[die]:
        return die
    if state & _HIGHER[die]:
        return 0
    return next((p for p in range(die - 1, 0, -1) if state & _MASK[p]), 0)


def _windows(path: Sequence[int], position: Position, steps: int) -> list[int]:
    """The runs of six on `path` that may not all be the mover's, as occupancy masks.

    Only those that `steps` steps can fill; no opposing checker stands beyond them.
    """
    if not path or position.theirs[OFF]:
        return []
    last = 24 - next(point for point in POINTS if position.theirs[point])
    windows = []
    for begin in range(last + 1, len(path) - _BLOCK + 1):
        run = path[begin : begin + _BLOCK]
        if sum(not position.mine[point] for point in run) <= steps:
            windows.append(sum(_FULL[point] for point in run))
    return windows
