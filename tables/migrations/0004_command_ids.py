"""What a command id looks like, kept by the database (OPS 5.10; docs/decisions/0074)."""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models

# Rows of a database that is there may have been let in before; they stay, and their ids stay used up. Only what all rows
# keep is marked as proved.
PROVED_IF_ALL_KEEP_IT = """
DO $$
BEGIN
    ALTER TABLE tables_command VALIDATE CONSTRAINT command_id_is_from_outside_or_internal;
EXCEPTION WHEN check_violation THEN
    RAISE NOTICE 'Some command ids of earlier commands are of neither kind; they are kept, and no other is let in.';
END $$
"""


class Migration(migrations.Migration):
    """One constraint."""

    dependencies = [("tables", "0003_index_of_exceptions")]

    operations = [
        AddConstraintNotValid(
            model_name="command",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("command_id__regex", r"^([A-Za-z0-9_-]{8,64}|[A-Za-z0-9_.-]+(:[A-Za-z0-9_.-]+)+)$")
                ),
                name="command_id_is_from_outside_or_internal",
            ),
        ),
        migrations.RunSQL(PROVED_IF_ALL_KEEP_IT, migrations.RunSQL.noop),
    ]
