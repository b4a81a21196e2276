"""Loads the guards of the database: the functions, triggers and checks in `guards/`, one file a table (README.md)."""

import hashlib
import re
from functools import partial
from pathlib import Path

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import RunPython

FOLDER = Path(__file__).parent / "guards"
SHARED = "shared"
FUNCTION = re.compile(r"^CREATE OR REPLACE FUNCTION (\w+)\(", re.MULTILINE)

EACH_TRIGGER = """
DO $$
DECLARE
    guard record;
BEGIN
    FOR guard IN SELECT tgname, tgrelid::regclass AS relation FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
                 WHERE NOT tgisinternal AND relnamespace = 'public'::regnamespace LOOP
        EXECUTE format(%s);
    END LOOP;
END $$
"""
TRIGGERS_AWAY = EACH_TRIGGER.replace("%s", "'DROP TRIGGER %I ON %s', guard.tgname, guard.relation")
# They fire for every writer, also where a session calls itself a replica.
TRIGGERS_ALWAYS = EACH_TRIGGER.replace("%s", "'ALTER TABLE %s ENABLE ALWAYS TRIGGER %I', guard.relation, guard.tgname")

FUNCTIONS_AWAY = """
DO $$
DECLARE
    guard regprocedure;
BEGIN
    FOR guard IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname LIKE 'tables\\_%'
                 AND proname <> ALL (ARRAY[{kept}]) LOOP
        EXECUTE format('DROP FUNCTION %s', guard);
    END LOOP;
END $$
"""


class LoadGuards(RunPython):
    """Makes the guards of the database those of the files; only the newest migration that has it does anything.

    The files are written for the schema of that migration: an older one, which a fresh database passes on its way, has
    not got all of it yet. `name` is the migration's `__name__`, `fingerprint` what `fingerprint()` gave when it was written.
    """

    def __init__(self, name: str, fingerprint: str) -> None:
        self.name = name.rpartition(".")[2]
        self.fingerprint = fingerprint
        super().__init__(partial(load, self.name))


def load(migration: str, apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Load the files, in the transaction of the migration of this name, if that is the newest that does."""
    if migration == newest().name:
        for statement in statements():
            schema_editor.execute(statement, params=None)


def sources() -> dict[str, str]:
    """Read the files: the SQL of each by its table's name, what they share first."""
    paths = sorted(FOLDER.glob("*.sql"), key=lambda path: (path.stem != SHARED, path.stem))
    return {path.stem: path.read_text(encoding="utf-8") for path in paths}


def fingerprint() -> str:
    """Name what the files say, by which a migration knows whether it has loaded it."""
    digest = hashlib.sha256()
    for name, text in sources().items():
        digest.update(f"{name}\n{text}\n".encode())
    return digest.hexdigest()[:16]


def statements() -> list[str]:
    """List what makes the guards of a database those of the files, from any it had before."""
    files = sources()
    kept = ", ".join(f"'{name}'" for text in files.values() for name in FUNCTION.findall(text))
    return [TRIGGERS_AWAY, *files.values(), TRIGGERS_ALWAYS, FUNCTIONS_AWAY.format(kept=kept)]


def newest() -> LoadGuards:
    """Find the operation of the newest migration that loads the guards; migrations follow each other by number."""
    migrations = MigrationLoader(None, replace_migrations=False).disk_migrations
    ours = [migrations[key] for key in sorted(migrations) if key[0] == "tables"]
    return [step for migration in ours for step in migration.operations if isinstance(step, LoadGuards)][-1]
