"""What the checkpoints outside find, as `manage.py verify_audit` tells it (AUD 3.2)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.core.management import CommandError
from psycopg.types.json import Jsonb

from tables.actions.act import Answer
from tables.audit.chain import entry_hash
from tables.audit.note_copies import note_path
from tables.errors import WrongState
from tables.queries.audit.chains import stored_entries
from tests.cast import Cast
from tests.checkpoints.conftest import copies_of
from tests.checkpoints.dumps import dumped, restored
from tests.fixtures.servers import Servers
from tests.management.calling import exit_status
from tests.management.planting import armed
from tests.management.playing import at_table

Sign = Callable[[Cast], Answer]
GUARDED = ("tables_auditentry", "tables_chainhead", "tables_checkpoint", "tables_checkpointleaf")
CUT = "DELETE FROM tables_auditentry WHERE chain = %(chain)s AND sequence > 9"
HEAD_SET_BACK = """
UPDATE tables_chainhead SET (sequence, hash, time) =
    (SELECT sequence, hash, time FROM tables_auditentry e WHERE e.chain = %(chain)s AND sequence = 9)
WHERE chain = %(chain)s
"""


@pytest.fixture
def signed(in_play: Cast, sign: Sign) -> Cast:
    """Two checkpoints over two tables in play."""
    sign(in_play)
    at_table(in_play, 14).act("standing_decline", by="frank", seat=4, on=True)
    sign(in_play)
    return in_play


def told() -> tuple[int, str]:
    """The exit status, and the lines about checkpoints; the chains themselves are verified beside them."""
    status, written = exit_status("verify_audit")
    return status, "\n".join(line for line in written.splitlines() if line.startswith("checkpoints"))


def attack(owner: psycopg.Connection[Any], chain: str, *statements: str) -> None:
    """Do what no trigger would let anybody do; each statement must change something. The triggers are on again then."""
    for table in GUARDED:
        owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    for statement in statements:
        assert owner.execute(statement, {"chain": chain}).rowcount > 0, statement
    for table in GUARDED:
        armed(owner, table)


def remake(owner: psycopg.Connection[Any], chain: str) -> None:
    """Change an entry, and make every entry after it anew, as well as anybody could."""
    entries = list(stored_entries(chain))
    entries[2]["person"] = "2002"
    owner.execute("ALTER TABLE tables_auditentry DISABLE TRIGGER USER")
    owner.execute("ALTER TABLE tables_chainhead DISABLE TRIGGER USER")
    owner.execute("DELETE FROM tables_auditentry WHERE chain = %s", (chain,))
    previous = entries[0]["previous_hash"]
    for entry in entries:
        made = {**entry, "previous_hash": previous}
        previous = entry_hash(made)
        row = {**made, "hash": previous, "payload": Jsonb(entry["payload"])}
        columns = ", ".join(f'"{name}"' for name in row)
        values = ", ".join(f"%({name})s" for name in row)
        owner.execute(f"INSERT INTO tables_auditentry ({columns}) VALUES ({values})", row)
    owner.execute("UPDATE tables_chainhead SET hash = %s WHERE chain = %s", (previous, chain))
    attack(owner, chain)


def test_aud_3_2_what_is_whole_is_said_to_be(signed: Cast) -> None:
    """How much was verified, and against what."""
    status, said = told()
    newest = copies_of(signed).read(2).checkpoint
    assert status == 0, said
    name = f"checkpoints of casino {signed.casino.pk}"
    assert said.splitlines() == [
        f"{name}: 1 to 2 are whole, signed and followed by all they vouch for: 5 leaves; the newest outside is 2 of "
        + newest.time,
        f"{name}: note: key {newest.key} lies only beside what it signed: unproved",
    ]


def test_aud_3_2_before_the_first_checkpoint_nothing_is_promised(cast: Cast) -> None:
    """No fault, and said as what it is."""
    status, said = told()
    assert (status, "none was made yet: nothing outside the database vouches" in said) == (0, True)


def test_aud_3_2_a_cut_off_tail_is_found(signed: Cast, owner_connection: psycopg.Connection) -> None:
    """Also where the head was set back with it, so that the chain itself is whole."""
    chain = at_table(signed, 14).table.chain
    attack(owner_connection, chain, CUT, HEAD_SET_BACK)
    status, written = exit_status("verify_audit")
    assert f"{chain}: whole, unchanged, in order: entries 1 to 9" in written
    assert status == 1
    assert (
        f"NOT WHOLE: entry 17 of chain {chain}, which checkpoint 1 vouches for, is missing: the chain ends at entry 9"
        in written
    )


def test_aud_3_2_a_chain_made_anew_is_found(signed: Cast, owner_connection: psycopg.Connection) -> None:
    """Each of its entries holds, and so does its head."""
    chain = at_table(signed, 12).table.chain
    remake(owner_connection, chain)
    status, written = exit_status("verify_audit")
    assert f"{chain}: whole, unchanged, in order: entries 1 to 17" in written
    assert status == 1
    assert f"entry 17 of chain {chain} is not the one that checkpoint 1 vouches for: the chain was made anew" in written


def test_aud_3_2_a_list_made_anew_with_its_chain_is_found_by_the_copy(
    signed: Cast, sign: Sign, owner_connection: psycopg.Connection
) -> None:
    """An attacker with the database and the key, but not what lies outside."""
    copies, chain = copies_of(signed), at_table(signed, 12).table.chain
    kept = {number: copies.path(number).read_bytes() for number in (1, 2)}
    remake(owner_connection, chain)
    attack(owner_connection, chain, "DELETE FROM tables_checkpointleaf", "DELETE FROM tables_checkpoint")
    for number in kept:
        copies.path(number).unlink()
        note_path(copies, number).unlink()
        copies.leaves_path(number).unlink()
    sign(signed)
    sign(signed)
    # Nobody has what was outside before; the chain of the house still says that checkpoints 1 and 2 were made.
    status, said = exit_status("verify_audit")
    assert status == 1
    assert "makes checkpoint 1 after checkpoint 2" in said
    assert "NOT WHOLE" not in told()[1]
    for number, data in kept.items():
        copies.path(number).write_bytes(data)
    status, said = told()
    assert status == 1
    assert "checkpoint 2 is another than its copy outside" in said
    assert "are not those that checkpoint 2 of" in said or "is older than that checkpoint" in said


TAMPERED = (
    (("UPDATE tables_checkpoint SET root = repeat('a', 64) WHERE number = 2",), "checkpoint 2 was changed"),
    (
        ("UPDATE tables_checkpoint SET signature = overlay(signature placing 'AAAA' from 5) WHERE number = 2",),
        "checkpoint 2 does not bear the signature of its key",
    ),
    (
        ("UPDATE tables_checkpointleaf SET sequence = sequence - 1 WHERE position = 4",),
        "checkpoint 2 was not signed over the leaves that are here",
    ),
    (("DELETE FROM tables_checkpointleaf WHERE position = 1",), "checkpoint 1 lacks leaf 1 of the list"),
    (
        (
            "UPDATE tables_checkpointleaf SET checkpoint_id = (SELECT max(id) FROM tables_checkpoint)",
            "DELETE FROM tables_checkpoint WHERE number = 1",
        ),
        "checkpoint 2 does not follow the one before it",
    ),
)


def test_aud_3_2_a_checkpoint_that_was_changed_or_taken_out_is_found(
    signed: Cast, owner_connection: psycopg.Connection
) -> None:
    """Root, signature, leaf, and a whole checkpoint, each named; put back, all holds again."""
    kept = GUARDED[2:]
    attack(owner_connection, "", *(f"CREATE TABLE kept_{table} AS TABLE {table}" for table in kept))
    for statements, said in TAMPERED:
        attack(owner_connection, "", *statements)
        status, found = told()
        assert (status, said in found) == (1, True), found
        back = (f"INSERT INTO {table} TABLE kept_{table}" for table in kept)
        attack(owner_connection, "", *(f"DELETE FROM {table}" for table in reversed(kept)), *back)
    for table in kept:
        owner_connection.execute(f"DROP TABLE kept_{table}")  # what no migration makes is found too
    assert told()[0] == 0


def test_aud_3_2_without_copies_or_key_nothing_is_proven(signed: Cast, tmp_path: Path) -> None:
    """An empty folder is not a folder that agrees; neither is another's key."""
    status, written = exit_status("verify_audit", checkpoints=tmp_path / "elsewhere")
    assert status == 1
    assert "there is no copy of any checkpoint outside" in written
    key = next((copies_of(signed).directory / "keys").iterdir())
    assert exit_status("verify_audit", key=[key])[0] == 0
    with pytest.raises(CommandError, match="not a public key in PEM form") as refusal:
        exit_status("verify_audit", key=[settings.CHECKPOINT_KEY_FILE])
    assert refusal.value.returncode == 2
    key.unlink()
    status, said = told()
    assert status == 1
    assert "whose public half is not known here" in said


def test_aud_3_2_a_dump_of_yesterday_is_found(signed: Cast, sign: Sign, servers: Servers, tmp_path: Path) -> None:
    """Restored with the tools anybody uses; it is whole in itself, and does not sign on."""
    dump = dumped(servers, tmp_path)
    at_table(signed, 12).act("enter_hands", by="frank", number=2, hands=[{"seat": 2, "cards": "AsKhQs9s7d6d2c"}])
    sign(signed)
    assert told()[0] == 0
    with restored(servers, dump):
        status, written = exit_status("verify_audit")
        assert status == 1
        assert written.count("whole, unchanged, in order") == 3
        newest = copies_of(signed).read(3).checkpoint
        assert (
            f"NOT WHOLE: the list ends at leaf 5, but checkpoint 3 of {newest.time} was signed over {newest.size}: "
            "this database is older than that checkpoint"
        ) in written
        with pytest.raises(WrongState, match="Checkpoint 3 lies outside, but the newest here is 2"):
            sign(signed)
