"""A match is a row of its own, with its hands, its end and its winner (DRAW 1.13; docs/decisions/0096)."""

import django.db.models.deletion
from django.db import migrations, models

from tables.database.guards import LoadGuards

# A table kept the players of the match that is on. What they played so far is in the journal: the rounds in which just these
# two moved chips or markers, since the last round of anybody else; a void moves nothing. A hand that is not settled yet counts
# once it is.
MATCHES_THAT_ARE_ON = """
WITH on_match AS (
    SELECT id AS table_id, ARRAY(SELECT stay::bigint FROM jsonb_array_elements_text(match) AS stay ORDER BY 1) AS stays
    FROM tables_table WHERE jsonb_array_length(match) = 2
), played AS (
    SELECT round.table_id, round.id, round.number, round.opened_at, round.state,
           array_agg(DISTINCT leg.seating_id ORDER BY leg.seating_id) AS stays
    FROM tables_round round
    JOIN tables_posting posting ON posting.round_id = round.id
    JOIN tables_leg leg ON leg.posting_id = posting.id AND leg.account IN ('seat', 'markers')
    WHERE round.table_id IN (SELECT table_id FROM on_match) AND round.state <> 'void'
    GROUP BY round.id
), of_match AS (
    SELECT played.* FROM played JOIN on_match USING (table_id, stays)
    WHERE played.number > (SELECT coalesce(max(other.number), 0) FROM played other
                           WHERE other.table_id = played.table_id AND other.stays <> on_match.stays)
), begun AS (
    SELECT on_match.table_id, on_match.stays, min(of_match.number) AS first_round, min(of_match.opened_at) AS began_at,
           count(of_match.id) FILTER (WHERE of_match.state IN ('settled', 'closed')) AS hands
    FROM on_match LEFT JOIN of_match USING (table_id) GROUP BY on_match.table_id, on_match.stays
), won AS (
    SELECT of_match.table_id, leg.seating_id, sum(leg.amount) AS net
    FROM of_match JOIN tables_posting posting ON posting.round_id = of_match.id
    JOIN tables_leg leg ON leg.posting_id = posting.id AND leg.account IN ('seat', 'markers', 'owed')
    WHERE of_match.state IN ('settled', 'closed') AND posting.act <> 'settle_owed'
    GROUP BY of_match.table_id, leg.seating_id
)
INSERT INTO tables_match (table_id, number, players, began_at, first_round, hands, how)
SELECT begun.table_id, 1,
       (SELECT jsonb_agg(jsonb_build_object('stay', stay.id, 'seat', stay.seat, 'net', coalesce(won.net, 0)) ORDER BY stay.seat)
        FROM tables_seating stay LEFT JOIN won ON won.table_id = begun.table_id AND won.seating_id = stay.id
        WHERE stay.id = ANY (begun.stays)),
       coalesce(begun.began_at, (SELECT max(sat_at) FROM tables_seating WHERE id = ANY (begun.stays))),
       coalesce(begun.first_round, (SELECT greatest(last_round, 1) FROM tables_table WHERE id = begun.table_id)),
       begun.hands, ''
FROM begun
"""
PLAYERS_AGAIN = """
UPDATE tables_table SET match = (
    SELECT jsonb_agg(player -> 'stay') FROM jsonb_array_elements(going_on.players) AS player)
FROM tables_match going_on WHERE going_on.table_id = tables_table.id AND going_on.ended_at IS NULL
"""
NOTHING_WAITS = "SET CONSTRAINTS ALL IMMEDIATE"


class Migration(migrations.Migration):
    """One table, the matches that are on, and its guards; the column that named their players goes."""

    dependencies = [("tables", "0004_command_ids")]

    operations = [
        migrations.CreateModel(
            name="Match",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("players", models.JSONField()),
                ("began_at", models.DateTimeField()),
                ("first_round", models.PositiveIntegerField()),
                ("hands", models.PositiveIntegerField(default=0)),
                ("last_round", models.PositiveIntegerField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("how", models.CharField(blank=True, max_length=12)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="matches", to="tables.table"
                    ),
                ),
                (
                    "winner",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.seating",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("ended_at__isnull", False)), fields=["-ended_at"], name="match_by_end"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "number"), name="one_match_a_number"),
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)), fields=("table",), name="one_open_match_a_table"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at", None), ("how", ""), ("last_round", None), ("winner", None)),
                            models.Q(
                                ("ended_at__isnull", False),
                                ("how", "left"),
                                ("last_round__isnull", False),
                                ("winner", None),
                            ),
                            models.Q(
                                ("ended_at__isnull", False),
                                ("how__in", ["lost", "given_up"]),
                                ("last_round__isnull", False),
                                ("winner__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="match_ends_somehow",
                    ),
                ],
            },
        ),
        migrations.RunSQL(MATCHES_THAT_ARE_ON, PLAYERS_AGAIN),
        migrations.RunSQL(NOTHING_WAITS, NOTHING_WAITS),
        migrations.RemoveField(model_name="table", name="match"),
        LoadGuards(__name__, "3f1593f11b7e4c40"),
    ]
