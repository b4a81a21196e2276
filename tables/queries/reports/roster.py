"""Who dealt where, with which licence and for how long (AUD 7.5)."""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from tables.audit.chain import time_text
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import TapIn
from tables.queries.reports.model import Column, Page, Part, ReportQuery, row_before
from tables.queries.times import moment_text

LONGEST_AT_A_TABLE = timedelta(hours=3)
MINUTE = timedelta(minutes=1)


def roster_page(query: ReportQuery, cursor: str | None, size: int) -> Page:
    """One page of dealers who were tapped in at any time of the period, the newest first; one query."""
    wanted = TapIn.objects.filter(
        Q(ended_at=None) | Q(ended_at__gte=query.since),
        table__casino=query.casino,
        started_at__lt=query.until,
        pk__lt=row_before(cursor),
    ).select_related("person", "table")
    if query.table is not None:
        wanted = wanted.filter(table__number=query.table)
    found = list(wanted.order_by("-pk")[: size + 1])
    shown = found[:size]
    return [_row(row) for row in shown], str(shown[-1].pk) if len(found) > size else None


def _row(row: TapIn) -> JSON:
    """A dealer who is still there is counted up to now."""
    long = (row.ended_at or timezone.now()) - row.started_at
    return {
        "table": row.table.number,
        "badge": row.person.badge,
        "name": row.person.name,
        "licence": row.person.licence,
        "from": time_text(row.started_at),
        "to": moment_text(row.ended_at),
        "minutes": long // MINUTE,
        "over": "yes" if long > LONGEST_AT_A_TABLE else "no",
    }


ROSTER = Part(
    "roster",
    _("Who dealt where"),
    (
        Column("table", _("Table"), "number"),
        Column("badge", _("Badge")),
        Column("name", _("Name")),
        Column("licence", _("Licence")),
        Column("from", _("From"), "time"),
        Column("to", _("Until"), "time"),
        Column("minutes", _("Minutes"), "number", summed=True),
        Column("over", _("Over three hours at the table"), "word"),
    ),
    roster_page,
)
