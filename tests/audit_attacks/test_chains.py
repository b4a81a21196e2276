"""Whole entries taken away, put in or exchanged with the guards off, and what the chain alone cannot tell (AUD 2.5, 3.2).

What a single statement does to entries and heads stands in tests/management/test_verify_audit.py.
"""

import psycopg
import pytest
from psycopg.types.json import Jsonb

from tables.audit.chain import FIRST_PREVIOUS, entry_hash
from tables.queries.audit import chains as audit
from tables.queries.audit.chains import stored_entries
from tables.queries.audit.verified_log import verified_log
from tests.audit_attacks.tampering import Disarmed, faults, told
from tests.cast import Cast

COLUMNS = 'time, act, "table", round, person, role, device, command_id, payload, schema, previous_hash, hash'
THIS = "WHERE chain = %(chain)s AND sequence = %(sequence)s"
COPY = f"""
INSERT INTO tables_auditentry (chain, sequence, {COLUMNS})
SELECT %(other)s, %(place)s, {COLUMNS} FROM tables_auditentry {THIS}
"""
HEAD_TO_NEWEST = """
UPDATE tables_chainhead SET (sequence, hash, time) =
    (SELECT sequence, hash, time FROM tables_auditentry entry WHERE entry.chain = %(chain)s ORDER BY 1 DESC LIMIT 1)
WHERE chain = %(chain)s
"""


def test_aud_2_5_two_entries_exchanged(disarmed: Disarmed) -> None:
    """Each is whole in itself; the first of the two does not name the one before it."""
    aside = f"UPDATE tables_auditentry SET sequence = 1004 {THIS}"
    first = f"UPDATE tables_auditentry SET sequence = 4 {THIS}"
    second = "UPDATE tables_auditentry SET sequence = 3 WHERE chain = %(chain)s AND sequence = 1004"
    with disarmed.tampered(aside.replace("%(sequence)s", "4"), first, second, sequence=3):
        assert told()[disarmed.chain] == "NOT WHOLE: entry 3: does not name the hash of the entry before it"


def test_aud_2_5_an_entry_put_in_between(disarmed: Disarmed) -> None:
    """A well-made one, the later ones moved up by one: the first of those names what is no longer before it."""
    move = "UPDATE tables_auditentry SET sequence = -sequence WHERE chain = %(chain)s AND sequence > 4"
    back = "UPDATE tables_auditentry SET sequence = 1 - sequence WHERE chain = %(chain)s AND sequence < 0"
    with disarmed.tampered(move, back, COPY, HEAD_TO_NEWEST, sequence=4, place=5, other=disarmed.chain):
        forged = {**list(stored_entries(disarmed.chain))[4]}
        forged["previous_hash"] = list(stored_entries(disarmed.chain))[3]["hash"]
        write(disarmed, {**forged, "hash": entry_hash(forged)})
        assert told()[disarmed.chain].startswith("NOT WHOLE: entry 6: does not name the hash")


@pytest.mark.parametrize("place", [-(2**63), -1, 0, 2**63 - 1])
def test_aud_2_5_an_entry_put_in_where_none_can_be(disarmed: Disarmed, place: int) -> None:
    """Before the first, down to the lowest number there is, and far behind the newest."""
    newest = disarmed.sequences()[-1]
    with disarmed.tampered(COPY, sequence=3, place=place, other=disarmed.chain):
        named = place if place < 1 else newest + 1
        assert told()[disarmed.chain].startswith(f"NOT WHOLE: entry {named}: ")


@pytest.mark.parametrize("page", [1, 2, 3, 500])
def test_aud_2_5_a_second_entry_of_one_number(disarmed: Disarmed, page: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the primary key is dropped first; also where one page of the reading ends between the two."""
    monkeypatch.setattr(audit, "ENTRIES_AT_A_TIME", page)
    (key,) = disarmed.rows(
        "SELECT conname FROM pg_constraint WHERE conrelid = 'tables_auditentry'::regclass AND contype = 'p'"
    )
    disarmed.link.execute(f"ALTER TABLE tables_auditentry DROP CONSTRAINT {key[0]}")
    try:
        with disarmed.tampered(COPY, sequence=3, place=3, other=disarmed.chain):
            assert told()[disarmed.chain].startswith(
                "NOT WHOLE: entry 3: stands again or out of order, where entry 4 should"
            )
    finally:
        disarmed.link.execute("ALTER TABLE tables_auditentry ADD PRIMARY KEY (chain, sequence)")


def test_aud_2_5_a_chain_nobody_can_have_written(disarmed: Disarmed) -> None:
    """Well made from its first entry to its head, of a table that is not there."""
    made = {**next(stored_entries(disarmed.chain)), "chain": "1/table/99"}
    head = """
        INSERT INTO tables_chainhead SELECT chain, sequence, hash, time FROM tables_auditentry WHERE chain = %(other)s
    """
    with disarmed.tampered(COPY, sequence=1, place=1, other="1/table/99"):
        write(disarmed, {**made, "hash": entry_hash(made)})
        disarmed.link.execute(head, {"other": "1/table/99"})
        lines = told()
        problems = [fault.problem for fault in verified_log() if fault and fault.chain == "1/table/99"]
    assert lines["1/table/99"] == "NOT WHOLE: entry 1: is of table 12, in the chain of table 99"
    assert problems[-1] == "belongs to a chain of no table and no house here"
    assert lines[disarmed.chain].startswith("whole")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables_chainhead SET time = 'infinity' WHERE chain = %(chain)s",
        "UPDATE tables_chainhead SET time = time + interval '1 microsecond' WHERE chain = %(chain)s",
        "UPDATE tables_chainhead SET sequence = sequence - 1 WHERE chain = %(chain)s",
        "UPDATE tables_chainhead SET sequence = 9223372036854775807 WHERE chain = %(chain)s",
        "UPDATE tables_chainhead SET sequence = 0 WHERE chain = %(chain)s",
        "UPDATE tables_chainhead SET hash = upper(hash) || '' WHERE chain = %(chain)s",
        "UPDATE tables_chainhead SET chain = chain || '0' WHERE chain = %(chain)s",
    ],
)
def test_aud_2_5_a_head_that_names_no_entry(disarmed: Disarmed, statement: str) -> None:
    """In every place, the newest entry or the one behind it is named."""
    newest = disarmed.sequences()[-1]
    with disarmed.tampered(statement):
        assert faults()[disarmed.chain].sequence in (newest, newest - 1, newest + 1)
        assert told()[disarmed.chain].startswith("NOT WHOLE")


def test_aud_2_5_a_chain_with_a_head_and_no_entry(disarmed: Disarmed) -> None:
    """Of a table that was never acted at, or of none."""
    heads = "INSERT INTO tables_chainhead SELECT %(other)s, 1, hash, time FROM tables_chainhead WHERE chain = %(chain)s"
    with disarmed.tampered(heads, other="1/table/13"):
        assert told()["1/table/13"] == "NOT WHOLE: entry 1: is missing: the head of the chain is entry 1"


def test_aud_3_2_the_newest_entries_cut_off_with_their_head(disarmed: Disarmed) -> None:
    """The chain alone cannot tell: it is as it was before they were written. A person who noted its head outside can."""
    noted = list(stored_entries(disarmed.chain))[-1]
    cut = "DELETE FROM tables_auditentry WHERE chain = %(chain)s AND sequence > %(sequence)s"
    with disarmed.tampered(cut, sequence=noted["sequence"] - 2):
        assert told()[disarmed.chain].startswith(f"NOT WHOLE: entry {noted['sequence'] - 1}: ")
    with disarmed.tampered(cut, HEAD_TO_NEWEST, sequence=noted["sequence"] - 2):
        assert faults() == {}
        assert noted["hash"] not in hashes(disarmed)


def test_aud_3_2_a_whole_chain_made_anew(disarmed: Disarmed) -> None:
    """From the first entry on, one word changed, every hash made again, and the head: here too only a note outside tells."""
    stood = list(stored_entries(disarmed.chain))
    with disarmed.tampered():
        previous = FIRST_PREVIOUS
        for entry in stood:
            made = {**entry, "previous_hash": previous}
            if entry["sequence"] == 2:
                made["payload"] = {**entry["payload"], "sent": {"seat": 1, "buy_in": 1}}
            previous = entry_hash(made)
            write(disarmed, {**made, "hash": previous})
        assert told()[disarmed.chain].endswith("is not the entry that the head of the chain names")
        disarmed.link.execute(HEAD_TO_NEWEST, {"chain": disarmed.chain})
        assert faults() == {}
        assert stood[-1]["hash"] not in hashes(disarmed)
        assert stood[0]["hash"] in hashes(disarmed)


def test_aud_2_4_a_superuser_silences_no_guard_by_replication(books: Cast, superuser: psycopg.Connection) -> None:
    """They fire ALWAYS: an attacker has to switch off each, which is what the tests above do."""
    with superuser.transaction(force_rollback=True):
        superuser.execute("SET LOCAL session_replication_role = replica")
        for statement in ("UPDATE tables_leg SET amount = 0", "DELETE FROM tables_settlement"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege), superuser.transaction():
                superuser.execute(statement)


def write(disarmed: Disarmed, entry: dict[str, object]) -> None:
    """Put an entry where the one of its number stands, hash and all."""
    disarmed.link.execute(
        f"UPDATE tables_auditentry SET payload = %(payload)s, previous_hash = %(previous_hash)s, hash = %(hash)s {THIS}",
        {**entry, "payload": Jsonb(entry["payload"])},
    )


def hashes(disarmed: Disarmed) -> set[str]:
    """Of everything that stands in the chain."""
    return {entry["hash"] for entry in stored_entries(disarmed.chain)}
