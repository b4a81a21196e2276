"""Failed sign-ins by device, and accounts that nobody used for a long time (AUD 7.5)."""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import connection

from tables.audit.chain import time_text
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Tablet
from tables.queries.reports.access import NO_TABLET
from tables.queries.reports.model import Column, Page, Part, ReportQuery
from tables.queries.times import moment_text

UNUSED_FOR = timedelta(days=90)
DEVICE = re.compile(r"-|tablet:\d{1,18}", re.ASCII)
BADGE = re.compile(r"badge:[A-Za-z0-9]{1,16}", re.ASCII)
AFTER_BADGE = "badge:"
NO_DEVICE = "-"

FAILED = """
SELECT coalesce(device, '-') AS place, count(sequence), min(time), max(time),
       array_agg(DISTINCT coalesce(payload ->> 'badge', payload -> 'sent' ->> 'badge', ''))
FROM tables_auditentry
WHERE act IN ('sign_in_failed', 'enrolment_failed') AND time >= %s AND time < %s AND chain = %s
GROUP BY 1 HAVING coalesce(device, '-') > %s ORDER BY 1 LIMIT %s
"""
# Any entry of a person is use of their account: who signs in, taps in, signs, or acts through a program.
UNUSED = """
SELECT person.badge, person.name, array_agg(DISTINCT held.role ORDER BY held.role), min(held.granted_at), used.time
FROM tables_person person
JOIN tables_rolegrant held ON held.person_id = person.id AND held.casino_id = %s AND held.revoked_at IS NULL
LEFT JOIN LATERAL (
    SELECT time FROM tables_auditentry entry
    WHERE entry.person = person.badge AND entry.time < %s AND starts_with(entry.chain, %s)
    ORDER BY time DESC LIMIT 1
) AS used ON TRUE
WHERE person.is_active AND coalesce(used.time, held.granted_at) < %s AND person.badge > %s
GROUP BY person.badge, person.name, used.time ORDER BY person.badge LIMIT %s
"""


def failed_page(query: ReportQuery, cursor: str | None, size: int) -> Page:
    """One page of devices at which a badge, a secret or a code was wrong; two queries. Raises ValueError for a cursor."""
    after = _read_cursor(cursor, DEVICE)
    values = [query.since, query.until, query.casino.chain, after, size + 1]
    found = _rows(FAILED, values)
    shown = found[:size]
    numbers = [int(row[0].partition(":")[2]) for row in shown if row[0] != NO_DEVICE]
    tablets = {
        f"tablet:{tablet.pk}": tablet for tablet in Tablet.objects.filter(pk__in=numbers).select_related("table")
    }
    rows = [_failed(row, tablets.get(row[0])) for row in shown]
    return rows, shown[-1][0] if len(found) > size else None


def _failed(row: Sequence[Any], tablet: Tablet | None) -> JSON:
    place, count, first, last, badges = row
    return {
        "where": tablet.label if tablet else NO_TABLET if place == NO_DEVICE else place,
        "table": tablet.table.number if tablet else None,
        "failed": count,
        "badges": ", ".join(sorted(badge for badge in badges if badge)),
        "from": time_text(first),
        "to": time_text(last),
    }


def unused_page(query: ReportQuery, cursor: str | None, size: int) -> Page:
    """One page of people who hold a role and did nothing in the 90 days before the end of the period; one query."""
    after = _read_cursor(cursor, BADGE).removeprefix(AFTER_BADGE)
    casino = query.casino.pk
    values = [casino, query.until, f"{casino}/", query.until - UNUSED_FOR, after, size + 1]
    found = _rows(UNUSED, values)
    shown = found[:size]
    rows = [
        {"badge": badge, "name": name, "roles": roles, "since": time_text(since), "used": moment_text(used)}
        for badge, name, roles, since, used in shown
    ]
    return rows, f"{AFTER_BADGE}{shown[-1][0]}" if len(found) > size else None


def _read_cursor(cursor: str | None, form: re.Pattern[str]) -> str:
    if cursor is not None and not form.fullmatch(cursor):
        raise ValueError(cursor)
    return cursor or ""


def _rows(query: str, values: list[Any]) -> list[Sequence[Any]]:
    with connection.cursor() as link:
        link.execute(query, values)
        return list(link.fetchall())


FAILURES = Part(
    "failed",
    _("Failed sign-ins by device"),
    (
        Column("where", _("Where"), "word"),
        Column("table", _("Table"), "number"),
        Column("failed", _("Failed"), "number", summed=True),
        Column("badges", _("Badges that were given")),
        Column("from", _("First"), "time"),
        Column("to", _("Last"), "time"),
    ),
    failed_page,
)
UNUSED_ACCOUNTS = Part(
    "unused",
    _("Accounts that nobody used for 90 days"),
    (
        Column("badge", _("Badge")),
        Column("name", _("Name")),
        Column("roles", _("Roles"), "roles"),
        Column("since", _("Given at"), "time"),
        Column("used", _("Used last"), "time"),
    ),
    unused_page,
)
