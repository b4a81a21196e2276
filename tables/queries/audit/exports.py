"""Exports as they are listed, and the entries of one as a stream out of a single snapshot (AUD 4.1, 4.3)."""

import json
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from django.db import connection

from tables.audit.chain import time_text
from tables.audit.checkpoint import Leaf, SignedCheckpoint
from tables.audit.export.writing import ExportError
from tables.audit.merkle import Frontier
from tables.errors import NotFound
from tables.errors import gettext_noop as _
from tables.games.values import JSON
from tables.models import AuditEntry, Casino, Checkpoint, Export
from tables.policy import Act
from tables.queries.audit.documents import ExportDocument
from tables.queries.audit.export_filter import ExportFilter
from tables.queries.audit.signed_rows import signed_checkpoint
from tables.queries.paging import Page, Period
from tables.queries.times import gaming_days, moment_text

ROWS_AT_A_TIME = 2000
MOST_ON_SERVER = 25
ALL_LEAVES = 200_000
"""Up to so many, all leaves of the list are exported; beyond, those since the first kept entry (AUD 4.3)."""

HEADS = "SELECT chain, sequence FROM tables_chainhead WHERE chain LIKE %s"
KEPT_OF = """
SELECT chain, min(sequence), max(sequence) FROM tables_auditentry
WHERE chain = ANY(%(chains)s) AND {kept} GROUP BY chain
"""
ROWS = """
SELECT chain, sequence, to_char(time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), act, "table", round, person, role,
       device, command_id, CASE WHEN {kept} THEN payload::text END, schema, previous_hash, hash,
       coalesce({kept}, FALSE)
FROM tables_auditentry WHERE chain = %(chain)s AND sequence BETWEEN %(first)s AND %(last)s ORDER BY sequence
"""
NEWEST = """
SELECT {columns} FROM tables_checkpoint WHERE casino_id = %s AND epoch >= %s AND number <= %s ORDER BY number DESC LIMIT 1
"""
SIGNED_UP_TO = "SELECT max(sequence) FROM tables_checkpointleaf WHERE chain = %s"
FIRST_NEEDED = """
SELECT min(made.number) FROM unnest(%s::text[], %s::bigint[]) AS span (chain, first) CROSS JOIN LATERAL (
    SELECT checkpoint_id FROM tables_checkpointleaf leaf
    WHERE leaf.chain = span.chain AND leaf.epoch = %s AND leaf.sequence >= span.first ORDER BY leaf.sequence LIMIT 1
) AS leaf JOIN tables_checkpoint made ON made.id = leaf.checkpoint_id
"""
LEAVES = """
SELECT made.number, leaf.chain, leaf.sequence, leaf.hash
FROM tables_checkpointleaf leaf JOIN tables_checkpoint made ON made.id = leaf.checkpoint_id
WHERE leaf.casino_id = %s AND leaf.epoch = %s AND leaf.position >= %s AND leaf.position < %s ORDER BY leaf.position
"""
COLUMNS = (
    "casino_id",
    "number",
    "epoch",
    "time",
    "list_size",
    "root",
    "frontier",
    "previous_hash",
    "hash",
    "key_id",
    "signature",
)
FIELDS = (
    *("chain", "sequence", "time", "act", "table", "round", "person", "role", "device", "command_id", "payload"),
    *("schema", "previous_hash", "hash"),
)
LARGEST = 2**62


@dataclass(frozen=True, slots=True)
class Span:
    """The entries of a chain that an export holds, whole or as stubs, both ends included."""

    chain: str
    first: int
    last: int


def export_row(export: Export) -> ExportDocument:
    """An export as it is shown."""
    return {
        "export": export.pk,
        "filter": export.filter,
        "state": str(export.state),
        "requested_by": export.requested_by.badge,
        "requested_at": time_text(export.requested_at),
        "entries_done": export.entries_done,
        "entries_total": export.entries_total,
        "attempts": export.attempts,
        "size": export.size,
        "sha256": export.sha256 or None,
        "problem": export.problem or None,
        "cancelled_by": export.cancelled_by.badge if export.cancelled_by else None,
        "finished_at": moment_text(export.finished_at),
    }


def exports_of(casino_id: int, page: Page) -> JSON:
    """Exports, newest first; one query."""
    wanted = Export.objects.filter(casino=casino_id, **page.on("pk")).select_related("requested_by", "cancelled_by")
    shown, following = page.cut(wanted.order_by("-pk"))
    return {"exports": [export_row(row) for row in shown], "next": following}


def exports_on_server(casino: Casino) -> list[JSON]:
    """The newest exports that a command on the server made, which are entries and no rows: when, as which user, of what."""
    entries = AuditEntry.objects.filter(chain=casino.chain, act=Act.EXPORT_ON_SERVER).order_by("-time", "-sequence")
    rows = entries.values_list("sequence", "time", "payload")[:MOST_ON_SERVER]
    return [
        {"sequence": sequence, "time": time_text(time), "user": sent.get("user", ""), "filter": sent.get("filter", {})}
        for sequence, time, sent in ((sequence, time, payload.get("sent") or {}) for sequence, time, payload in rows)
    ]


def one_export(casino_id: int, export_id: int) -> Export:
    """An export of a casino; raises NotFound."""
    wanted = Export.objects.filter(casino=casino_id, pk=export_id).select_related("requested_by", "cancelled_by")
    export = wanted.first()
    if export is None:
        raise NotFound(_("There is no export %(export)s."), export=export_id)
    return export


def period_of(casino: Casino, wanted: ExportFilter) -> Period:
    """The period that is asked for, gaming days as times (OPS 7.1)."""
    if not wanted.first_day and not wanted.last_day:
        return Period(wanted.since, wanted.until)
    first, last = wanted.first_day or wanted.last_day, wanted.last_day or wanted.first_day
    if first is None or last is None:
        raise AssertionError("one of the two days is there")
    days = gaming_days(casino, first, last)
    return Period(days.since if wanted.first_day else None, days.until if wanted.last_day else None)


@contextmanager
def snapshot() -> Iterator[psycopg.Connection]:
    """One moment of the database, on a connection of its own, for as long as an export takes."""
    link = connection.get_new_connection(connection.get_connection_params())
    try:
        link.autocommit = False
        link.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        link.read_only = True
        # The last files are packed without a look at the database.
        link.execute("SET idle_in_transaction_session_timeout = 0")
        link.commit()
        yield link
    finally:
        link.close()


class Selection:
    """What an export takes out of a snapshot."""

    def __init__(self, link: psycopg.Connection, casino: Casino, wanted: ExportFilter) -> None:
        self._link = link
        self._casino = casino
        self._kept, self._values = _kept(wanted, period_of(casino, wanted))
        self._newest = self._checkpoint(LARGEST, of_epoch=1)
        self.spans = self._spans()
        self._before = self._checkpoint_before()

    @property
    def total(self) -> int:
        """How many rows there will be, told by their sequences and not by counting them."""
        return sum(span.last - span.first + 1 for span in self.spans)

    @property
    def checkpoint(self) -> SignedCheckpoint | None:
        """The newest checkpoint in the snapshot."""
        return signed_checkpoint(self._newest) if self._newest else None

    @property
    def before(self) -> Frontier:
        """The part of the list before the leaves that are exported."""
        if self._before is None:
            return Frontier()
        return Frontier(self._before.list_size, [bytes.fromhex(node) for node in self._before.frontier])

    def rows(self) -> Iterator[JSON]:
        """Entries and stubs, chain by chain; of each only a page is in memory."""
        query = ROWS.format(kept=self._kept)
        for span in self.spans:
            values = {**self._values, "chain": span.chain, "first": span.first, "last": span.last}
            for row in self._streamed(query, values):
                yield _row(row)

    def leaves(self) -> Iterator[Leaf]:
        """The leaves from `before` on to the newest checkpoint."""
        if self._newest is None:
            return
        values = [self._casino.pk, self._newest.epoch, self.before.size, self._newest.list_size]
        for row in self._streamed(LEAVES, values):
            yield Leaf(*row)

    def _streamed(self, query: str, values: Any) -> Iterator[Sequence[Any]]:
        with self._link.cursor(name=f"export_{secrets.token_hex(4)}") as cursor:
            cursor.itersize = ROWS_AT_A_TIME
            cursor.execute(query, values)
            yield from cursor

    def _spans(self) -> list[Span]:
        """From the first kept entry of each chain to the last kept one, and at least to what is signed."""
        heads: dict[str, int] = dict(self._link.execute(HEADS, [f"{self._casino.pk}/%"]).fetchall())
        if self._kept == "TRUE":
            return [Span(chain, 1, heads[chain]) for chain in sorted(heads)]
        query = KEPT_OF.format(kept=self._kept)
        rows = self._link.execute(query, {**self._values, "chains": list(heads)}).fetchall()
        return [Span(chain, first, max(last, self._signed(chain))) for chain, first, last in sorted(rows)]

    def _signed(self, chain: str) -> int:
        row = self._link.execute(SIGNED_UP_TO, [chain]).fetchone()
        return (row[0] if row else None) or 0

    def _checkpoint(self, most: int, of_epoch: int) -> Checkpoint | None:
        """The newest checkpoint up to a number, of an epoch or a later one."""
        query = NEWEST.format(columns=", ".join(COLUMNS))
        row = self._link.execute(query, [self._casino.pk, of_epoch, most]).fetchone()
        if row is None:
            return None
        values = dict(zip(COLUMNS, row, strict=True))
        frontier = values["frontier"]
        return Checkpoint(**{**values, "frontier": json.loads(frontier) if isinstance(frontier, str) else frontier})

    def _checkpoint_before(self) -> Checkpoint | None:
        """The newest checkpoint all of whose leaves name entries from before the first kept ones."""
        if self._newest is None or self._newest.list_size <= ALL_LEAVES or not self.spans:
            return None
        epoch = self._newest.epoch
        values = [[span.chain for span in self.spans], [span.first for span in self.spans], epoch]
        row = self._link.execute(FIRST_NEEDED, values).fetchone()
        first = (row[0] if row else None) or self._newest.number
        return self._checkpoint(first - 1, of_epoch=epoch)


def _kept(wanted: ExportFilter, period: Period) -> tuple[str, JSON]:
    """The condition under which an entry is exported whole, and its values."""
    conditions = {
        "since": ("time >= %(since)s", period.since),
        "until": ("time < %(until)s", period.until),
        "tables": ('"table" = ANY(%(tables)s::integer[])', list(wanted.tables)),
        "acts": ("act = ANY(%(acts)s::text[])", list(wanted.acts)),
        "people": ("person = ANY(%(people)s::text[])", list(wanted.people)),
    }
    used = {name: (text, value) for name, (text, value) in conditions.items() if value}
    return " AND ".join(text for text, _value in used.values()) or "TRUE", {
        name: value for name, (_text, value) in used.items()
    }


def _row(row: Sequence[Any]) -> JSON:
    *values, kept = row
    entry = dict(zip(FIELDS, values, strict=True))
    if not kept:
        return {name: entry[name] for name in ("chain", "sequence", "previous_hash", "hash")}
    try:
        entry["payload"] = json.loads(entry["payload"])
    except (ValueError, RecursionError) as error:
        raise ExportError(f"entry {entry['sequence']} of chain {entry['chain']} cannot be read: {error}") from None
    return entry
