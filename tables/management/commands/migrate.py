"""`migrate`, followed by granting the application's role exactly what it needs."""

import os
from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as DjangoMigrate
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from psycopg import sql

from tables.actions.audit.baseline import write_baselines
from tables.actions.audit.deploys import record_deploys
from tables.database.rights import RIGHTS


class Command(DjangoMigrate):
    """Run as the owner of the database, with DATABASE_APP_ROLE naming the role the service runs as."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate, then grant, then record which program did (AUD 7.6)."""
        role = os.environ.get("DATABASE_APP_ROLE")
        if not role:
            raise CommandError(
                "DATABASE_APP_ROLE is not set: name the database role that the service runs as; "
                "DATABASE_URL must be the address of the owner."
            )
        verify_not_half_way(options["database"])
        super().handle(*args, **options)
        grant_rights(role, options["database"])
        if options["app_label"] is None:
            # Begun for the newest schema alone: one that was asked for by name may not have all tables yet.
            self.stdout.write("".join(f"  Baseline of chain {chain}\n" for chain in write_baselines()), ending="")
        if not self._is_half_way(options["database"]):
            record_deploys(migrated=True)

    def _is_half_way(self, alias: str) -> bool:
        """Whether migrations are left, as where one was named: then the rows are not what this program writes."""
        executor = MigrationExecutor(connections[alias])
        return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def verify_not_half_way(alias: str) -> None:
    """Refuse a database with some, but not all, of the migrations that later became one; raises CommandError."""
    applied = {name for app, name in MigrationRecorder(connections[alias]).applied_migrations() if app == "tables"}
    for migration in MigrationLoader(None, replace_migrations=False).disk_migrations.values():
        replaced = [name for app, name in migration.replaces if app == "tables"]
        reached = [name for name in replaced if name in applied]
        if reached and reached != replaced and migration.name not in applied:
            raise CommandError(
                f"The database stopped at {reached[-1]}, half way through the migrations of an earlier version. Run "
                f"migrate of that version until it has reached {replaced[-1]}, then this one again; nothing was done."
            )


def grant_rights(role: str, alias: str) -> None:
    """Take every right from the role, then give it those of tables/database/rights.py."""
    name = sql.Identifier(role)
    with connections[alias].cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        tables = [row[0] for row in cursor.fetchall()]
        unknown = sorted(set(tables) - set(RIGHTS))
        if unknown:
            raise CommandError(
                f"tables/database/rights.py does not say what the service may do with: {', '.join(unknown)}"
            )
        cursor.execute(sql.SQL("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {}").format(name))
        cursor.execute("REVOKE ALL ON SCHEMA public FROM PUBLIC")
        cursor.execute(sql.SQL("GRANT USAGE ON SCHEMA public TO {}").format(name))
        for table in tables:
            statement = sql.SQL("GRANT {} ON {} TO {}").format(sql.SQL(RIGHTS[table]), sql.Identifier(table), name)
            cursor.execute(statement)
