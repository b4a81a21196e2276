"""What an act shows the floor, written in the act's own transaction (OPS 6)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import connection

from tables.models import Alert

if TYPE_CHECKING:
    from tables.actions._desk import Desk

JSON = dict[str, Any]

# Raised again before somebody has acknowledged it, an alert is still one.
RAISE_ALERTS = """
INSERT INTO tables_alert (casino_id, table_id, round_number, kind, subject, details, raised_at)
SELECT %s, %s, alert.round_number, alert.kind, alert.subject, alert.details::jsonb, %s
FROM unnest(%s::text[], %s::text[], %s::text[], %s::bigint[]) AS alert (kind, subject, details, round_number)
ON CONFLICT DO NOTHING
"""


class NewAlert(NamedTuple):
    """Something that an act shows the floor (OPS 6)."""

    kind: Alert.Kind
    subject: str
    details: JSON
    round_number: int | None


def raise_alerts(desk: Desk) -> None:
    """Show the floor what the act came upon, in the act's own transaction."""
    if not desk.alerts:
        return
    kinds, subjects, details, rounds = zip(*desk.alerts, strict=True)
    told = [json.dumps(detail) for detail in details]
    table_id = desk.table.pk if desk.table else None
    values = (desk.casino.pk, table_id, desk.now, [str(kind) for kind in kinds], list(subjects), told, list(rounds))
    with connection.cursor() as cursor:
        cursor.execute(RAISE_ALERTS, values)
