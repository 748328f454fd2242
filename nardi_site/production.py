"""What the two addresses of production become: database, layer, cache and broker.

Every wait in it is bounded, in seconds: when PostgreSQL or Redis is away, whoever
needs it is told so instead of hanging.
"""

import socket
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from environ import Env
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisAway
from redis.retry import Retry

# How long to wait for a connection, and for an answer on it.
CONNECT_S = 1.0
ANSWER_S = 2.0
# A page asks the cache several times.
CACHE_ANSWER_S = 1.0
# A pool that cannot connect goes on trying only while somebody waits.
POOL_WAIT_S = 2.0
# No statement of ours takes a tenth of this; what does is stuck.
STATEMENT_S = 10
LOCK_S = 5
# A peer that has vanished without a word is given up after about so long.
SILENT_S = 10

POSTGRES = {"postgres", "postgresql", "pgsql"}
REDIS = {"redis", "rediss"}


def addresses_check(*, database: str, redis: str) -> None:
    """Refuse half of production, and addresses of something else.

    Raises ImproperlyConfigured with a sentence that says what to set.
    """
    if bool(database) != bool(redis):
        missing = "REDIS_URL" if database else "DATABASE_URL"
        raise ImproperlyConfigured(
            f"Production needs both DATABASE_URL and REDIS_URL: set {missing} too, "
            "or unset both to run embedded."
        )
    if not database:
        return
    parts = urlsplit(database)
    if (
        parts.scheme not in POSTGRES
        or parts.path in ("", "/")
        or not _has_a_port(parts)
    ):
        raise ImproperlyConfigured(
            "DATABASE_URL must name a PostgreSQL database: set it to something like "
            "postgres://nardi:password@localhost/nardi, or unset it and REDIS_URL "
            "to run embedded on SQLite."
        )
    parts = urlsplit(redis)
    if parts.scheme not in REDIS or not parts.hostname or not _has_a_port(parts):
        raise ImproperlyConfigured(
            "REDIS_URL must name a Redis: set it to something like "
            "redis://localhost:6379/0."
        )


def _has_a_port(parts: SplitResult) -> bool:
    """Tell whether what stands where a port would is one, or nothing."""
    try:
        _ = parts.port
    except ValueError:
        return False
    return True


def database_of(url: str, *, pool_size: int) -> dict[str, Any]:
    """Return the settings of the PostgreSQL at that address."""
    config: dict[str, Any] = Env.db_url_config(url)
    # A socket's folder is written with %2F where a host would stand.
    config["HOST"] = unquote(config["HOST"])
    return {
        **config,
        "ENGINE": "nardi_site.postgres",
        # The pool keeps connections; Django must not keep its own.
        "CONN_MAX_AGE": 0,
        # One that broke while it lay in the pool is not handed out.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "connect_timeout": 2,
            "keepalives_idle": SILENT_S,
            "keepalives_interval": 3,
            "keepalives_count": 3,
            "tcp_user_timeout": SILENT_S * 1000,
            "options": (
                f"-c statement_timeout={STATEMENT_S}s -c lock_timeout={LOCK_S}s "
                f"-c idle_in_transaction_session_timeout={STATEMENT_S}s"
            ),
            **config.get("OPTIONS", {}),
            "pool": {
                "min_size": 1,
                "max_size": pool_size,
                "timeout": POOL_WAIT_S,
                # Longer, and its pauses between attempts would grow with it.
                "reconnect_timeout": POOL_WAIT_S,
            },
        },
    }


def layer_of(url: str) -> dict[str, Any]:
    """Return the settings of the channel layer on that Redis."""
    host = {
        "address": url,
        # redis-py stops at 100 connections and raises inside consumers.
        "max_connections": 4096,
        **_redis_waits(),
        "retry": AsyncRetry(NoBackoff(), 0),
    }
    return {"BACKEND": "nardi_site.layers.RedisLayer", "CONFIG": {"hosts": [host]}}


def cache_of(url: str) -> dict[str, Any]:
    """Return the settings of the cache on that Redis."""
    # Once more at once where a connection broke, as all do when Redis starts anew; not
    # where no answer came: the next one would not come either, and a page waits.
    once_more = Retry(NoBackoff(), 1, supported_errors=(RedisAway,))
    options = {
        **_redis_waits(),
        "socket_timeout": CACHE_ANSWER_S,
        "retry": once_more,
    }
    return {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": url,
        "OPTIONS": options,
    }


def broker_options() -> dict[str, Any]:
    """Return the options of Celery's connections to its Redis."""
    # The worker waits for tasks a second at a time.
    return {**_redis_waits(), "socket_timeout": ANSWER_S + 3, "max_connections": 64}


def _redis_waits() -> dict[str, Any]:
    keepalive = {
        socket.TCP_KEEPIDLE: SILENT_S,
        socket.TCP_KEEPINTVL: 3,
        socket.TCP_KEEPCNT: 3,
        socket.TCP_USER_TIMEOUT: SILENT_S * 1000,
    }
    return {
        "socket_connect_timeout": CONNECT_S,
        "socket_timeout": ANSWER_S,
        "socket_keepalive": True,
        "socket_keepalive_options": keepalive,
        "health_check_interval": SILENT_S,
    }
