"""Entries and the chain they form (AUD 1.2, 2): hashing one, and checking that many follow each other."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from tables.audit.canonical import NotCanonicalError, digest

FIRST_PREVIOUS = "0" * 64
CHANGED = "was changed: its hash is not the hash of what it says"
EARLIER = "is earlier than the entry before it"

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
    """The first entry of a chain that does not hold, and what is wrong with it."""

    chain: str
    sequence: int
    problem: str


def time_text(moment: datetime) -> str:
    """A time as it stands in an entry, and wherever else it is told: UTC with all six digits (AUD 2.2)."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def entry_hash(entry: Mapping[str, Any]) -> str:
    """Return the hash of an entry: SHA-256 over the canonical JSON of every field but `hash` (AUD 2.2)."""
    return digest({field: entry[field] for field in HASHED_FIELDS})


def verify_chain(chain: str, entries: Iterable[Mapping[str, Any]]) -> Iterator[Fault | None]:
    """Yield None for every entry that holds, and one Fault at the first that does not, then stop (AUD 2.5).

    The entries come in the order of their sequence; each is recomputed from its values.
    """
    expected, previous, time = 1, FIRST_PREVIOUS, ""
    for entry in entries:
        problem = _problem(entry, expected, previous, time) or _strange(entry, chain)
        if problem:
            yield Fault(chain, expected if entry["sequence"] > expected else entry["sequence"], problem)
            return
        yield None
        expected, previous, time = expected + 1, entry["hash"], entry["time"]


def _strange(entry: Mapping[str, Any], chain: str) -> str:
    return "" if entry["chain"] == chain else f"belongs to chain {entry['chain']}"


def link_problem(row: Mapping[str, Any], expected: int, previous: str) -> str:
    """Say why a row does not follow the one before it in its chain; empty where it does (AUD 2.5)."""
    if row["sequence"] > expected:
        return f"entry {expected} is missing: the next one is {row['sequence']}"
    if row["sequence"] < expected:
        return f"entry {expected} is missing: in its place stands {row['sequence']}, again or out of order"
    if row["previous_hash"] != previous:
        return "does not name the hash of the entry before it"
    return ""


def _problem(entry: Mapping[str, Any], expected: int, previous: str, time: str) -> str:
    problem = link_problem(entry, expected, previous)
    if problem:
        return problem
    if entry["time"] < time:
        return EARLIER
    try:
        computed = entry_hash(entry)
    except NotCanonicalError as error:
        return f"holds what no entry can hold: {error}"
    return "" if computed == entry["hash"] else CHANGED
