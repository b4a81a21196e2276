"""A table's rows against its chain, window by window: memory stays the same however long the chain is (AUD 6.1).

Each window is one snapshot of the database. What ended within it stands for ever and is compared there; the window that reaches
the end of the chain compares too what can still change. Acts that go on meanwhile are seen wholly or not at all.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db import DataError

from tables.errors import gettext_noop as _
from tables.models import AuditEntry, Seating, Table
from tables.queries.audit.rebuild import table_rows as found_rows
from tables.queries.audit.rebuild.bars import is_explained_by_bars
from tables.queries.audit.rebuild.older import older_findings
from tables.queries.audit.rebuild.snapshot import snapshot
from tables.queries.audit.rebuild.stays import StaysOfRows
from tables.rebuild.entries import Entry
from tables.rebuild.rows import ExpectedRow, Finding, added, compare, missing
from tables.rebuild.table import BASELINE, TableFold, added_table, stated_table

ENTRIES_AT_A_TIME = 500
ALWAYS = datetime(1900, 1, 1, tzinfo=UTC)
NOT_ADDED = _("table %(table)s: no entry of the house says that it was added")
NOT_STATED = _("table %(table)s: its older entries have no baseline yet: run manage.py migrate")
UNREADABLE = _("table %(table)s: its entries cannot be read: run verify_audit")
NAMES = {
    "Posting": "the chips that entry {0} moved",
    "Round": "round {0}",
    "DesignationOffer": "the offers of the bank of round {0}",
    "Match": "match {0}",
    "RulesVersion": "rules version {0}",
    "Settlement": "round {0}, settlement {1}",
    "Seating": "stay {0}",
}


class Window(NamedTuple):
    """One stretch of a chain, and what is not as the log has it there."""

    entries: int
    findings: Sequence[Finding]


def compared(table: Table) -> Iterator[Window]:
    """Hold the rows of a table against its chain; yields after each window of entries, with what was found in it."""
    yield Window(0, list(older_findings(table)))
    run = _Run(table)
    while not run.is_over:
        try:
            with snapshot():
                findings = run.window()
        except (DataError, ValueError, RecursionError, OverflowError):
            # Entries that were tampered with may hold anything; that is for verification to name.
            yield Window(0, [run.about(UNREADABLE)])
            return
        yield Window(run.taken, findings)


def unlike_the_log(table: Table) -> list[Finding]:
    """All that is not as the log has it at one table."""
    return [finding for window in compared(table) for finding in window.findings]


class _Run:
    """One comparison of a table, as far as it is."""

    def __init__(self, table: Table) -> None:
        self.taken = 0
        self.is_over = False
        self._table = table
        self._stays = StaysOfRows(table)
        self._fold: TableFold | None = None
        self._at = 0
        self._stated_by = 0
        self._since = ALWAYS
        self._low = dict.fromkeys(found_rows.RANGES, 0)

    def about(self, template: str) -> Finding:
        """A finding about the table as a whole."""
        parameters = {"table": self._table.number}
        return Finding(self._table.chain, None, "Table", (self._table.number,), template, parameters)

    def window(self) -> list[Finding]:
        """Take the next entries in, and compare what is complete with them."""
        fold = self._fold or self._begin()
        if isinstance(fold, Finding):
            self.taken, self.is_over = 0, True
            return [fold]
        self._fold = fold
        entries = list(self._next())
        for entry in entries:
            fold.take(entry)
            if entry.act == BASELINE and entry.sequence == self._stated_by:
                self._state(fold, entry)
        findings, rows = fold.drain()
        self.is_over = fold.is_stopped or len(entries) < ENTRIES_AT_A_TIME
        is_last = self.is_over and not fold.is_stopped
        reached = max(fold.taken, self._at)
        findings += self._too_many_stays(entries, found_rows.NEVER_ENDS if is_last else reached)
        self._at = reached
        self.taken = len(entries)
        if not is_last:
            return [*findings, *self._compare(rows, self._highest(rows))]
        highs = dict.fromkeys(found_rows.RANGES, found_rows.NEVER_ENDS)
        findings += self._compare([*rows, *fold.standing()], highs)
        return [*findings, *self._of_no_entry()]

    def _begin(self) -> TableFold | Finding:
        """Find where the comparison begins: at the table's baseline, else where the house added it (docs/decisions/0149)."""
        table, entries = self._table, AuditEntry.objects.filter(chain=self._table.chain)
        stated = entries.filter(act=BASELINE).order_by("sequence").first()
        if stated is not None:
            self._stated_by, self._at = stated.sequence, stated.sequence - 1
            return stated_table(table.chain, table.number, table.seat_count, self._stays)
        first = entries.order_by("sequence").first()
        if first is not None and first.schema < 2:
            return self.about(NOT_STATED)
        of_house = AuditEntry.objects.filter(chain=table.casino.chain, act="add_table")
        addition = of_house.filter(payload__after__table=table.number).order_by("sequence").first()
        if addition is None:
            return self.about(NOT_ADDED)
        return added_table(table.chain, _entry(addition), self._stays)

    def _state(self, fold: TableFold, entry: Entry) -> None:
        """What is older than a baseline is covered by the digests that it states."""
        table = fold.table
        self._since = entry.time
        self._low = {
            "Posting": entry.sequence,
            "Round": table.last_round - (table.round is not None),
            "DesignationOffer": table.last_round,
            "Match": 0 if table.match is None else table.match.number - table.match.is_on,
            "RulesVersion": 0 if table.in_force is None else table.in_force.number,
        }

    def _next(self) -> Iterator[Entry]:
        found = AuditEntry.objects.filter(chain=self._table.chain, sequence__gt=self._at).order_by("sequence")
        return map(_entry, found[:ENTRIES_AT_A_TIME])

    def _highest(self, rows: Iterable[ExpectedRow]) -> dict[str, int]:
        """Up to which number rows of each kind are complete."""
        high = {**self._low, "Posting": max(self._at, self._low["Posting"])}
        for row in rows:
            if row.kind in high:
                high[row.kind] = max(high[row.kind], row.key[0])
        return high

    def _compare(self, rows: Sequence[ExpectedRow], highs: dict[str, int]) -> Iterator[Finding]:
        for kind, reader in found_rows.RANGES.items():
            low, self._low[kind] = self._low[kind], highs[kind]
            if low < highs[kind]:
                expected = [row for row in rows if row.kind == kind]
                yield from self._paired(kind, expected, reader(self._table, low, highs[kind], self._since))
        for kind, named in found_rows.NAMED.items():
            expected = [row for row in rows if row.kind == kind]
            if expected:
                yield from self._paired(kind, expected, named(self._table, [row.key for row in expected]))
        expected = [row for row in rows if row.kind == "Table"]
        if expected:
            yield from self._paired("Table", expected, iter([found_rows.present(self._table)]))

    def _paired(self, kind: str, rows: Sequence[ExpectedRow], found: found_rows.Found) -> Iterator[Finding]:
        expected = {row.key: row for row in rows}
        for key, values in found:
            row = expected.pop(key, None)
            if row is None:
                yield added(self._name(kind, key, values), self._table.chain, kind, key)
            elif kind != "Seating" or not is_explained_by_bars(self._table, row, values):
                yield from compare(self._name(kind, key, values), row, values)
        for row in expected.values():
            # A round that was offered to nobody has no offers.
            if row.values != {"offers": []}:
                yield missing(self._name(kind, row.key, row.values), row)

    def _name(self, kind: str, key: found_rows.Key, values: Any) -> str:
        table = f"table {self._table.number}"
        if kind == "Table":
            return table
        if kind == "Seating":
            began = f" since entry {values['sit_sequence']}" if values.get("sit_sequence") else ""
            return f"{table}, the player at seat {values['seat']}{began}"
        return f"{table}, {NAMES[kind].format(*key)}"

    def _too_many_stays(self, entries: Sequence[Entry], high: int) -> Iterator[Finding]:
        """Stays that begin with an entry which is none of a player who sat down, or with none."""
        stays = Seating.objects.filter(table=self._table)
        begun = stays.filter(sit_sequence__gt=self._at, sit_sequence__lte=high)
        sat = {entry.sequence for entry in entries if entry.act == "sit"}
        of_none = list(begun.exclude(sit_sequence__in=sat))
        if high == found_rows.NEVER_ENDS:
            of_none += stays.filter(sit_sequence=None, sat_at__gt=self._since)
        for row in of_none:
            name = self._name("Seating", (row.pk,), {"seat": row.seat, "sit_sequence": row.sit_sequence})
            yield added(name, self._table.chain, "Seating", (row.pk,))

    def _of_no_entry(self) -> Iterator[Finding]:
        for key in found_rows.settlements_of_no_entry(self._table, self._since):
            yield added(self._name("Settlement", key, {}), self._table.chain, "Settlement", key)


def _entry(row: AuditEntry) -> Entry:
    return Entry(row.chain, row.sequence, row.time, row.act, row.round, row.payload, row.schema)
