"""Background work: thin entries that call one act or one query each; casino/celery.py tells when they run."""

import logging

from celery import shared_task
from django.core.management import call_command

from tables.actions import clock
from tables.actions.alerts import tell_silent_tablets as tell_silent
from tables.actions.staff_changes import expire_changes
from tables.models import Table
from tables.queries.journal import differences_at

logger = logging.getLogger(__name__)


@shared_task
def clear_expired_sessions() -> None:
    """Remove the sessions that have run out."""
    call_command("clearsessions")


@shared_task
def expire_actions() -> None:
    """Carry out what is late at tables where a clock runs (DRAW 2.7)."""
    clock.scan()


@shared_task
def tell_silent_tablets() -> None:
    """Show the floor where a dealer's tablet has fallen silent (OPS 6.1)."""
    tell_silent()


@shared_task
def expire_staff_changes() -> None:
    """End the requests about people that nobody decided on within a day (OPS 1.4)."""
    expire_changes()


@shared_task
def reconcile() -> None:
    """Recompute every balance from the journal; a difference is an error in the log (OPS 2.4)."""
    for table in Table.objects.order_by("casino", "number"):
        for difference in differences_at(table):
            logger.error("The journal does not balance: %s", difference)
