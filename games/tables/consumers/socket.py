"""What all sockets share: the viewer, JSON out, the allowance, the line."""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Any, ClassVar, ParamSpec, TypeVar

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import OperationalError
from django.utils import timezone

from accounts import live
from accounts.models import User
from coins.errors import CoinRefusal
from games.rules.errors import IllegalMove, InvalidMessage
from games.tables.errors import Refusal, TooFast, Unavailable
from games.tables.protocol import Message, message_read
from games.tables.selectors import Versioned
from games.tables.shapes import error_shape

logger = logging.getLogger(__name__)

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

MESSAGES_A_SECOND = 10
# Whoever goes on past this many refusals in a flood is not a browser of ours.
FLOOD_LIMIT = 100
# A browser answers a ping every second; a line this quiet is dead.
SILENT_S = 10.0
# Longer than any statement may take; a database that has stopped in the middle
# of one would hold the socket for ever.
DATABASE_ANSWER_S = 15.0

CLOSE_ABNORMAL = 1006
CLOSE_RESTART = 1012
CLOSE_TRY_LATER = 1013
CLOSE_SIGNED_OUT = 4401
CLOSE_BARRED = 4403
CLOSE_NOT_FOUND = 4404
CLOSE_SILENT = 4408
CLOSE_FLOOD = 4429
CLOSE_TOO_MANY = 4430

# Of one player, or of one session where nobody is logged in, in this process.
# People have a few tabs; a script that opens sockets has all of them.
SOCKETS_AT_ONCE = 20


class Allowance:
    """At most MESSAGES_A_SECOND messages a second, as a bucket that refills.

    `refused` counts those of a flood, which ends when the bucket is full again.
    """

    def __init__(self) -> None:
        self.left = float(MESSAGES_A_SECOND)
        self.refused = 0
        self.at = monotonic()

    def take(self) -> bool:
        """Return whether one more message is allowed now."""
        now = monotonic()
        self.left = min(
            MESSAGES_A_SECOND, self.left + (now - self.at) * MESSAGES_A_SECOND
        )
        self.at = now
        if self.left >= MESSAGES_A_SECOND:
            self.refused = 0
        if self.left < 1:
            self.refused += 1
            return False
        self.left -= 1
        return True


@dataclass(frozen=True, slots=True)
class Known:
    """What the keeper has read this round; nothing where the database is away."""

    # Of the tables shown: what each may have changed in.
    versions: Mapping[int, Versioned] = field(default_factory=dict)
    open_tables: Sequence[dict[str, Any]] | None = None
    live_tables: Sequence[dict[str, Any]] = ()
    # Of the lobby's viewers: where each sits, and that table's version.
    seats: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    sessions_ended: frozenset[str] = frozenset()
    # Players who have been suspended or closed.
    barred: frozenset[int] = frozenset()
    # What every page is told of the operators' switches, and its version.
    site: Mapping[str, Any] | None = None
    site_version: int = 0
    # Since the round before, as far as this process ran.
    passed_s: float = 0.0
    # Whether time runs.
    is_well: bool = False


class Socket(AsyncWebsocketConsumer):
    """A viewer's socket; `open_here` are those of this process."""

    open_here: ClassVar[set["Socket"]] = set()
    # Channels of those that are noted at a table, or about to be.
    present_here: ClassVar[set[str]] = set()
    # The process is about to end: its seats are taken over, not left.
    is_ending: ClassVar[bool] = False
    connecting_here: ClassVar[set["Socket"]] = set()
    # One too many: it has entered nothing.
    is_refused = False
    # As the keeper last found it: nothing may be changed.
    is_read_only: ClassVar[bool] = False

    # Whether the lists of tables are shown here.
    shows_lobby: ClassVar[bool] = False

    viewer: User | None = None
    # The table shown and the versions last sent, where a table is shown.
    table_id: int | None = None
    version = -1
    beside = -1
    session_key: str | None = None
    # Of the switches that this viewer was told last; 0 are those never set.
    site_version = 0
    # Whether the rows say that this viewer is at the table.
    is_present = False
    # The line broke, or was dead: nobody has left.
    was_cut = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket; one that broke down is no viewer any more.

        Whatever noted it at a table is then taken back by the keeper.
        """
        try:
            await super().__call__(scope, receive, send)
        finally:
            if not Socket.is_ending:
                Socket.open_here.discard(self)
                Socket.present_here.discard(getattr(self, "channel_name", ""))

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message; `in_database` sees to the connections by itself.

        Channels would go through one thread of the whole process first.
        """
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        """Accept; a database that is away is a reason to try again later."""
        user: object = self.scope["user"]
        self.viewer = user if isinstance(user, User) else None
        self.session_key = self.scope["session"].session_key
        self.own_groups = [live.session_group(self.session_key)]
        if self.viewer:
            self.own_groups.append(live.user_group(self.viewer.pk))
        self.allowance = Allowance()
        # The keeper tells from a task of its own: what is read earlier must not
        # be sent later.
        self.telling = asyncio.Lock()
        self.silent_s = 0.0
        self.is_answering = False
        await self.accept()
        if self.viewer and self.viewer.is_barred(timezone.now()):
            await self.close(code=CLOSE_BARRED)
            return
        if self.is_one_too_many():
            await self.close(code=CLOSE_TOO_MANY)
            return
        # Before anything is waited for: the next one must see this one.
        Socket.connecting_here.add(self)
        try:
            await self.enter()
        finally:
            Socket.connecting_here.discard(self)

    async def enter(self) -> None:
        """Do what the kind of socket does first, and be one of those open here."""
        try:
            await self.opened()
        except DatabaseError as error:
            logger.warning("A socket could not be opened: %s", error)
            await self.close(code=CLOSE_TRY_LATER)
            return
        Socket.open_here.add(self)
        for group in self.own_groups:
            await live.join(group, self.channel_name)

    def is_one_too_many(self) -> bool:
        """Tell, and remember, whether its viewer has enough sockets without it."""
        mine = self.viewer.pk if self.viewer else None
        if mine is None and self.session_key is None:
            return False
        open_or_opening = Socket.open_here | Socket.connecting_here
        count = sum(
            other.viewer.pk == mine
            if other.viewer
            else mine is None and other.session_key == self.session_key
            for other in open_or_opening
        )
        self.is_refused = count >= SOCKETS_AT_ONCE
        return self.is_refused

    async def disconnect(self, code: int) -> None:
        """Leave every group, then whatever the kind of socket has to undo.

        A browser that goes says so; a line that broke ends without a code of its own.
        """
        if self.is_refused:
            return
        self.was_cut = self.was_cut or code == CLOSE_ABNORMAL
        Socket.open_here.discard(self)
        for group in self.own_groups:
            await live.leave(group, self.channel_name)
        await self.closed()

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None
    ) -> None:
        """Carry out one message, or say why not and show what is so."""
        if self.is_refused:
            return
        self.silent_s = 0.0
        self.is_answering = True
        try:
            if self.allowance.take():
                await self.answer(text_data)
            else:
                await self.refuse_flood()
        except DatabaseError as error:
            logger.warning("A message could not be carried out: %s", error)
            await self.send_error(Unavailable())
        finally:
            self.is_answering = False

    async def answer(self, text: str | None) -> None:
        """Carry out a message; show what is so where nothing else answers it."""
        try:
            message = message_read(text)
            if message.is_pong or await self.carried_out(message):
                return
        except (InvalidMessage, IllegalMove, Refusal, CoinRefusal) as error:
            await self.send_error(error)
        await self.show()

    async def opened(self) -> None:
        """Do what this kind of socket does first."""
        raise NotImplementedError

    async def closed(self) -> None:
        """Undo what `opened` did, as far as it came."""
        raise NotImplementedError

    async def carried_out(self, message: Message) -> bool:
        """Return False when the answer is simply all that there is."""
        raise NotImplementedError

    async def show(self) -> None:
        """Send all that is to be seen here."""
        async with self.telling:
            await self.send_all()

    async def send_all(self) -> None:
        """Read and send all that this kind of socket shows, while `telling`."""
        raise NotImplementedError

    async def presence_enter(self) -> None:
        """Note, perhaps again, that the viewer is there; where that is noted."""
        raise NotImplementedError

    async def refuse_flood(self) -> None:
        """Answer the first message too many; end the socket of a flood."""
        if self.allowance.refused == 1:
            await self.send_error(TooFast())
            await self.show()
        elif self.allowance.refused > FLOOD_LIMIT:
            await self.close(code=CLOSE_FLOOD)

    async def send_json(self, message: dict[str, Any]) -> None:
        """Send one message."""
        await self.send(text_data=json.dumps(message, separators=(",", ":")))

    async def send_error(self, error: Exception) -> None:
        """Say why a message was not carried out."""
        await self.send_json({"type": "error", **error_shape(error)})

    async def kept(self, known: Known) -> None:
        """Be seen to by the keeper.

        A line without a sign of life is given up, a viewer who is behind gets
        all afresh, everyone a ping with the version of the table's row.
        """
        # Whom we keep waiting is not heard meanwhile.
        if not self.is_answering:
            self.silent_s += known.passed_s
        if self.silent_s > SILENT_S:
            Socket.open_here.discard(self)
            self.was_cut = True
            await self.close(code=CLOSE_SILENT)
            return
        if self.session_key in known.sessions_ended:
            await self.close(code=CLOSE_SIGNED_OUT)
            return
        if self.viewer and self.viewer.pk in known.barred:
            await self.close(code=CLOSE_BARRED)
            return
        if known.site is not None and known.site_version != self.site_version:
            self.site_version = known.site_version
            await self.send_json({"type": "site", **known.site})
        async with self.telling:
            if self.is_behind(known):
                await self.send_all()
            self.caught_up(known)
        row = known.versions.get(self.table_id or 0)
        version = row.version if row else None
        await self.send_json(
            {"type": "ping", "version": version, "well": known.is_well}
        )

    def is_behind(self, known: Known) -> bool:
        """Return whether the viewer has missed something."""
        raise NotImplementedError

    def caught_up(self, known: Known) -> None:
        """Note what the viewer has been sent."""

    async def socket_renew(self, _event: dict[str, Any]) -> None:
        """End the socket; a new one finds out whose it is by then."""
        await self.close(code=CLOSE_RESTART)

    async def user_told(self, event: dict[str, Any]) -> None:
        """Pass on what the viewer alone is told, as his balance."""
        await self.send(text_data=event["text"])

    async def socket_bar(self, _event: dict[str, Any]) -> None:
        """End the socket: its player has been suspended or closed."""
        await self.close(code=CLOSE_BARRED)

    async def socket_close(self, _event: dict[str, Any]) -> None:
        """End the socket: its session has ended, or the account is closed."""
        await self.close(code=CLOSE_SIGNED_OUT)


def threads_made() -> ThreadPoolExecutor | None:
    """Return the threads for the database, None for Django's only one."""
    count = settings.DATABASE_THREADS
    return ThreadPoolExecutor(count, "database") if count > 1 else None


threads = threads_made()


async def in_database(
    function: Callable[Parameters, Result],
    *args: Parameters.args,
    **kwargs: Parameters.kwargs,
) -> Result:
    """Run a service or selector where it may wait for the database.

    The connection goes back to the pool with the call, or is given up if it
    broke. Raises OperationalError when no answer comes; what was asked may be
    done nevertheless.
    """
    call = database_sync_to_async(
        partial(function, *args, **kwargs),
        thread_sensitive=threads is None,
        executor=threads,
    )
    try:
        async with asyncio.timeout(DATABASE_ANSWER_S):
            return await call()
    except TimeoutError as error:
        raise OperationalError("The database did not answer in time.") from error
