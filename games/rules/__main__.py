"""The command line of the rules: `python -m games.rules plays|outcome`.

Reads JSON lines on standard input and answers each with one on standard output, in
order. Blank lines are skipped and counted. The first line that cannot be read ends the
run: the lines before it are answered, one line on standard error names it and says
what is wrong, and the exit code is 2.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING, BinaryIO

from games.rules.cases import outcome_answer, plays_answer
from games.rules.errors import InvalidMessage

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_USAGE = "usage: python -m games.rules plays|outcome  (JSON lines in and out)"
_COMMANDS: dict[str, Callable[[bytes], str]] = {
    "plays": plays_answer,
    "outcome": outcome_answer,
}
# Room for a case with tens of thousands of expected plays, which are not even read.
_LONGEST_LINE = 16 * 1024 * 1024

_DONE, _FAILED, _REFUSED, _INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str]) -> int:
    """Run one command over the standard streams; returns the exit code."""
    if len(arguments) != 1 or arguments[0] not in _COMMANDS:
        return _complain(_USAGE, _REFUSED)
    if sys.stdin is None or sys.stdout is None:
        return _complain("Standard input and output must be open.", _FAILED)
    try:
        return _answer_all(_COMMANDS[arguments[0]], sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # The reader has left. What is still buffered would raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _FAILED
    except OSError as error:
        return _complain(f"Cannot read or write: {error.strerror}.", _FAILED)
    except KeyboardInterrupt:
        return _INTERRUPTED


def _answer_all(
    answer: Callable[[bytes], str], lines: BinaryIO, answers: BinaryIO
) -> int:
    number = 0
    while line := lines.readline(_LONGEST_LINE + 1):
        number += 1
        if len(line) > _LONGEST_LINE:
            return _complain(f"line {number}: The line is too long.", _REFUSED)
        if not line.strip():
            continue
        try:
            text = answer(line)
        except InvalidMessage as error:
            return _complain(f"line {number}: {error}", _REFUSED)
        answers.write(text.encode("ascii") + b"\n")
        answers.flush()
    return _DONE


def _complain(sentence: str, code: int) -> int:
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            sys.stderr.write(sentence + "\n")
            sys.stderr.flush()
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
