"""Entries of the log for reports: one walk along an index, from where the page before ended, and never a count (AUD 5)."""

import json
import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection

from tables.games.values import JSON
from tables.queries.reports.model import ReportQuery
from tables.queries.times import microseconds_of, moment_at

COLUMNS = ("time", "chain", "sequence", "act", "table", "round", "person", "role", "device", "payload")
CURSOR = re.compile(r"(\d{1,17})\.(\d{1,18})\.(\d{1,9}/(?:house|table/\d{1,5}))", re.ASCII)

# Of a settlement the input is left out: it holds the whole rules.
WALK = """
(SELECT time, chain, sequence, act, "table", round, person, role, device, payload - 'input'
FROM tables_auditentry
WHERE {condition} AND time >= %s AND time < %s AND starts_with(chain, %s) {narrowed}
ORDER BY time DESC, chain DESC, sequence DESC LIMIT %s)
"""
MERGED = "SELECT * FROM ({walks}) AS walks ORDER BY time DESC, chain DESC, sequence DESC LIMIT %s"


class Place(NamedTuple):
    """Where an entry stands, in the order of time."""

    time: datetime
    chain: str
    sequence: int

    @property
    def cursor(self) -> str:
        """The place as it is given out."""
        return f"{microseconds_of(self.time)}.{self.sequence}.{self.chain}"


def read_place(cursor: str | None) -> Place | None:
    """The place that was given out; raises ValueError for any other text."""
    if cursor is None:
        return None
    match = CURSOR.fullmatch(cursor)
    if match is None:
        raise ValueError(cursor)
    return Place(moment_at(int(match[1])), match[3], int(match[2]))


def entries_like(
    conditions: Sequence[tuple[str, Sequence[Any]]], query: ReportQuery, before: Place | None, size: int
) -> list[JSON]:
    """The newest entries that any of the conditions holds for, older than a place; each condition is one walk."""
    narrowed, more = _narrowed(query, before)
    walks, values = [], []
    for condition, needed in conditions:
        walks.append(WALK.format(condition=condition, narrowed=narrowed))
        values += [*needed, query.since, query.until, f"{query.casino.pk}/", *more, size]
    with connection.cursor() as cursor:
        cursor.execute(MERGED.format(walks=" UNION ALL ".join(walks)), [*values, size])
        return [_read(row) for row in cursor.fetchall()]


def place_of(entry: JSON) -> Place:
    """Where an entry stands."""
    return Place(entry["time"], entry["chain"], entry["sequence"])


def _narrowed(query: ReportQuery, before: Place | None) -> tuple[str, list[Any]]:
    text = ""
    values: list[Any] = []
    if query.table is not None:
        text, values = 'AND "table" = %s', [query.table]
    if before is not None:
        text, values = f"{text} AND (time, chain, sequence) < (%s, %s, %s)", [*values, *before]
    return text, values


def _read(row: Sequence[Any]) -> JSON:
    entry = dict(zip(COLUMNS, row, strict=True))
    return {**entry, "payload": json.loads(entry["payload"])}
