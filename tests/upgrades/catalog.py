"""What the catalogs of a database say of its schema, as text that can be compared."""

from typing import Any

import psycopg

# Each gives a name and what stands under it. Names of what Django named stay the same over all its versions.
QUERIES = {
    "columns": """
        SELECT relation.relname || '.' || attname, concat_ws(' ', row_number() OVER (PARTITION BY attrelid ORDER BY attnum), format_type(atttypid, atttypmod),
               CASE WHEN attnotnull THEN 'NOT NULL' END, NULLIF(attidentity, ''), NULLIF(attgenerated, ''),
               pg_get_expr(adbin, adrelid), (SELECT collname FROM pg_collation WHERE oid = attcollation), attacl)
        FROM pg_attribute JOIN pg_class relation ON relation.oid = attrelid
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND attnum > 0 AND NOT attisdropped
    """,
    "relations": """
        SELECT relkind::text || ' ' || relname, concat_ws(' ', pg_get_userbyid(relowner), relpersistence, relrowsecurity,
               (SELECT string_agg(right_given, ' ' ORDER BY right_given)
                FROM (SELECT grantee::regrole || '=' || privilege_type FROM aclexplode(relacl)) AS given (right_given)))
        FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
    """,
    "constraints": """
        SELECT conrelid::regclass || ' ' || conname, concat_ws(' ', pg_get_constraintdef(oid), contype, convalidated)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    """,
    "indexes": "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "functions": """
        SELECT oid::regprocedure::text, concat_ws(' ', pg_get_functiondef(oid), pg_get_userbyid(proowner),
               (SELECT string_agg(right_given, ' ' ORDER BY right_given)
                FROM (SELECT grantee::regrole || '=' || privilege_type FROM aclexplode(proacl)) AS given (right_given)))
        FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    """,
    "triggers": """
        SELECT tgrelid::regclass || ' ' || tgname, concat_ws(' ', tgenabled, pg_get_triggerdef(oid))
        FROM pg_trigger WHERE NOT tgisinternal
    """,
    "schema": """
        SELECT nspname, (SELECT string_agg(right_given, ' ' ORDER BY right_given)
            FROM (SELECT grantee::regrole || '=' || privilege_type FROM aclexplode(nspacl)) AS given (right_given))
        FROM pg_namespace WHERE nspname = 'public'
    """,
}

# PostgreSQL spells an expression otherwise once it has read what it wrote itself, as it does with a dump that is restored.
# So each is read once more, and all of them are spelled alike.
READ_ONCE_MORE = """
DO $$
DECLARE
    found record;
BEGIN
    FOR found IN SELECT conrelid::regclass AS relation, conname AS name, pg_get_constraintdef(oid) AS definition
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype = 'c'
    LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', found.relation, found.name);
        EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', found.relation, found.name, found.definition);
    END LOOP;
    FOR found IN SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition
        FROM pg_index WHERE indpred IS NOT NULL AND indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
    LOOP
        EXECUTE format('DROP INDEX %s', found.name);
        EXECUTE found.definition;
    END LOOP;
    FOR found IN SELECT tgrelid::regclass AS relation, tgname AS name, pg_get_triggerdef(oid) AS definition, tgenabled AS enabled
        FROM pg_trigger WHERE NOT tgisinternal
    LOOP
        EXECUTE format('DROP TRIGGER %I ON %s', found.name, found.relation);
        EXECUTE found.definition;
        EXECUTE format('ALTER TABLE %s %s TRIGGER %I', found.relation,
            CASE found.enabled WHEN 'A' THEN 'ENABLE ALWAYS' WHEN 'O' THEN 'ENABLE' WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'DISABLE' END,
            found.name);
    END LOOP;
END $$
"""


def catalog(connection: psycopg.Connection[Any]) -> dict[str, dict[str, str]]:
    """Columns, owners, grants, constraints, indexes, functions and triggers of the schema public, by kind and by name."""
    with connection.transaction(force_rollback=True):
        connection.execute(READ_ONCE_MORE)
        return {kind: dict(connection.execute(query).fetchall()) for kind, query in QUERIES.items()}


def differences(left: dict[str, dict[str, str]], right: dict[str, dict[str, str]]) -> list[str]:
    """Name whatever stands in one and not, or otherwise, in the other."""
    return [
        f"{kind} {name}: {left[kind].get(name)} | {right[kind].get(name)}"
        for kind in QUERIES
        for name in sorted({*left[kind], *right[kind]})
        if left[kind].get(name) != right[kind].get(name)
    ]
