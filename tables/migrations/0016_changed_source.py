"""An alert says that the program has other files than its version had (AUD 7.6); nothing in the database changes."""

from django.db import migrations, models

KINDS = (
    *("dead_hand", "override", "correction", "refused", "cover_short", "no_designated_player", "owed", "silent_tablet"),
    *("dispute", "outside_limits", "changed_source", "witness_refused"),
)


class Migration(migrations.Migration):
    """The choices of a field alone."""

    dependencies = [("tables", "0015_search_of_rounds")]

    operations = [
        migrations.AlterField(
            "alert",
            "kind",
            models.CharField(choices=[(kind, kind.replace("_", " ").title()) for kind in KINDS], max_length=24),
        ),
    ]
