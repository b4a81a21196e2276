"""The chains and their heads, and what is kept: against every writer, past the ORM too (AUD 2.3, 2.4); tests/audit_attacks has more."""

from typing import Any

import psycopg
import pytest
from psycopg import errors

from tests.cast import Cast
from tests.models.past import refusal, undone


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE SCHEMA mine",
        "ALTER TABLE tables_auditentry DISABLE TRIGGER advance_chain",
        "DROP TRIGGER advance_chain ON tables_auditentry",
        "DROP FUNCTION tables_advance_chain() CASCADE",
        "CREATE OR REPLACE FUNCTION tables_refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
        "TRUNCATE tables_round CASCADE",
        "DELETE FROM tables_round",
        "DELETE FROM tables_person",
        "DELETE FROM tables_rolegrant",
        "DELETE FROM django_migrations",
    ],
)
def test_aud_2_4_the_application_has_no_way_round(
    books: Cast, application: psycopg.Connection[Any], statement: str
) -> None:
    """No DDL, no trigger off, no head written, nothing emptied."""
    assert refusal(application, statement) == "InsufficientPrivilege", statement


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
def test_aud_2_3_no_gap_no_fork_no_back_dating_by_any_writer(
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


def test_every_guard_fires_for_replicated_changes_too(books: Cast, owner: psycopg.Connection[Any]) -> None:
    """ALWAYS: also where session_replication_role would silence a trigger; the owner, no superuser, may not set it."""
    query = """
        SELECT tgrelid::regclass || '.' || tgname FROM pg_trigger
        WHERE NOT tgisinternal AND tgenabled <> 'A' AND tgrelid::regclass::text LIKE 'tables_%'
    """
    assert owner.execute(query).fetchall() == []
    with pytest.raises(errors.InsufficientPrivilege), undone(owner) as run:
        run("SET LOCAL session_replication_role = replica")
