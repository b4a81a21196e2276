"""What the service's database role may do is what tables/database/rights.py says, and no more (AUD 2.4)."""

from typing import Any

import psycopg

from local.postgres import APPLICATION, OWNER
from tables.database.rights import RIGHTS


def test_aud_2_4_the_grants_in_the_database_are_those_of_the_list(owner: psycopg.Connection[Any]) -> None:
    """Asked of the database itself, right by right and table by table; no table is left out."""
    rows = owner.execute(
        """
        SELECT class.relname, right_name FROM pg_class class,
            unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']) right_name
        WHERE class.relkind IN ('r', 'p') AND class.relnamespace = 'public'::regnamespace
          AND has_table_privilege(%s, class.oid, right_name)
        """,
        (APPLICATION,),
    ).fetchall()
    granted: dict[str, set[str]] = {}
    for table, right in rows:
        granted.setdefault(table, set()).add(right)
    assert granted == {table: set(rights.split(", ")) for table, rights in RIGHTS.items()}
    tables = owner.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert {name for (name,) in tables} == set(RIGHTS)


def test_aud_2_4_no_right_comes_by_a_column_or_through_everybody(owner: psycopg.Connection[Any]) -> None:
    """Neither grants of columns nor grants to PUBLIC."""
    columns = owner.execute(
        "SELECT attrelid::regclass::text FROM pg_attribute WHERE attacl IS NOT NULL AND attrelid IN"
        " (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)"
    ).fetchall()
    assert columns == []
    everybody = owner.execute(
        "SELECT relname FROM pg_class, aclexplode(relacl) WHERE relnamespace = 'public'::regnamespace AND grantee = 0"
    ).fetchall()
    assert everybody == []


def test_aud_2_4_the_owner_owns_everything_and_the_service_nothing(owner: psycopg.Connection[Any]) -> None:
    """Tables, sequences and functions; neither role is a superuser or may bypass or inherit anything."""
    owners = owner.execute(
        """
        SELECT DISTINCT pg_get_userbyid(relowner) FROM pg_class WHERE relnamespace = 'public'::regnamespace
        UNION SELECT pg_get_userbyid(proowner) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
        """
    ).fetchall()
    assert owners == [(OWNER,)]
    roles = owner.execute(
        "SELECT rolname FROM pg_roles WHERE rolname IN (%s, %s) AND NOT (rolsuper OR rolcreaterole OR rolbypassrls"
        " OR rolreplication) ORDER BY rolname",
        (APPLICATION, OWNER),
    ).fetchall()
    assert sorted(roles) == sorted([(APPLICATION,), (OWNER,)])
    member = owner.execute("SELECT pg_has_role(%s, %s, 'member')", (APPLICATION, OWNER)).fetchone()
    assert member == (False,)
    creates = owner.execute("SELECT has_schema_privilege(%s, 'public', 'CREATE')", (APPLICATION,)).fetchone()
    assert creates == (False,)


def test_aud_2_3_the_service_cannot_call_the_trigger_that_moves_heads(owner: psycopg.Connection[Any]) -> None:
    """It runs with the owner's rights, with a fixed search path, as a trigger only."""
    (is_definer, settings, may_call) = owner.execute(
        "SELECT prosecdef, proconfig, has_function_privilege(%s, oid, 'EXECUTE') FROM pg_proc"
        " WHERE proname = 'tables_advance_chain'",
        (APPLICATION,),
    ).fetchone() or (None, None, None)
    assert (is_definer, settings, may_call) == (True, ["search_path=pg_catalog, pg_temp"], False)
