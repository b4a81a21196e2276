"""The tables at a glance: state, dealer, round, pace, alerts; a constant number of queries in the number of tables."""

from collections.abc import Sequence
from typing import Any

from django.db import connection
from django.db.models import Count, Q
from django.db.models.functions import Now

from tables.audit.chain import time_text
from tables.games.registry import GAMES
from tables.games.values import JSON
from tables.models import Alert, Round, RuleChange, Table, TapIn
from tables.models.values import house_rules
from tables.queries.floor.alerts import most_urgent
from tables.queries.tables.matches import newest_matches
from tables.queries.tables.shown import shown_match
from tables.queries.times import moment_text

# Rounds closed in the last hour, counted from when the first of them was opened: a table that began ten minutes ago is
# measured by those, one that has stood still for half an hour by the whole of it. Only the newest rounds are looked at.
PACE = """
SELECT t.id, count(r.id), extract(epoch FROM clock_timestamp() - min(r.opened_at))
FROM tables_table t
JOIN tables_round r ON r.table_id = t.id AND r.number > t.last_round - %s
WHERE t.id = ANY(%s) AND r.state = 'closed' AND r.ended_at > clock_timestamp() - interval '1 hour'
GROUP BY t.id
"""
NEWEST_ROUNDS, FEWEST_ROUNDS = 100, 3
HOUR = 3600

# All that the board shows and no clock can tell; once a minute it is another, because the pace is.
MARK = """
SELECT md5(concat_ws('|', date_trunc('minute', clock_timestamp()),
    (SELECT string_agg(concat_ws('.', t.id, t.version, t.notices), ',' ORDER BY t.id)
     FROM tables_table t WHERE t.casino_id = %(casino)s),
    (SELECT string_agg(tap.id::text, ',' ORDER BY tap.id)
     FROM tables_tapin tap JOIN tables_table t ON t.id = tap.table_id WHERE tap.ended_at IS NULL AND t.casino_id = %(casino)s),
    (SELECT string_agg(a.id::text, ',' ORDER BY a.id)
     FROM tables_alert a WHERE a.casino_id = %(casino)s AND a.acknowledged_at IS NULL),
    (SELECT string_agg(concat_ws('.', c.id, c.state), ',' ORDER BY c.id)
     FROM tables_rulechange c JOIN tables_table t ON t.id = c.table_id
     WHERE c.state IN ('requested', 'approved') AND t.casino_id = %(casino)s),
    (SELECT string_agg(concat_ws('.', d.id, d.locked_at IS NULL, d.seen_at > clock_timestamp() - make_interval(secs => %(silent)s)), ',' ORDER BY d.id)
     FROM tables_tablet d JOIN tables_table t ON t.id = d.table_id WHERE d.revoked_at IS NULL AND t.casino_id = %(casino)s)))
"""


def board_mark(casino_id: int) -> str:
    """What changes whenever the board of a casino does, to ask whether anything has; one query."""
    with connection.cursor() as cursor:
        cursor.execute(MARK, {"casino": casino_id, "silent": Alert.SILENT_AFTER.total_seconds()})
        mark: str = cursor.fetchone()[0]
    return mark


def tables_on_board(*, casinos: Sequence[int] = (), table_id: int | None = None) -> list[JSON]:
    """The tables of these casinos, or one table, by number; of alerts their kinds. Six queries, and one for matches."""
    wanted = Q(pk=table_id) if table_id is not None else Q(casino__in=casinos)
    rows, _house = _board(wanted)
    for row in rows:
        row["alerts"] = list(dict.fromkeys(alert["kind"] for alert in row["alerts"]))
        del row["rules"], row["open_alerts"], row["now"]
    return rows


def board_of(casino_id: int) -> tuple[list[JSON], list[JSON]]:
    """The tables of a casino as the floor sees them, with rules and alerts; and the alerts of the house itself. Six queries, and one for matches."""
    return _board(Q(casino=casino_id))


def _board(wanted: Q) -> tuple[list[JSON], list[JSON]]:
    seated = Count("seatings", filter=Q(seatings__left_at=None))
    matching = Table.objects.filter(wanted).select_related("rules").annotate(players=seated, now=Now())
    tables = list(matching.order_by("casino", "number"))
    ids = [table.pk for table in tables]
    rounds = {row.table_id: row for row in Round.objects.filter(table__in=ids).exclude(state__in=Round.ENDED)}
    tapped_in = TapIn.objects.filter(table__in=ids, ended_at=None).select_related("person")
    dealers = {row.table_id: _dealer(row) for row in tapped_in}
    changes = {
        row.table_id: _change(row) for row in RuleChange.objects.filter(table__in=ids, state__in=RuleChange.OPEN)
    }
    matches = newest_matches([table for table in tables if table.rules and GAMES[table.rules.game].has_matches])
    pace, alerts = _pace(ids), most_urgent({table.casino_id for table in tables})
    rows = []
    for table in tables:
        current, open_alerts = rounds.get(table.pk), alerts.get(table.pk, [])
        rows.append(
            {
                **_row(table),
                "newest_match": shown_match(matches.get(table.pk)),
                "dealer": dealers.get(table.pk),
                "round": _round(current) if current else None,
                "rounds_an_hour": pace.get(table.pk),
                "change": changes.get(table.pk),
                "alerts": open_alerts,
                "open_alerts": open_alerts[0]["open"] if open_alerts else 0,
            }
        )
    return rows, alerts.get(None, [])


def _row(table: Any) -> JSON:
    rules = house_rules(table.rules.document).document() if table.rules else None
    return {
        "now": time_text(table.now),
        "id": table.pk,
        "casino": table.casino_id,
        "number": table.number,
        "state": str(table.state),
        "version": table.version,
        "game": table.rules.game if table.rules else None,
        "rules_version": table.rules.number if table.rules else None,
        "rules": rules,
        "limits": rules["limits"] if rules else None,
        "seat_count": table.seat_count,
        "players": table.players,
        "button": table.button,
        "last_round": table.last_round,
    }


def _pace(ids: list[int]) -> dict[int, int]:
    """Rounds an hour by table; none for a table with too few of them to say (OPS 6.1)."""
    with connection.cursor() as cursor:
        cursor.execute(PACE, [NEWEST_ROUNDS, ids])
        counted = cursor.fetchall()
    return {
        table_id: round(count * HOUR / min(HOUR, max(1, seconds)))
        for table_id, count, seconds in counted
        if count >= FEWEST_ROUNDS
    }


def _dealer(tap_in: TapIn) -> JSON:
    return {"badge": tap_in.person.badge, "name": tap_in.person.name, "since": time_text(tap_in.started_at)}


def _round(current: Round) -> JSON:
    return {
        "number": current.number,
        "state": current.state,
        "designated_player": current.designated_seat,
        "bank": current.bank,
        "opened_at": time_text(current.opened_at),
    }


def _change(change: RuleChange) -> JSON:
    return {
        "id": change.pk,
        "state": str(change.state),
        "requested_by": change.requested_by.badge,
        "due_at": moment_text(change.due_at),
        "expires_at": time_text(change.expires_at),
    }
