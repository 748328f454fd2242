"""The Celery application: the sweep's beat and its tasks."""

import os
from typing import Any

from celery import Celery
from celery.app.amqp import AMQP
from celery.signals import beat_init, celeryd_init
from django.conf import settings
from kombu.connection import Connection

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nardi_site.settings")

# Celery's own pauses between attempts grow to half a minute, for which every
# clock of the site would stand still after Redis is back.
RETRY_S = 1


class Line(Connection):
    """A connection to the broker that is tried for again every second."""

    def ensure_connection(self, *args: Any, **options: Any) -> Any:
        """Return the connection once it stands."""
        pauses = {"interval_start": RETRY_S, "interval_step": 0}
        # It has no type hints.
        return super().ensure_connection(*args, **pauses, **options)  # type: ignore[no-untyped-call]


class Lines(AMQP):
    """Celery's messaging, on such connections."""

    Connection = Line


class SiteCelery(Celery):
    """Celery's application; `is_inside` where worker and beat are the site's threads."""

    is_inside = False


app = SiteCelery("nardi", amqp=Lines)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def production_check(**_facts: Any) -> None:
    """Refuse a worker or beat of its own beside the embedded site.

    It would wait for tasks in its own memory, and no clock would run.
    """
    if settings.EMBEDDED and not app.is_inside:
        raise SystemExit(
            "The embedded site has its worker and beat inside: set DATABASE_URL "
            "and REDIS_URL to run them by themselves, or start `manage.py serve` "
            "alone."
        )


celeryd_init.connect(production_check)
beat_init.connect(production_check)
