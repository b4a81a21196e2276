"""The language in which a person reads their pages (TAB 4.4); empty is the house's."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One column."""

    dependencies = [("tables", "0007_bank_put_right")]

    operations = [
        migrations.AddField("person", "language", models.CharField(blank=True, default="", max_length=8)),
    ]
