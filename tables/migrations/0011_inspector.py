"""A role that reads everything and changes nothing: the inspector (AUD 7.5)."""

from django.db import migrations, models

from tables.database.guards import TRIGGERS_AWAY, LoadGuards


class Migration(migrations.Migration):
    """One more role can be granted."""

    dependencies = [("tables", "0010_stays_and_tap_ins_by_entry")]

    operations = [
        migrations.RunSQL(TRIGGERS_AWAY),
        migrations.AlterField(
            "rolegrant",
            "role",
            models.CharField(
                choices=[(role, role) for role in ("dealer", "floor", "compliance", "admin", "inspector")],
                max_length=12,
            ),
        ),
        migrations.RemoveConstraint("rolegrant", "role_is_known"),
        migrations.AddConstraint(
            "rolegrant",
            models.CheckConstraint(
                condition=models.Q(role__in=["dealer", "floor", "compliance", "admin", "inspector"]),
                name="role_is_known",
            ),
        ),
        LoadGuards(__name__, "f8d95005a42c77f7"),
    ]
