"""Changing what no act can change, as the owner of the database with the guards put aside."""

import psycopg


def planted(owner: psycopg.Connection, table: str, statement: str) -> None:
    """Run a statement with the triggers of a table off; it must change something."""
    owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    assert owner.execute(statement).rowcount > 0
    owner.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
