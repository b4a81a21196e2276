"""What needs the floor: listed, and table by table with the most urgent first (OPS 6)."""

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import connection

from tables.audit.chain import time_text
from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Alert
from tables.queries.floor.documents import AlertDocument
from tables.queries.paging import Page, Period
from tables.queries.people import person_or_nobody
from tables.queries.times import moment_text

Kind = Alert.Kind

# What has stopped play comes first, then what keeps people waiting, then money, then what has only to be known.
URGENCY = (
    *(Kind.NO_DESIGNATED_PLAYER, Kind.SILENT_TABLET, Kind.DISPUTE, Kind.COVER_SHORT, Kind.OUTSIDE_LIMITS),
    *(Kind.WITNESS_REFUSED, Kind.CHANGED_SOURCE),
    *(Kind.DEAD_HAND, Kind.CORRECTION, Kind.OWED, Kind.OVERRIDE, Kind.REFUSED),
)
OPEN, ACKNOWLEDGED = "open", "acknowledged"
STATES = (OPEN, ACKNOWLEDGED)
MOST_A_TABLE = 20
ALWAYS = Period()

# The alerts of the house that stand at no table are those of the table NULL.
MOST_URGENT = """
SELECT id, table_id, kind, round_number, details, raised_at, open FROM (
    SELECT a.*, count(*) OVER (PARTITION BY a.table_id) AS open,
           row_number() OVER (PARTITION BY a.table_id ORDER BY array_position(%s::text[], a.kind::text), a.id) AS place
    FROM tables_alert a WHERE a.casino_id = ANY(%s) AND a.acknowledged_at IS NULL
) AS ranked WHERE place <= %s ORDER BY table_id, place
"""


class AlertFilter(NamedTuple):
    """Which alerts are asked for; None is any."""

    table_id: int | None = None
    kind: str | None = None
    state: str | None = None

    @property
    def filters(self) -> JSON:
        """The same, for the database."""
        conditions = {"table": self.table_id, "kind": self.kind}
        wanted = {name: value for name, value in conditions.items() if value is not None}
        return wanted if self.state is None else {**wanted, "acknowledged_at__isnull": self.state == OPEN}


def alerts_of(casinos: Sequence[int], filter_: AlertFilter, page: Page, period: Period = ALWAYS) -> JSON:
    """One page of the alerts of these casinos, newest first, and where the next page starts; one query."""
    narrowed = {**filter_.filters, **page.on("pk"), **period.on("raised_at")}
    rows = Alert.objects.filter(casino__in=casinos, **narrowed)
    shown, following = page.cut(rows.select_related("table", "acknowledged_by").order_by("-pk"))
    return {"alerts": [_alert(row) for row in shown], "next": following}


def alert_place(alert_id: int) -> tuple[int, int | None]:
    """The casino of an alert, and its table if it has one; raises NotFound."""
    place = Alert.objects.filter(pk=alert_id).values_list("casino", "table").first()
    if place is None:
        raise NotFound(_("There is no alert %(alert)s."), alert=alert_id)
    return place


def most_urgent(casinos: Iterable[int]) -> dict[int | None, list[JSON]]:
    """What nobody has acknowledged, by table, the most urgent first and no more than fit a page; one query.

    `open` of each says how many there are at its table.
    """
    by_table: dict[int | None, list[JSON]] = {}
    with connection.cursor() as cursor:
        cursor.execute(MOST_URGENT, [[str(kind) for kind in URGENCY], list(casinos), MOST_A_TABLE])
        names = [column.name for column in cursor.description]
        for row in cursor.fetchall():
            alert = dict(zip(names, row, strict=True))
            alert["details"] = json.loads(alert["details"])
            by_table.setdefault(alert["table_id"], []).append(alert)
    return by_table


def _alert(alert: Alert) -> AlertDocument:
    return {
        "id": alert.pk,
        "table_id": alert.table_id,
        "table": alert.table.number if alert.table else None,
        "round": alert.round_number,
        "kind": alert.kind,
        "details": alert.details,
        "raised_at": time_text(alert.raised_at),
        "acknowledged_by": person_or_nobody(alert.acknowledged_by),
        "acknowledged_at": moment_text(alert.acknowledged_at),
    }
