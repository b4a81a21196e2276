"""Facts the database keeps whoever writes: the application, the owner, past the ORM (AUD 2.3, 2.4; HCF 2.3; OPS 1.2, 2.4, 5.8)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.db import connection
from psycopg import errors

from tests.actions.felt import settled
from tests.cast import Cast, make_cast

FOR_EVER = (
    "tables_auditentry",
    "tables_command",
    "tables_designationoffer",
    "tables_leg",
    "tables_posting",
    "tables_rulesversion",
    "tables_settlement",
)
COLUMNS = {
    "tables_auditentry": "payload = '{}'",
    "tables_command": "answer = '{}'",
    "tables_designationoffer": "answer = 'declined'",
    "tables_leg": "amount = amount + 1",
    "tables_posting": "act = 'x'",
    "tables_rulesversion": "document = '{}'",
    "tables_settlement": "output = '{}'",
}
Run = Callable[..., None]


@pytest.fixture(scope="module")
def books(module_database: str) -> Cast:
    """One settled round, committed, which every test of this module looks at and none can change."""
    cast = make_cast()
    settled(cast)
    return cast


@contextmanager
def undone(link: psycopg.Connection[Any]) -> Iterator[Run]:
    """Run statements that are taken back whatever comes of them."""
    with link.transaction(force_rollback=True):
        yield lambda statement, *values: link.execute(statement, values or None)


def refusal(link: psycopg.Connection[Any], statement: str, *values: Any) -> str:
    """The kind of error that a statement is refused with; nothing where it is not."""
    try:
        with undone(link) as run:
            run(statement, *values)
            run("SET CONSTRAINTS ALL IMMEDIATE")
    except psycopg.Error as error:
        return type(error).__name__
    return ""


@pytest.mark.parametrize("table", FOR_EVER)
def test_aud_2_4_what_stands_for_ever_is_not_changed_by_the_owner(
    books: Cast, owner: psycopg.Connection[Any], table: str
) -> None:
    """Update, delete, truncate, also with everything that refers to it."""
    assert owner.execute(f"SELECT count(*) > 0 FROM {table}").fetchone() == (True,)
    for statement in (
        f"UPDATE {table} SET {COLUMNS[table]}",
        f"DELETE FROM {table}",
        f"TRUNCATE {table} CASCADE",
    ):
        assert refusal(owner, statement) == "InsufficientPrivilege", statement
    assert refusal(owner, f"SET LOCAL session_replication_role = replica; DELETE FROM {table}") != ""


@pytest.mark.parametrize("table", FOR_EVER)
def test_aud_2_4_nor_by_the_application(books: Cast, application: psycopg.Connection[Any], table: str) -> None:
    """It lacks the right before any trigger is asked."""
    for statement in (
        f"UPDATE {table} SET {COLUMNS[table]}",
        f"DELETE FROM {table}",
        f"TRUNCATE {table} CASCADE",
        f"SELECT * FROM {table} FOR UPDATE",
    ):
        assert refusal(application, statement) == "InsufficientPrivilege", statement


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE mine (x int)",
        "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "CREATE SCHEMA mine",
        "ALTER TABLE tables_auditentry ADD COLUMN x int",
        "ALTER TABLE tables_auditentry DISABLE TRIGGER ALL",
        "ALTER TABLE tables_auditentry DISABLE TRIGGER advance_chain",
        "DROP TRIGGER advance_chain ON tables_auditentry",
        "DROP TABLE tables_auditentry",
        "DROP FUNCTION tables_advance_chain() CASCADE",
        "CREATE OR REPLACE FUNCTION tables_refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
        "SET session_replication_role = replica",
        "SET ROLE croupier_owner",
        "INSERT INTO tables_chainhead VALUES ('x', 1, repeat('0', 64), now())",
        "UPDATE tables_chainhead SET sequence = 1",
        "DELETE FROM tables_chainhead",
        "TRUNCATE tables_chainhead",
        "TRUNCATE tables_round CASCADE",
        "DELETE FROM tables_round",
        "DELETE FROM tables_person",
        "DELETE FROM tables_rolegrant",
        "DELETE FROM django_migrations",
        "CREATE TEMPORARY TABLE tables_chainhead (x int); SELECT 1/0",
    ],
)
def test_aud_2_4_the_application_has_no_way_round(
    books: Cast, application: psycopg.Connection[Any], statement: str
) -> None:
    """No DDL, no trigger off, no head written, nothing emptied."""
    assert refusal(application, statement) in ("InsufficientPrivilege", "DivisionByZero"), statement


def entry(link: psycopg.Connection[Any], chain: str, **changes: Any) -> dict[str, Any]:
    """The values of an entry that would follow the head of a chain, with something else in it."""
    row = link.execute("SELECT sequence, hash, time FROM tables_chainhead WHERE chain = %s", (chain,)).fetchone()
    sequence, previous, time = row or (0, "0" * 64, "2026-01-01T00:00:00Z")
    good = {"sequence": sequence + 1, "previous_hash": previous, "time": time, "hash": "f" * 64, "chain": chain}
    return good | changes


INSERT_ENTRY = """
INSERT INTO tables_auditentry (chain, sequence, time, act, role, command_id, payload, schema, previous_hash, hash)
VALUES (%s, %s, %s, 'x', 'system', 'x', '{}', 1, %s, %s)
"""


@pytest.mark.parametrize(
    "changes",
    [
        {"sequence": 1},
        {"sequence": 2},
        {"sequence": 99},
        {"sequence": 0},
        {"sequence": -1},
        {"previous_hash": "0" * 64},
        {"previous_hash": "e" * 64},
        {"time": "2020-01-01T00:00:00Z"},
        {"chain": "new chain", "sequence": 1},
        {"chain": "new chain"},
    ],
    ids=str,
)
@pytest.mark.parametrize("role", ["owner", "application"])
def test_aud_2_3_no_gap_no_fork_no_back_dating_whoever_inserts(
    books: Cast, request: pytest.FixtureRequest, role: str, changes: dict[str, Any]
) -> None:
    """A first entry names 64 zeros; what follows names the head, comes next and not earlier."""
    link = request.getfixturevalue(role)
    good = entry(link, books.table.chain)
    values = [(good | changes)[key] for key in ("chain", "sequence", "time", "previous_hash", "hash")]
    assert refusal(link, INSERT_ENTRY, *values) in ("CheckViolation", "UniqueViolation")


@pytest.mark.parametrize("role", ["owner", "application"])
def test_aud_2_3_the_entry_that_follows_is_taken_and_moves_the_head(
    books: Cast, request: pytest.FixtureRequest, role: str
) -> None:
    """So the refusals above are not for another reason; a new chain begins with 64 zeros."""
    link = request.getfixturevalue(role)
    for good in (entry(link, books.table.chain), entry(link, "new chain")):
        values = [good[key] for key in ("chain", "sequence", "time", "previous_hash", "hash")]
        with undone(link) as run:
            run(INSERT_ENTRY, *values)
            query = "SELECT sequence, hash FROM tables_chainhead WHERE chain = %s"
            assert link.execute(query, (good["chain"],)).fetchone() == (good["sequence"], good["hash"])


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables_chainhead SET sequence = sequence - 1",
        "UPDATE tables_chainhead SET sequence = sequence + 1",
        "UPDATE tables_chainhead SET hash = repeat('0', 64)",
        "UPDATE tables_chainhead SET chain = chain || 'x'",
        "INSERT INTO tables_chainhead VALUES ('new chain', 1, repeat('0', 64), now())",
        "DELETE FROM tables_chainhead",
        "TRUNCATE tables_chainhead",
    ],
)
def test_aud_2_3_a_head_is_moved_by_its_entries_alone(
    books: Cast, owner: psycopg.Connection[Any], statement: str
) -> None:
    """Not by the owner either."""
    assert refusal(owner, statement) in ("CheckViolation", "InsufficientPrivilege")


NEW_POSTING = """
INSERT INTO tables_posting (table_id, act, sequence, posted_at) SELECT id, 'x', 1, now() FROM tables_table RETURNING id
"""
LEGS = "INSERT INTO tables_leg (posting_id, account, seating_id, amount) "
POSTING = "(SELECT max(id) FROM tables_posting)"
SEATING = "(SELECT min(id) FROM tables_seating)"


@pytest.mark.parametrize(
    "legs",
    [
        f"VALUES ({POSTING}, 'pot', NULL::bigint, 5)",
        f"VALUES ({POSTING}, 'pot', NULL::bigint, 5), ({POSTING}, 'rake', NULL, -4)",
        f"VALUES ({POSTING}, 'seat', NULL::bigint, 5), ({POSTING}, 'rake', NULL, -5)",
        f"VALUES ({POSTING}, 'pot', {SEATING}, 5), ({POSTING}, 'rake', NULL, -5)",
        f"VALUES ({POSTING}, 'owed', NULL::bigint, 5), ({POSTING}, 'rake', NULL, -5)",
        f"VALUES ({POSTING}, 'pocket', NULL::bigint, 5), ({POSTING}, 'rake', NULL, -5)",
        f"VALUES ({POSTING}, 'seat', -1::bigint, 5), ({POSTING}, 'rake', NULL, -5)",
        f"VALUES ({POSTING}, 'pot', NULL::bigint, 0)",
        "VALUES (-1, 'pot', NULL::bigint, 5), (-1, 'rake', NULL, -5)",
    ],
)
@pytest.mark.parametrize("role", ["owner", "application"])
def test_ops_2_4_legs_balance_and_name_an_account_that_exists(
    books: Cast, request: pytest.FixtureRequest, role: str, legs: str
) -> None:
    """To nobody, out of nothing, of nothing."""
    link = request.getfixturevalue(role)
    refused = refusal(link, f"{NEW_POSTING.split('RETURNING', maxsplit=1)[0]}; {LEGS}{legs}")
    assert refused in ("CheckViolation", "ForeignKeyViolation")


@pytest.mark.parametrize("role", ["owner", "application"])
def test_ops_2_4_nothing_is_added_to_a_posting_afterwards(
    books: Cast, request: pytest.FixtureRequest, role: str
) -> None:
    """Also not what balances."""
    link = request.getfixturevalue(role)
    legs = f"VALUES ({POSTING}, 'pot', NULL::bigint, 5), ({POSTING}, 'rake', NULL, -5)"
    assert refusal(link, LEGS + legs) == "CheckViolation"
    assert refusal(link, f"{NEW_POSTING.split('RETURNING', maxsplit=1)[0]}; {LEGS}{legs}") == ""


ANOTHER_TABLE = """
INSERT INTO tables_table (casino_id, number, seat_count, state, version, last_round, designation)
SELECT id, 99, 7, 'closed', 0, 0, '{}' FROM tables_casino
"""
NEW_ROUND = """
INSERT INTO tables_round (table_id, number, rules_id, state, bank_declared, bank, pot, play, flags, opened_at, void_reason,
                          ended_at)
SELECT table_id, number + {after}, rules_id, '{state}', 0, {bank}, {pot}, '{play}', '[]', now(), '{reason}', {ended}
FROM tables_round
"""
CLOSE = "UPDATE tables_round SET state = 'closed', bank = 0, pot = 0, ended_at = now(); "


def new_round(**given: Any) -> str:
    """A round inserted past the acts."""
    usual = {"after": 1, "state": "betting", "bank": 0, "pot": 0, "play": "{}", "reason": "", "ended": "NULL"}
    return NEW_ROUND.format(**(usual | given))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables_round SET state = 'void', void_reason = 'x', bank = 0, ended_at = now()",
        "UPDATE tables_round SET state = 'showdown'",
        "UPDATE tables_round SET play = '{}'",
        "UPDATE tables_round SET bank_declared = 1",
        "UPDATE tables_round SET number = 7",
        "UPDATE tables_round SET opened_at = now()",
        "UPDATE tables_round SET designated_id = NULL",
        "UPDATE tables_round SET bank = -1",
        "UPDATE tables_round SET pot = -1",
        "UPDATE tables_round SET state = 'closed', ended_at = now()",
        "UPDATE tables_round SET state = 'closed', bank = 0",
        "DELETE FROM tables_round",
        CLOSE + "UPDATE tables_round SET flags = '[1]'",
        CLOSE + "UPDATE tables_round SET state = 'settled'",
        CLOSE + "DELETE FROM tables_round",
        new_round(),
        CLOSE + new_round(after=0),
        CLOSE + new_round(state="settled"),
        CLOSE + new_round(state="closed", ended="now()"),
        CLOSE + new_round(state="void", reason="x", ended="now()"),
        CLOSE + new_round(pot=5),
        CLOSE + new_round(bank=5),
        CLOSE + new_round() + "; UPDATE tables_round SET state = 'settled' WHERE state = 'betting'",
        CLOSE + new_round() + "; UPDATE tables_round SET state = 'closed', ended_at = now() WHERE state = 'betting'",
        CLOSE + new_round() + "; UPDATE tables_round SET state = 'void', ended_at = now() WHERE state = 'betting'",
        CLOSE + new_round(play='{"hands": {"1": "AsKs", "2": "QsAs"}}'),
        CLOSE + new_round(play='{"hands": {"1": "AsAs"}}'),
        CLOSE + new_round(play='{"hands": {"1": "AsKs"}}') + "; " + new_round(after=2),
    ],
)
@pytest.mark.parametrize("role", ["owner", "application"])
def test_ops_5_8_a_round_is_opened_once_settled_once_and_then_stands(
    books: Cast, request: pytest.FixtureRequest, role: str, statement: str
) -> None:
    """One open round a table, none settled without a settlement, no card in two hands, nothing edited afterwards."""
    assert refusal(request.getfixturevalue(role), statement) in (
        "CheckViolation",
        "UniqueViolation",
        *(["InsufficientPrivilege"] if role == "application" else []),
    )


def test_ops_5_8_what_the_acts_do_is_taken(books: Cast, application: psycopg.Connection[Any]) -> None:
    """So the refusals above are not for another reason."""
    play = '{"hands": {"1": "AsKs", "2": "QsJs"}}'
    assert (
        refusal(
            application,
            CLOSE + new_round(play=play) + "; UPDATE tables_round SET state = 'dealt' WHERE state = 'betting'",
        )
        == ""
    )


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO tables_settlement (round_id, version, input, output, settled_at) SELECT id, 1, '{}', '{}', now() FROM tables_round",
        "INSERT INTO tables_settlement (round_id, version, input, output, settled_at) SELECT id, 2, '{}', '{}', now() FROM tables_round",
        (
            "INSERT INTO tables_settlement (round_id, version, replaces_id, input, output, settled_at)"
            " SELECT round_id, 1, id, '{}', '{}', now() FROM tables_settlement"
        ),
        "UPDATE tables_seating SET chips = -1",
        "UPDATE tables_seating SET left_at = now()",
        "UPDATE tables_seating SET seat = 2",
        "UPDATE tables_seating SET player_card = 'A1'",
        "UPDATE tables_table SET version = version - 1",
        "UPDATE tables_table SET last_round = 0",
        "UPDATE tables_table SET number = 13",
        "UPDATE tables_table SET button = 8",
        "UPDATE tables_table SET state = 'on fire'",
        "INSERT INTO tables_tapin (table_id, person_id, started_at) SELECT table_id, person_id, now() FROM tables_tapin",
        (
            "INSERT INTO tables_tapin (table_id, person_id, started_at) SELECT table_id, (SELECT id FROM tables_person"
            " WHERE badge = '1002'), now() FROM tables_tapin"
        ),
        ANOTHER_TABLE
        + "; INSERT INTO tables_tapin (table_id, person_id, started_at) SELECT (SELECT id FROM tables_table"
        " WHERE number = 99), person_id, now() FROM tables_tapin",
        ANOTHER_TABLE.replace("99", "12"),
        "UPDATE tables_tapin SET ended_at = started_at - interval '1 second'",
        (
            "INSERT INTO tables_rolegrant (casino_id, person_id, role, granted_at) SELECT casino_id, person_id, role, now()"
            " FROM tables_rolegrant"
        ),
        "UPDATE tables_rolegrant SET role = 'system'",
        "UPDATE tables_person SET badge = '1001'",
        (
            "INSERT INTO tables_rulesversion (table_id, number, game, document, in_force_from)"
            " SELECT table_id, number, game, document, now() FROM tables_rulesversion"
        ),
        (
            "INSERT INTO tables_designationoffer (table_id, round_number, seating_id, seat, answer, reason, offered_at)"
            " SELECT table_id, 1, id, seat, 'accepted', '', now() FROM tables_seating"
        ),
    ],
)
@pytest.mark.parametrize("role", ["owner", "application"])
def test_facts_are_constraints(books: Cast, request: pytest.FixtureRequest, role: str, statement: str) -> None:
    """One settlement a version, no chips below nothing, nobody in two places, no number falling back."""
    assert refusal(request.getfixturevalue(role), statement) in ("CheckViolation", "UniqueViolation"), statement


def test_ops_2_4_a_posting_moves_the_chips_of_one_table(books: Cast, owner: psycopg.Connection[Any]) -> None:
    """Not those of a player at another."""
    posting = "INSERT INTO tables_posting (table_id, act, sequence, posted_at) SELECT id, 'x', 1, now() FROM tables_table WHERE number = 99"
    legs = f"VALUES ({POSTING}, 'seat', {SEATING}, 5), ({POSTING}, 'rake', NULL, -5)"
    assert refusal(owner, f"{ANOTHER_TABLE}; {posting}; {LEGS}{legs}") == "CheckViolation"


def test_every_guard_fires_for_replicated_changes_too(books: Cast, owner: psycopg.Connection[Any]) -> None:
    """ALWAYS: also where session_replication_role would silence a trigger; the owner, no superuser, may not set it."""
    query = """
        SELECT tgrelid::regclass || '.' || tgname FROM pg_trigger
        WHERE NOT tgisinternal AND tgenabled <> 'A' AND tgrelid::regclass::text LIKE 'tables_%'
    """
    assert owner.execute(query).fetchall() == []
    with pytest.raises(errors.InsufficientPrivilege), undone(owner) as run:
        run("SET LOCAL session_replication_role = replica")
    assert connection.vendor == "postgresql"
