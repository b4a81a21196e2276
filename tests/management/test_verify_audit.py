"""`manage.py verify_audit`: a chain that does not hold is named with its first bad entry (AUD 2.5)."""

import psycopg
import pytest
from django.core.management import CommandError

from tables.models import AuditEntry
from tables.queries.audit import chains as audit
from tests.management.calling import exit_status
from tests.management.planting import planted
from tests.management.playing import casino_in_play

IN = "chain LIKE '%/table/{number}'"
BEFORE_THE_FIRST = f"""
INSERT INTO tables_auditentry
SELECT chain, 0, time, act, "table", round, person, role, device, command_id, payload, schema, previous_hash, hash
FROM tables_auditentry WHERE {IN} AND sequence = 1
"""
HEAD_SET_BACK = f"""
UPDATE tables_chainhead SET (sequence, hash, time) =
    (SELECT sequence, hash, time FROM tables_auditentry e WHERE e.{IN} AND sequence = 9) WHERE {IN}
"""
ALL_GONE = f"WITH gone AS (DELETE FROM tables_chainhead WHERE {IN}) DELETE FROM tables_auditentry WHERE {IN}"
# What is planted at a table of its own, and what is said of its chain.
PLANTED = {
    21: (
        f"UPDATE tables_auditentry SET payload = payload || '{{{{\"seat\": 5}}}}' WHERE {IN} AND sequence = 3",
        "entry 3: was changed",
    ),
    22: (f"UPDATE tables_auditentry SET person = '1002' WHERE {IN} AND sequence = 4", "entry 4: was changed"),
    23: (
        f"UPDATE tables_auditentry SET payload = payload || '{{{{\"seat\": 2.5}}}}' WHERE {IN} AND sequence = 3",
        "entry 3: holds what no entry can hold",
    ),
    24: (
        f"DELETE FROM tables_auditentry WHERE {IN} AND sequence = 6",
        "entry 6: is missing: the next one is 7",
    ),
    25: (
        f"DELETE FROM tables_auditentry WHERE {IN} AND sequence = 1",
        "entry 1: is missing: the next one is 2",
    ),
    26: (
        f"DELETE FROM tables_auditentry WHERE {IN} AND sequence > 9",
        "entry 10: is missing: the head of the chain is entry 17",
    ),
    27: (
        f"DELETE FROM tables_auditentry WHERE {IN}",
        "entry 1: is missing: the head of the chain is entry 17",
    ),
    28: (BEFORE_THE_FIRST, "entry 0: stands again or out of order, where entry 1 should"),
    29: (HEAD_SET_BACK, "entry 17: is beyond the head of the chain, which is entry 9"),
    30: (
        f"UPDATE tables_chainhead SET hash = repeat('a', 64) WHERE {IN}",
        "entry 17: is not the entry that the head of the chain names",
    ),
    31: (
        f"DELETE FROM tables_chainhead WHERE {IN}",
        "entry 17: is beyond the head of the chain, which is missing",
    ),
    32: (ALL_GONE, "entry 1: is missing: there are none"),
    33: (f"UPDATE tables_auditentry SET hash = repeat('b', 64) WHERE {IN} AND sequence = 5", "entry 5: was changed"),
    34: (
        f"UPDATE tables_auditentry SET time = time - interval '1 day' WHERE {IN} AND sequence = 7",
        "entry 7: is earlier than the entry before it",
    ),
}


@pytest.mark.usefixtures("own_database")
@pytest.mark.parametrize("page", [1, 4, 500])
def test_aud_2_5_chains_that_hold(page: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line a chain, with any size of the pages it is read in."""
    monkeypatch.setattr(audit, "ENTRIES_AT_A_TIME", page)
    cast = casino_in_play()
    house = AuditEntry.objects.filter(chain=cast.casino.chain).count()
    status, written = exit_status("verify_audit")
    assert status == 0
    beside = ("settlements", "journal", "rows")
    lines = [line for line in written.splitlines() if not line.startswith(beside)]
    assert [line.partition(":")[0] for line in written.splitlines()[-3:]] == list(beside)
    assert all(": as the log has it: " in line for line in written.splitlines()[-3:])
    assert lines == [
        f"{cast.casino.chain}: whole, unchanged, in order: entries 1 to {house}",
        f"{cast.table.chain}: whole, unchanged, in order: entries 1 to 17",
        f"checkpoints of casino {cast.casino.pk}: none was made yet: nothing outside the database vouches for its chains",
        "guards of the database: all there, as the migrations make them, and they fire",
    ]
    assert exit_status("verify_audit", chain=cast.table.chain)[1] == written.splitlines(keepends=True)[1]
    with pytest.raises(CommandError, match="There is no chain 1/table/99"):
        exit_status("verify_audit", chain="1/table/99")


@pytest.mark.usefixtures("own_database")
def test_aud_2_5_the_first_bad_entry_of_each_chain_is_named(owner_connection: psycopg.Connection) -> None:
    """Exit status 1; one bad chain hides no other, and those that hold are said to hold all the same."""
    cast = casino_in_play([12, *PLANTED])
    for number, (statement, _said) in PLANTED.items():
        for table in ("tables_auditentry", "tables_chainhead"):
            owner_connection.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        planted(owner_connection, "tables_auditentry", statement.format(number=number))
    status, written = exit_status("verify_audit")
    assert status == 1
    lines: dict[str, str] = {}
    for line in written.splitlines():
        if not line.startswith(("checkpoints", "undecided")):
            chain, told = line.split(": ", 1)
            lines.setdefault(chain, told)
    assert lines.pop("guards of the database").startswith("NOT WHOLE: trigger ")
    for part in ("settlements", "journal", "rows"):
        lines.pop(part)
    for number, (_statement, said) in PLANTED.items():
        assert lines.pop(f"{cast.casino.pk}/table/{number}").startswith(f"NOT WHOLE: {said}")
    assert sorted(lines) == [cast.casino.chain, cast.table.chain]
    assert all(line.startswith("whole, unchanged, in order") for line in lines.values())
