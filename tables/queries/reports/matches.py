"""The matches that ended in a period: who won, how, after how many hands, and what changed hands (DRAW 1.13, AUD 5.1)."""

import re
from typing import Any

from django.db.models import Count, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import Match, Settlement
from tables.models.values import match_of
from tables.queries.reports.model import Column, Page, Part, ReportQuery
from tables.queries.times import microseconds_of, moment_at, moment_text

CURSOR = re.compile(r"(\d{1,17})\.(\d{1,18})", re.ASCII)


def matches_page(query: ReportQuery, cursor: str | None, size: int) -> Page:
    """The newest first; one query."""
    wanted = Q(table__casino=query.casino, ended_at__gte=query.since, ended_at__lt=query.until)
    if query.table is not None:
        wanted &= Q(table__number=query.table)
    # A match that has ended is not changed: what was corrected of its rounds since is counted beside it (DRAW 1.13).
    since = Settlement.objects.filter(
        round__table=OuterRef("table"),
        round__number__range=(OuterRef("first_round"), OuterRef("last_round")),
        settled_at__gt=OuterRef("ended_at"),
        version__gt=1,
    )
    counted = since.order_by().values("round__table").annotate(count=Count("pk")).values("count")
    matches = (
        Match.objects.filter(wanted, _beyond(cursor))
        .select_related("table")
        .annotate(corrected=Coalesce(Subquery(counted), 0))
    )
    rows = list(matches.order_by(F("ended_at").desc(), F("pk").desc())[: size + 1])
    shown = rows[:size]
    return [_match(row) for row in shown], _cursor(shown[-1]) if len(rows) > size else None


def _beyond(cursor: str | None) -> Q:
    if cursor is None:
        return Q()
    found = CURSOR.fullmatch(cursor)
    if found is None:
        raise ValueError(cursor)
    moment = moment_at(int(found[1]))
    return Q(ended_at__lt=moment) | Q(ended_at=moment, pk__lt=int(found[2]))


def _cursor(row: Any) -> str:
    return f"{microseconds_of(row.ended_at)}.{row.pk}"


def _match(row: Any) -> JSON:
    match = match_of(row)
    return {
        "table": row.table.number,
        "match": match.number,
        "ended_at": moment_text(match.ended_at),
        "minutes": match.seconds // 60,
        "hands": match.hands,
        "rounds": f"{match.first_round}\N{EN DASH}{match.last_round}",
        "seats": ", ".join(map(str, match.seats)),
        "how": match.how,
        "winner": match.winner_seat,
        "moved": match.moved,
        "corrected": row.corrected,
    }


MATCHES = Part(
    "matches",
    _("Matches"),
    (
        Column("ended_at", _("Ended"), "time"),
        Column("table", _("Table"), "number"),
        Column("match", _("Match"), "number"),
        Column("seats", _("Seats")),
        Column("how", _("How it ended"), "word"),
        Column("winner", _("Won by seat"), "number"),
        Column("hands", _("Hands"), "number", summed=True),
        Column("moved", _("Changed hands"), "amount"),
        Column("corrected", _("Corrections since"), "number"),
        Column("minutes", _("Minutes"), "number"),
        Column("rounds", _("Rounds")),
    ),
    matches_page,
)
