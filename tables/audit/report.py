"""What a verification found, in plain words and for programs (AUD 4.4)."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tables.audit.escapes import shown

HOLDS, WRONG, NOT_VERIFIABLE = 0, 1, 2
MOST_KEPT, MOST_REPEATED, MOST_ALIKE = 10_000, 20, 3
"""Findings kept for programs; WRONG ones told again at the end; findings alike that are told one by one."""

_RED, _GREEN, _YELLOW, _PLAIN = "\x1b[1;31m", "\x1b[32m", "\x1b[33m", "\x1b[0m"
_COLUMN = 14


class State(StrEnum):
    """How a thing stands after it was looked at."""

    HOLDS = "holds"
    WRONG = "wrong"
    NOT_VERIFIED = "not_verified"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What a finding is about: the part of the export, and the chain and the entry where it is about one."""

    what: str = "entries"
    chain: str | None = None
    entry: int | None = None
    alike: str = ""
    """What findings of this kind come to together, as in `chains: whole, unchanged, in order`."""


ENTRIES = Subject()


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at, and how it stands."""

    state: State
    words: str
    subject: Subject
    is_needed: bool = False
    """It was asked for, and could not be verified."""

    def document(self) -> dict[str, Any]:
        """As it stands in the document for programs."""
        return {
            "what": self.subject.what,
            "state": str(self.state),
            "chain": self.subject.chain and shown(self.subject.chain),
            "entry": self.subject.entry,
            "words": self.words,
            "asked_for": self.is_needed,
        }


@dataclass
class Report:
    """Says each finding at once, those alike together, and knows at the end what they come to."""

    say: Callable[[str], None]
    is_coloured: bool = False
    counts: Counter[State] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    """Up to MOST_KEPT of them; `counts` are of all."""
    scope: str = ""
    """How much of the log the verified part is, said with the result."""
    result: str = ""
    _needed: int = 0
    _alike: dict[tuple[State, str], list[str]] = field(default_factory=dict)
    _wrong: list[str] = field(default_factory=list)

    @property
    def faults(self) -> int:
        """How many things do not hold."""
        return self.counts[State.WRONG]

    def holds(self, words: str, subject: Subject = ENTRIES) -> None:
        """Something was verified, and it holds."""
        self._take(Finding(State.HOLDS, shown(words), subject))

    def wrong(self, words: str, subject: Subject = ENTRIES) -> None:
        """Something does not hold."""
        finding = Finding(State.WRONG, shown(words), subject)
        if len(self._wrong) < MOST_REPEATED:
            self._wrong.append(finding.words)
        self._take(finding)

    def wrong_too(self) -> None:
        """Something more does not hold, of which enough was said."""
        self.counts[State.WRONG] += 1

    def note(self, words: str, subject: Subject = ENTRIES) -> None:
        """Something could not be verified, and was not asked for, or cannot be by anybody."""
        self._take(Finding(State.NOT_VERIFIED, shown(words), subject))

    def undecided(self, words: str, subject: Subject = ENTRIES) -> None:
        """What the export leaves out decides it, so that nobody can say from the export whether it holds."""
        self._take(Finding(State.UNDECIDED, shown(words), subject))

    def not_verifiable(self, words: str, subject: Subject = ENTRIES) -> None:
        """Something was asked for and could not be verified."""
        self._needed += 1
        self._take(Finding(State.NOT_VERIFIED, shown(words), subject, is_needed=True))

    def _take(self, finding: Finding) -> None:
        self.counts[finding.state] += 1
        if len(self.findings) < MOST_KEPT:
            self.findings.append(finding)
        if finding.subject.alike:
            self._alike.setdefault((finding.state, finding.subject.alike), []).append(finding.words)
        else:
            self._line(finding.state, finding.words, is_needed=finding.is_needed)

    def tell_alike(self) -> None:
        """Say the findings that are alike: few one by one, many in one line with their number."""
        for (state, alike), words in self._alike.items():
            for text in words if len(words) <= MOST_ALIKE else [f"{len(words):,} {alike}"]:
                self._line(state, text)
        self._alike.clear()

    def end(self) -> int:
        """Say what it comes to; the exit status."""
        self.tell_alike()
        counts = ", ".join(f"{self.counts[state]:,} {words}" for state, words in _COUNTED if self.counts[state])
        self.say("")
        for words in self._wrong:
            self._line(State.WRONG, words)
        if self.faults > len(self._wrong):
            self.say(f"{'':{_COLUMN}}and {self.faults - len(self._wrong):,} more, above")
        self.say(f"Summary: {counts or 'nothing was verified'}.")
        status, self.result = self._result()
        self.say(f"Result: {self.result}")
        return status

    def _result(self) -> tuple[int, str]:
        scope = f" {self.scope}" if self.scope else ""
        if self.faults:
            verb = "does" if self.faults == 1 else "do"
            return WRONG, f"{self.faults:,} of the things verified {verb} not hold.{scope}"
        if self._needed:
            words = "what could be verified holds, but not all that was asked for could be."
            return NOT_VERIFIABLE, words + scope
        return HOLDS, f"everything that could be verified holds.{scope}"

    def _line(self, state: State, words: str, *, is_needed: bool = False) -> None:
        label = "NOT VERIFIED" if is_needed else _LABELS[state]
        beginning = f"{label:{_COLUMN}}"
        if self.is_coloured:
            beginning = f"{_YELLOW if is_needed else _COLOURS[state]}{beginning}{_PLAIN}"
        self.say(beginning + words)


_LABELS = {
    State.HOLDS: "holds",
    State.WRONG: "WRONG",
    State.NOT_VERIFIED: "not verified",
    State.UNDECIDED: "undecided",
}
_COLOURS = {State.HOLDS: _GREEN, State.WRONG: _RED, State.NOT_VERIFIED: "", State.UNDECIDED: ""}
_COUNTED = (
    (State.WRONG, "WRONG"),
    (State.HOLDS, "hold"),
    (State.NOT_VERIFIED, "not verified"),
    (State.UNDECIDED, "undecided"),
)
