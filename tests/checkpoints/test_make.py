"""The act make_checkpoint: leaves, list, signature, entry (AUD 3.1)."""

import logging
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import IntegrityError, connection, transaction

from casino.checkpoint_key import CheckpointKey, KeyFaultError, make_key, read_key
from tables.actions.act import Answer
from tables.actions.audit.checkpoints import make_checkpoint
from tables.audit import merkle
from tables.audit.copies import public_keys
from tables.audit.signature import holds
from tables.errors import NotAllowed, WrongState
from tables.models import AuditEntry, ChainHead, Checkpoint, CheckpointLeaf
from tables.queries.audit.checkpoints import is_due, newest_signed, stored_leaves
from tables.queries.audit.signed_rows import signed_checkpoint
from tables.stamp import HouseCall
from tests.cast import Cast
from tests.checkpoints.conftest import by_time, copies_of
from tests.management.planting import planted
from tests.management.playing import at_table

Sign = Callable[[Cast], Answer]


def heads() -> dict[str, tuple[int, str]]:
    """Where every chain stands."""
    return {head.chain: (head.sequence, head.hash) for head in ChainHead.objects.all()}


def leaves_of(number: int) -> dict[str, tuple[int, str]]:
    """The leaves that a checkpoint added."""
    found = CheckpointLeaf.objects.filter(checkpoint__number=number)
    return {leaf.chain: (leaf.sequence, leaf.hash) for leaf in found}


def test_aud_3_1_a_leaf_for_every_chain_that_moved_and_no_other(in_play: Cast, sign: Sign) -> None:
    """The house's as it stood before the entry of the checkpoint itself; the list only grows."""
    before = heads()
    sign(in_play)
    assert leaves_of(1) == before
    moved = at_table(in_play, 14)
    moved.act("standing_decline", by="frank", seat=4, on=True)
    between = heads()
    sign(in_play)
    house, table = in_play.casino.chain, moved.table.chain
    assert leaves_of(2) == {house: between[house], table: between[table]}
    first, second = (signed_checkpoint(row) for row in Checkpoint.objects.order_by("number"))
    hashes = [stored.leaf.leaf_hash() for stored in stored_leaves(in_play.casino.pk)]
    assert [first.checkpoint.size, second.checkpoint.size] == [len(before), len(before) + 2] == [3, 5]
    for signed in (first, second):
        assert signed.checkpoint.root == merkle.root_of(hashes[: signed.checkpoint.size]).hex()
    assert second.checkpoint.previous_hash == first.checkpoint.hash()


def test_aud_3_1_it_is_signed_and_an_entry_of_the_house(cast: Cast, sign: Sign) -> None:
    """Everybody with the public half from the folder outside can verify it."""
    answer = sign(cast)
    signed = newest_signed(cast.casino.pk)
    assert signed is not None
    keys = public_keys(copies_of(cast).directory)
    assert holds(signed.signature, signed.checkpoint.signed_bytes(), keys[signed.checkpoint.key])
    entry = AuditEntry.objects.filter(chain=cast.casino.chain).latest("sequence")
    assert (entry.act, entry.role, entry.payload["leaves"]) == ("make_checkpoint", "system", 1)
    assert entry.payload["checkpoint"] == signed.checkpoint.document()
    assert entry.payload["public_key"] == keys[signed.checkpoint.key].hex()
    assert answer.body == {
        "number": 1,
        "time": signed.checkpoint.time,
        "size": 1,
        "root": signed.checkpoint.root,
    }


def test_aud_3_1_none_is_due_while_nothing_happened(cast: Cast, sign: Sign) -> None:
    """The entry of a checkpoint is nothing that happened; a person who asks for one gets it all the same."""
    assert is_due(cast.casino)
    sign(cast)
    assert not is_due(cast.casino)
    sign(cast)
    assert not is_due(cast.casino)
    assert Checkpoint.objects.count() == 2
    cast.act("open_table", by="frank")
    assert is_due(cast.casino)


@pytest.mark.parametrize("who", ["dana", "frank", "ada", "sam"])
def test_ops_1_4_only_compliance_asks_for_one(cast: Cast, who: str) -> None:
    """Anybody else is refused, which is an entry, and nothing is signed."""
    with pytest.raises(NotAllowed):
        make_checkpoint(cast.in_house(who))
    assert not Checkpoint.objects.exists()
    assert AuditEntry.objects.filter(act="refused", payload__refused="make_checkpoint").count() == 1
    assert make_checkpoint(cast.in_house("ines")).body["number"] == 1


def test_ops_5_10_the_same_command_makes_one(cast: Cast) -> None:
    """And answers the same."""
    stamp = cast.stamp("ines")
    first = make_checkpoint(HouseCall(cast.casino.pk, stamp))
    again = make_checkpoint(HouseCall(cast.casino.pk, stamp))
    assert (again.body, again.replayed, Checkpoint.objects.count()) == (first.body, True, 1)


def test_aud_3_1_many_at_once_are_one_list(in_play: Cast, together: Callable[..., list[Any]]) -> None:
    """While a table goes on: no fork, no gap, each leaf once."""
    table = at_table(in_play, 14)

    def act() -> None:
        for on in (True, False, True, False):
            table.act("standing_decline", by="frank", seat=1, on=on)

    made = together(*[lambda: make_checkpoint(HouseCall(in_play.casino.pk, by_time()))] * 4, act)
    assert made[-1] is None
    assert sorted(answer.body["number"] for answer in made[:4]) == [1, 2, 3, 4]
    rows = list(Checkpoint.objects.order_by("number"))
    assert [row.previous_hash for row in rows[1:]] == [row.hash for row in rows[:-1]]
    stored = list(stored_leaves(in_play.casino.pk))
    assert [leaf.position for leaf in stored] == list(range(rows[-1].list_size))
    assert all(leaf.entry_hash == leaf.leaf.hash for leaf in stored)
    assert rows[-1].root == merkle.root_of(leaf.leaf.leaf_hash() for leaf in stored).hex()


def test_aud_3_1_another_key_is_named_by_what_it_signs(cast: Cast, sign: Sign, request: pytest.FixtureRequest) -> None:
    """The old public half stays where it was, so that what it signed can still be verified."""
    sign(cast)
    new: CheckpointKey = request.getfixturevalue("another_key")
    sign(cast)
    sign(cast)
    old, *others = Checkpoint.objects.order_by("number").values_list("key_id", flat=True)
    assert others == [new.key_id, new.key_id]
    keys = public_keys(copies_of(cast).directory)
    assert set(keys) == {old, new.key_id}
    told = [
        entry.payload.get("public_key") for entry in AuditEntry.objects.filter(act="make_checkpoint").order_by("time")
    ]
    assert told == [keys[old].hex(), keys[new.key_id].hex(), None]


def test_aud_3_1_without_its_key_nothing_is_signed(
    cast: Cast, vault: Path, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """Missing, readable by others, of another kind, or not this process's: refused, and loud in the log."""
    key = settings.CHECKPOINT_KEY_FILE
    entries = AuditEntry.objects.count()
    key.chmod(0o640)
    with pytest.raises(WrongState, match="cannot be used"):
        make_checkpoint(cast.in_house("ines"))
    key.unlink()
    with pytest.raises(WrongState, match="cannot be used"):
        make_checkpoint(cast.in_house("ines"))
    assert [record.levelno for record in caplog.records] == [logging.CRITICAL] * 2
    settings.CHECKPOINT_KEY_FILE = None
    with pytest.raises(WrongState, match="does not sign"):
        make_checkpoint(cast.in_house("ines"))
    assert (Checkpoint.objects.count(), AuditEntry.objects.count()) == (0, entries)


def test_aud_3_1_a_key_file_is_private_and_never_overwritten(tmp_path: Path) -> None:
    """And a file that is none is called one by one."""
    path = tmp_path / "keys" / "key.pem"
    made = make_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read_key(path).key_id == made.key_id
    with pytest.raises(KeyFaultError, match="is there already"):
        make_key(path)
    assert read_key(path).key_id == made.key_id
    path.write_text("no key")
    with pytest.raises(KeyFaultError, match="holds no unencrypted private key"):
        read_key(path)
    assert [file.name for file in path.parent.iterdir()] == ["key.pem"]


def test_aud_3_1_a_list_that_was_changed_is_not_signed_on(
    cast: Cast, sign: Sign, owner_connection: psycopg.Connection
) -> None:
    """The stored frontier comes to the root that was signed, or nothing is."""
    sign(cast)
    planted(owner_connection, "tables_checkpoint", "UPDATE tables_checkpoint SET frontier = '[]'")
    with pytest.raises(WrongState, match="does not come to what checkpoint 1 signed"):
        sign(cast)
    assert Checkpoint.objects.count() == 1


def test_aud_3_1_the_database_keeps_list_and_checkpoints_together(cast: Cast, sign: Sign) -> None:
    """Round the acts: a leaf outside of its checkpoint, one too many, one too few, and a checkpoint that does not follow."""
    sign(cast)
    row = Checkpoint.objects.get()
    leaf = CheckpointLeaf(casino=cast.casino, position=1, checkpoint=row, chain="1/x", sequence=1, hash="a" * 64)
    with pytest.raises(IntegrityError, match="outside of what its checkpoint adds"), transaction.atomic():
        leaf.save()
    leaf.position = 0
    with pytest.raises(IntegrityError, match="one_leaf_a_position"), transaction.atomic():
        leaf.save()
    following = {"number": 2, "list_size": 3, "previous_hash": row.hash, "hash": "b" * 64}
    for wrong, said in ((following, "not all of its leaves"), ({**following, "number": 3}, "does not follow")):
        values = {field.name: getattr(row, field.name) for field in Checkpoint._meta.fields if field.name != "id"}
        with pytest.raises(IntegrityError, match=said):
            _committed({**values, **wrong})
    assert (Checkpoint.objects.count(), CheckpointLeaf.objects.count()) == (1, 1)


def test_aud_3_1_the_list_grows_unread(cast: Cast, sign: Sign) -> None:
    """However long it is, a checkpoint reads no leaf but the newest of each chain, along an index, and its own to copy them."""
    with connection.execute_wrapper(_no_reading_of_leaves):
        for _again in range(3):
            sign(cast)
    assert Checkpoint.objects.latest("number").list_size == 3


def _committed(values: dict[str, Any]) -> None:
    with transaction.atomic():
        Checkpoint.objects.create(**values)


def _no_reading_of_leaves(execute: Any, statement: str, params: Any, many: bool, context: Any) -> Any:
    assert 'FROM "tables_checkpointleaf"' not in statement or '"checkpoint_id" = %s ORDER BY' in statement
    return execute(statement, params, many, context)
