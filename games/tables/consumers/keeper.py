"""The keeper of a web process: beats, pings its sockets, catches them up.

One round a second, on the server's loop. Losing the last message of a table
leaves no gap to be seen by the browser; the version in the ping shows it. What
else a lost message would have said is made good too: who is at the table, whose
session has ended, who has another name.
"""

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import count
from time import monotonic

from django.db import Error as DatabaseError
from django.utils import timezone

from accounts.selectors import sessions_ended, switches_get, users_barred
from games.tables import selectors, services
from games.tables.consumers.socket import CLOSE_RESTART, Known, Socket, in_database

logger = logging.getLogger(__name__)

ROUND_S = 1.0
# The pings must go on while the database keeps everybody waiting.
READ_S = 3.0
LONGEST_ROUND_S = READ_S + 2 * ROUND_S
# Sessions seldom end, and say so themselves when they do.
SESSIONS_EVERY = 5
# One a process: the rows of its sockets are freed when it stops beating.
PROCESS = uuid.uuid4().hex
# Channels of closed sockets whose seats the database has not freed yet, and
# whether their lines broke.
leaving: dict[str, bool] = {}


class Keeper:
    """The task of this process, of the loop that runs now."""

    task: asyncio.Task[None] | None = None


def keeper_start() -> None:
    """Start the rounds, unless they run on this loop already."""
    task = Keeper.task
    if task is None or task.done() or task.get_loop() is not asyncio.get_running_loop():
        Keeper.task = asyncio.create_task(rounds())


async def sockets_release() -> None:
    """Send every browser away, to come back at once to whoever serves then.

    The seats are not left: the rows are freed when this process is missed,
    unless the players have come back before.
    """
    Socket.is_ending = True
    await each(list(Socket.open_here), lambda s: s.close(code=CLOSE_RESTART))


async def rounds() -> None:
    """Make a round a second for as long as the process lives."""
    begin = monotonic()
    for number in count():
        passed_s, begin = monotonic() - begin, monotonic()
        try:
            await one_round(
                # While the process was held up it could hear nobody.
                passed_s=min(passed_s, LONGEST_ROUND_S),
                with_sessions=number % SESSIONS_EVERY == 0,
            )
        except Exception:  # the next round may go better, and must be made
            logger.exception("A round of the keeper failed.")
        await asyncio.sleep(ROUND_S)


async def one_round(*, passed_s: float = 0.0, with_sessions: bool = True) -> None:
    """Beat; ping every socket; send a snapshot to whoever is behind.

    `passed_s` is the time since the round before, for which a line may have been
    silent.
    """
    known = Known()
    try:
        async with asyncio.timeout(READ_S):
            known = await beat_and_read(with_sessions=with_sessions)
    except (DatabaseError, TimeoutError) as error:
        # The lines are kept open; the clocks stand still for as long.
        reason = str(error) or "it took too long"
        logger.warning("The database did not answer the keeper: %s", reason)
    told = replace(known, passed_s=passed_s)
    await each(list(Socket.open_here), lambda socket: socket.kept(told))


async def beat_and_read(*, with_sessions: bool) -> Known:
    """Do what a round has to do in the database."""
    await in_database(services.process_beat, process=PROCESS, now=timezone.now())
    for channel, was_cut in list(leaving.items()):
        await presence_leave(channel, was_cut=was_cut)
    await presences_check()
    sockets = list(Socket.open_here)
    shown = {socket.table_id for socket in sockets if socket.table_id}
    keys = {socket.session_key for socket in sockets if socket.session_key}
    lobby = [socket for socket in sockets if socket.shows_lobby]
    viewers = {socket.viewer.pk for socket in lobby if socket.viewer}
    players = {socket.viewer.pk for socket in sockets if socket.viewer}
    switches = await in_database(switches_get)
    Socket.is_read_only = switches.is_read_only
    return Known(
        versions=await in_database(selectors.table_versions, table_ids=shown),
        open_tables=await in_database(selectors.tables_open) if lobby else None,
        live_tables=await in_database(selectors.tables_live) if lobby else (),
        seats=(
            await in_database(selectors.seat_versions, user_ids=viewers)
            if viewers
            else {}
        ),
        sessions_ended=(
            await in_database(sessions_ended, keys=keys, now=timezone.now())
            if with_sessions
            else frozenset()
        ),
        barred=await in_database(users_barred, ids=players, now=timezone.now()),
        site=switches.shape,
        site_version=switches.version,
        is_well=await in_database(selectors.site_is_well, now=timezone.now()),
    )


async def presences_check() -> None:
    """Have the rows of this process say which sockets it holds.

    A process that could not beat for a while has lost its rows, while its
    sockets were open; and an entry may have come after its socket had gone.
    """
    there = [socket for socket in Socket.open_here if socket.is_present]
    noted = await in_database(selectors.presence_channels, process=PROCESS)
    for socket in there:
        if socket.channel_name not in noted and socket in Socket.open_here:
            await socket.presence_enter()
    for channel in noted - Socket.present_here - leaving.keys():
        await presence_leave(channel, was_cut=False)


async def presence_leave(channel: str, *, was_cut: bool) -> None:
    """Free the seat of a closed socket; what fails is tried every round."""
    leaving[channel] = was_cut
    await in_database(
        services.presence_leave, channel=channel, was_cut=was_cut, now=timezone.now()
    )
    leaving.pop(channel, None)


async def each(sockets: list[Socket], act: Callable[[Socket], Awaitable[None]]) -> None:
    """Do something to every socket at once; what fails with one is its own."""
    outcomes = await asyncio.gather(*map(act, sockets), return_exceptions=True)
    failures = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    if failures:
        logger.warning("%d sockets could not be kept: %r", len(failures), failures[0])
