"""Alerts of the floor: acknowledging them, and noticing a tablet that has fallen silent (OPS 6)."""

from datetime import timedelta

from django.db import connection
from django.db.models.functions import Now
from django.utils import timezone

from tables.actions.act.context import ActContext
from tables.actions.act.path import Answer, in_house
from tables.audit.chain import time_text
from tables.errors import NotFound, WrongState
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Alert, Table, Tablet
from tables.policy import Act
from tables.stamp import HouseCall, Stamp

SEEN_EVERY = timedelta(seconds=10)

# A dealer who tapped in at a tablet, at a table none of whose tablets has asked for it since. Acknowledged, it is not told
# again until the tablet has come back and gone once more.
TELL_SILENT = """
INSERT INTO tables_alert (casino_id, table_id, round_number, kind, subject, details, raised_at)
SELECT silent.casino_id, silent.table_id, silent.round, %(kind)s::text, 'table/' || silent.number,
       jsonb_build_object('tablet', silent.tablet, 'dealer', silent.badge, 'since', silent.since_text), clock_timestamp()
FROM (
    SELECT t.casino_id, t.id AS table_id, t.number, open.number AS round, own.label AS tablet, person.badge, heard.since,
           to_char(heard.since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since_text
    FROM tables_tapin tap
    JOIN tables_table t ON t.id = tap.table_id
    JOIN tables_person person ON person.id = tap.person_id
    JOIN tables_tablet own ON own.id = tap.tablet_id
    LEFT JOIN tables_round open ON open.table_id = t.id AND open.state NOT IN ('closed', 'void')
    CROSS JOIN LATERAL (
        SELECT greatest(tap.started_at, max(d.seen_at), max(d.enrolled_at)) AS since
        FROM tables_tablet d WHERE d.table_id = t.id AND d.revoked_at IS NULL
    ) AS heard
    WHERE tap.ended_at IS NULL AND heard.since < clock_timestamp() - make_interval(secs => %(after)s)
) AS silent
WHERE NOT EXISTS (
    SELECT FROM tables_alert told
    WHERE told.casino_id = silent.casino_id AND told.raised_at > silent.since
      AND told.kind = %(kind)s::text AND told.subject = 'table/' || silent.number)
ON CONFLICT DO NOTHING
"""


def acknowledge_alert(*, alert_id: int, stamp: Stamp) -> Answer:
    """Acknowledge an alert by name, as the floor (OPS 6.2); of two at once the second is told who was first."""
    alert = Alert.objects.filter(pk=alert_id).select_related("table").first()
    if alert is None:
        raise NotFound(_("There is no alert %(alert)s."), alert=alert_id)
    return _acknowledge(HouseCall(alert.casino_id, stamp), alert.table, alert=alert.pk)


@in_house(Act.ACKNOWLEDGE_ALERT)
def _acknowledge(context: ActContext, at: Table | None, *, alert: int) -> JSON:
    context.table = at
    row = Alert.objects.select_related("acknowledged_by").get(pk=alert)
    if row.acknowledged_by is not None:
        raise WrongState(_("%(name)s has acknowledged this already."), name=row.acknowledged_by.name)
    row.acknowledged_by_id, row.acknowledged_at = context.stamp.person_id, context.now
    row.save(update_fields=["acknowledged_by", "acknowledged_at"])
    seen = {"alert": row.pk, "kind": row.kind, "subject": row.subject, "raised_at": time_text(row.raised_at)}
    context.record(
        {"before": {"acknowledged": False}, "after": {**seen, "acknowledged": True}}, round_number=row.round_number
    )
    return {"alert": row.pk, "acknowledged_at": time_text(context.now)}


def tablet_asked(tablet: Tablet) -> None:
    """Store when a tablet last asked for its table; a write every ten seconds at most, and no act of anybody (OPS 6.1)."""
    if tablet.seen_at is not None and abs(timezone.now() - tablet.seen_at) < SEEN_EVERY:
        return
    Tablet.objects.filter(pk=tablet.pk).update(seen_at=Now())


def tell_silent_tablets() -> int:
    """Alert the floor where a dealer's tablet has not asked for its table for half a minute; returns how many are new."""
    with connection.cursor() as cursor:
        cursor.execute(
            TELL_SILENT, {"kind": str(Alert.Kind.SILENT_TABLET), "after": Alert.SILENT_AFTER.total_seconds()}
        )
        return int(cursor.rowcount)
