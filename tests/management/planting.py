"""Changing what no act can change, as the owner of the database with the guards put aside."""

import psycopg


def planted(owner: psycopg.Connection, table: str, statement: str) -> None:
    """Run a statement with the triggers of a table off; it must change something. Afterwards they fire as they did."""
    owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    assert owner.execute(statement).rowcount > 0
    armed(owner, table)


def armed(owner: psycopg.Connection, table: str) -> None:
    """Let the triggers of a table fire always, as the migrations do."""
    triggers = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = %s::regclass"
    for (name,) in owner.execute(triggers, [table]).fetchall():
        owner.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}")
