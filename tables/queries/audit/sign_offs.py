"""Who looked at which finding of the verification, and with which words, as the log says (AUD 6.4)."""

from collections import defaultdict
from collections.abc import Sequence
from typing import TypedDict

from tables.audit.chain import time_text
from tables.models import AuditEntry, Casino, Person
from tables.policy import Act
from tables.queries.values import Time


class SignOffDocument(TypedDict):
    """Somebody looked at a finding."""

    sequence: int
    """Of its entry in the chain of the house."""
    time: Time
    badge: str
    name: str
    words: str


def sign_offs_of(casino: Casino) -> dict[str, list[SignOffDocument]]:
    """Return the sign-offs by the id of their finding, newest first; two queries."""
    entries = AuditEntry.objects.filter(chain=casino.chain, act=Act.ACKNOWLEDGE_FINDING).order_by("-time", "-sequence")
    rows = list(entries.values_list("sequence", "time", "person", "payload"))
    names = dict(Person.objects.filter(badge__in={row[2] for row in rows}).values_list("badge", "name"))
    found: dict[str, list[SignOffDocument]] = defaultdict(list)
    for sequence, time, badge, payload in rows:
        sent = payload.get("sent", {}) if isinstance(payload, dict) else {}
        found[str(sent.get("finding"))].append(
            {
                "sequence": sequence,
                "time": time_text(time),
                "badge": badge or "",
                "name": names.get(badge or "", ""),
                "words": str(sent.get("words", "")),
            }
        )
    return found


def entries_there(places: Sequence[tuple[str, int]]) -> set[tuple[str, int]]:
    """Return those of these entries (chain and sequence) that there are: a finding may be about one that is missing."""
    chains, sequences = {chain for chain, _sequence in places}, {sequence for _chain, sequence in places}
    there = AuditEntry.objects.filter(chain__in=chains, sequence__in=sequences).values_list("chain", "sequence")
    return set(places) & set(there)
