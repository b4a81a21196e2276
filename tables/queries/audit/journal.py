"""The journal against the balances it must come to (OPS 2.4)."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import connection

from tables.models import Table

ROWS_AT_A_TIME = 1000

# One statement is one snapshot: acts that go on meanwhile are seen wholly or not at all. The database adds up, and only
# what differs is fetched.
DIFFERENCES = """
WITH legs AS NOT MATERIALIZED (
    SELECT leg.posting_id, posting.round_id, leg.account, leg.seating_id, leg.amount
    FROM tables_posting posting JOIN tables_leg leg ON leg.posting_id = posting.id
    WHERE posting.table_id = %(table)s
), stacks AS (
    SELECT seating_id, sum(amount) AS amount FROM legs WHERE account = 'seat' GROUP BY seating_id
), banks AS (
    SELECT round_id, sum(amount) AS amount FROM legs WHERE account = 'bank' GROUP BY round_id
), rounds AS (
    SELECT id, number, bank AS amount FROM tables_round WHERE table_id = %(table)s
), players AS (
    SELECT seating.id, seating.seat, seating.markers_out * coalesce(
        (SELECT (rules.document -> 'terms' ->> 'marker_value')::bigint FROM tables_rulesversion rules
         WHERE rules.id = (SELECT rules_id FROM tables_table WHERE id = %(table)s)), 0) AS markers,
        (SELECT coalesce(sum(owed.amount), 0) FROM tables_owed owed
         WHERE owed.seating_id = seating.id AND owed.settled_at IS NULL) AS owed
    FROM tables_seating seating WHERE seating.table_id = %(table)s
), debts AS (
    SELECT seating_id, coalesce(sum(amount) FILTER (WHERE account = 'markers'), 0) AS markers,
           coalesce(sum(amount) FILTER (WHERE account = 'owed'), 0) AS owed
    FROM legs WHERE account IN ('markers', 'owed') GROUP BY seating_id
), pots AS (
    -- What a tie leaves passes from round to round, so that pots agree at a table and not in each round.
    SELECT (SELECT coalesce(sum(amount), 0) FROM legs WHERE account = 'pot') AS journal,
           (SELECT coalesce(sum(pot), 0) FROM tables_round WHERE table_id = %(table)s)
           + (SELECT carry FROM tables_table WHERE id = %(table)s) AS recorded
)
SELECT 'posting' AS what, posting_id AS which, 0 AS recorded, sum(amount) AS journal
FROM legs GROUP BY posting_id HAVING sum(amount) <> 0
UNION ALL
SELECT 'posting', posting.id, NULL, NULL FROM tables_posting posting
WHERE posting.table_id = %(table)s AND NOT EXISTS (SELECT FROM tables_leg leg WHERE leg.posting_id = posting.id)
UNION ALL
SELECT 'seat', coalesce(seating.seat, elsewhere.seat), coalesce(seating.chips, 0), coalesce(stacks.amount, 0)
FROM stacks FULL JOIN (SELECT * FROM tables_seating WHERE table_id = %(table)s) AS seating ON seating.id = stacks.seating_id
LEFT JOIN tables_seating elsewhere ON elsewhere.id = stacks.seating_id
WHERE coalesce(seating.chips, 0) <> coalesce(stacks.amount, 0)
UNION ALL
SELECT 'bank', rounds.number, coalesce(rounds.amount, 0), coalesce(banks.amount, 0)
FROM banks FULL JOIN rounds ON rounds.id = banks.round_id
WHERE coalesce(banks.amount, 0) <> coalesce(rounds.amount, 0)
UNION ALL
SELECT 'markers', players.seat, -players.markers, coalesce(debts.markers, 0)
FROM players LEFT JOIN debts ON debts.seating_id = players.id WHERE -players.markers <> coalesce(debts.markers, 0)
UNION ALL
SELECT 'owed', players.seat, players.owed, coalesce(debts.owed, 0)
FROM players LEFT JOIN debts ON debts.seating_id = players.id WHERE players.owed <> coalesce(debts.owed, 0)
UNION ALL
SELECT 'pot', NULL, recorded, journal FROM pots WHERE recorded <> journal
UNION ALL
SELECT 'all', NULL, 0, sum(amount) FROM legs HAVING sum(amount) <> 0
ORDER BY 1, 2
"""


@dataclass(frozen=True, slots=True)
class Difference:
    """A balance that is not what the journal comes to; amounts in minor units."""

    table: int
    what: str
    """`seat`, `bank`, `pot`, `markers`, `owed`, one `posting`, or `all` legs together."""
    which: int | None
    """The seat (of stacks, markers and what is owed), the round of a bank, or the posting; None for the pots, which pass
    from round to round."""
    recorded: int | None
    journal: int | None
    """None for a posting without legs."""

    def __str__(self) -> str:
        """The difference as a sentence."""
        place = f"table {self.table}"
        if self.journal is None:
            return f"{place}, posting {self.which}: it has no legs"
        if self.what == "posting":
            return f"{place}, posting {self.which}: its legs sum to {self.journal:+}, not to 0"
        if self.what == "all":
            return f"{place}: all legs sum to {self.journal:+}, not to 0"
        return f"{place}, {self._subject}: {self.recorded} is recorded, the journal comes to {self.journal}"

    @property
    def _subject(self) -> str:
        if self.what == "bank":
            return f"bank of round {self.which or 'none'}"
        of_a_seat = {"seat": "", "markers": "markers of ", "owed": "what is owed by "}
        return f"{of_a_seat[self.what]}seat {self.which}" if self.what in of_a_seat else "pots"


def differences_at(table: Table) -> Iterator[Difference]:
    """Every balance of a table that is not what its postings come to; nothing where all agree."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(DIFFERENCES, {"table": table.pk})
        while rows := cursor.fetchmany(ROWS_AT_A_TIME):
            for row in rows:
                yield Difference(table.number, *row)
