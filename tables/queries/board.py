"""The tables at a glance: state, dealer, round; a constant number of queries in the number of tables."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, Q

from tables.audit.chain import time_text
from tables.models import Round, Table, TapIn

JSON = dict[str, Any]


def tables_on_board(*, casinos: Sequence[int] = (), table_id: int | None = None) -> list[JSON]:
    """The tables of these casinos, or one table, by number; three queries."""
    wanted = Q(pk=table_id) if table_id is not None else Q(casino__in=casinos)
    seated = Count("seatings", filter=Q(seatings__left_at=None))
    tables = list(
        Table.objects.filter(wanted).select_related("rules").annotate(players=seated).order_by("casino", "number")
    )
    numbers = [table.pk for table in tables]
    rounds = {row.table_id: row for row in Round.objects.filter(table__in=numbers).exclude(state__in=Round.ENDED)}
    tapped_in = TapIn.objects.filter(table__in=numbers, ended_at=None).select_related("person")
    dealers = {row.table_id: row for row in tapped_in}
    return [_row(table, dealers.get(table.pk), rounds.get(table.pk)) for table in tables]


def _row(table: Any, dealer: TapIn | None, current: Round | None) -> JSON:
    return {
        "id": table.pk,
        "casino": table.casino_id,
        "number": table.number,
        "state": str(table.state),
        "version": table.version,
        "game": table.rules.game if table.rules else None,
        "rules_version": table.rules.number if table.rules else None,
        "limits": table.rules.document["limits"] if table.rules else None,
        "seat_count": table.seat_count,
        "players": table.players,
        "button": table.button,
        "dealer": _dealer(dealer) if dealer else None,
        "round": _round(current) if current else None,
    }


def _dealer(tap_in: TapIn) -> JSON:
    return {"badge": tap_in.person.badge, "name": tap_in.person.name, "since": time_text(tap_in.started_at)}


def _round(current: Round) -> JSON:
    return {
        "number": current.number,
        "state": current.state,
        "designated_player": current.designated_seat,
        "opened_at": time_text(current.opened_at),
    }
