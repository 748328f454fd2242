"""What is forgotten every night."""

from celery import shared_task
from django.utils import timezone

from accounts import services


@shared_task
def forget() -> None:
    """Delete old addresses, and sessions that have run out."""
    services.addresses_forget(now=timezone.now())
    services.sessions_clear()
