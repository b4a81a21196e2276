"""A player card takes forty letters: names of people are that long in more than one script (OPS 2.1, LOOK 1.7)."""

from django.db import migrations, models

from tables.database.guards import TRIGGERS_AWAY, LoadGuards


class Migration(migrations.Migration):
    """Two columns are wider; nothing in them changes. A trigger names one, so that all are taken away and loaded anew."""

    dependencies = [("tables", "0008_languages")]

    operations = [
        migrations.RunSQL(TRIGGERS_AWAY),
        migrations.AlterField("seating", "player_card", models.CharField(blank=True, max_length=40)),
        migrations.AlterField("bar", "player_card", models.CharField(blank=True, max_length=40)),
        LoadGuards(__name__, "ab760d2a57fec1d2"),
    ]
