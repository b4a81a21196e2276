"""Background work: thin entries that call one act or one query each; casino/celery.py tells when they run."""

from celery import shared_task
from django.core.management import call_command


@shared_task
def clear_expired_sessions() -> None:
    """Remove the sessions that have run out."""
    call_command("clearsessions")
