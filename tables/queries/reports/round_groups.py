"""How many rounds went otherwise than planned: by dealer, by table, by who signed, and by pairs of people (AUD 7.2)."""

from typing import Any

from django.db import connection

from tables.audit.chain import time_text
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.queries.reports.model import Column, Page, Part, ReportQuery
from tables.queries.reports.rounds import bet_conditions, round_conditions

COUNTS = """
SELECT round.{by}, count(round.id), count(round.id) FILTER (WHERE round.corrections > 0),
       count(round.id) FILTER (WHERE round.void_reason <> ''), count(round.id) FILTER (WHERE round.overridden_by <> ''),
       count(round.id) FILTER (WHERE round.disputes > 0)
FROM tables_searchedround round WHERE {conditions} GROUP BY round.{by} ORDER BY 3 DESC, 4 DESC, 2 DESC, 1
"""
# Each kind has an index of those rounds alone.
SIGNED = """
SELECT 'correction' AS what, round.corrected_by AS signer, round.dealer, round.time
FROM tables_searchedround round WHERE {conditions} AND round.corrections > 0
UNION ALL SELECT 'void', round.voided_by, round.dealer, round.time
FROM tables_searchedround round WHERE {conditions} AND round.void_reason <> ''
UNION ALL SELECT 'override', round.overridden_by, round.dealer, round.time
FROM tables_searchedround round WHERE {conditions} AND round.overridden_by <> ''
"""
BY_SIGNER = """
SELECT signer, count(time) FILTER (WHERE what = 'correction'), count(time) FILTER (WHERE what = 'void'),
       count(time) FILTER (WHERE what = 'override'), count(DISTINCT dealer)
FROM ({signed}) AS signed GROUP BY signer ORDER BY count(time) DESC, 1
"""
PAIRS = """
SELECT what, asked, approved, count(time), max(time) FROM (
    SELECT what, dealer AS asked, signer AS approved, time FROM ({signed}) AS signed
    UNION ALL
    SELECT 'rule_change', asked.badge, approved.badge, change.decided_at FROM tables_rulechange change
    JOIN tables_table at_table ON at_table.id = change.table_id
    JOIN tables_person asked ON asked.id = change.requested_by_id
    JOIN tables_person approved ON approved.id = change.decided_by_id
    WHERE at_table.casino_id = %(casino)s AND change.decided_at >= %(since)s AND change.decided_at < %(until)s
      AND change.due_at IS NOT NULL AND (%(number)s::integer IS NULL OR at_table.number = %(number)s)
    UNION ALL
    SELECT 'staff_change', asked.badge, approved.badge, change.decided_at FROM tables_staffchange change
    JOIN tables_person asked ON asked.id = change.requested_by_id
    JOIN tables_person approved ON approved.id = change.decided_by_id
    WHERE change.casino_id = %(casino)s AND change.decided_at >= %(since)s AND change.decided_at < %(until)s
      AND change.state = 'confirmed' AND %(number)s::integer IS NULL
) AS pairs GROUP BY what, asked, approved ORDER BY count(time) DESC, max(time) DESC, 1, 2, 3 LIMIT %(size)s
"""
OF_BETS = "round.id IN (SELECT bet.round_id FROM tables_searchedbet bet WHERE {bets})"
APPROVED = ("rule_change", "staff_change")
"""What two people do together, beside what they do about rounds."""
MOST_PAIRS = 500


def by_dealer_page(query: ReportQuery, cursor: str | None, _size: int) -> Page:
    """One row a dealer whose rounds they were, those with most corrections first; one query."""
    _refuse(cursor)
    return _counts(query, "dealer"), None


def by_table_page(query: ReportQuery, cursor: str | None, _size: int) -> Page:
    """One row a table; one query."""
    _refuse(cursor)
    return _counts(query, "table"), None


def by_signer_page(query: ReportQuery, cursor: str | None, _size: int) -> Page:
    """One row a person who answers for a correction, a void round or an override; one query."""
    _refuse(cursor)
    conditions, values = _conditions(query)
    names = ("signed_by", "corrected", "void", "overridden", "dealers")
    rows = _rows(BY_SIGNER.format(signed=SIGNED.format(conditions=conditions)), values)
    return [{**dict(zip(names, row, strict=True)), "signed_by": row[0] or None} for row in rows], None


def pairs_page(query: ReportQuery, cursor: str | None, _size: int) -> Page:
    """One row a pair of people: whose round it was or who asked, and who signed or approved; one query."""
    _refuse(cursor)
    conditions, values = _conditions(query)
    text = PAIRS.format(signed=SIGNED.format(conditions=conditions))
    rows = _rows(text, {**values, "number": query.table, "size": MOST_PAIRS})
    return [
        {"what": what, "asked_by": asked or None, "approved_by": approved or None, "times": times, "newest": at}
        for what, asked, approved, times, newest in rows
        for at in [time_text(newest)]
    ], None


def _refuse(cursor: str | None) -> None:
    """Raise ValueError for a place: these lists are one page."""
    if cursor is not None:
        raise ValueError(cursor)


def _counts(query: ReportQuery, by: str) -> list[JSON]:
    conditions, values = _conditions(query)
    names = (by, "rounds", "corrected", "void", "overridden", "disputed")
    rows = _rows(COUNTS.format(by=f'"{by}"', conditions=conditions), values)
    return [{**dict(zip(names, row, strict=True)), by: row[0] or None} for row in rows]


def _conditions(query: ReportQuery) -> tuple[str, dict[str, Any]]:
    conditions, values = round_conditions(query)
    if query.rounds.is_of_bets:
        bets, of_bets = bet_conditions(query)
        conditions.append(OF_BETS.format(bets=" AND ".join(bets)))
        values |= of_bets
    return " AND ".join(conditions), values


def _rows(text: str, values: dict[str, Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(text, values)
        return list(cursor.fetchall())


_OTHERWISE = (
    Column("corrected", _("Corrected"), "number", summed=True),
    Column("void", _("Void"), "number", summed=True),
    Column("overridden", _("Limit overridden"), "number", summed=True),
)
_COUNTED = (
    Column("rounds", _("Rounds"), "number", summed=True),
    *_OTHERWISE,
    Column("disputed", _("Disputed"), "number", summed=True),
)
BY_DEALER = Part(
    "by_dealer", _("By dealer whose round it was"), (Column("dealer", _("Dealer"), "badge"), *_COUNTED), by_dealer_page
)
BY_TABLE = Part("by_table", _("By table"), (Column("table", _("Table"), "number"), *_COUNTED), by_table_page)
SIGNERS = Part(
    "by_signer",
    _("By who signed"),
    (Column("signed_by", _("Signed by"), "badge"), *_OTHERWISE, Column("dealers", _("Different dealers"), "number")),
    by_signer_page,
)
PAIRS_OF_PEOPLE = Part(
    "pairs",
    _("Pairs of people"),
    (
        Column("what", _("What"), "word"),
        Column("asked_by", _("Asked by, or whose round it was"), "badge"),
        Column("approved_by", _("Approved or signed by"), "badge"),
        Column("times", _("Times"), "number", summed=True),
        Column("newest", _("Newest"), "time"),
    ),
    pairs_page,
)
