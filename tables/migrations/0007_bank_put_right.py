"""The declared bank of a round can be put right while it is played, and says so (tables/database/guards/round.sql; OPS 5.4)."""

from django.db import migrations

from tables.database.guards import LoadGuards


class Migration(migrations.Migration):
    """The guards are loaded anew."""

    dependencies = [("tables", "0006_in_a_row_since")]

    operations = [LoadGuards(__name__, "ab760d2a57fec1d2")]
