"""Alerts of the floor: acknowledging them, and noticing a tablet that has fallen silent (OPS 6)."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.db import connection
from django.db.models.functions import Now
from django.utils import timezone

from tables.actions.act.context import ActContext
from tables.actions.act.path import Answer, in_house
from tables.audit.chain import time_text
from tables.errors import NotFound, TableError, WrongState
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Alert, Table, Tablet
from tables.policy import Act
from tables.stamp import CommandId, HouseCall, Stamp

SEEN_EVERY = timedelta(seconds=10)

# A dealer who tapped in at a tablet, at a table none of whose tablets has asked for it since. Acknowledged, it is not told
# again until the tablet has come back and gone once more.
SILENT = """
SELECT silent.* FROM (
    SELECT t.casino_id, t.id AS table_id, t.number, open.number AS round, own.label AS tablet, person.badge AS dealer, heard.since
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
    WHERE told.casino_id = silent.casino_id AND (told.raised_at > silent.since OR told.acknowledged_at IS NULL)
      AND told.kind = %(kind)s::text AND told.subject = 'table/' || silent.number)
ORDER BY silent.table_id
"""


class Silence(NamedTuple):
    """A table whose dealer's tablet has not asked for it for too long."""

    casino_id: int
    table_id: int
    number: int
    round: int | None
    tablet: str
    dealer: str
    since: datetime


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
    return sum(_is_told_now(silence) for silence in _silent())


def _is_told_now(silence: Silence) -> bool:
    # A silence is told once, by the moment it began.
    began = int(silence.since.timestamp() * 1_000_000)
    command_id = CommandId.internal("alert", "silent", silence.table_id, began)
    try:
        answer = _tell_silence(HouseCall(silence.casino_id, Stamp.of_system(command_id)), table=silence.number)
    except TableError:
        # It has asked meanwhile, or the dealer has tapped out: the lock tells, not the list.
        return False
    return not answer.replayed


@in_house(Act.RAISE_ALERT)
def _tell_silence(context: ActContext, *, table: int) -> JSON:
    """Under the lock it is still silent; the alert is an entry like that of any act (AUD 1.2, 6.1)."""
    silence = next((one for one in _silent() if (one.casino_id, one.number) == (context.casino.pk, table)), None)
    if silence is None:
        raise WrongState(_("The tablet of table %(table)s has asked for it meanwhile."), table=table)
    context.table = Table.objects.get(pk=silence.table_id)
    since = silence.since.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    details = {"tablet": silence.tablet, "dealer": silence.dealer, "since": since}
    context.alert(Alert.Kind.SILENT_TABLET, f"table/{table}", details, round_number=silence.round)
    context.record({"kind": str(Alert.Kind.SILENT_TABLET), **details}, round_number=silence.round)
    return {}


def _silent() -> list[Silence]:
    with connection.cursor() as cursor:
        cursor.execute(SILENT, {"kind": str(Alert.Kind.SILENT_TABLET), "after": Alert.SILENT_AFTER.total_seconds()})
        return [Silence(*row) for row in cursor.fetchall()]
