"""Ways in which the audit log cannot be written, done by the owner of the database and taken back again."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from local.postgres import APPLICATION

# While an act inserts or updates a row of a table, as the database itself would.
FAULTY = """
CREATE FUNCTION public.faulty() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {fault}; RETURN NEW; END $$;
CREATE TRIGGER faulty BEFORE INSERT OR UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION public.faulty();
"""
FULL_DISK = "RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'"
GONE = "PERFORM pg_terminate_backend(pg_backend_pid())"
KEEP_HEADS = "CREATE TABLE kept_heads AS TABLE tables_chainhead; ALTER TABLE tables_chainhead DISABLE TRIGGER USER;"
MENDED = """
DROP FUNCTION IF EXISTS public.faulty() CASCADE;
DELETE FROM tables_chainhead;
INSERT INTO tables_chainhead TABLE kept_heads;
DROP TABLE kept_heads;
ALTER TABLE tables_chainhead ENABLE TRIGGER USER;
"""

BREAKAGES = {
    "the head is ahead": "UPDATE tables_chainhead SET sequence = sequence + 1",
    "the head is behind": "UPDATE tables_chainhead SET sequence = sequence - 1",
    "the head names another hash": "UPDATE tables_chainhead SET hash = repeat('0', 64)",
    "the head's time cannot be read": "UPDATE tables_chainhead SET time = 'infinity'",
    "the head is missing": "DELETE FROM tables_chainhead",
    "the right to add is gone": f"REVOKE INSERT ON tables_auditentry FROM {APPLICATION}",
    "the right to read heads is gone": f"REVOKE SELECT ON tables_chainhead FROM {APPLICATION}",
    "no room for the entry": FAULTY.format(fault=FULL_DISK, table="tables_auditentry"),
    "no room for the command id": FAULTY.format(fault=FULL_DISK, table="tables_command"),
    "no room for the player's chips": FAULTY.format(fault=FULL_DISK, table="tables_seating"),
}
LOST = {
    "the connection is lost at the entry": FAULTY.format(fault=GONE, table="tables_auditentry"),
    "the connection is lost at the chips": FAULTY.format(fault=GONE, table="tables_seating"),
}


@contextmanager
def broken(owner: psycopg.Connection, statement: str) -> Iterator[None]:
    """The database in this state; at the end it is as it was."""
    owner.execute(KEEP_HEADS)
    try:
        owner.execute(statement)
        yield
    finally:
        owner.execute(MENDED)
        owner.execute(f"GRANT INSERT ON tables_auditentry TO {APPLICATION}")
        owner.execute(f"GRANT SELECT ON tables_chainhead TO {APPLICATION}")
