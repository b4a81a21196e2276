"""What a person can do who has the password of the service: read, and add what the guards let through (AUD 2.4).

Tried on every table to which the service may only add, as tables/database/rights.py lists them.
"""

from typing import Any

import psycopg
import pytest

from local.postgres import OWNER
from tables.database.rights import ADD, RIGHTS
from tests.cast import Cast
from tests.models.past import refusal

FOR_EVER = sorted(table for table, rights in RIGHTS.items() if rights == ADD)
# What one round writes to, so that there is something to change.
FILLED = {
    f"tables_{name}"
    for name in ("auditentry", "command", "designationoffer", "leg", "posting", "rulesversion", "settlement")
}
# {first} is the first column of the table, {key} the columns of its primary key.
AT_A_TABLE = """
UPDATE {table} SET {first} = {first}
UPDATE ONLY {table} SET {first} = DEFAULT
DELETE FROM {table}
DELETE FROM {table} WHERE false
TRUNCATE {table}
TRUNCATE ONLY {table} RESTART IDENTITY CASCADE
MERGE INTO {table} old USING {table} new ON old.{first} = new.{first} WHEN MATCHED THEN UPDATE SET {first} = new.{first}
MERGE INTO {table} old USING {table} new ON old.{first} = new.{first} WHEN MATCHED THEN DELETE
INSERT INTO {table} SELECT * FROM {table} ON CONFLICT ({key}) DO UPDATE SET {first} = excluded.{first}
INSERT INTO {table} OVERRIDING SYSTEM VALUE SELECT * FROM {table} ON CONFLICT ({key}) DO UPDATE SET {first} = excluded.{first}
WITH gone AS (DELETE FROM {table} RETURNING *) SELECT * FROM gone
SELECT * FROM {table} FOR UPDATE
SELECT * FROM {table} FOR NO KEY UPDATE
SELECT * FROM {table} FOR SHARE
SELECT * FROM {table} FOR KEY SHARE
LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE
LOCK TABLE {table} IN EXCLUSIVE MODE NOWAIT
LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE
LOCK TABLE {table} IN SHARE MODE
ALTER TABLE {table} ADD COLUMN more int
ALTER TABLE {table} DROP COLUMN {first} CASCADE
ALTER TABLE {table} ALTER COLUMN {first} DROP NOT NULL
ALTER TABLE {table} ALTER COLUMN {first} TYPE text
ALTER TABLE {table} DISABLE TRIGGER ALL
ALTER TABLE {table} DISABLE TRIGGER USER
ALTER TABLE {table} DISABLE TRIGGER refuse_change
ALTER TABLE {table} ENABLE REPLICA TRIGGER refuse_change
ALTER TABLE {table} DISABLE RULE anything
ALTER TABLE {table} ENABLE ROW LEVEL SECURITY
ALTER TABLE {table} OWNER TO CURRENT_USER
ALTER TABLE {table} RENAME TO other
ALTER TABLE {table} RENAME COLUMN {first} TO other
ALTER TABLE {table} SET SCHEMA pg_temp
ALTER TABLE {table} SET UNLOGGED
ALTER TABLE {table} SET TABLESPACE pg_default
ALTER TABLE {table} SET (autovacuum_enabled = false)
ALTER TABLE {table} REPLICA IDENTITY NOTHING
DROP TABLE {table}
DROP TABLE {table} CASCADE
DROP TRIGGER refuse_change ON {table}
DROP TRIGGER refuse_truncate ON {table}
ALTER TRIGGER refuse_change ON {table} RENAME TO other
CREATE TRIGGER other BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()
CREATE RULE other AS ON INSERT TO {table} DO INSTEAD NOTHING
CREATE RULE "_RETURN" AS ON SELECT TO {table} DO INSTEAD SELECT 1
CREATE POLICY other ON {table} USING (false)
CREATE INDEX other ON {table} ({first})
CREATE VIEW other AS SELECT * FROM {table}
CREATE TABLE public.other (LIKE {table})
CREATE TABLE public.other () INHERITS ({table})
CREATE STATISTICS public.other ON {key}, ctid FROM {table}
CREATE PUBLICATION other FOR TABLE {table}
CLUSTER {table}
REINDEX TABLE {table}
REFRESH MATERIALIZED VIEW {table}
COMMENT ON TABLE {table} IS 'other'
COPY {table} TO '/tmp/other'
COPY {table} TO PROGRAM 'cat'
COPY {table} FROM '/dev/null'
COPY {table} FROM PROGRAM 'true'
DO $$ BEGIN DELETE FROM {table}; END $$
DO $$ BEGIN EXECUTE 'ALTER TABLE {table} DISABLE TRIGGER ALL'; END $$
""".strip().splitlines()
ANYWHERE = """
SET session_replication_role = replica
SET LOCAL session_replication_role = local
ALTER ROLE CURRENT_USER SET session_replication_role = replica
SELECT set_config('session_replication_role', 'replica', false)
SET ROLE {owner}
SET ROLE postgres
SET ROLE pg_write_all_data
SET ROLE pg_maintain
SET SESSION AUTHORIZATION {owner}
GRANT {owner} TO CURRENT_USER
GRANT pg_write_all_data TO CURRENT_USER
ALTER ROLE CURRENT_USER SUPERUSER
ALTER ROLE CURRENT_USER BYPASSRLS
ALTER ROLE {owner} PASSWORD 'other'
CREATE ROLE other
DROP ROLE {owner}
REASSIGN OWNED BY {owner} TO CURRENT_USER
DROP OWNED BY {owner}
ALTER DEFAULT PRIVILEGES FOR ROLE {owner} GRANT ALL ON TABLES TO PUBLIC
ALTER SCHEMA public OWNER TO CURRENT_USER
DROP SCHEMA public CASCADE
CREATE TABLE public.other (x int)
CREATE UNLOGGED TABLE other (x int)
CREATE VIEW public.other AS SELECT 1
CREATE SEQUENCE public.other
CREATE TYPE public.other AS (x int)
CREATE DOMAIN public.other AS text
CREATE FUNCTION public.repeat(text, int) RETURNS text LANGUAGE sql AS 'SELECT $1'
CREATE AGGREGATE public.other (int) (SFUNC = int4pl, STYPE = int)
CREATE OPERATOR public.<> (LEFTARG = text, RIGHTARG = text, FUNCTION = texteq)
CREATE TEMPORARY TABLE tables_chainhead (chain text, sequence bigint, hash text, time timestamptz)
CREATE TEMPORARY VIEW tables_auditentry AS SELECT 1
SELECT 1 AS x INTO TEMPORARY tables_auditentry
CREATE FUNCTION pg_temp.repeat(text, int) RETURNS text LANGUAGE sql AS 'SELECT $1'
CREATE EXTENSION dblink
CREATE EXTENSION file_fdw
CREATE EVENT TRIGGER other ON ddl_command_start EXECUTE FUNCTION tables_refuse_change()
CREATE SERVER other FOREIGN DATA WRAPPER other
CREATE SUBSCRIPTION other CONNECTION '' PUBLICATION other WITH (connect = false)
SET log_statement = 'all'
LOAD '/tmp/other.so'
SELECT pg_read_file('postgresql.conf')
SELECT pg_read_binary_file('/etc/passwd')
SELECT pg_ls_dir('.')
SELECT pg_stat_file('postgresql.conf')
SELECT pg_reload_conf()
SELECT pg_rotate_logfile()
SELECT pg_switch_wal()
SELECT pg_create_restore_point('other')
SELECT pg_stat_reset()
SELECT lo_import('/etc/passwd')
SELECT lo_export(1, '/tmp/other')
SELECT * FROM pg_authid
SELECT * FROM pg_shadow
SELECT * FROM pg_hba_file_rules
SELECT * FROM pg_file_settings
SELECT * FROM pg_statistic
SELECT * FROM pg_largeobject
UPDATE pg_class SET relowner = 0
DELETE FROM pg_trigger
UPDATE pg_trigger SET tgenabled = 'D'
SELECT tables_advance_chain()
CREATE OR REPLACE FUNCTION tables_advance_chain() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'
ALTER FUNCTION tables_advance_chain() SECURITY INVOKER
ALTER FUNCTION tables_advance_chain() RESET search_path
ALTER FUNCTION tables_refuse_change() RENAME TO other
DROP FUNCTION tables_refuse_change() CASCADE
INSERT INTO tables_chainhead SELECT chain || 'x', sequence, hash, time FROM tables_chainhead
INSERT INTO tables_chainhead SELECT * FROM tables_chainhead ON CONFLICT (chain) DO UPDATE SET sequence = 0
UPDATE tables_chainhead SET sequence = sequence - 1
DELETE FROM tables_chainhead
TRUNCATE tables_chainhead
MERGE INTO tables_chainhead USING (SELECT) one ON true WHEN MATCHED THEN DELETE
SELECT * FROM tables_chainhead FOR UPDATE
LOCK TABLE tables_chainhead IN ACCESS EXCLUSIVE MODE
COPY tables_chainhead FROM '/dev/null'
PREPARE TRANSACTION 'other'
""".strip().splitlines()
# A statement may also be refused before anybody looks at rights.
REFUSED = {
    "InsufficientPrivilege",
    "FeatureNotSupported",  # an extension that is not on this machine
    "UndefinedObject",  # a foreign data wrapper that is not there
    "ObjectNotInPrerequisiteState",  # prepared transactions are off
}


def shape(owner: psycopg.Connection[Any], table: str) -> dict[str, str]:
    """The names that an attack on a table needs."""
    columns = owner.execute(
        "SELECT quote_ident(attname) FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 ORDER BY attnum",
        (table,),
    ).fetchall()
    keys = owner.execute(
        "SELECT attname FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)"
        " WHERE indisprimary AND indrelid = %s::regclass",
        (table,),
    ).fetchall()
    return {"table": table, "first": columns[0][0], "key": ", ".join(name for (name,) in keys)}


def test_aud_2_4_these_tables_are_only_added_to() -> None:
    """Entries, settlements, postings, rules versions, offers, decisions and rulings; and what else a round fills."""
    assert FILLED | {"tables_ruling", "tables_dispute"} <= set(FOR_EVER)


@pytest.mark.parametrize("table", FOR_EVER)
def test_aud_2_4_the_application_cannot_change_what_it_added(
    books: Cast, owner: psycopg.Connection[Any], application: psycopg.Connection[Any], table: str
) -> None:
    """It lacks the right, before any trigger is asked."""
    names = shape(owner, table)
    kinds = {statement: refusal(application, statement.format(**names)) for statement in AT_A_TABLE}
    assert {statement: kind for statement, kind in kinds.items() if kind not in REFUSED} == {}


def test_aud_2_4_what_postgresql_lets_pass_with_a_warning_changes_nothing(
    books: Cast, owner: psycopg.Connection[Any], application: psycopg.Connection[Any]
) -> None:
    """Rights that are not one's own to give or to take, upkeep that is the owner's."""
    rights = "SELECT array_agg((relname, relowner, relacl, relfilenode, reltuples, reloptions) ORDER BY oid)::text FROM pg_class"
    before = owner.execute(rights).fetchone()
    for table in FOR_EVER:
        for statement in (
            f"GRANT ALL ON {table} TO CURRENT_USER",
            f"GRANT UPDATE ON {table} TO PUBLIC",
            f"REVOKE ALL ON {table} FROM {OWNER}",
            f"ANALYZE {table}",
            f"VACUUM FULL {table}",
        ):
            application.execute(statement)
    assert owner.execute(rights).fetchone() == before


@pytest.mark.parametrize(
    "statement", ["CREATE DATABASE other", "DROP DATABASE postgres", "ALTER SYSTEM SET fsync = off"]
)
def test_aud_2_4_nor_outside_of_a_transaction(
    books: Cast, application: psycopg.Connection[Any], statement: str
) -> None:
    """What PostgreSQL runs by itself only."""
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        application.execute(statement)


@pytest.mark.parametrize("statement", ANYWHERE)
def test_aud_2_4_the_application_has_no_way_past_the_guards(
    books: Cast, application: psycopg.Connection[Any], statement: str
) -> None:
    """No other role, no object of its own, no file, no secret, no trigger function, no head."""
    assert refusal(application, statement.format(owner=OWNER)) in REFUSED
