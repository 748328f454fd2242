"""The keeper of a web process: beats, pings its sockets, catches them up.

One round a second, on the server's loop. Losing the last message of a table
leaves no gap to be seen by the browser; the version in the ping shows it.
"""

import asyncio
import logging
import uuid

from django.db import Error as DatabaseError
from django.utils import timezone

from games.tables import selectors, services
from games.tables.consumers.socket import Socket, in_database

logger = logging.getLogger(__name__)

ROUND_S = 1.0
# One a process: the rows of its sockets are freed when it stops beating.
PROCESS = uuid.uuid4().hex
# Channels of closed sockets whose seats the database has not freed yet.
leaving: set[str] = set()


class Keeper:
    """The task of this process, of the loop that runs now."""

    task: asyncio.Task[None] | None = None


def keeper_start() -> None:
    """Start the rounds, unless they run on this loop already."""
    task = Keeper.task
    if task is None or task.done() or task.get_loop() is not asyncio.get_running_loop():
        Keeper.task = asyncio.create_task(rounds())


async def rounds() -> None:
    """Make a round a second for as long as the process lives."""
    while True:
        try:
            await one_round()
        except Exception:  # the next round may go better, and must be made
            logger.exception("A round of the keeper failed.")
        await asyncio.sleep(ROUND_S)


async def one_round() -> None:
    """Beat; ping every socket; send a snapshot to whoever is behind."""
    now = timezone.now()
    versions: dict[int, int] = {}
    try:
        await in_database(services.process_beat, process=PROCESS, now=now)
        for channel in list(leaving):
            await presence_leave(channel)
        shown = {socket.table_id for socket in Socket.open_here if socket.table_id}
        versions = await in_database(selectors.table_versions, table_ids=shown)
    except DatabaseError:
        # The lines are kept open; the clocks stand still for as long.
        logger.exception("The database did not answer the keeper.")
    for socket in list(Socket.open_here):
        await socket.kept(versions.get(socket.table_id or 0))


async def presence_leave(channel: str) -> None:
    """Free the seat of a closed socket; what fails is tried every round."""
    leaving.add(channel)
    await in_database(services.presence_leave, channel=channel, now=timezone.now())
    leaving.discard(channel)
