"""How far the search of rounds has followed the log (AUD 7.2)."""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection

# Of each chain the first entry that the search has not followed yet; the earliest of them bounds what is found.
REACH = """
SELECT coalesce(sum(head.sequence - coalesce(mark.sequence, 0)), 0)::bigint, max(head.time),
       min(behind.time) FILTER (WHERE head.sequence > coalesce(mark.sequence, 0))
FROM tables_chainhead head LEFT JOIN tables_searchmark mark ON mark.chain = head.chain
LEFT JOIN tables_auditentry behind ON behind.chain = head.chain AND behind.sequence = coalesce(mark.sequence, 0) + 1
WHERE head.chain LIKE %s
"""


@dataclass(frozen=True, slots=True)
class Reach:
    """How many entries of tables the search has not followed yet, and up to which time nothing is missing."""

    behind: int
    time: datetime | None


def search_reach(casino_id: int) -> Reach:
    """Return how far the search is at a casino; one query."""
    with connection.cursor() as cursor:
        cursor.execute(REACH, [f"{casino_id}/table/%"])
        behind, newest, first_missing = cursor.fetchone()
    return Reach(behind, first_missing or newest)
