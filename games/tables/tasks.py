"""The sweep: finds what is due, one task a table.

Whatever fails because the database or Redis is away is found again by a later
sweep, so it is no fault; and what has waited for long has been sent again since.
"""

from celery import shared_task
from django.db import InterfaceError, OperationalError
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerAway

from games.tables import selectors, services

AWAY = (OperationalError, InterfaceError, BrokerAway)
WAITING_S = 2.0


@shared_task(throws=AWAY, expires=WAITING_S)
def sweep() -> None:
    """Start a task for each table at which something is due.

    Nothing is enforced while the site itself is ill.
    """
    now = timezone.now()
    if not services.pulse_check(now=now):
        return
    services.processes_clear(now=now)
    for table_id, version in selectors.tables_due(now=now).values_list("id", "version"):
        table_act.delay(table_id, version)
    for table_id in selectors.tables_absent(now=now):
        absence_act.delay(table_id)


@shared_task(throws=AWAY, expires=WAITING_S)
def table_act(table_id: int, version: int) -> None:
    """Do what falls to the server at that table, if it is still due."""
    services.deadline_act(table_id=table_id, version=version, now=timezone.now())


@shared_task(throws=AWAY, expires=WAITING_S)
def absence_act(table_id: int) -> None:
    """Settle an absence at that table, if its grace is still over."""
    services.absence_settle(table_id=table_id, now=timezone.now())
