"""What needs the floor: what its addresses take and answer."""

from collections.abc import Mapping

from tables.api.openapi.components import ALERT_KIND
from tables.api.openapi.operation import Operation, house_act, query
from tables.api.openapi.shapes import TEXT, TIME, WHOLE, many, one_of, or_null, record, ref
from tables.queries.floor.alerts import STATES

ALERTS: Mapping[str, Operation] = {
    "list_alerts": Operation(
        "floor",
        "What needs the floor, newest first",
        record(alerts=many(ref("Alert")), next=or_null(TEXT)),
        listed=True,
        filters=(
            query("table", {**WHOLE, "minimum": 1}, "At the table of this id."),
            query("kind", ALERT_KIND, "Of this kind."),
            query("state", one_of(*STATES), "Not acknowledged yet, or acknowledged."),
        ),
        more="For the floor of the casino, and for compliance.",
    ),
    "acknowledge_alert": house_act(
        "floor",
        "Say that the floor has seen it",
        record(alert=WHOLE, acknowledged_at=TIME),
        more="Once: the second is told who was first (`wrong_state`). It moves no version of a table.",
    ),
}
