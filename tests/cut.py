"""Cuts a piece of work at any of its statements: by a kill, or by a fault.

For tests that nothing is left half done.
"""

import os
import signal
from collections.abc import Callable
from typing import Any

from django.db import DatabaseError, connection, connections

KILLED = -int(signal.SIGKILL)


class CutError(DatabaseError):
    """Stands in for what may go wrong at a statement or at the commit."""


class Countdown:
    """Calls `end` at one place: before a statement, before or after a commit."""

    def __init__(self, places: int, end: Callable[[], None]) -> None:
        self.left = places
        self.end = end

    def pass_by(self) -> None:
        self.left -= 1
        if self.left == 0:
            self.end()

    def statement(self, execute: Any, *arguments: Any) -> Any:
        self.pass_by()
        return execute(*arguments)

    def run(self, act: Callable[[], object]) -> None:
        plain_commit = connection.commit

        def commit() -> None:
            self.pass_by()
            plain_commit()
            self.pass_by()

        connection.commit = commit  # type: ignore[method-assign]
        try:
            with connection.execute_wrapper(self.statement):
                act()
        finally:
            connection.commit = plain_commit  # type: ignore[method-assign]


def killed_at(place: int, act: Callable[[], object]) -> bool:
    """Do it in a process that is killed at that place; whether it came there."""
    # The child must not end the parent's connection.
    connections.close_all()
    child = os.fork()
    if child == 0:
        try:
            die = Countdown(place, lambda: os.kill(os.getpid(), signal.SIGKILL))
            die.run(act)
        except BaseException:  # noqa: BLE001 - nothing of the child's may go on
            os._exit(3)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, KILLED)
    return code == KILLED


def failing_at(place: int, act: Callable[[], object]) -> bool:
    """Do it and fail at that place; whether it came there."""

    def fail() -> None:
        raise CutError

    try:
        Countdown(place, fail).run(act)
    except CutError:
        return True
    return False
