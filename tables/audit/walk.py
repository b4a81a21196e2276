"""Going through the entries of an export: each recomputed from its values, in order, to the heads (AUD 2.5, 4.4)."""

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from tables.audit.chain import CHANGED, Link
from tables.audit.checkpoint import Checkpoint
from tables.audit.export.manifest import ENTRIES, SPREADSHEET, ExportedChain, Manifest
from tables.audit.lines import LONGEST_LINE, hash_of_line
from tables.audit.report import Report, Subject
from tables.audit.rows import STUB_TYPES, Row, Sheet, read_row
from tables.audit.rules.log import LogRules
from tables.audit.rules.moments import GRACE, LATEST, shifted
from tables.audit.signed import SignedEntries, SignedList, unsigned_words

MOST_FAULTS = 50
"""Of one chain, so many faults are told one by one."""

OnRow = Callable[[Row], None]
"""What looks at every entry and stub that can be read, whatever is wrong with it besides."""


class OnEntry(Protocol):
    """What else is to be verified of the entries."""

    def begin(self, chain: str, *, is_whole: bool) -> None:
        """Go on to another chain; whether it is there from its first entry on."""

    def hide(self) -> None:
        """An entry is left out, missing, or cannot be believed."""

    def take(self, entry: Row) -> str:
        """What is wrong with the next whole entry; empty where nothing is."""


@dataclass(slots=True)
class _Present:
    """The chain that is being gone through."""

    chain: ExportedChain
    signed: SignedEntries
    link: Link
    entries: int = 0
    stubs: int = 0
    place: int = 0
    """Of the next leaf among those that name an entry of this chain."""
    latest: str = ""
    """The latest time that an entry up to that leaf can have; nothing where it is still to be found out."""
    hash: str = ""
    faults: int = 0

    @property
    def is_complete(self) -> bool:
        return self.link.expected > self.chain.last

    def leaf_problem(self, row: Row) -> str:
        """Why an entry is not the one that the next leaf names; empty where it is, or that names a later one."""
        place, signed, sequence = self.place, self.signed, row["sequence"]
        while place < len(signed.sequences) and signed.sequences[place] < sequence:
            place += 1
        if place != self.place:
            self.place, self.latest = place, ""
        if place == len(signed.sequences) or signed.sequences[place] != sequence:
            return ""
        return "" if signed.hash_at(place) == row["hash"] else "is not the one that was signed: the chain was made anew"


class Walk:
    """Goes through entries.jsonl line by line at constant memory, and reports chain by chain."""

    def __init__(
        self, manifest: Manifest, signed: SignedList, report: Report, on_entry: OnEntry | None, on_row: OnRow
    ) -> None:
        self._report = report
        self._on_row = on_row
        self._on_entry = on_entry
        self._signed = signed
        self._newest = manifest.checkpoint.checkpoint if manifest.checkpoint else None
        self._coming = list(manifest.chains)
        self._present: _Present | None = None
        self._rules = LogRules()

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
                row, problem = read_row(body)
            if row is None:
                self._lost(f"line {number:,} of {ENTRIES} {problem}")
                continue
            self._take(row, body, number)
            self._on_row(row)
            if len(row) > len(STUB_TYPES):
                sheet.take(row, body)
        self._finish_chain()
        for chain in self._coming:
            self._report.wrong(f"chain {chain.chain} is missing: the manifest names entries of it up to {chain.last:,}")
        _end_rules(self._report, self._rules, self._signed)
        _end_sheet(self._report, sheet)

    def _lost(self, problem: str) -> None:
        """A line that cannot be read stands in the place of the next entry of the present chain."""
        if self._present is None or self._present.is_complete:
            self._finish_chain()
            self._begin_next()
        if self._present is None:
            self._report.wrong(problem)
        else:
            # It is that entry, and cannot be read: the next one is taken to follow it.
            self._fault(self._present, self._present.link.expected, problem)
            self._present.link.lose()
            self._hide()

    def _take(self, row: Row, body: bytes, number: int) -> None:
        present = self._present
        if present is None or row["chain"] != present.chain.chain:
            present = self._change_chain(row, number)
            if present is None:
                return
        link, is_whole, sequence = present.link, len(row) > len(STUB_TYPES), row["sequence"]
        gap = link.gap(row)
        if gap:
            self._fault(present, link.expected, gap)
            self._hide()
        is_believed = not is_whole or hash_of_line(body) == row["hash"]
        problem = link.broken(row) or ("" if is_believed else CHANGED) or present.leaf_problem(row)
        if is_whole:
            present.entries += 1
            problem = problem or link.early(row) or self._late(row, present)
        else:
            present.stubs += 1
        link.follow(row, is_believed=is_believed)
        present.hash = row["hash"]
        if not is_whole or problem:
            self._hide()
        else:
            problem = self._rules.take(row)
            more = self._on_entry.take(row) if self._on_entry else ""
            problem = "; ".join(filter(None, (problem, more))) if more else problem
        if problem:
            self._fault(present, sequence, problem)

    def _late(self, row: Row, present: _Present) -> str:
        """Say that an entry is later than the checkpoint that vouches for it; empty where it is not (AUD 2.6)."""
        if not present.latest:
            present.latest = _latest(present, self._newest, self._rules.facts.checkpoint_times)
        if row["time"] <= present.latest or self._rules.is_doubtful(row["time"], present.latest):
            return ""
        return f"is of {row['time']}, which is after the checkpoint that vouches for it"

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
                self._fault(present, present.link.expected, f"is missing: in its place stands {where[:-1]}")
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
        self._present = _Present(chain, self._signed.chains[chain.chain], Link(chain.first, chain.previous_hash))
        self._rules.begin(chain.chain)
        if self._on_entry:
            self._on_entry.begin(chain.chain, is_whole=chain.first == 1)
        if chain.first > 1:
            self._rules.hide()
        return self._present

    def _hide(self) -> None:
        self._rules.hide()
        if self._on_entry:
            self._on_entry.hide()

    def _fault(self, present: _Present, sequence: int, problem: str) -> None:
        """The first faults of a chain are told, and how many more there are; what follows one may be wrong by it."""
        present.faults += 1
        words = f"entry {sequence:,} of chain {present.chain.chain}: {problem}"
        if present.faults <= MOST_FAULTS:
            self._report.wrong(words, Subject(chain=present.chain.chain, entry=sequence))
        else:
            self._report.wrong_too()

    def _finish_chain(self) -> None:
        present, self._present = self._present, None
        if present is None:
            return
        self._rules.end_chain()
        chain = present.chain
        problem = _end_problem(present)
        if problem:
            self._fault(present, present.link.expected, problem)
        if present.faults:
            if present.faults > MOST_FAULTS:
                self._report.note(
                    f"chain {chain.chain}: the other {present.faults - MOST_FAULTS:,} faults, each by itself"
                )
            return
        _say_whole(self._report, chain)


def _end_sheet(report: Report, sheet: Sheet) -> None:
    """Say whether the spreadsheet is what the entries come to."""
    sheet.end()
    if sheet.problem:
        report.wrong(f"{SPREADSHEET}: {sheet.problem}", Subject(what="spreadsheet"))
    else:
        report.holds(f"{SPREADSHEET} says the same as the whole entries", Subject(what="spreadsheet"))


def _end_rules(report: Report, rules: LogRules, signed: SignedList) -> None:
    """What only all chains together decide, and what nothing that is there could."""
    house = next((name for name in signed.chains if name.endswith("/house")), "of the house")
    for sequence, problem in rules.end():
        report.wrong(f"entry {sequence:,} of chain {house}: {problem}", Subject(chain=house, entry=sequence))
    for what, count in sorted(rules.undecided.items()):
        entries = "entry" if count == 1 else "entries"
        report.undecided(f"undecided for {count:,} {entries}: {what}", Subject(what="rules"))


def _say_whole(report: Report, chain: ExportedChain) -> None:
    """Say that a chain holds, and what of it is not vouched for."""
    what = f"chain {chain.chain}, entries {chain.first:,} to {chain.last:,}:"
    if chain.stubs:
        words = f"{what} {chain.entries:,} whole and unchanged, {chain.stubs:,} left out with a stub, all in order"
        report.holds(words, _alike(chain, "chains: unchanged and in order, with stubs for what was left out"))
    else:
        report.holds(f"{what} whole, unchanged, in order", _alike(chain, "chains: whole, unchanged, in order"))
    if chain.first > 1:
        words = f"chain {chain.chain}: what came before entry {chain.first:,} was not chosen"
        report.note(words, _alike(chain, "chains: what came before their first entry here was not chosen"))
    for words in unsigned_words(chain):
        report.note(words, _alike(chain, "chains: their last entries are chained but not yet signed"))


def _alike(chain: ExportedChain, alike: str) -> Subject:
    return Subject(what="chain", chain=chain.chain, alike=alike)


def _latest(present: _Present, newest: Checkpoint | None, times: Mapping[int, str]) -> str:
    """When the checkpoint of the next leaf was made, with the grace; any time where no checkpoint or no entry of it is there."""
    signed = present.signed
    if present.place >= len(signed.checkpoints):
        return LATEST
    number = signed.checkpoints[present.place]
    time = newest.time if newest and newest.number == number else times.get(number)
    return shifted(time, GRACE) if time else LATEST


def _end_problem(present: _Present) -> str:
    """Why a chain does not end as a checkpoint and the manifest say; empty where it does, or where its faults say so already."""
    chain, signed, link = present.chain, present.signed, present.link
    if present.place < len(signed.sequences) and signed.sequences[-1] >= link.expected:
        return f"is missing: a checkpoint vouches for entry {signed.sequences[-1]:,}"
    if not present.is_complete:
        return f"is missing: the manifest names entries up to {chain.last:,}"
    if present.faults:
        return ""
    if (link.expected - 1, present.hash) != (chain.last, chain.hash):
        return f"is not named by the manifest: it gives entry {chain.last:,} with another hash as the last"
    if (present.entries, present.stubs) != (chain.entries, chain.stubs):
        return (
            f"comes after {present.entries:,} entries and {present.stubs:,} stubs, which the manifest counts otherwise"
        )
    return ""
