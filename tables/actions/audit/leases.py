"""Who works on an export: leases and heartbeats, no acts (AUD 4.1).

Each is one UPDATE that says under which lease it holds; no row is locked longer than that, and the acts decide on nothing
else than what they read under the casino's lock (docs/decisions/0066).
"""

from django.db import connection

from tables.models import Export

SILENT_SECONDS = 30
MOST_ATTEMPTS = 5

# Two at once: the second waits for the first one's commit, finds that the row is no longer free, and takes none.
FREE = (
    "state = 'waiting' OR (state = 'running' AND heartbeat_at < clock_timestamp() - %(silent)s * interval '1 second')"
)
TAKE_UP = f"""
UPDATE tables_export SET state = 'running', lease = %(lease)s, heartbeat_at = clock_timestamp(), attempts = attempts + 1,
    entries_done = 0, entries_total = NULL
WHERE id = (SELECT id FROM tables_export WHERE {FREE} ORDER BY id LIMIT 1) AND ({FREE})
RETURNING id
"""  # noqa: S608 - put together from what stands above
BEAT = """
UPDATE tables_export SET heartbeat_at = clock_timestamp(), entries_done = %s, entries_total = coalesce(%s, entries_total)
WHERE id = %s AND lease = %s AND state = 'running'
"""


def take_up(lease: str) -> Export | None:
    """The oldest export that waits, or whose worker has been silent too long, from now on under this lease."""
    with connection.cursor() as cursor:
        cursor.execute(TAKE_UP, {"lease": lease, "silent": SILENT_SECONDS})
        taken = cursor.fetchone()
    return Export.objects.select_related("casino").get(pk=taken[0]) if taken else None


def beat(export: Export, done: int, total: int | None) -> bool:
    """Say that the work goes on, and how far; false where it was cancelled or another has taken it up."""
    with connection.cursor() as cursor:
        cursor.execute(BEAT, [done, total, export.pk, export.lease])
        return bool(cursor.rowcount)
