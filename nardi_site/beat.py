"""Beat: sends the sweep four times a second, while there is somebody to do it."""

import logging
from typing import Any

from celery.beat import Scheduler, SchedulingError
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)

# Sweeps that nobody does expire, but each would have to be looked at first.
WAITING_MOST = 100


class Beat(Scheduler):
    """A scheduler in memory: a sweep has no past that would have to be kept."""

    _is_away = False

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """Send one entry; a broker that is away is said once, not at every try."""
        try:
            if self._waiting(producer) < WAITING_MOST:
                self.apply_async(entry, producer=producer, advance=False)
        except (SchedulingError, OperationalError) as error:
            if not self._is_away:
                self._is_away = True
                logger.warning("Redis is away, no sweep is sent: %s", error)
            return
        if self._is_away:
            self._is_away = False
            logger.warning("Redis is back, sweeps are sent again.")

    def _waiting(self, producer: Any) -> int:
        """Return how many tasks wait for a worker."""
        connection = producer.connection
        queue = self.app.conf.task_default_queue
        try:
            size = producer.channel.queue_declare(queue, passive=True)
        except connection.channel_errors:
            # Nobody has ever asked for that queue.
            return 0
        except connection.recoverable_connection_errors as error:
            raise OperationalError(str(error)) from error
        return int(size.message_count)
