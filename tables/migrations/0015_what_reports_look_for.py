"""Exceptions among millions of entries, and the offers of an hour at a table, are found by an index (AUD 5.1, OPS 3.6)."""

from django.db import migrations, models

# Django has no such condition; word for word as in tables/queries/reports/exceptions.py. The entries it holds are few.
EXCEPTIONS = """
CREATE INDEX entry_exceptions ON tables_auditentry (time, chain, sequence)
WHERE (act IN ('void_round', 'correct_round', 'refused', 'recount', 'settle_owed')
    OR payload ? 'flags' OR payload @? '$.output.flags[*]'
    OR payload @? '$.output.seats[*] ? (@.outcome == "dead")')
"""


class Migration(migrations.Migration):
    """Two indexes."""

    dependencies = [("tables", "0014_bars_take_effect")]

    operations = [
        migrations.AddIndex(
            model_name="designationoffer",
            index=models.Index(fields=["table", "-offered_at", "-id"], name="offer_by_time"),
        ),
        migrations.RunSQL(EXCEPTIONS, "DROP INDEX entry_exceptions"),
    ]
