"""When a player's rounds in a row as designated player began (OPS 3.2); unknown for those who bank at the upgrade."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One column."""

    dependencies = [("tables", "0005_matches")]

    operations = [
        migrations.AddField("seating", "in_a_row_since", models.DateTimeField(blank=True, null=True)),
    ]
