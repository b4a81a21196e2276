"""A table folded from its chain: each entry is held against the rules, and the rows are what the rules say (AUD 6.1)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tables.audit.canonical import NotCanonicalError, digest
from tables.errors import TableError
from tables.errors import gettext_noop as _
from tables.games.errors import RuleError
from tables.games.house_rules import change_house_rules
from tables.games.table.change import Change
from tables.games.table.document import read_table_document
from tables.games.table.floor_alerts import floor_alerts
from tables.games.table.state import TableState
from tables.games.values import JSON
from tables.rebuild.entries import Entry, Stays
from tables.rebuild.floor_steps import step_of_floor
from tables.rebuild.memory import Memory
from tables.rebuild.rows import ExpectedRow, Finding, first_difference, shown
from tables.rebuild.steps import STILL, Here, Step, in_order, is_of_play, step_of_play, told
from tables.rebuild.table_rows import TableRows

BASELINE = "baseline"
ADDED = frozenset({"signature", "owed", "owing", "effects"})
"""What stands in a payload beside what the rules of the table say: who signed, what only the house knows, effects."""
OF_THE_HOUSE = ("owed", "owing")
REFUSED = _("entry %(sequence)s (%(act)s): the rules refuse it (%(error)s); from there on this table is not compared")
UNREADABLE = _("entry %(sequence)s (%(act)s): it cannot be read (%(error)s); from there on this table is not compared")
OTHERWISE = _("entry %(sequence)s (%(act)s): its %(column)s is %(found)s, and %(expected)s by the rules")
UNREADABLE_ERRORS = (
    *(KeyError, TypeError, ValueError, AttributeError, IndexError, StopIteration, AssertionError, NotCanonicalError),
    RecursionError,
)


@dataclass(slots=True)
class TableFold:
    """A table as far as its entries have been taken in."""

    chain: str
    table: TableState
    stays: Stays
    rows: TableRows
    version: int | None = None
    """The version of the table; None until an entry names one."""
    memory: Memory = field(default_factory=Memory)
    findings: list[Finding] = field(default_factory=list)
    taken: int = 0
    """The newest entry that was taken in whole."""
    is_stopped: bool = False

    def take(self, entry: Entry) -> None:
        """Take one entry in; what it says otherwise than the rules is among the findings. Nothing more is taken after one that fails."""
        if self.is_stopped:
            return
        try:
            if entry.act == BASELINE:
                self._begin(entry)
            else:
                self._step(entry)
            self.taken = entry.sequence
        except (RuleError, TableError) as error:
            self._stop(entry, REFUSED, error)
        except UNREADABLE_ERRORS as error:
            self._stop(entry, UNREADABLE, repr(error))

    def drain(self) -> tuple[list[Finding], list[ExpectedRow]]:
        """Return what was found since, and the rows that will not change any more; both are forgotten here."""
        findings, self.findings = self.findings, []
        return findings, self.rows.drain()

    def standing(self) -> list[ExpectedRow]:
        """The rows that can still change, as they are after the newest entry."""
        return self.rows.standing(self.table, self.version)

    def _begin(self, entry: Entry) -> None:
        """The table as a baseline states it; a later one changes nothing (docs/decisions/0149)."""
        if self.rows.has_begun:
            return
        self.table = read_table_document(entry.payload["state"])
        self.version = entry.effects.get("version")
        rows: JSON = entry.payload.get("rows", {})
        for bar in rows.get("bar", {}).get("open", ()):
            if bar["stay"] is not None:
                self.memory.bars[bar["id"]] = self.stays.row_of(bar["stay"])
        for change in rows.get("rule_change", {}).get("open", ()):
            if change["state"] == "requested":
                document = change_house_rules(self.table.rules, change["changes"]).document()
                self.memory.requested[change["id"]] = document
        self.memory.remember_match(self.table.match)
        self.rows.begin(self.table, entry)

    def _step(self, entry: Entry) -> None:
        before = self.table
        here = Here(before, self.memory, self.stays)
        step = step_of_play(here, entry) if is_of_play(entry.act) else step_of_floor(here, entry)
        self.findings += self._differences(entry, step)
        self.table = step.change.table
        self._remember(entry, before, step)
        self.rows.take(before, step, entry)

    def _remember(self, entry: Entry, before: TableState, step: Step) -> None:
        match = step.change.table.match
        if match != before.match:
            self.memory.remember_match(step.change.match_before)
            self.memory.remember_match(match)
        if step.settlement is not None and step.settlement["version"] == 1:
            self.memory.remember_settlement(before, dict(step.settlement))
        elif step.settlement is not None:
            self.memory.replace_settlement(entry.round or 0, dict(step.settlement))

    def _differences(self, entry: Entry, step: Step) -> Iterator[Finding]:
        """What an entry says otherwise than the rules; `effects` are compared where they are stated."""
        yield from self._of_payload(entry, step)
        effects = entry.effects
        if not effects:
            return
        if in_order(effects.get("legs", [])) != step.legs:
            yield from self._otherwise(entry, "legs", in_order(effects.get("legs", [])), step.legs)
        moves = step.moves_version and (entry.act not in STILL or step.change.in_force is not None)
        expected = None if self.version is None else self.version + moves
        if expected is not None and effects.get("version") != expected:
            yield from self._otherwise(entry, "version", effects.get("version"), expected)
        self.version = effects.get("version", expected)
        if step.is_whole:
            yield from self._of_answer(entry, step.change)
            yield from self._of_alerts(entry, step.change)

    def _of_payload(self, entry: Entry, step: Step) -> Iterator[Finding]:
        said, expected = told(entry, ADDED), step.change.payload
        if not step.is_whole:
            said = {key: said.get(key) for key in expected}
        if said != expected:
            yield from self._otherwise(entry, "payload", said, expected)
        if step.is_whole and entry.round != step.change.round_number:
            yield from self._otherwise(entry, "round", entry.round, step.change.round_number)

    def _of_answer(self, entry: Entry, change: Change) -> Iterator[Finding]:
        house = {key: entry.payload[key] for key in ("owed",) if key in entry.payload}
        expected = digest({**change.answer, **house})
        if entry.effects.get("answer") != expected:
            yield from self._otherwise(entry, "answer", entry.effects.get("answer"), expected)

    def _of_alerts(self, entry: Entry, change: Change) -> Iterator[Finding]:
        """Every alert that was raised is one that the act raises; one that was open already was not raised again."""
        known = [
            {"kind": alert.kind, "subject": alert.subject, "details": alert.details, "round": alert.round_number}
            for alert in floor_alerts(change)
        ]
        for alert in entry.effects.get("alerts", ()):
            if alert["kind"] not in OF_THE_HOUSE and alert not in known:
                yield from self._otherwise(entry, "alerts", alert, known)

    def _otherwise(self, entry: Entry, column: str, found: Any, expected: Any) -> Iterator[Finding]:
        path, found, expected = first_difference(found, expected)
        parameters = {
            "sequence": entry.sequence,
            "act": entry.act,
            "column": ".".join([column, *path]),
            "found": shown(found),
            "expected": shown(expected),
        }
        yield Finding(entry.chain, entry.sequence, "AuditEntry", (entry.sequence,), OTHERWISE, parameters)

    def _stop(self, entry: Entry, template: str, error: object) -> None:
        self.is_stopped = True
        parameters = {"sequence": entry.sequence, "act": entry.act, "error": shown(error)}
        self.findings.append(
            Finding(entry.chain, entry.sequence, "AuditEntry", (entry.sequence,), template, parameters)
        )


def added_table(chain: str, entry: Entry, stays: Stays) -> TableFold:
    """A table as the house added it, before its first act; `entry` is the house's."""
    after = entry.payload["after"]
    rows = TableRows(chain)
    table = rows.first_table(after, entry)
    return TableFold(chain, table, stays, rows, version=0)


def stated_table(chain: str, number: int, seat_count: int, stays: Stays) -> TableFold:
    """A table that begins with the baseline of its chain."""
    return TableFold(chain, TableState(number, seat_count), stays, TableRows(chain))
