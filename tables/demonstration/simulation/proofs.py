"""What has to hold of a simulated table after all that was done at it, beyond journal, replay and chains (OPS 4.1, 4.3, 5.8, 6)."""

from collections import Counter
from collections.abc import Iterator

from django.db import connection

from tables.models import Alert, Dispute, Owed, Round, Settlement, Table

# Each round opened under the version that was in force at that moment, and settled under no other.
UNDER_OTHER_RULES = """
SELECT round.number FROM tables_round round
LEFT JOIN LATERAL (
    SELECT id, document FROM tables_rulesversion version
    WHERE version.table_id = round.table_id AND version.in_force_from <= round.opened_at ORDER BY number DESC LIMIT 1
) AS in_force ON TRUE
WHERE round.table_id = %(table)s AND (round.rules_id <> in_force.id OR EXISTS (
    SELECT FROM tables_settlement settlement
    WHERE settlement.round_id = round.id AND settlement.input -> 'rules' <> in_force.document))
"""

# Of two versions the later one is in force from a later moment, and no moment is inside a round.
VERSIONS_CROSSED = """
SELECT version.number FROM tables_rulesversion version
WHERE version.table_id = %(table)s AND (
    EXISTS (SELECT FROM tables_rulesversion earlier WHERE earlier.table_id = version.table_id
            AND earlier.number < version.number AND earlier.in_force_from > version.in_force_from)
    OR EXISTS (SELECT FROM tables_round round WHERE round.table_id = version.table_id
               AND round.opened_at < version.in_force_from AND round.ended_at > version.in_force_from))
"""

# What a banked round brought each player, by all its postings but those that deal with what was owed, and by its newest
# settlement: chips and what is owed together. Chips that were seen and taken in are no result, so their rounds are left out.
RESULTS = """
WITH newest AS (
    SELECT DISTINCT ON (round.id) round.id, round.number, round.state, settlement.output
    FROM tables_round round JOIN tables_settlement settlement ON settlement.round_id = round.id
    WHERE round.table_id = %(table)s AND round.designated_id IS NOT NULL AND round.state = 'closed'
      AND NOT jsonb_path_exists(round.flags, '$[*] ? (@.code == "chips_seen")')
    ORDER BY round.id, settlement.version DESC
), said AS (
    SELECT newest.id, newest.number, (seat ->> 'net')::bigint - (seat ->> 'rake')::bigint AS result
    FROM newest, jsonb_array_elements(output -> 'seats' || jsonb_build_array(output -> 'designated_player')) AS seat
), moved AS (
    SELECT newest.id, newest.number, leg.seating_id, sum(leg.amount)::bigint AS result
    FROM newest JOIN tables_posting posting ON posting.round_id = newest.id AND posting.act <> 'settle_owed'
    JOIN tables_leg leg ON leg.posting_id = posting.id AND leg.account IN ('seat', 'owed')
    GROUP BY newest.id, newest.number, leg.seating_id
)
SELECT number FROM (SELECT number, array_agg(result ORDER BY result) AS results FROM said WHERE result <> 0 GROUP BY number) AS a
FULL JOIN (SELECT number, array_agg(result ORDER BY result) AS results FROM moved WHERE result <> 0 GROUP BY number) AS b
    USING (number)
WHERE a.results IS DISTINCT FROM b.results
"""


def faults_of(table: Table) -> Iterator[str]:
    """Every sentence about what does not hold at the table."""
    said = (
        (UNDER_OTHER_RULES, "was not played under the rules in force when it was opened"),
        (RESULTS, "moved other chips than its newest settlement says"),
    )
    for statement, sentence in said:
        yield from (f"table {table.number}, round {number} {sentence}" for number in _numbers(statement, table))
    for number in _numbers(VERSIONS_CROSSED, table):
        yield f"table {table.number}, rules version {number} came into force before an earlier one, or inside a round"
    told = Counter(Alert.objects.filter(table=table).values_list("kind", flat=True))
    for kind, count in _alerts_due(table).items():
        if told[kind] != count:
            yield f"table {table.number}: {told[kind]} alerts of kind {kind}, and {count} are due"


def _numbers(statement: str, table: Table) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(statement, {"table": table.pk})
        return [number for (number,) in cursor.fetchall()]


def _alerts_due(table: Table) -> dict[str, int]:
    """One alert for each correction, debt and dispute; for dead hands and overrides, one for each that was flagged."""
    flags = [(row.number, flag) for row in Round.objects.filter(table=table) for flag in row.flags]

    def flagged(code: str, *keys: str) -> int:
        return len({(number, *(flag[key] for key in keys)) for number, flag in flags if flag["code"] == code})

    return {
        str(Alert.Kind.CORRECTION): Settlement.objects.filter(round__table=table, version__gt=1).count(),
        str(Alert.Kind.OWED): Owed.objects.filter(table=table).count(),
        str(Alert.Kind.DISPUTE): Dispute.objects.filter(table=table).count(),
        str(Alert.Kind.DEAD_HAND): flagged("dead_hand", "seat"),
    }
