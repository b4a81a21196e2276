"""A stay and a tap-in name the entry that began them, by which later entries name them (AUD 1.2; docs/decisions/0148)."""

from django.db import migrations, models

from tables.database.guards import TRIGGERS_AWAY, LoadGuards

# An entry of a chain and the row of its act have the same time. Two of one time are told apart by their order.
STAYS = """
WITH told AS (
    SELECT chain, time, sequence, row_number() OVER (PARTITION BY chain, time ORDER BY sequence) AS place
    FROM tables_auditentry WHERE act = 'sit'
), kept AS (
    SELECT stay.id, stay.sat_at AS time, seat_table.casino_id || '/table/' || seat_table.number AS chain,
           row_number() OVER (PARTITION BY stay.table_id, stay.sat_at ORDER BY stay.id) AS place
    FROM tables_seating stay JOIN tables_table seat_table ON seat_table.id = stay.table_id
)
UPDATE tables_seating SET sit_sequence = told.sequence
FROM kept JOIN told USING (chain, time, place) WHERE kept.id = tables_seating.id
"""
TAP_INS = """
WITH told AS (
    SELECT chain, "table" AS number, time, sequence,
           row_number() OVER (PARTITION BY chain, "table", time ORDER BY sequence) AS place
    FROM tables_auditentry WHERE act = 'tap_in'
), kept AS (
    SELECT tap.id, tap.started_at AS time, at_table.casino_id || '/house' AS chain, at_table.number,
           row_number() OVER (PARTITION BY tap.table_id, tap.started_at ORDER BY tap.id) AS place
    FROM tables_tapin tap JOIN tables_table at_table ON at_table.id = tap.table_id
)
UPDATE tables_tapin SET sequence = told.sequence
FROM kept JOIN told USING (chain, number, time, place) WHERE kept.id = tables_tapin.id
"""
NOTHING_WAITS = "SET CONSTRAINTS ALL IMMEDIATE"


class Migration(migrations.Migration):
    """Two columns, filled from the log; the guards keep them as they are from then on."""

    dependencies = [("tables", "0009_longer_player_cards")]

    operations = [
        migrations.RunSQL(TRIGGERS_AWAY),
        migrations.AddField("seating", "sit_sequence", models.BigIntegerField(null=True)),
        migrations.AddField("tapin", "sequence", models.BigIntegerField(null=True)),
        migrations.RunSQL([STAYS, TAP_INS, NOTHING_WAITS], migrations.RunSQL.noop),
        migrations.AddConstraint(
            "seating", models.UniqueConstraint(fields=["table", "sit_sequence"], name="one_stay_an_entry")
        ),
        migrations.AddConstraint(
            "tapin", models.UniqueConstraint(fields=["table", "sequence"], name="one_tap_in_an_entry")
        ),
        LoadGuards(__name__, "f8d95005a42c77f7"),
    ]
