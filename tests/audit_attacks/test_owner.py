"""What the owner of the tables cannot do without putting a guard aside first, and that no table lacks its guard (AUD 2.4)."""

from typing import Any

import psycopg
import pytest

from tests.audit_attacks.test_application import FILLED, FOR_EVER, shape
from tests.cast import Cast
from tests.models.past import refusal

# As PostgreSQL writes down when a trigger fires.
EACH_ROW, BEFORE, ON_DELETE, ON_UPDATE, ON_TRUNCATE = 1, 2, 8, 16, 32
GUARDS = """
SELECT tgname, tgtype FROM pg_trigger
WHERE tgrelid = %s::regclass AND tgfoid = 'tables_refuse_change'::regproc AND tgenabled = 'A'
  AND tgqual IS NULL AND tgattr = ''
"""
ATTACKS = """
UPDATE {table} SET {first} = {first}
DELETE FROM {table}
TRUNCATE {table} CASCADE
MERGE INTO {table} old USING {table} new ON old.ctid = new.ctid WHEN MATCHED THEN UPDATE SET {first} = new.{first}
MERGE INTO {table} old USING {table} new ON old.ctid = new.ctid WHEN MATCHED THEN DELETE
WITH gone AS (DELETE FROM {table} RETURNING *) SELECT * FROM gone
DO $$ BEGIN DELETE FROM {table}; END $$
SET LOCAL session_replication_role = replica
""".strip().splitlines()


@pytest.mark.parametrize("table", FOR_EVER)
def test_aud_2_4_every_table_that_is_only_added_to_has_its_guards(
    books: Cast, owner: psycopg.Connection[Any], table: str
) -> None:
    """Found in the catalog: one for each row changed or deleted, one for truncation, ALWAYS, without a condition."""
    assert dict(owner.execute(GUARDS, (table,)).fetchall()) == {
        "refuse_change": EACH_ROW | BEFORE | ON_DELETE | ON_UPDATE,
        "refuse_truncate": BEFORE | ON_TRUNCATE,
    }


@pytest.mark.parametrize("table", FOR_EVER)
def test_aud_2_4_what_stands_for_ever_is_not_changed_by_the_owner(
    books: Cast, owner: psycopg.Connection[Any], table: str
) -> None:
    """By every kind of statement that changes rows; a table that is still empty can only be truncated."""
    names = shape(owner, table)
    (there,) = owner.execute(f"SELECT count(*) FROM {table}").fetchone() or (0,)
    assert there or table not in FILLED
    for statement in ATTACKS if there else ["TRUNCATE {table} CASCADE"]:
        assert refusal(owner, statement.format(**names)) == "InsufficientPrivilege", statement
