"""A web process: daphne, with the keeper, bounded messages and a gentle end.

Both ways to run serve through here. The server has the main thread, so that it
gets the signals.
"""

import asyncio
import logging
import os
import socket
from collections.abc import Callable
from typing import Any

# Before anything else of Twisted: importing it chooses the event loop.
from daphne.server import Server, twisted_loop  # isort: skip

from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet import reactor
from twisted.internet.defer import Deferred

logger = logging.getLogger(__name__)

# What browsers send has 4 KB at most; a larger frame is not even read.
FRAME_BYTES = 16 * 1024
# It holds in both directions: a snapshot late in a long game has 30 KB.
MESSAGE_BYTES = 256 * 1024
# It only bounds how long one may leave a request half sent.
REQUEST_S = 120
# What has been asked before the end is still answered, if it takes no longer.
ENDING_S = 2.0
# Half of what the unit's WatchdogSec allows at least.
WATCHDOG_S = 5.0

# Service restart, try again later: a server's codes, which autobahn takes for
# an application's mistake.
SERVER_CODES = {1012, 1013}

__all__ = ["WebServer", "systemd_tell", "twisted_loop"]


class Protocol(WebSocketProtocol):
    """Daphne's end of a socket, which can also be closed with a server's code."""

    def connectionMade(self) -> None:  # noqa: N802 - twisted's
        """Say why a socket is closed for what was sent, rather than drop the line."""
        super().connectionMade()
        self.failByDrop = False

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802 - daphne's
        """Close the socket."""
        if code in SERVER_CODES:
            self.sendCloseFrame(code=code)
        else:
            super().serverClose(code)


WebSocketFactory.protocol = Protocol


class WebServer(Server):
    """Daphne's server on one endpoint (in Twisted's words, "fd:fileno=3")."""

    def __init__(self, endpoint: str, *, on_ready: Callable[[], None]) -> None:
        # Imported late: it loads the middleware, which lists the collected files.
        from games.tables.consumers import keeper_start  # noqa: PLC0415
        from nardi_site.asgi import application  # noqa: PLC0415

        super().__init__(
            application,
            endpoints=[endpoint],
            http_timeout=REQUEST_S,
            server_name="nardi",
            websocket_max_message_size=MESSAGE_BYTES,
            websocket_max_frame_size=FRAME_BYTES,
        )
        self.failed = False
        self.connections: dict[Any, dict[str, Any]] = {}
        # A process beats from its start on, not from its first socket. (The
        # reactor calls what it calls when running before the loop goes round.)
        twisted_loop.call_soon(keeper_start)
        twisted_loop.call_soon(self.watchdog_feed)
        reactor.callWhenRunning(on_ready)

    def listen_error(self, failure: Any) -> None:
        """Stop, and say by the exit code that it was not asked for."""
        self.failed = True
        super().listen_error(failure)

    def kill_all_applications(self) -> Any:
        """End gently, then as daphne does; it asks for this when a signal came."""
        systemd_tell("STOPPING=1")
        ending = Deferred.fromFuture(asyncio.ensure_future(self.end()))
        ending.addErrback(lambda failure: logger.warning("Ended badly: %s", failure))
        return ending.addCallback(lambda _: self.kill_what_is_left())

    async def end(self) -> None:
        """Take nothing new, send the browsers elsewhere, finish what was begun."""
        from games.tables.consumers import sockets_release  # noqa: PLC0415

        for listener in self.listeners:
            listener.addCallback(lambda port: port and port.stopListening())
        await sockets_release()
        serving = (c.get("application_instance") for c in self.connections.values())
        if begun := [task for task in serving if task is not None]:
            _, late = await asyncio.wait(begun, timeout=ENDING_S)
            if late:
                logger.warning("%d requests were not finished in time.", len(late))

    def kill_what_is_left(self) -> Any:
        """Do what daphne does, which expects an application of every connection."""
        self.connections = {
            protocol: details
            for protocol, details in self.connections.items()
            if "application_instance" in details
        }
        return super().kill_all_applications()

    def watchdog_feed(self) -> None:
        """Tell systemd now and then that the loop goes round."""
        systemd_tell("WATCHDOG=1")
        twisted_loop.call_later(WATCHDOG_S, self.watchdog_feed)


def systemd_tell(state: str) -> None:
    """Tell the service manager, where there is one that wants to know."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
        notify.connect(address.replace("@", "\0", 1) if address[0] == "@" else address)
        notify.send(state.encode())
