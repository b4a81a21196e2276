"""Entries and the chain they form (AUD 1.2, 2): hashing one, and checking that many follow each other."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from tables.audit.canonical import NotCanonicalError, digest

FIRST_PREVIOUS = "0" * 64
CHANGED = "was changed: its hash is not the hash of what it says"
EARLIER = "is earlier than the entry before it"
NO_LINK = "does not name the hash of the entry before it"
UNHOLDABLE = "holds what no entry can hold"

HASHED_FIELDS = (
    "chain",
    "sequence",
    "time",
    "act",
    "table",
    "round",
    "person",
    "role",
    "device",
    "command_id",
    "payload",
    "schema",
    "previous_hash",
)


@dataclass(frozen=True, slots=True)
class Fault:
    """An entry of a chain that does not hold, and what is wrong with it; of one that is missing, the number it would have."""

    chain: str
    sequence: int
    problem: str


def time_text(moment: datetime) -> str:
    """A time as it stands in an entry, and wherever else it is told: UTC with all six digits (AUD 2.2)."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def entry_hash(entry: Mapping[str, Any]) -> str:
    """Return the hash of an entry: SHA-256 over the canonical JSON of every field but `hash` (AUD 2.2)."""
    return digest({field: entry[field] for field in HASHED_FIELDS})


def verified_entries(
    chain: str, entries: Iterable[dict[str, Any]]
) -> Iterator[tuple[dict[str, Any] | None, Fault | None]]:
    """Yield every entry with None where it holds and else its Fault, and None in the place of entries that are missing (AUD 2.5).

    The entries come in the order of their sequence; each is recomputed from its values. After a fault it goes on from what
    the next entry claims, so that one bad entry hides nothing of what follows.
    """
    link = Link(1, FIRST_PREVIOUS)
    for entry in entries:
        gap = link.gap(entry)
        if gap:
            yield None, Fault(chain, link.expected, gap)
        itself = _problem(entry)
        found = link.broken(entry) or link.early(entry) or itself or _strange(entry, chain)
        yield entry, Fault(chain, entry["sequence"], found) if found else None
        link.follow(entry, is_believed=not itself)


class Link:
    """The place of the next entry of a chain: its number, the hash that it has to name, the earliest time it can have."""

    def __init__(self, expected: int, previous: str | None) -> None:
        self.expected = expected
        self.previous = previous
        """None where the entry before is missing or cannot be believed: then what the next one claims is taken."""
        self.time = ""

    def gap(self, row: Mapping[str, Any]) -> str:
        """Say what is missing before a row, and go on from it; empty where nothing is. `expected` is then the first missing."""
        if row["sequence"] <= self.expected:
            return ""
        self.previous = None
        last = row["sequence"] - 1
        if last > self.expected:
            return f"is missing, and so are those after it up to {last}: the next one is {row['sequence']}"
        return f"is missing: the next one is {row['sequence']}"

    def broken(self, row: Mapping[str, Any]) -> str:
        """Say why a row does not follow the one before it in its chain; empty where it does (AUD 2.5)."""
        if row["sequence"] < self.expected:
            return f"stands again or out of order, where entry {self.expected} should"
        if self.previous is not None and row["previous_hash"] != self.previous:
            return NO_LINK
        return ""

    def lose(self) -> None:
        """Go on behind an entry that is there and cannot be read."""
        self.expected += 1
        self.previous = None

    def early(self, entry: Mapping[str, Any]) -> str:
        """Say that an entry is earlier than the one before it; empty where it is not."""
        return EARLIER if entry["time"] < self.time else ""

    def follow(self, row: Mapping[str, Any], *, is_believed: bool) -> None:
        """Go on behind a row; of one that was changed, neither its hash nor its time bind the next."""
        if row["sequence"] < self.expected:
            return
        self.expected = row["sequence"] + 1
        self.previous = row["hash"] if is_believed else None
        if is_believed and "time" in row:
            self.time = row["time"]


def _strange(entry: Mapping[str, Any], chain: str) -> str:
    return "" if entry["chain"] == chain else f"belongs to chain {entry['chain']}"


def _problem(entry: Mapping[str, Any]) -> str:
    try:
        computed = entry_hash(entry)
    except NotCanonicalError as error:
        return f"{UNHOLDABLE}: {error}"
    except RecursionError:
        return f"{UNHOLDABLE}: it is nested too deeply"
    return "" if computed == entry["hash"] else CHANGED
