"""How fast the rules are: microseconds a roll, over positions of random play.

`python -m tests.bench.rules` prints, for 5,000 positions of each rule set and for
doubles and other rolls apart, the median and the 99th percentile of
- finding the distinct legal positions, beside what is promised, and
- what the server does at the start of a turn: next steps, reach and taps.

It is the time of the processor: neighbours on the machine do not count.
"""

from __future__ import annotations

import sys
from itertools import islice
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from games.rules.plays import legal_positions
from games.rules.rulesets import RULESETS
from games.rules.turn import Turn
from tests.rules.positions import Setting, played

if TYPE_CHECKING:
    from collections.abc import Callable

POSITIONS = 5_000


class Promise(NamedTuple):
    """The most that is allowed, in microseconds."""

    median_us: int
    p99_us: int


PROMISED = {"two dice": Promise(100, 500), "double": Promise(300, 5_000)}
PROMISED_TURN_P99_US = 30_000


def main() -> None:
    """Print a line for each rule set and kind of roll."""
    sys.stdout.write(
        "rules, us a roll: distinct positions | next steps, reach and taps of a turn\n"
    )
    for ruleset in RULESETS.values():
        rolls = list(islice(played(ruleset, seed=1), POSITIONS))
        for kind, promise in PROMISED.items():
            of_kind = [_with_dice(roll, double=kind == "double") for roll in rolls]
            found = _timed(of_kind, _distinct)
            turns = _timed(of_kind, _turn)
            sys.stdout.write(
                f"  {ruleset.key:16} {kind:8}"
                f"  median {found.median_us:4} (<= {promise.median_us})"
                f"  p99 {found.p99_us:5} (<= {promise.p99_us})"
                f"  | median {turns.median_us:4}"
                f"  p99 {turns.p99_us:5} (<= {PROMISED_TURN_P99_US})\n"
            )


def _with_dice(roll: Setting, *, double: bool) -> Setting:
    """The roll made one of the kind that is asked for, by changing one die."""
    first, second = roll.dice
    if double:
        second = first
    elif first == second:
        second = first % 6 + 1
    return Setting(roll.ruleset, roll.position, (first, second), roll.first_turn)


def _distinct(roll: Setting) -> None:
    legal_positions(roll.ruleset, roll.position, roll.dice, first_turn=roll.first_turn)


def _turn(roll: Setting) -> None:
    turn = Turn(roll.ruleset, roll.position, roll.dice, roll.first_turn)
    _ = turn.next_steps, turn.reach, turn.taps


def _timed(rolls: list[Setting], work: Callable[[Setting], None]) -> Promise:
    times = []
    for roll in rolls:
        begun = process_time()
        work(roll)
        times.append(process_time() - begun)
    times.sort()
    return Promise(
        round(times[len(times) // 2] * 1e6), round(times[len(times) * 99 // 100] * 1e6)
    )


if __name__ == "__main__":
    main()
