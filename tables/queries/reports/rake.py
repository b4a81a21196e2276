"""Rake by table, gaming day and method, from the legs of the journal (AUD 5.1, OPS 7.1)."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db import connection

from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import RulesVersion
from tables.queries.reports.model import Column, Page, Part, ReportQuery
from tables.queries.times import gaming_day, gaming_day_of, read_date

DAY = timedelta(days=1)
DAYS_AT_A_TIME = 14
COMMISSION = "commission"
"""The method of a game that takes its share of the winnings."""

# One table and day after the other, each along its own index: of a whole casino the planner expects far more than there is.
RAKE = """
SELECT day.name, table_.number, taken.rules_id, taken.rounds, taken.taken, taken.back
FROM unnest(%s::date[], %s::timestamptz[], %s::timestamptz[]) AS day (name, since, until)
JOIN tables_table table_ ON table_.casino_id = %s AND (%s::integer IS NULL OR table_.number = %s)
CROSS JOIN LATERAL (
    SELECT round.rules_id, count(DISTINCT posting.round_id) AS rounds,
           coalesce(sum(leg.amount) FILTER (WHERE leg.amount > 0), 0) AS taken,
           coalesce(sum(-leg.amount) FILTER (WHERE leg.amount < 0), 0) AS back
    FROM tables_posting posting
    JOIN tables_leg leg ON leg.posting_id = posting.id AND leg.account = 'rake'
    LEFT JOIN tables_round round ON round.id = posting.round_id
    WHERE posting.table_id = table_.id AND posting.posted_at >= day.since AND posting.posted_at < day.until
    GROUP BY round.rules_id
) AS taken
"""


def rake_page(query: ReportQuery, cursor: str | None, _size: int) -> Page:
    """Two weeks of days at a time, the newest first; two queries."""
    days = list(_days(query, cursor))
    shown = days[:DAYS_AT_A_TIME]
    names, since, until = zip(*shown, strict=True) if shown else ((), (), ())
    table = query.table
    with connection.cursor() as found:
        found.execute(RAKE, [list(names), list(since), list(until), query.casino.pk, table, table])
        sums = found.fetchall()
    rows = _by_method(sums)
    return rows, shown[-1][0].isoformat() if len(days) > DAYS_AT_A_TIME else None


def _days(query: ReportQuery, cursor: str | None) -> Iterator[tuple[date, datetime, datetime]]:
    """The gaming days of the period, each as far as it lies in the period, one more than a page needs."""
    before = read_date(cursor) if cursor is not None else None
    if cursor is not None and before is None:
        raise ValueError(cursor)
    first = gaming_day_of(query.casino, query.since)
    last = gaming_day_of(query.casino, query.until - timedelta(microseconds=1))
    day = last if before is None else min(last, before - DAY)
    for number in range(DAYS_AT_A_TIME + 1):
        name = day - number * DAY
        if name < first:
            return
        period = gaming_day(query.casino, name)
        if period.since is not None and period.until is not None:
            yield name, max(period.since, query.since), min(period.until, query.until)


def _by_method(sums: list[tuple[date, int, int | None, int, int, int]]) -> list[JSON]:
    """Versions of the rules that take the same in the same way are one row."""
    versions = RulesVersion.objects.filter(pk__in={row[2] for row in sums if row[2] is not None})
    documents = {version.pk: version.document for version in versions}
    rows: dict[tuple[date, int, Method], JSON] = {}
    for day, table, version, rounds, collected, returned in sums:
        method = _method(documents.get(version or 0, {}))
        row = rows.setdefault((day, table, method), _empty(day, table, method))
        row["rounds"] += rounds
        row["collected"] += int(collected)
        row["returned"] += int(returned)
        row["rake"] += int(collected) - int(returned)
    return [rows[key] for key in sorted(rows, key=lambda key: (-key[0].toordinal(), *key[1:]))]


class Method(NamedTuple):
    """How the house takes its share: minor units, or basis points of the winnings; `designated` is the designated player's."""

    name: str
    rate: int
    designated: int


def _method(document: JSON) -> Method:
    """How the house takes its share under these rules, and how much (HCF 9.4, DRAW 2.8)."""
    terms = document.get("terms", {})
    if "rake" in terms:
        rake = terms["rake"]
        own = rake.get("designated_player_amount")
        return Method(rake["mode"], rake["amount"], rake["amount"] if own is None else own)
    if "commission_bps" in terms:
        return Method(COMMISSION, terms["commission_bps"], 0)
    return Method("none", 0, 0)


def _empty(day: date, table: int, method: Method) -> JSON:
    is_commission = method.name == COMMISSION
    return {
        "day": day.isoformat(),
        "table": table,
        "method": method.name,
        "amount": None if is_commission else method.rate,
        "designated_player_amount": None if is_commission else method.designated,
        "basis_points": method.rate if is_commission else None,
        "rounds": 0,
        "collected": 0,
        "returned": 0,
        "rake": 0,
    }


RAKE_TAKEN = Part(
    "rake",
    _("Rake"),
    (
        Column("day", _("Gaming day"), "date"),
        Column("table", _("Table"), "number"),
        Column("method", _("Method"), "word"),
        Column("amount", _("Amount"), "amount"),
        Column("designated_player_amount", _("Designated player's amount"), "amount"),
        Column("basis_points", _("Basis points"), "number"),
        Column("rounds", _("Rounds"), "number", summed=True),
        Column("collected", _("Collected"), "amount", summed=True),
        Column("returned", _("Given back"), "amount", summed=True),
        Column("rake", _("Rake"), "amount", summed=True),
    ),
    rake_page,
)
