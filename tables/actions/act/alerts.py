"""The alerts that an act raises, written in its own transaction (OPS 6)."""

import json
from collections.abc import Iterable, Mapping

from django.db import connection

from tables.actions.act.context import JSON, ActContext
from tables.models import Alert

# Raised again before it is acknowledged, an alert is still one.
RAISE_ALERTS = """
INSERT INTO tables_alert (casino_id, table_id, round_number, kind, subject, details, raised_at)
SELECT %s, %s, alert.round_number, alert.kind, alert.subject, alert.details::jsonb, %s
FROM unnest(%s::text[], %s::text[], %s::text[], %s::bigint[]) AS alert (kind, subject, details, round_number)
ON CONFLICT DO NOTHING
"""


# What a game says of a round that the floor has to look at (OPS 6.1).
KINDS: Mapping[str, Alert.Kind] = {
    "dead_hand": Alert.Kind.DEAD_HAND,
    "limit_overridden": Alert.Kind.OVERRIDE,
    "outside_limits": Alert.Kind.OUTSIDE_LIMITS,
    "cover_short": Alert.Kind.COVER_SHORT,
}


def raise_alerts(context: ActContext) -> None:
    """Write the alerts of an act, in its own transaction."""
    if not context.alerts:
        return
    kinds, subjects, details, rounds = zip(*context.alerts, strict=True)
    documents = [json.dumps(detail) for detail in details]
    table_id = context.table.pk if context.table else None
    values = (
        context.casino.pk,
        table_id,
        context.now,
        [str(kind) for kind in kinds],
        list(subjects),
        documents,
        list(rounds),
    )
    with connection.cursor() as cursor:
        cursor.execute(RAISE_ALERTS, values)


def tell_floor(context: ActContext, number: int, notes: Iterable[JSON]) -> None:
    """Alert the floor to what an act found in a round; one alert for the same seat and amount."""
    for told in notes:
        kind = KINDS.get(told["code"])
        if kind is not None:
            about = [str(told[key]) for key in ("seat", "spot", "amount") if key in told]
            details = {key: value for key, value in told.items() if key != "code"}
            context.alert(kind, "/".join([_at_table(context), str(number), *about]), details, round_number=number)


def tell_stopped(context: ActContext, number: int) -> None:
    """Alert the floor that nobody takes the bank of the coming round: play stops until a player does (OPS 3.3)."""
    context.alert(Alert.Kind.NO_DESIGNATED_PLAYER, f"{_at_table(context)}/{number}", {"coming_round": number})


def _at_table(context: ActContext) -> str:
    return f"table/{context.table.number if context.table else ''}"
