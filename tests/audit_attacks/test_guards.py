"""Guards put aside, rights given, objects set before the service's own: each is found and named (AUD 6.3)."""

from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from local.postgres import APPLICATION, SUPERUSER
from tables.database.catalog import Snapshot, read_catalog
from tables.jobs.verification import verify_everything
from tables.models import AuditEntry, Bar
from tables.queries.audit import guards as queries
from tables.queries.audit.findings import Finding
from tests.checkpoints.conftest import cast, sign
from tests.fixtures.servers import Servers
from tests.management.calling import exit_status

__all__ = ["cast", "sign"]

NOTHING = "RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN coalesce(NEW, OLD); END $$"
OWN_TRIGGER = f"""
CREATE FUNCTION tables_tidy() {NOTHING};
CREATE TRIGGER tidy BEFORE INSERT ON tables_auditentry FOR EACH ROW EXECUTE FUNCTION tables_tidy();
"""
SHADOW = f"""
CREATE SCHEMA {APPLICATION};
CREATE TABLE {APPLICATION}.tables_bar (LIKE public.tables_bar);
CREATE VIEW {APPLICATION}.tables_dispute AS SELECT * FROM public.tables_dispute WHERE FALSE;
GRANT USAGE ON SCHEMA {APPLICATION} TO {APPLICATION};
GRANT SELECT ON ALL TABLES IN SCHEMA {APPLICATION} TO {APPLICATION};
"""
POLICY = """
ALTER TABLE tables_bar ENABLE ROW LEVEL SECURITY;
CREATE POLICY hidden ON tables_bar FOR SELECT USING (FALSE);
"""
DEFINER = "ALTER FUNCTION tables_refuse_change() SECURITY DEFINER"
# What the owner of the database does, and what is said of it.
BY_OWNER = {
    f"CREATE OR REPLACE FUNCTION tables_refuse_change() {NOTHING}": [
        "function tables_refuse_change() does something else than the migrations make it do"
    ],
    f"CREATE OR REPLACE FUNCTION tables_advance_chain() {NOTHING}": [
        "function tables_advance_chain() does something else than the migrations make it do"
    ],
    "ALTER TABLE tables_bar DISABLE TRIGGER guard_bar": [
        "trigger guard_bar on tables_bar does not fire, where it fires always by the migrations"
    ],
    "ALTER TABLE tables_auditentry ENABLE REPLICA TRIGGER refuse_change": [
        "trigger refuse_change on tables_auditentry fires only where a session is a replica"
    ],
    "ALTER TABLE tables_settlement ENABLE TRIGGER refuse_change": [
        "trigger refuse_change on tables_settlement fires only where a session is no replica"
    ],
    "DROP TRIGGER refuse_truncate ON tables_auditentry": ["trigger refuse_truncate on tables_auditentry is missing"],
    f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {APPLICATION}": [
        "table tables_auditentry has grants beyond those of the migrations: service DELETE"
    ],
    f"GRANT UPDATE (payload) ON tables_auditentry TO {APPLICATION}": [
        "column tables_auditentry.payload has grants beyond those of the migrations: service UPDATE"
    ],
    "GRANT SELECT ON tables_person TO PUBLIC": [
        "table tables_person has grants beyond those of the migrations: everybody SELECT"
    ],
    f"GRANT CREATE ON SCHEMA public TO {APPLICATION}": [
        "schema public has grants beyond those of the migrations: service CREATE"
    ],
    f"GRANT EXECUTE ON FUNCTION tables_advance_chain() TO {APPLICATION}": [
        "function tables_advance_chain() has grants beyond those of the migrations: service EXECUTE"
    ],
    f"GRANT SELECT ON tables_bar TO {APPLICATION} WITH GRANT OPTION": ["service SELECT and may give it on"],
    f"REVOKE UPDATE ON tables_bar FROM {APPLICATION}": [
        "table tables_bar lacks grants that the migrations give: service UPDATE"
    ],
    f"ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON TABLES TO {APPLICATION}": [
        "default rights of owner in public for r is not one that the migrations make: grants service DELETE"
    ],
    OWN_TRIGGER: [
        "trigger tidy on tables_auditentry is not one that the migrations make",
        "function tables_tidy() is not one that the migrations make",
    ],
    SHADOW: [
        "schema croupier_app is not one that the migrations make: holds tables_bar, tables_dispute",
    ],
    POLICY: [
        "policy hidden on tables_bar is not one that the migrations make",
        "table tables_bar has another row security than by the migrations: yes, not no",
    ],
    "CREATE RULE nothing AS ON INSERT TO tables_alert DO INSTEAD NOTHING": [
        "rule nothing on tables_alert is not one that the migrations make"
    ],
    "ALTER TABLE tables_seating DROP CONSTRAINT chips_never_negative": [
        "constraint chips_never_negative on tables_seating is missing"
    ],
    "DROP INDEX one_open_round_a_table": ["index one_open_round_a_table is missing"],
    "ALTER TABLE tables_person ALTER COLUMN badge DROP NOT NULL": [
        "column tables_person.badge has another null than by the migrations: yes, not no"
    ],
    "ALTER TABLE tables_casino ALTER COLUMN currency SET DEFAULT 'XXX'": [
        "column tables_casino.currency has another value than by the migrations: 'XXX'::character varying, not none"
    ],
    "CREATE VIEW everything AS SELECT * FROM tables_person": ["table everything is not one that the migrations make"],
    DEFINER: ["function tables_refuse_change() has another rights than by the migrations: its owner's"],
    "ALTER FUNCTION tables_advance_chain() RESET search_path": [
        "function tables_advance_chain() has another settings than by the migrations: none"
    ],
}
BY_SUPERUSER = {
    f"ALTER ROLE {APPLICATION} IN DATABASE {{database}} SET search_path = croupier_app, public": [
        "setting of service in this database is not one that the migrations make: values search_path=croupier_app, public"
    ],
    "ALTER DATABASE {database} SET session_replication_role = replica": [
        "setting of everybody in this database is not one that the migrations make"
    ],
    "ALTER TABLE tables_leg DISABLE TRIGGER ALL": [
        "on tables_leg fires in part only, where it fires only where a session is no replica by the migrations"
    ],
    f"ALTER TABLE tables_bar OWNER TO {APPLICATION}": [
        "table tables_bar has another owner than by the migrations: service, not owner"
    ],
    "CREATE FUNCTION watch() RETURNS event_trigger LANGUAGE plpgsql SET search_path = '' AS $$ BEGIN END $$;"
    "CREATE EVENT TRIGGER watching ON ddl_command_end EXECUTE FUNCTION watch()": [
        "event trigger watching is not one that the migrations make"
    ],
    "CREATE PUBLICATION all_of_it FOR ALL TABLES": ["publication all_of_it is not one that the migrations make"],
}


def told() -> list[str]:
    """What is said of the guards."""
    return [finding.words for finding in queries.guards() if isinstance(finding, Finding)]


@pytest.mark.parametrize(("attack", "said"), BY_OWNER.items(), ids=[attack.strip()[:60] for attack in BY_OWNER])
def test_aud_6_3_what_the_owner_did_to_the_guards_is_named(
    own_database: str, owner_connection: psycopg.Connection, attack: str, said: list[str]
) -> None:
    """Nothing before; each thing afterwards, by its name."""
    assert told() == []
    owner_connection.execute(attack)
    found = "\n".join(told())
    for words in said:
        assert words in found


@pytest.mark.parametrize(("attack", "said"), BY_SUPERUSER.items(), ids=[attack[:60] for attack in BY_SUPERUSER])
def test_aud_6_3_what_a_superuser_did_to_them_is_named(
    own_database: str, servers: Servers, attack: str, said: list[str]
) -> None:
    """As far as the catalogs can still be believed."""
    with servers.connect(SUPERUSER, own_database) as superuser:
        for statement in attack.format(database=own_database).split(";CREATE EVENT"):
            superuser.execute(f"CREATE EVENT{statement}" if statement.startswith(" TRIGGER") else statement)
    found = "\n".join(told())
    for words in said:
        assert words in found


def test_aud_6_3_a_shadow_of_a_table_is_not_read(cast: object, owner_connection: psycopg.Connection) -> None:
    """The connections of the service look in the schema public alone, whatever stands in one named as their role."""
    before = Bar.objects.count()
    owner_connection.execute(SHADOW)
    owner_connection.execute(
        f"INSERT INTO {APPLICATION}.tables_bar SELECT * FROM public.tables_bar; GRANT ALL ON {APPLICATION}.tables_bar TO PUBLIC"
    )
    connection.close()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 'tables_bar'::regclass::oid = 'public.tables_bar'::regclass::oid, current_setting('search_path')"
        )
        assert cursor.fetchone() == (True, "public,pg_temp")
    assert Bar.objects.count() == before


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("SET search_path = croupier_app, public", "this service looks for its tables in croupier_app, public"),
        ("RESET search_path; SET search_path = public", "this service looks for its tables in public, not in"),
    ],
)
def test_aud_6_3_a_connection_that_looks_elsewhere_is_named(own_database: str, statement: str, words: str) -> None:
    """As one would whose address brings options of its own."""
    with connection.cursor() as cursor:
        cursor.execute(statement.rpartition("; ")[2])
    assert any(said.startswith(words) for said in told())


def test_aud_6_3_rights_of_the_role_and_memberships_are_named(monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    """A role belongs to all databases of the server: here its properties alone are changed."""
    true = read_catalog()

    def changed() -> Snapshot:
        return {**true, "role": {"service": {"may": "everything", "member of": "owner"}}}

    monkeypatch.setattr(queries, "read_catalog", changed)
    assert told() == [
        "role service has may beyond those of the migrations: everything",
        "role service has member of beyond those of the migrations: owner",
    ]


def test_aud_6_3_a_version_nobody_tried_is_said_and_not_passed(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is nothing to hold it against."""
    monkeypatch.setattr(queries, "server_major", lambda: 19)
    assert told() == ["the guards of PostgreSQL 19 were held against nothing: there is a list for 15, 16, 17, 18 alone"]
    status, written = exit_status("guards")
    assert (status, "held against nothing" in written) == (1, True)


def test_aud_6_3_commands_and_background_work_look_at_the_guards(
    cast: object, vault: Path, owner_connection: psycopg.Connection
) -> None:
    """`verify_audit`, `guards` and the six-hour job."""
    assert "guards of the database: all there" in exit_status("verify_audit")[1]
    assert exit_status("guards")[0] == 0
    owner_connection.execute("ALTER TABLE tables_bar DISABLE TRIGGER guard_bar")
    status, written = exit_status("verify_audit")
    assert (status, "guards of the database: NOT WHOLE: trigger guard_bar on tables_bar does not fire" in written) == (
        1,
        True,
    )
    assert exit_status("guards")[0] == 1
    assert [found["part"] for found in verify_everything()["found"]] == ["guards"]


def test_aud_6_3_the_fingerprint_stands_in_each_checkpoints_entry(
    cast: object, owner_connection: psycopg.Connection, sign: Callable[..., object]
) -> None:
    """And is another while a guard is put aside."""
    sign(cast)
    owner_connection.execute("ALTER TABLE tables_bar DISABLE TRIGGER guard_bar")
    sign(cast)
    owner_connection.execute("ALTER TABLE tables_bar ENABLE ALWAYS TRIGGER guard_bar")
    sign(cast)
    entries = AuditEntry.objects.filter(act="make_checkpoint").order_by("sequence")
    first, second, third = [entry.payload["guards"] for entry in entries]
    assert first == third == queries.guards_fingerprint()
    assert second != first
