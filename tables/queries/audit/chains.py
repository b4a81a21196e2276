"""The audit chains as they are stored, one entry at a time, and whether they hold (AUD 2.5)."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db import connection

from tables.audit.chain import HASHED_FIELDS, Fault, verified_entries
from tables.games.values import JSON
from tables.models import Casino, ChainHead, Table

ENTRIES_AT_A_TIME = 500
LOWEST = -(2**63)
# One step along the index for each chain: there are few of them, and millions of entries.
NAMES = """
WITH RECURSIVE name AS (
    (SELECT chain FROM tables_auditentry ORDER BY chain LIMIT 1)
    UNION ALL
    SELECT (SELECT entry.chain FROM tables_auditentry entry WHERE entry.chain > name.chain ORDER BY entry.chain LIMIT 1)
    FROM name WHERE name.chain IS NOT NULL
)
SELECT chain FROM name WHERE chain IS NOT NULL
"""

# As text, because a row may hold what no value of Python can be: infinity, the year 20000.
TIME = """coalesce(to_char(time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '')
       || CASE WHEN time < '0001-01-01 00:00:00Z' THEN ' BC' ELSE '' END"""

# The payload is text for the same reason: a number may have many thousand digits. The place in the table tells rows of one
# sequence apart, where the primary key is gone.
PAGE = f"""
SELECT chain, sequence, {TIME},
       act, "table", round, person, role, device, command_id, payload::text, schema, previous_hash, hash, ctid::text AS place
FROM tables_auditentry
WHERE chain = %s AND sequence >= %s AND (sequence > %s OR ctid > %s::tid)
ORDER BY sequence, ctid
LIMIT %s
"""  # noqa: S608 - put together from what stands above
HEAD = f"SELECT sequence, hash, {TIME} FROM tables_chainhead WHERE chain = %s"  # noqa: S608 - likewise
STORED_FIELDS = (*HASHED_FIELDS, "hash")


class Head(NamedTuple):
    """Where a chain stands, as its head says."""

    sequence: int
    hash: str
    time: str


class Unreadable:
    """What stands in place of a payload that cannot be read; no entry can hold it."""


def chain_names() -> list[str]:
    """Every chain there is or must be: of entries, of heads, of each casino, of each table that was acted at."""
    with connection.cursor() as cursor:
        cursor.execute(NAMES)
        names = {name for (name,) in cursor.fetchall()}
    names |= set(ChainHead.objects.values_list("chain", flat=True))
    names |= {casino.chain for casino in Casino.objects.all()}
    names |= {table.chain for table in Table.objects.filter(version__gt=0)}
    return sorted(names)


def stored_entries(chain: str, after: int | None = None) -> Iterator[JSON]:
    """The entries of a chain in their order, as they were hashed; by pages, so that memory stays the same."""
    sequence, place = (LOWEST, "(0,0)") if after is None else (after + 1, "(0,0)")
    while True:
        with connection.cursor() as cursor:
            cursor.execute(PAGE, [chain, sequence, sequence, place, ENTRIES_AT_A_TIME])
            rows = cursor.fetchall()
        for row in rows:
            entry = dict(zip(STORED_FIELDS, row, strict=False))
            yield {**entry, "payload": read_payload(entry["payload"])}
        if len(rows) < ENTRIES_AT_A_TIME:
            return
        sequence, place = rows[-1][1], rows[-1][-1]


def read_payload(payload: str | None) -> Any:
    """A payload as it is stored; Unreadable where it was made so that it cannot be."""
    try:
        return json.loads(payload) if payload is not None else Unreadable()
    except (ValueError, RecursionError):
        return Unreadable()


def checked_entries(chain: str) -> Iterator[tuple[JSON | None, Fault | None]]:
    """Yield every entry with None where it holds and else its Fault; None in its place for one that is missing (AUD 2.5).

    The head is looked at before and after, because acts go on meanwhile: it must be among the entries, and no entry
    may be beyond it; such a fault of the whole chain comes last, without an entry.
    """
    before, last = _head(chain), 0
    for entry, fault in verified_entries(chain, stored_entries(chain)):
        yield entry, fault or (_fault_beside_head(entry, before) if entry else None)
        last = max(last, entry["sequence"]) if entry else last
    missing = _tail_fault(chain, last, before) or _stranger(chain)
    if missing is not None:
        yield None, missing


def _fault_beside_head(entry: JSON, head: Head | None) -> Fault | None:
    if head is None or entry["sequence"] != head.sequence:
        return None
    if (entry["hash"], entry["time"]) == (head.hash, head.time):
        return None
    return Fault(entry["chain"], head.sequence, "is not the entry that the head of the chain names")


def _head(chain: str) -> Head | None:
    with connection.cursor() as cursor:
        cursor.execute(HEAD, [chain])
        row = cursor.fetchone()
    return Head(*row) if row else None


def _tail_fault(chain: str, last: int, before: Head | None) -> Fault | None:
    if last == 0 and before is None:
        return Fault(chain, 1, "is missing: there are none, and no head, though there were acts")
    if before is not None and before.sequence > last:
        return Fault(chain, last + 1, f"is missing: the head of the chain is entry {before.sequence}")
    after = _head(chain)
    if after is None or after.sequence < last:
        head = f"entry {after.sequence}" if after else "missing"
        return Fault(chain, last, f"is beyond the head of the chain, which is {head}")
    return None


def _stranger(chain: str) -> Fault | None:
    """A chain that no act can have written, however well it is made."""
    known = {casino.chain for casino in Casino.objects.all()} | {table.chain for table in Table.objects.all()}
    return None if chain in known else Fault(chain, 1, "belongs to a chain of no table and no house here")
