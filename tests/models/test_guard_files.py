"""The guards of the database are those of the files in tables/database/guards, word for word (OPS 2.4, AUD 2.3)."""

import ast
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tables.database import guards
from tables.database.guards import LoadGuards, fingerprint, newest, sources, statements
from tests.upgrades.catalog import catalog, differences

MIGRATIONS = Path(guards.__file__).resolve().parents[1] / "migrations"


class Recorder:
    """A schema editor that only remembers."""

    def __init__(self) -> None:
        self.executed: list[str] = []

    def execute(self, statement: str, params: Any = None) -> None:
        """Remember a statement without parameters."""
        assert params is None
        self.executed.append(statement)


def unlike_the_files(owner: psycopg.Connection[Any]) -> list[str]:
    """Name each function, trigger and constraint that is not what the files would make of it."""
    found = catalog(owner)
    with owner.transaction(force_rollback=True):
        for statement in statements():
            owner.execute(statement)
        return differences(found, catalog(owner))


def test_the_database_has_the_guards_of_the_files(owner: psycopg.Connection[Any]) -> None:
    """As PostgreSQL itself spells them: bodies, settings, conditions, grants; none is missing and none is left over."""
    assert unlike_the_files(owner) == []


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (
            "CREATE OR REPLACE FUNCTION tables_legs_balance() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
            "functions tables_legs_balance()",
        ),
        ("ALTER FUNCTION tables_guard_round() RESET search_path", "functions tables_guard_round()"),
        ("GRANT EXECUTE ON FUNCTION tables_advance_chain() TO PUBLIC", "functions tables_advance_chain()"),
        ("DROP TRIGGER guard_table ON tables_table", "triggers tables_table guard_table"),
        ("ALTER TABLE tables_leg DISABLE TRIGGER legs_balance", "triggers tables_leg legs_balance"),
        ("ALTER TABLE tables_leg ENABLE TRIGGER legs_balance", "triggers tables_leg legs_balance"),
        (
            "ALTER TABLE tables_round DROP CONSTRAINT no_card_in_two_hands",
            "constraints tables_round no_card_in_two_hands",
        ),
        (
            "CREATE FUNCTION tables_left_over() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
            "functions tables_left_over()",
        ),
        (
            "CREATE TRIGGER left_over BEFORE DELETE ON tables_table EXECUTE FUNCTION tables_refuse_change()",
            "triggers tables_table left_over",
        ),
    ],
)
def test_what_differs_is_named(owner: psycopg.Connection[Any], change: str, named: str) -> None:
    """A guard that was put away, weakened, disabled or added; and loading the files mends each."""
    with owner.transaction(force_rollback=True):
        owner.execute(change)
        assert [line.partition(":")[0] for line in unlike_the_files(owner)] == [named]


def test_the_newest_migration_that_loads_them_has_loaded_these() -> None:
    """A change of a file needs a migration, so that databases that are there already get it."""
    assert newest().fingerprint == fingerprint(), (
        "The guards differ from what the newest migration loads: add a migration with the one operation "
        f'LoadGuards(__name__, "{fingerprint()}") (tables/database/README.md)'
    )


def test_an_older_migration_loads_nothing() -> None:
    """It would read files that were written for tables which come after it; the newest loads all of them."""
    editors = Recorder(), Recorder()
    for operation, editor in zip((LoadGuards("tables.migrations.0000_older", "0"), newest()), editors, strict=True):
        operation.code(None, editor)  # type: ignore[arg-type]
    assert editors[0].executed == []
    assert editors[1].executed == statements()


def test_there_is_one_file_a_table() -> None:
    """Each trigger stands in the file of its own table."""
    for name, text in sources().items():
        tables = {line.partition(" ON tables_")[2].split()[0] for line in text.splitlines() if " ON tables_" in line}
        assert tables <= {name}, name


def test_migrations_know_no_module_that_may_be_moved() -> None:
    """An applied migration stays as it is while models, acts and pages get other names."""
    imported = {
        name
        for path in MIGRATIONS.glob("0*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert {name for name in imported if name.startswith(("tables", "casino"))} == {"tables.database.guards"}
