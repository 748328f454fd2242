"""The sweep: finds what is due, one task a table."""

from celery import shared_task
from django.utils import timezone

from games.tables import selectors, services


@shared_task
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


@shared_task
def table_act(table_id: int, version: int) -> None:
    """Do what falls to the server at that table, if it is still due."""
    services.deadline_act(table_id=table_id, version=version, now=timezone.now())


@shared_task
def absence_act(table_id: int) -> None:
    """Settle an absence at that table, if its grace is still over."""
    services.absence_settle(table_id=table_id, now=timezone.now())
