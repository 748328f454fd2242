"""A second reading of the rules: every sequence is written out, then sieved.

Slow, independent of the product code and built the other way round, so that a mistake
has to be made twice to go unseen. A board is a pair of dicts, both in the mover's
numbering; the opponent's `"bar"` and both `"off"` are keys like the points.
"""

from __future__ import annotations

from dataclasses import dataclass

SHORT_FAMILY = ("georgian", "short")


@dataclass(frozen=True)
class Roll:
    """What a play is judged by: a case without its expectations."""

    ruleset: str
    mine: dict[int, int]
    theirs: dict[int, int]
    off: tuple[int, int]
    dice: tuple[int, int]
    first_turn: bool
    their_bar: int = 0


class Board:
    """A position in the middle of a sequence, copied before every change."""

    def __init__(self, mine: dict[int, int], theirs: dict[int, int], their_bar: int):
        self.mine = {point: n for point, n in mine.items() if n}
        self.theirs = {point: n for point, n in theirs.items() if n}
        self.their_bar = their_bar

    def key(self) -> tuple[object, ...]:
        return (
            tuple(sorted(self.mine.items())),
            tuple(sorted(self.theirs.items())),
            self.their_bar,
        )

    def stepped(self, source: int, target: int) -> tuple[Board, bool]:
        board = Board(self.mine, self.theirs, self.their_bar)
        board.mine[source] -= 1
        if board.mine[source] == 0:
            del board.mine[source]
        hit = target > 0 and target in board.theirs
        if target > 0:
            board.mine[target] = board.mine.get(target, 0) + 1
        if hit:
            del board.theirs[target]
            board.their_bar += 1
        return board, hit


SequenceOfSteps = tuple[tuple[int, int], ...]


class Reference:
    """All that follows from one roll, worked out at once."""

    def __init__(self, roll: Roll) -> None:
        self.roll = roll
        self.start = Board(roll.mine, roll.theirs, roll.their_bar)
        self.boards: dict[SequenceOfSteps, Board] = {}
        first, second = roll.dice
        orders = (
            [(first,) * 4] if first == second else [(first, second), (second, first)]
        )
        for order in orders:
            self._write_out((), self.start, order)
        self.under_maximum_use = self._under_maximum_use()
        self.beginnings = {
            play[:length]
            for play in self.under_maximum_use
            for length in range(len(play) + 1)
        }
        self.plays = sorted(
            play for play in self.under_maximum_use if self._stays(play)
        )
        self.positions = {self.boards[play].key() for play in self.plays if play}

    # Rules 2, 3, 6 and 7: every base-legal sequence, also those cut short.

    def _write_out(
        self, before: SequenceOfSteps, board: Board, dice: tuple[int, ...]
    ) -> None:
        self.boards[before] = board
        if not dice:
            return
        for source in sorted(board.mine):
            after = self._base_step(board, before, source, dice[0])
            if after is not None:
                self._write_out((*before, (source, dice[0])), after, dice[1:])

    def _base_step(
        self, board: Board, before: SequenceOfSteps, source: int, die: int
    ) -> Board | None:
        if 25 in board.mine and source != 25:
            return None
        target = source - die
        if target > 0:
            theirs = board.theirs.get(target, 0)
            if theirs >= (2 if self.roll.ruleset in SHORT_FAMILY else 1):
                return None
        elif not self._may_bear_off(board, source, die):
            return None
        if self.roll.ruleset not in SHORT_FAMILY:
            left_the_head = sum(1 for other, _ in before if other == 24)
            if source == 24 and left_the_head >= self._head_allowance():
                return None
        after, _ = board.stepped(source, max(target, 0))
        if self.roll.ruleset not in SHORT_FAMILY and self._has_a_forbidden_block(after):
            return None
        return after

    def _may_bear_off(self, board: Board, source: int, die: int) -> bool:
        if any(point > 6 for point in board.mine):
            return False
        if source == die:
            return True
        return source < die and source == max(board.mine)

    def _head_allowance(self) -> int:
        doubles_that_need_two = ((6, 6), (4, 4), (3, 3))
        if self.roll.first_turn and tuple(self.roll.dice) in doubles_that_need_two:
            return 2
        return 1

    def _has_a_forbidden_block(self, board: Board) -> bool:
        path = [*range(12, 0, -1), *range(24, 12, -1)]
        if self.roll.off[1]:
            return False
        for begin in range(19):
            block, beyond = path[begin : begin + 6], path[begin + 6 :]
            if all(point in board.mine for point in block) and not any(
                point in board.theirs for point in beyond
            ):
                return True
        return False

    # Rule 4.

    def _under_maximum_use(self) -> set[SequenceOfSteps]:
        longest = max(len(sequence) for sequence in self.boards)
        kept = {seq for seq in self.boards if len(seq) == longest}
        if longest == 1 and len({sequence[0][1] for sequence in kept}) == 2:
            larger = max(self.roll.dice)
            kept = {sequence for sequence in kept if sequence[0][1] == larger}
        return kept | {
            seq for seq, board in self.boards.items() if seq and not board.mine
        }

    # Rule 5.

    def _stays(self, play: SequenceOfSteps) -> bool:
        if self.roll.ruleset != "georgian":
            return True
        held: set[int] = set()
        for number, (source, die) in enumerate(play):
            before = play[:number]
            board = self.boards[before]
            if self._leaves_empty(board, source, held):
                if self._another_plays(before, die, held):
                    return False
                held.discard(source)
            target = source - die
            hit = target in board.theirs
            if hit and 1 <= target <= 6 and source != 25:
                held.add(target)
        return True

    def _leaves_empty(self, board: Board, source: int, held: set[int]) -> bool:
        return source in held and board.mine[source] == 1

    def _another_plays(self, before: SequenceOfSteps, die: int, held: set[int]) -> bool:
        board = self.boards[before]
        return any(
            (*before, (source, die)) in self.beginnings
            and not self._leaves_empty(board, source, held)
            for source in board.mine
        )
