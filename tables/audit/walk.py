"""Going through the entries of an export: each recomputed from its values, in order, to the heads (AUD 2.5, 4.4)."""

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import NoneType
from typing import Any

from tables.audit.canonical import NotCanonicalError
from tables.audit.chain import CHANGED, EARLIER, link_problem
from tables.audit.documents import is_hash
from tables.audit.export.manifest import ENTRIES, SPREADSHEET, ExportedChain, Manifest
from tables.audit.export.spreadsheet import BEGINNING, csv_row
from tables.audit.lines import LONGEST_LINE, hash_of_line, read_line
from tables.audit.report import Report, Subject
from tables.audit.signed import SignedEntries, SignedList, unsigned_words

TEXT, WHOLE = (str,), (int,)
STUB_TYPES: Mapping[str, tuple[type, ...]] = {"chain": TEXT, "sequence": WHOLE, "previous_hash": TEXT, "hash": TEXT}
ENTRY_TYPES: Mapping[str, tuple[type, ...]] = {
    **STUB_TYPES,
    "time": TEXT,
    "act": TEXT,
    "table": (int, NoneType),
    "round": (int, NoneType),
    "person": (str, NoneType),
    "role": TEXT,
    "device": (str, NoneType),
    "command_id": TEXT,
    "payload": (dict,),
    "schema": WHOLE,
}
_STUB_ITEMS, _ENTRY_ITEMS = tuple(STUB_TYPES.items()), tuple(ENTRY_TYPES.items())

Row = dict[str, Any]
OnEntry = Callable[[Row], str]
"""What else is to be verified of a whole entry; what is wrong with it, or nothing."""
OnRow = Callable[[Row], str]
"""The same of every entry and stub that can be read, whatever is wrong with it besides."""


class Sheet:
    """entries.csv, read beside the entries: each row must be what the entry comes to."""

    def __init__(self, file: io.BufferedReader) -> None:
        self._file = file
        self.problem = "" if file.read(len(BEGINNING)) == BEGINNING else "its heads are not those of an export"

    def take(self, entry: Row, line: bytes) -> None:
        """Compare the next row."""
        if not self.problem:
            expected = csv_row(entry, line)
            if self._file.read(len(expected)) != expected:
                self.problem = f"from entry {entry['sequence']} of chain {entry['chain']} on it does not say the same"

    def end(self) -> None:
        """Nothing may follow; reads to the end in any case."""
        more = False
        while self._file.read(2**20):
            more = True
        if more and not self.problem:
            self.problem = "it goes on after the last entry"


@dataclass(slots=True)
class _Present:
    """The chain that is being gone through."""

    chain: ExportedChain
    signed: SignedEntries
    expected: int
    previous: str
    time: str = ""
    entries: int = 0
    stubs: int = 0
    place: int = 0
    """Of the next leaf among those that name an entry of this chain."""
    is_bad: bool = False

    @property
    def is_complete(self) -> bool:
        return self.expected > self.chain.last


class Walk:
    """Goes through entries.jsonl line by line at constant memory, and reports chain by chain."""

    def __init__(
        self, manifest: Manifest, signed: SignedList, report: Report, on_entry: OnEntry | None, on_row: OnRow
    ) -> None:
        self._report = report
        self._on_entry = on_entry
        self._on_row = on_row
        self._signed = signed
        self._coming = list(manifest.chains)
        self._present: _Present | None = None

    def read(self, file: io.BufferedReader, sheet: Sheet) -> None:
        """Go through all lines, and report."""
        number = 0
        while line := file.readline(LONGEST_LINE):
            number += 1
            body = line[:-1]
            row: Row | None = None
            if not line.endswith(b"\n"):
                problem = "has no line end" if len(line) < LONGEST_LINE else "is longer than any entry"
            else:
                row, problem = _read_row(body)
            if row is None:
                self._lost(f"line {number:,} of {ENTRIES} {problem}")
                continue
            self._take(row, body, number)
            if len(row) > len(STUB_TYPES):
                sheet.take(row, body)
                self._say(row["chain"], row["sequence"], self._on_entry(row) if self._on_entry else "")
            self._say(row["chain"], row["sequence"], self._on_row(row))
        self._finish_chain()
        for chain in self._coming:
            self._report.wrong(f"chain {chain.chain} is missing: the manifest names entries of it up to {chain.last:,}")
        sheet.end()
        if sheet.problem:
            self._report.wrong(f"{SPREADSHEET}: {sheet.problem}")
        else:
            self._report.holds(f"{SPREADSHEET} says the same as the whole entries")

    def _say(self, chain: str, sequence: int, problem: str) -> None:
        if problem:
            self._report.wrong(f"entry {sequence:,} of chain {chain}: {problem}", Subject(chain=chain, entry=sequence))

    def _lost(self, problem: str) -> None:
        """A line that cannot be read stands in the place of the next entry of the present chain."""
        if self._present is None or self._present.is_complete:
            self._finish_chain()
            self._begin_next()
        if self._present is None:
            self._report.wrong(problem)
        else:
            self._fault(self._present, self._present.expected, problem)

    def _take(self, row: Row, body: bytes, number: int) -> None:
        present = self._present
        if present is None or row["chain"] != present.chain.chain:
            present = self._change_chain(row, number)
            if present is None:
                return
        if len(row) == len(STUB_TYPES):
            present.stubs += 1
        else:
            present.entries += 1
        if present.is_bad:
            return
        problem = self._problem(row, body, present)
        if problem:
            self._fault(present, min(row["sequence"], present.expected), problem)
            return
        present.previous = row["hash"]
        present.expected += 1

    def _problem(self, row: Row, body: bytes, present: _Present) -> str:
        problem = link_problem(row, present.expected, present.previous)
        if problem:
            return problem
        if len(row) > len(STUB_TYPES):
            if hash_of_line(body) != row["hash"]:
                return CHANGED
            if row["time"] < present.time:
                return EARLIER
            present.time = row["time"]
        place, signed = present.place, present.signed
        if place < len(signed.sequences) and signed.sequences[place] == row["sequence"]:
            present.place += 1
            if signed.hash_at(place) != row["hash"]:
                return "is not the one that was signed: the chain was made anew"
        return ""

    def _change_chain(self, row: Row, number: int) -> _Present | None:
        """Go on to the chain that a row belongs to; None where it cannot be the next one."""
        names = [chain.chain for chain in self._coming]
        where = f"line {number:,} of {ENTRIES}, entry {row['sequence']} of chain {row['chain']!r},"
        if row["chain"] not in names:
            present = self._present
            if present is None or present.is_complete:
                self._report.wrong(
                    f"{where} stands where none can: the manifest names no such chain after those before"
                )
            else:
                self._fault(present, present.expected, f"is missing: in its place stands {where[:-1]}")
            return None
        self._finish_chain()
        while self._coming[0].chain != row["chain"]:
            chain = self._coming.pop(0)
            self._report.wrong(f"chain {chain.chain} is missing, or out of order")
        return self._begin_next()

    def _begin_next(self) -> _Present | None:
        if not self._coming:
            return None
        chain = self._coming.pop(0)
        self._present = _Present(chain, self._signed.chains[chain.chain], chain.first, chain.previous_hash)
        return self._present

    def _fault(self, present: _Present, sequence: int, problem: str) -> None:
        """Only the first fault of a chain is told: what follows it may be one by it."""
        if not present.is_bad:
            present.is_bad = True
            self._say(present.chain.chain, sequence, problem)

    def _finish_chain(self) -> None:
        present, self._present = self._present, None
        if present is None:
            return
        chain = present.chain
        if present.is_bad:
            self._report.note(f"chain {chain.chain}: what follows that entry")
            return
        problem = _end_problem(present)
        if problem:
            self._fault(present, present.expected, problem)
            return
        what = f"chain {chain.chain}, entries {chain.first:,} to {chain.last:,}:"
        if chain.stubs:
            words = f"{what} {chain.entries:,} whole and unchanged, {chain.stubs:,} left out with a stub, all in order"
            self._report.holds(words, _alike(chain, "chains: unchanged and in order, with stubs for what was left out"))
        else:
            self._report.holds(
                f"{what} whole, unchanged, in order", _alike(chain, "chains: whole, unchanged, in order")
            )
        if chain.first > 1:
            words = f"chain {chain.chain}: what came before entry {chain.first:,} was not chosen"
            self._report.note(words, _alike(chain, "chains: what came before their first entry here was not chosen"))
        for words in unsigned_words(chain):
            self._report.note(words, _alike(chain, "chains: their last entries are chained but not yet signed"))


def _alike(chain: ExportedChain, alike: str) -> Subject:
    return Subject(what="chain", chain=chain.chain, alike=alike)


def _end_problem(present: _Present) -> str:
    chain, signed = present.chain, present.signed
    if present.place < len(signed.sequences):
        return f"is missing: a checkpoint vouches for entry {signed.sequences[present.place]:,}"
    if not present.is_complete:
        return f"is missing: the manifest names entries up to {chain.last:,}"
    if (present.expected - 1, present.previous) != (chain.last, chain.hash):
        return f"is not named by the manifest: it gives entry {chain.last:,} with another hash as the last"
    if (present.entries, present.stubs) != (chain.entries, chain.stubs):
        return (
            f"comes after {present.entries:,} entries and {present.stubs:,} stubs, which the manifest counts otherwise"
        )
    return ""


def _read_row(body: bytes) -> tuple[Row | None, str]:
    """A line as an entry or a stub, or what is wrong with it."""
    try:
        row = read_line(body)
    except NotCanonicalError as error:
        return None, f"cannot be one of an export: {error}"
    if type(row) is not dict or (row.keys() != ENTRY_TYPES.keys() and row.keys() != STUB_TYPES.keys()):
        return None, "has not the fields of an entry, nor those of a stub"
    for field, types in _ENTRY_ITEMS if len(row) > len(STUB_TYPES) else _STUB_ITEMS:
        if type(row[field]) not in types:
            return None, f"has a {field} of another type than an entry can have"
    if not is_hash(row["hash"]):
        return None, "has a hash that is no SHA-256"
    return row, ""
