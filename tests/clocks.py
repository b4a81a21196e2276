"""The clock of an action, as a test wants it however slow the machine is (DRAW 2.7).

A clock counts as watched while its last beat is not older than five seconds, and a slow machine may need longer than that from
one line of a test to the next. So a beat of the tests lies ahead of the time: no scan takes the pause for an outage.
"""

from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from tables.actions.act.outcomes import CLOCK
from tables.models import AuditEntry, Heartbeat, Round

HOUR = timedelta(hours=1)


def watched() -> None:
    """Let the clock have been watched for an hour, and be watched for one more."""
    now = timezone.now()
    Heartbeat.objects.update_or_create(name=CLOCK, defaults={"since": now - HOUR, "beat_at": now + HOUR})


def unwatched(seconds: int = 9) -> None:
    """Let nobody have looked at the clock for so long: the next scan takes it for an outage."""
    Heartbeat.objects.update(beat_at=timezone.now() - timedelta(seconds=seconds))


def late_by(number: int, time: timedelta) -> None:
    """Let the deadline of a round have passed so long ago, or be so far ahead where the time is below zero."""
    round_ = Round.objects.get(number=number)
    assert round_.deadline is not None
    back = round_.deadline - AuditEntry.objects.latest("time").time + time
    Round.objects.filter(pk=round_.pk).update(deadline=F("deadline") - back, clock_from=F("clock_from") - back)


def run_out(number: int = 1) -> None:
    """Let the time of the player to act be up."""
    late_by(number, timedelta(seconds=1))
