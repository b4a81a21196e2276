"""Names and licences stand in entries under a salt of the person; a casino keeps its settings (AUD 1.2, 1.3)."""

from django.db import migrations, models

from tables.database.guards import TRIGGERS_AWAY, LoadGuards

# Two random UUIDs are 244 bits of chance; each row has its own.
SALT = "replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')"
OF_PEOPLE = f"UPDATE tables_person SET salt = {SALT}"  # noqa: S608 - put together from a constant
OF_REQUESTS = f"""
UPDATE tables_staffchange SET details = details || jsonb_build_object('salt', {SALT}) WHERE kind = 'create_person'
"""  # noqa: S608 - likewise
NOTHING_WAITS = "SET CONSTRAINTS ALL IMMEDIATE"


class Migration(migrations.Migration):
    """One column, filled by chance; the guards keep it, and the settings of a casino, from then on."""

    dependencies = [("tables", "0011_inspector")]

    operations = [
        migrations.RunSQL(TRIGGERS_AWAY),
        migrations.AddField("person", "salt", models.CharField(max_length=64, default="", editable=False)),
        migrations.RunSQL([OF_PEOPLE, OF_REQUESTS, NOTHING_WAITS], migrations.RunSQL.noop),
        LoadGuards(__name__, "ae1b0d850e56f64b"),
    ]
