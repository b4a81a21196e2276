"""Reads what a database says of its own guards, so that it can be compared with what the migrations make (AUD 6.3).

Every thing has a kind (`trigger`), a name (`tables_bar: refuse_change`) and a few properties, all of them text. Roles are
told by their part: `owner`, `service`, `everybody`; other roles by their names. What the owner may do is left out, for it
may do everything. Only PostgreSQL's own catalogs are read, and none of them by a name that another schema could take.
"""

# ruff: noqa: S608 - every query is put together from what stands here alone

import hashlib
import json
from typing import Any

from django.db import connection, transaction

from tables.database.spelling import respelled

Properties = dict[str, str]
Snapshot = dict[str, dict[str, Properties]]

# No name is looked for elsewhere, and what PostgreSQL spells is spelled with its schema.
SEARCH_PATH = "SELECT set_config('search_path', %s, TRUE)"
OWN = "pg_catalog, pg_temp"

ROLES = """
SELECT entry.relowner::bigint, mine.oid::bigint, mine.rolsuper, (
    SELECT given.grantee::bigint FROM aclexplode(entry.relacl) AS given
    WHERE given.privilege_type = 'INSERT' AND given.grantee NOT IN (0, entry.relowner) ORDER BY given.grantee LIMIT 1)
FROM pg_class entry JOIN pg_roles mine ON mine.rolname = current_user
WHERE entry.oid = to_regclass('public.tables_auditentry')
"""

MAJOR = "SELECT current_setting('server_version_num')::integer / 10000"

WHO = """CASE {role} WHEN 0 THEN 'everybody' WHEN %(owner)s::oid THEN 'owner' WHEN %(service)s::oid THEN 'service'
    ELSE pg_get_userbyid({role})::text END"""
# Who has which rights, but for the owner.
GRANTS = """coalesce((
    SELECT string_agg(given.who || ' ' || given.what, ', ' ORDER BY given.who COLLATE "C", given.what COLLATE "C") FROM (
        SELECT {who} AS who,
               right_given.privilege_type || CASE WHEN right_given.is_grantable THEN ' and may give it on' ELSE '' END AS what
        FROM aclexplode({acl}) AS right_given WHERE right_given.grantee <> {owner} {only}
    ) AS given), '')"""


def _who(role: str) -> str:
    return WHO.format(role=role)


def _grants(acl: str, owner: str, only: str = "") -> str:
    return GRANTS.format(who=_who("right_given.grantee"), acl=acl, owner=owner, only=only)


OURS = "'public'::regnamespace"
FOREIGN = """
namespace.nspname NOT IN ('public', 'pg_catalog', 'information_schema', 'pg_toast')
AND namespace.nspname !~ '^pg_(temp|toast_temp)_'
"""
# What is made by a person or an extension, not by the server itself.
FIRST_OID = 16384

# Each gives the name of a thing and its properties as an object of JSON.
QUERIES = {
    "table": f"""
        SELECT relname, jsonb_build_object(
            'kind', relkind, 'owner', {_who("relowner")}, 'persistence', relpersistence,
            'row security', relrowsecurity OR relforcerowsecurity, 'options', coalesce(array_to_string(reloptions, ' '), ''),
            'parents', coalesce((SELECT string_agg(inhparent::regclass::text, ' ') FROM pg_inherits WHERE inhrelid = pg_class.oid), ''),
            'grants', {_grants("relacl", "relowner")})
        FROM pg_class WHERE relnamespace = {OURS} AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
    """,
    "column": f"""
        SELECT relname || '.' || attname, jsonb_build_object(
            'type', format_type(atttypid, atttypmod), 'null', CASE WHEN attnotnull THEN 'no' ELSE 'yes' END,
            'value', concat_ws(' ', NULLIF(attidentity, ''), NULLIF(attgenerated, ''), pg_get_expr(adbin, adrelid)),
            'collation', coalesce((SELECT collname FROM pg_collation WHERE oid = attcollation), ''),
            'grants', {_grants("attacl", "relowner")})
        FROM pg_attribute JOIN pg_class relation ON relation.oid = attrelid
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE relnamespace = {OURS} AND relkind IN ('r', 'p', 'v', 'm', 'f') AND attnum > 0 AND NOT attisdropped
    """,
    "constraint": f"""
        SELECT conrelid::regclass || ': ' || conname, jsonb_build_object(
            'definition', pg_get_constraintdef(pg_constraint.oid),
            'fires', coalesce((SELECT string_agg(DISTINCT tgenabled::text, '') FROM pg_trigger
                               WHERE tgconstraint = pg_constraint.oid AND tgisinternal), ''))
        FROM pg_constraint WHERE connamespace = {OURS} AND contype <> 'n'
    """,
    "index": f"""
        SELECT indexrelid::regclass::text, jsonb_build_object(
            'definition', pg_get_indexdef(indexrelid), 'holds', indisvalid AND indisready AND indislive AND indimmediate)
        FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
        WHERE relnamespace = {OURS} AND (indisunique OR indisexclusion OR indexprs IS NOT NULL)
    """,
    "function": f"""
        SELECT pg_proc.oid::regprocedure::text, jsonb_build_object(
            'source', encode(sha256(convert_to(concat(prosrc, probin, pg_get_function_sqlbody(pg_proc.oid)), 'UTF8')), 'hex'),
            'owner', {_who("proowner")}, 'rights', CASE WHEN prosecdef THEN 'its owner''s' ELSE 'the caller''s' END,
            'settings', coalesce(array_to_string(proconfig, '; '), ''),
            'kind', concat_ws(' ', lanname, prokind, provolatile, proparallel, CASE WHEN proisstrict THEN 'strict' END,
                              CASE WHEN proleakproof THEN 'leakproof' END),
            'result', concat(pg_get_function_arguments(pg_proc.oid), ' -> ', pg_get_function_result(pg_proc.oid)),
            'grants', {_grants("coalesce(proacl, acldefault('f', proowner))", "proowner")})
        FROM pg_proc JOIN pg_language ON pg_language.oid = prolang WHERE pronamespace = {OURS}
    """,
    "trigger": """
        SELECT tgrelid::regclass || ': ' || tgname,
               jsonb_build_object('definition', pg_get_triggerdef(oid), 'fires', tgenabled)
        FROM pg_trigger WHERE NOT tgisinternal
    """,
    "rule": """
        SELECT ev_class::regclass || ': ' || rulename,
               jsonb_build_object('definition', pg_get_ruledef(pg_rewrite.oid), 'fires', ev_enabled)
        FROM pg_rewrite JOIN pg_class ON pg_class.oid = ev_class JOIN pg_namespace namespace ON namespace.oid = relnamespace
        WHERE nspname NOT IN ('pg_catalog', 'information_schema')
    """,
    "policy": """
        SELECT polrelid::regclass || ': ' || polname, jsonb_build_object('definition', concat_ws(' ', polcmd, polpermissive,
               pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)))
        FROM pg_policy
    """,
    "schema": f"""
        SELECT nspname, jsonb_build_object('owner', {_who("nspowner")},
               'grants', {_grants("coalesce(nspacl, acldefault('n', nspowner))", "nspowner")})
        FROM pg_namespace WHERE nspname = 'public'
        UNION ALL
        SELECT namespace.nspname, jsonb_build_object('holds', string_agg(thing.name, ', ' ORDER BY thing.name))
        FROM pg_namespace namespace JOIN (
            SELECT relnamespace AS place, relname::text AS name FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
            UNION ALL SELECT pronamespace, proname::text FROM pg_proc
            UNION ALL SELECT oprnamespace, oprname::text FROM pg_operator
            UNION ALL SELECT typnamespace, typname::text FROM pg_type WHERE typtype IN ('d', 'e', 'r', 'm')
        ) AS thing ON thing.place = namespace.oid
        WHERE {FOREIGN} GROUP BY namespace.nspname
    """,
    "event trigger": """
        SELECT evtname, jsonb_build_object('definition', concat_ws(' ', evtevent, evtfoid::regproc, evttags::text), 'fires', evtenabled)
        FROM pg_event_trigger
    """,
    "extension": "SELECT extname, jsonb_build_object('schema', extnamespace::regnamespace::text) FROM pg_extension",
    "default rights": f"""
        SELECT concat_ws(' ', 'of', {_who("defaclrole")}, 'in', coalesce(NULLIF(defaclnamespace, 0)::regnamespace::text, 'every schema'),
                         'for', defaclobjtype),
               jsonb_build_object('grants', {_grants("defaclacl", "defaclrole")})
        FROM pg_default_acl
    """,
    "type": f"""
        SELECT pg_type.oid::regtype::text, jsonb_build_object('kind', typtype, 'owner', {_who("typowner")})
        FROM pg_type WHERE typnamespace = {OURS} AND typtype IN ('d', 'e', 'r', 'm')
    """,
    "operator": f"SELECT oid::regoperator::text, jsonb_build_object('function', oprcode::text) FROM pg_operator WHERE oid >= {FIRST_OID}",
    "cast": f"""
        SELECT castsource::regtype || ' to ' || casttarget::regtype, jsonb_build_object('function', castfunc::regproc::text)
        FROM pg_cast WHERE oid >= {FIRST_OID}
    """,
    "publication": f"""
        SELECT pubname, jsonb_build_object('owner', {_who("pubowner")}) FROM pg_publication
    """,
    "subscription": f"""
        SELECT subname, jsonb_build_object('owner', {_who("subowner")}) FROM pg_subscription
        WHERE subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())
    """,
    "foreign server": f"""
        SELECT srvname, jsonb_build_object('owner', {_who("srvowner")}) FROM pg_foreign_server
    """,
    # Who may connect, or make tables that end with their session, is each operator's own.
    "database": f"""
        SELECT 'this one', jsonb_build_object(
            'grants', {_grants("coalesce(datacl, acldefault('d', datdba))", "datdba", "AND right_given.privilege_type = 'CREATE'")})
        FROM pg_database WHERE datname = current_database()
    """,
    "role": f"""
        SELECT {_who("oid")}, jsonb_build_object(
            'may', concat_ws(' ', CASE WHEN rolsuper THEN 'everything' END, CASE WHEN rolcreaterole THEN 'create-roles' END,
                             CASE WHEN rolcreatedb THEN 'create-databases' END, CASE WHEN rolbypassrls THEN 'bypass-policies' END,
                             CASE WHEN rolreplication THEN 'replicate' END),
            'member of', coalesce((SELECT string_agg(DISTINCT {_who("roleid")}, ' ') FROM pg_auth_members
                                   WHERE member = pg_roles.oid), ''))
        FROM pg_roles WHERE oid = %(service)s::oid
    """,
    "setting": f"""
        SELECT concat_ws(' ', 'of', {_who("setrole")}, 'in',
                         CASE setdatabase WHEN 0 THEN 'every database' ELSE 'this database' END),
               jsonb_build_object('values', array_to_string(setconfig, '; '))
        FROM pg_db_role_setting
        WHERE setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
          AND (setrole = 0 OR setrole IN (%(owner)s::oid, %(service)s::oid))
    """,
}
# It holds for every further row, but is not proved of those of an older version (tables/database/guards/shared.sql).
MAY_BE_UNPROVED = "command_id_is_from_outside_or_internal"


class NoGuardsError(Exception):
    """The database has no audit log whose guards could be read."""


def read_catalog() -> Snapshot:
    """Return what the database of the default connection says of its guards, by kind and name; raises NoGuardsError."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('search_path')")
        before = cursor.fetchone()
        cursor.execute(SEARCH_PATH, [OWN])
        try:
            parts = _parts(cursor)
            return {kind: _named(cursor, query, parts) for kind, query in QUERIES.items()}
        finally:
            cursor.execute(SEARCH_PATH, list(before))


def fingerprint(snapshot: Snapshot) -> str:
    """Return the SHA-256 of a snapshot, 64 hexadecimal digits."""
    return hashlib.sha256(json.dumps(snapshot, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def server_major() -> int:
    """Return the major version of the server."""
    with connection.cursor() as cursor:
        cursor.execute(MAJOR)
        return int(cursor.fetchone()[0])


def _parts(cursor: Any) -> dict[str, int]:
    """Which role is the owner, and which the service: it who asks, or who was granted what the service is."""
    cursor.execute(ROLES)
    row = cursor.fetchone()
    if row is None:
        raise NoGuardsError("the database has no audit log")
    owner, asking, is_superuser, granted = row
    return {"owner": owner, "service": granted or 0 if is_superuser or asking == owner else asking}


def _named(cursor: Any, query: str, parts: dict[str, int]) -> dict[str, Properties]:
    cursor.execute(query, parts)
    return {
        name: {key: _spelled(name, _text(value)) for key, value in json.loads(properties).items()}
        for name, properties in cursor.fetchall()
    }


def _text(value: object) -> str:
    return {True: "yes", False: "no", None: ""}[value] if isinstance(value, bool | None) else str(value)


def _spelled(name: str, text: str) -> str:
    return respelled(text.removesuffix(" NOT VALID") if name.endswith(f": {MAY_BE_UNPROVED}") else text)
