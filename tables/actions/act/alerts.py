"""What an act shows the floor, written in the act's own transaction (OPS 6)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import connection

from tables.games.values import Outcome
from tables.models import Alert

if TYPE_CHECKING:
    from tables.actions.act.path import Desk

JSON = dict[str, Any]

# Raised again before somebody has acknowledged it, an alert is still one.
RAISE_ALERTS = """
INSERT INTO tables_alert (casino_id, table_id, round_number, kind, subject, details, raised_at)
SELECT %s, %s, alert.round_number, alert.kind, alert.subject, alert.details::jsonb, %s
FROM unnest(%s::text[], %s::text[], %s::text[], %s::bigint[]) AS alert (kind, subject, details, round_number)
ON CONFLICT DO NOTHING
"""


# What a game says of a round, as far as somebody of the floor has to look at it (OPS 6.1).
KINDS: Mapping[str, Alert.Kind] = {
    "dead_hand": Alert.Kind.DEAD_HAND,
    "limit_overridden": Alert.Kind.OVERRIDE,
    "outside_limits": Alert.Kind.OUTSIDE_LIMITS,
    "cover_short": Alert.Kind.COVER_SHORT,
}


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


def tell_floor(desk: Desk, number: int, step: Outcome) -> None:
    """Show the floor what an act brought to light in a round; told again of the same seat and amount, it is one alert."""
    for told in (*step.flags, *step.warnings):
        kind = KINDS.get(told["code"])
        if kind is not None:
            about = [str(told[key]) for key in ("seat", "spot", "amount") if key in told]
            details = {key: value for key, value in told.items() if key != "code"}
            desk.alert(kind, "/".join([_at_table(desk), str(number), *about]), details, round_number=number)


def tell_stopped(desk: Desk, number: int) -> None:
    """Show the floor that nobody takes the bank of the coming round: play stops until somebody does (OPS 3.3)."""
    desk.alert(Alert.Kind.NO_DESIGNATED_PLAYER, f"{_at_table(desk)}/{number}", {"coming_round": number})


def _at_table(desk: Desk) -> str:
    return f"table/{desk.table.number if desk.table else ''}"
