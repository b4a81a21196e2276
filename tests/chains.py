"""The faults of a chain alone, without its entries (AUD 2.5)."""

from collections.abc import Iterable, Iterator
from typing import Any

from tables.audit.chain import Fault, verified_entries
from tables.queries.audit.chains import checked_entries


def verify_chain(chain: str, entries: Iterable[dict[str, Any]]) -> Iterator[Fault | None]:
    """None for every entry that holds, and a Fault for every one that does not or is missing."""
    return (fault for _entry, fault in verified_entries(chain, entries))


def checked_chain(chain: str) -> Iterator[Fault | None]:
    """The same of a chain that is stored."""
    return (fault for _entry, fault in checked_entries(chain))
