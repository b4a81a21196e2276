"""Epochs: a restored database begins another list of checkpoints (AUD 3.5)."""

from django.db import migrations, models

from tables.database.guards import TRIGGERS_AWAY, LoadGuards


class Migration(migrations.Migration):
    """What is there is of the first epoch. A leaf's place counts within its list, so that the constraint names the epoch."""

    dependencies = [("tables", "0012_salts_and_settings")]

    operations = [
        migrations.RunSQL(TRIGGERS_AWAY),
        migrations.AddField("casino", "epoch", models.PositiveIntegerField(default=1)),
        migrations.AddField("checkpoint", "epoch", models.PositiveIntegerField(default=1)),
        migrations.AddField("checkpointleaf", "epoch", models.PositiveIntegerField(default=1)),
        migrations.RemoveConstraint("checkpointleaf", "one_leaf_a_position"),
        migrations.AddConstraint(
            "checkpointleaf",
            models.UniqueConstraint(fields=["casino", "epoch", "position"], name="one_leaf_a_position"),
        ),
        LoadGuards(__name__, "3f0d97f0bc75bdbb"),
    ]
