"""The database connection of production: Django's, behind a gate.

A pool makes everybody wait who asks while it has no connection to give. With
the database away, hundreds would wait in turn, and everything that shares their
threads behind them. Here one at a time waits, and the others are refused at once.
"""

import threading
from typing import Any

from django.db.backends.postgresql import base
from django.db.utils import OperationalError
from psycopg_pool import PoolTimeout


class Gate:
    """Whether this process got a connection when it last asked for one."""

    def __init__(self) -> None:
        self.is_shut = False
        self.trying = threading.Lock()


gate = Gate()


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection; raises OperationalError when none is to be had."""

    def get_new_connection(self, conn_params: Any) -> Any:
        """Return a connection, waiting for it unless another waits already."""
        if not gate.is_shut:
            return self._connection_awaited(conn_params)
        if not gate.trying.acquire(blocking=False):
            raise OperationalError("The database is away, as it was a moment ago.")
        try:
            return self._connection_awaited(conn_params)
        finally:
            gate.trying.release()

    def _connection_awaited(self, conn_params: Any) -> Any:
        try:
            connection = super().get_new_connection(conn_params)
        except PoolTimeout:
            gate.is_shut = True
            raise
        if gate.is_shut:
            gate.is_shut = False
            # Whatever still lies in the pool is older than the outage.
            self.pool.check()
        return connection
