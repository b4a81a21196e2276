"""The audit log as it is looked through: filters, and pages that start where another ended, never a count (AUD 1, LOOK 3).

Every page is found by walks along an index, each in the order of time and each no longer than the page: one a person, else
one an act, else one a chain, else one along all of time. The database merges them.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, cast

from django.db import connection

from tables.audit.chain import HASHED_FIELDS, time_text
from tables.models import AuditEntry, ChainHead
from tables.queries.paging import Period
from tables.queries.tables.round_documents import EntryDocument

HOUSE = 0
"""The house chain, where tables are named by their numbers."""


class Place(NamedTuple):
    """Where a page starts: beyond this entry, in the order of time, chain and sequence."""

    time: datetime
    chain: str
    sequence: int


@dataclass(frozen=True, slots=True)
class LogFilter:
    """What is looked for; what is empty is not asked for."""

    casino_id: int
    period: Period = field(default_factory=Period)
    tables: Sequence[int] = ()
    """Numbers of tables, `HOUSE` for the house chain."""
    acts: Sequence[str] = ()
    people: Sequence[str] = ()
    """Badges."""
    round: int | None = None


@dataclass(frozen=True, slots=True)
class LogPage:
    """Entries, newest first, and the places where the older and the newer ones begin, where there are any."""

    entries: Sequence[EntryDocument]
    older: Place | None
    newer: Place | None


# Within a chain time never falls, so the place of a moment is found by halving, along the primary key.
BOUND = """(WITH RECURSIVE search (low, high) AS (
    SELECT 1::bigint, head.sequence + 1
    UNION ALL
    SELECT CASE WHEN earlier THEN middle + 1 ELSE low END, CASE WHEN earlier THEN high ELSE middle END
    FROM (SELECT low, high, (low + high) / 2 AS middle, coalesce((
              SELECT (entry.time, entry.chain, entry.sequence) < (%s, %s, %s) FROM tables_auditentry entry
              WHERE entry.chain = head.chain AND entry.sequence = (low + high) / 2), FALSE) AS earlier
          FROM search WHERE low < high) AS step
) SELECT max(low) FROM search)"""

WALK_OF_CHAIN = """
SELECT found.time, found.chain, found.sequence FROM tables_chainhead head CROSS JOIN LATERAL (
    SELECT time, chain, sequence FROM tables_auditentry
    WHERE chain = head.chain AND sequence >= {least} AND sequence < {most} ORDER BY sequence {order} LIMIT %s
) AS found WHERE head.chain = ANY(%s)"""

WALK = """(SELECT time, chain, sequence FROM tables_auditentry
WHERE {conditions} ORDER BY time {order}, chain {order}, sequence {order} LIMIT %s)"""

PAGE = """
WITH keys AS MATERIALIZED (
    SELECT * FROM ({walks}) AS walks ORDER BY time {order}, chain {order}, sequence {order} LIMIT %s
)
SELECT entry.* FROM keys JOIN tables_auditentry entry USING (chain, sequence)
ORDER BY entry.time DESC, entry.chain DESC, entry.sequence DESC
"""

FIELDS = (*HASHED_FIELDS, "hash")

Statement = tuple[str, list[Any]]


def log_page(wanted: LogFilter, *, size: int = 50, before: Place | None = None, after: Place | None = None) -> LogPage:
    """One page of the log: the newest entries, those older than a place, or those newer than one; two queries."""
    forward = after is not None and before is None
    chains = chains_of(wanted.casino_id, wanted.tables)
    text, values = _page(wanted, chains, size + 1, after if forward else before, forward=forward)
    with connection.cursor() as cursor:
        cursor.execute(text, values)
        rows = [_read(row) for row in cursor.fetchall()]
    more = len(rows) > size
    # The one row beyond the page only tells that there are more.
    shown = (rows[1:] if forward else rows[:size]) if more else rows
    older = more or forward
    newer = more if forward else before is not None
    return LogPage(
        [entry_row(row) for row in shown],
        _place(shown[-1]) if shown and older else None,
        _place(shown[0]) if shown and newer else None,
    )


def log_entry(chain: str, sequence: int) -> tuple[EntryDocument, str | None, bool] | None:
    """An entry, the hash of the one before it, and whether it is the last; None if there is none. One query."""
    near = AuditEntry.objects.filter(chain=chain, sequence__in=(sequence - 1, sequence, sequence + 1))
    by_sequence = {entry.sequence: entry for entry in near}
    if sequence not in by_sequence:
        return None
    before = by_sequence.get(sequence - 1)
    return entry_row(by_sequence[sequence]), before.hash if before else None, sequence + 1 not in by_sequence


def chains_of(casino_id: int, tables: Sequence[int] = ()) -> list[str]:
    """The chains of a casino, or those of some of its tables; one query."""
    known = ChainHead.objects.filter(chain__startswith=f"{casino_id}/").values_list("chain", flat=True)
    named = {f"{casino_id}/house" if table == HOUSE else f"{casino_id}/table/{table}" for table in tables}
    return sorted(chain for chain in known if not named or chain in named)


def entry_row(entry: AuditEntry) -> EntryDocument:
    """An entry as it was hashed."""
    row = {field: getattr(entry, field) for field in FIELDS}
    return cast(EntryDocument, {**row, "time": time_text(entry.time)})


def _page(wanted: LogFilter, chains: list[str], most: int, place: Place | None, *, forward: bool) -> Statement:
    order = "ASC" if forward else "DESC"
    walks = _walks(wanted, chains, most, place, forward=forward)
    text = PAGE.format(
        walks=" UNION ALL ".join(text for text, _values in walks),
        order=order,
        columns=", ".join(f'entry."{field}"' for field in FIELDS),
    )
    return text, [value for _text, values in walks for value in values] + [most]


def _walks(wanted: LogFilter, chains: list[str], most: int, place: Place | None, *, forward: bool) -> list[Statement]:
    """The walks that together hold every entry of the page."""
    narrowed = bool(wanted.people or wanted.acts or wanted.round is not None)
    if wanted.tables and not narrowed:
        return [_walk_of_chains(wanted.period, chains, most, place, forward=forward)]
    common: list[Statement] = [("chain = ANY(%s)", [chains]), *_in_time(wanted.period, place, forward=forward)]
    if wanted.round is not None:
        common.append(("round = %s", [wanted.round]))
    if wanted.people:
        if wanted.acts:
            common.append(("act = ANY(%s)", [list(wanted.acts)]))
        starts: list[list[Statement]] = [[("person = %s", [person])] for person in wanted.people]
    else:
        starts = [[("act = %s", [act])] for act in wanted.acts] or [[]]
    return [_walk([*start, *common], most, forward=forward) for start in starts]


def _walk(conditions: Sequence[Statement], most: int, *, forward: bool) -> Statement:
    text = WALK.format(
        conditions=" AND ".join(text for text, _values in conditions), order="ASC" if forward else "DESC"
    )
    return text, [value for _text, values in conditions for value in values] + [most]


def _in_time(period: Period, place: Place | None, *, forward: bool) -> list[Statement]:
    conditions: list[Statement] = []
    if period.since is not None:
        conditions.append(("time >= %s", [period.since]))
    if period.until is not None:
        conditions.append(("time < %s", [period.until]))
    if place is not None:
        conditions.append((f"(time, chain, sequence) {'>' if forward else '<'} (%s, %s, %s)", list(place)))
    return conditions


def _walk_of_chains(period: Period, chains: list[str], most: int, place: Place | None, *, forward: bool) -> Statement:
    """Along each chain by its sequence, between the bounds of the period and of the page."""
    least, greatest = [_moment(period.since)], [_moment(period.until)]
    if place is not None:
        # The first entry that is not before the place: itself, which a page beyond it leaves out.
        (least if forward else greatest).append(place if not forward else place._replace(sequence=place.sequence + 1))
    lower = [bound for bound in least if bound is not None]
    upper = [bound for bound in greatest if bound is not None]
    text = WALK_OF_CHAIN.format(
        least=f"greatest({', '.join(['1', *(BOUND for _bound in lower)])})",
        most=f"least({', '.join(['head.sequence + 1', *(BOUND for _bound in upper)])})",
        order="ASC" if forward else "DESC",
    )
    return text, [*(part for bound in (*lower, *upper) for part in bound), most, chains]


def _moment(moment: datetime | None) -> Place | None:
    """A moment as a place before every entry of that time."""
    return None if moment is None else Place(moment, "", 0)


def _read(row: Sequence[Any]) -> AuditEntry:
    """An entry from its columns; the payload comes as text."""
    entry = AuditEntry(**dict(zip(FIELDS, row, strict=True)))
    entry.payload = json.loads(entry.payload)
    return entry


def _place(entry: AuditEntry) -> Place:
    return Place(entry.time, entry.chain, entry.sequence)
