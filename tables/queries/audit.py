"""The audit chains as they are stored, one entry at a time, and whether they hold (AUD 2.5)."""

import itertools
from collections.abc import Iterator
from typing import Any

from tables.audit.chain import HASHED_FIELDS, Fault, time_text, verify_chain
from tables.models import AuditEntry, Casino, ChainHead, Table

STORED_FIELDS = (*HASHED_FIELDS, "hash")
ENTRIES_AT_A_TIME = 500
BEFORE_ALL = -(2**63)


def chain_names() -> list[str]:
    """Every chain there is or must be: of entries, of heads, of each casino, of each table that was acted at."""
    names = set(AuditEntry.objects.values_list("chain", flat=True).distinct())
    names |= set(ChainHead.objects.values_list("chain", flat=True))
    names |= {casino.chain for casino in Casino.objects.all()}
    names |= {table.chain for table in Table.objects.filter(version__gt=0)}
    return sorted(names)


def stored_entries(chain: str, after: int = BEFORE_ALL) -> Iterator[dict[str, Any]]:
    """The entries of a chain in their order, as they were hashed; by pages, so that memory stays the same."""
    while True:
        found = AuditEntry.objects.filter(chain=chain, sequence__gt=after).order_by("sequence")
        rows = list(found.values(*STORED_FIELDS)[:ENTRIES_AT_A_TIME])
        for row in rows:
            yield {**row, "time": time_text(row["time"])}
        if len(rows) < ENTRIES_AT_A_TIME:
            return
        after = rows[-1]["sequence"]


def checked_chain(chain: str) -> Iterator[Fault | None]:
    """Yield None for every entry that holds; at the first that does not, one Fault, and stop (AUD 2.5).

    The head is looked at before and after, because acts go on meanwhile: it must be among the entries, and no entry
    may be beyond it.
    """
    before = ChainHead.objects.filter(chain=chain).first()
    stored, again = itertools.tee(stored_entries(chain))
    last = 0
    for entry, fault in zip(stored, verify_chain(chain, again), strict=False):
        found = fault or _fault_beside_head(entry, before)
        yield found
        if found is not None:
            return
        last = entry["sequence"]
    missing = _tail_fault(chain, last, before)
    if missing is not None:
        yield missing


def _fault_beside_head(entry: dict[str, Any], head: ChainHead | None) -> Fault | None:
    if head is None or entry["sequence"] != head.sequence:
        return None
    if (entry["hash"], entry["time"]) == (head.hash, time_text(head.time)):
        return None
    return Fault(head.chain, head.sequence, "is not the entry that the head of the chain names")


def _tail_fault(chain: str, last: int, before: ChainHead | None) -> Fault | None:
    if last == 0 and before is None:
        return Fault(chain, 1, "entry 1 is missing: there are none, and no head, though there were acts")
    if before is not None and before.sequence > last:
        return Fault(chain, last + 1, f"entry {last + 1} is missing: the head of the chain is entry {before.sequence}")
    after = ChainHead.objects.filter(chain=chain).first()
    if after is None or after.sequence < last:
        head = f"entry {after.sequence}" if after else "missing"
        return Fault(chain, last, f"is beyond the head of the chain, which is {head}")
    return None
