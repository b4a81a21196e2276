"""The clock of an action, as a test wants it however slow the machine is (DRAW 2.7).

A clock counts as watched while its last beat is not older than five seconds, and a slow machine may need longer than that from
one line of a test to the next. So a beat of the tests lies ahead of the time: no scan takes the pause for an outage.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple
from unittest.mock import patch

from django.db.models import F
from django.utils import timezone

from tables.actions.act.outcomes import CLOCK
from tables.models import AuditEntry, Heartbeat, Round, Table
from tables.queries.audit.rebuild.compare import unlike_the_log
from tables.rebuild.entries import Entry
from tables.rebuild.table import TableFold

HOUR = timedelta(hours=1)


class Moved(NamedTuple):
    """A clock that a test moved after an entry, which no entry of the log tells of."""

    chain: str
    sequence: int
    deadline: datetime | None
    clock_from: datetime | None


MOVED: list[Moved] = []
"""What this test moved so far; the next begins with none."""


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
    round_ = Round.objects.select_related("table").get(pk=round_.pk)
    newest = AuditEntry.objects.filter(chain=round_.table.chain).latest("sequence")
    MOVED.append(Moved(round_.table.chain, newest.sequence, round_.deadline, round_.clock_from))


def rows_unlike_the_log(table: Table) -> list[str]:
    """What the comparison says of a table (AUD 6.1), told of the clocks that were moved here."""
    take = TableFold.take

    def taken(fold: TableFold, entry: Entry) -> None:
        """Take an entry in, and what was moved after it."""
        take(fold, entry)
        for moved in MOVED:
            if (moved.chain, moved.sequence) == entry[:2] and fold.table.round is not None:
                round_ = replace(fold.table.round, deadline=moved.deadline, clock_from=moved.clock_from)
                fold.table = replace(fold.table, round=round_)

    with patch.object(TableFold, "take", taken):
        return [str(finding) for finding in unlike_the_log(table)]


def run_out(number: int = 1) -> None:
    """Let the time of the player to act be up."""
    late_by(number, timedelta(seconds=1))
