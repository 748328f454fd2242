"""The sweep: finds tables whose deadline has come, one task a table."""

from celery import shared_task
from django.utils import timezone

from games.tables import selectors, services


@shared_task
def sweep() -> None:
    """Start a task for each table that is due."""
    due = selectors.tables_due(now=timezone.now()).values_list("id", "version")
    for table_id, version in due:
        table_act.delay(table_id, version)


@shared_task
def table_act(table_id: int, version: int) -> None:
    """Do what falls to the server at that table, if it is still due."""
    services.deadline_act(table_id=table_id, version=version, now=timezone.now())
