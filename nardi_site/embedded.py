"""The whole site in one process: a web process, Celery's worker and beat as threads."""

import logging
import os
import socket
import threading
from collections.abc import Callable

# Before anything else of Twisted: importing it chooses the event loop.
from nardi_site.server import WebServer, twisted_loop  # isort: skip

from celery.beat import EmbeddedService
from channels.layers import get_channel_layer
from twisted.internet import reactor
from twisted.internet.threads import deferToThread

from nardi_site.beat import Beat
from nardi_site.celery import app as celery_app
from nardi_site.layers import ServerLoopLayer

logger = logging.getLogger(__name__)

WORKER_THREADS = 4
# A thread that hangs in a command must not keep a stopped site alive.
STOP_WITHIN_S = 10.0


def site_serve(listening: socket.socket, on_ready: Callable[[], None]) -> int:
    """Serve the site on a socket that listens already, until a signal stops it.

    `on_ready` is called once pages are answered. Returns the exit code: 1 when
    the worker died, because then no clock would be enforced.
    """
    layer = get_channel_layer()
    if isinstance(layer, ServerLoopLayer):
        layer.bind(twisted_loop)
    server = WebServer(f"fd:fileno={listening.fileno()}", on_ready=on_ready)
    background = Background(on_death=server.stop)
    server.ready_callable = background.start
    # Before the loop ends, because a task that publishes waits for the loop.
    # (Twisted's own type hint forgets the phase.)
    reactor.addSystemEventTrigger("before", "shutdown", background.stop)  # type: ignore[arg-type]
    server.run()
    return int(background.failed or server.failed)


class Background:
    """Celery's worker and beat, each in a thread.

    `on_death` is called in the server's thread when the worker ends unasked.
    """

    def __init__(self, *, on_death: Callable[[], None]) -> None:
        self.failed = False
        self._stopping = False
        self._on_death = on_death
        celery_app.is_inside = True
        self._worker = celery_app.WorkController(
            pool_cls="threads",
            concurrency=WORKER_THREADS,
            without_heartbeat=True,
            without_gossip=True,
            without_mingle=True,
        )
        self._thread = threading.Thread(
            target=self._work, name="celery-worker", daemon=True
        )
        self._beat = EmbeddedService(celery_app, thread=True, scheduler_cls=Beat)

    def start(self) -> None:
        """Start both; returns at once."""
        self._thread.start()
        self._beat.start()

    def stop(self) -> object:
        """Stop both; returns what tells when they have stopped."""
        self._stopping = True
        watchdog = threading.Timer(STOP_WITHIN_S, os._exit, (1,))
        watchdog.daemon = True
        watchdog.start()
        return deferToThread(self._stop)

    def _stop(self) -> None:
        self._beat.service.stop()
        self._worker.stop()

    def _work(self) -> None:
        self._worker.start()
        if not self._stopping:
            logger.critical("The worker stopped by itself; stopping the site.")
            self.failed = True
            reactor.callFromThread(self._on_death)
