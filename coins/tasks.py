"""The nightly reckoning of the ledger."""

import logging

from celery import shared_task

from coins import reckoning

logger = logging.getLogger(__name__)


@shared_task
def ledger_audit() -> None:
    """Log everything in the ledger that is not as it must be."""
    for difference in reckoning.differences_find():
        logger.critical("The ledger is wrong: %s", difference)
