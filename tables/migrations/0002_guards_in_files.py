"""What must never be false, kept by the database itself, whoever writes (tables/database/guards)."""

from django.db import migrations

from tables.database.guards import LoadGuards


class Migration(migrations.Migration):
    """The guards of every table; those of a database of the version before are loaded anew."""

    dependencies = [("tables", "0001_schema")]

    operations = [LoadGuards(__name__, "c891e781b6eddae4")]
