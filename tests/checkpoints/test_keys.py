"""The life of the keys that sign: one signs the next, one is revoked, one is pinned, one is a thief's (AUD 3.4)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import environ
import psycopg
import pytest
from django.core.management import CommandError

from casino.checkpoint_key import CheckpointKey, make_key, read_key
from casino.environment import Requirements
from tables.actions.act import Answer
from tables.audit.checkpoint import SignedCheckpoint
from tables.audit.copies import add_public_key, add_statement, statements
from tables.audit.keyring import Succession
from tables.audit.notes import Note
from tables.audit.notes import signed as signed_note
from tables.audit.signature import key_id, public_key_pem
from tables.models import AuditEntry
from tables.queries.audit.checkpoints import one_checkpoint
from tables.queries.audit.keys import keyring_of, keys_shown
from tables.queries.audit.witnesses import log_key, one_note
from tests.cast import Cast
from tests.checkpoints.conftest import copies_of, rotate
from tests.management.calling import called, exit_status
from tests.management.planting import planted

Sign = Callable[[Cast], Answer]


def pinned(settings: Any, *keys: CheckpointKey) -> None:
    """Trust these keys."""
    settings.CHECKPOINT_PINNED_KEYS = {key.key_id: key.public_bytes for key in keys}


def lines(*options: str, **named: Any) -> tuple[int, str]:
    """The exit status of `verify_audit` and what it says of checkpoints."""
    status, written = exit_status("verify_audit", *options, **named)
    return status, "\n".join(line for line in written.splitlines() if line.startswith("checkpoints"))


def test_aud_3_4_a_new_key_is_signed_by_the_one_before(cast: Cast, rotated: list[CheckpointKey], vault: Path) -> None:
    """An entry, a file beside the public half, and a key from which the next one is reached."""
    first, second, third = rotated
    entry = AuditEntry.objects.filter(act="rotate_checkpoint_key").earliest("sequence")
    statement = Succession.read(entry.payload["succession"])
    assert (statement.old, statement.new, statement.first) == (first.key_id, second.key_id, 2)
    assert statement.holds_by(first.public_bytes)
    assert entry.payload["user"]
    folder = copies_of(cast).directory
    assert (folder / "keys" / f"{second.key_id}.signed").read_bytes() == statement.line()
    assert [each.new for each in statements(folder).successions] == sorted([second.key_id, third.key_id])
    assert (vault / "second.pem").stat().st_mode & 0o077 == 0


def test_aud_3_4_two_rotations_are_followed_from_the_oldest_pinned_key(
    cast: Cast, rotated: list[CheckpointKey], settings: Any
) -> None:
    """Pinned by the file, by the id alone, or given with --key; without any, the first is said to be unproved."""
    status, said = lines()
    assert status == 0
    assert said.count("unproved") == 1
    assert f"note: key {rotated[0].key_id} lies only beside what it signed: unproved" in said
    pinned(settings, rotated[0])
    assert (lines()[0], "unproved" in lines()[1]) == (0, False)
    settings.CHECKPOINT_PINNED_KEYS = {rotated[0].key_id: None}
    assert lines()[0] == 0
    settings.CHECKPOINT_PINNED_KEYS = {}
    file = copies_of(cast).directory / "keys" / f"{rotated[0].key_id}.pem"
    assert lines(key=[file])[0] == 0


def test_aud_3_4_a_pinned_key_does_not_vouch_for_the_one_before_it(
    cast: Cast, rotated: list[CheckpointKey], settings: Any
) -> None:
    """Trust goes forward alone."""
    pinned(settings, rotated[1])
    status, said = lines()
    assert status == 1
    assert f"checkpoint 1 is signed by key {rotated[0].key_id}, to which no pinned key leads" in said
    assert "checkpoint 3" not in said


def test_aud_3_4_a_key_that_no_key_signed_is_said_or_found(cast: Cast, sign: Sign, request: Any, settings: Any) -> None:
    """Put into the setting by hand: a remark without pinned keys, a fault with them."""
    old = read_key(settings.CHECKPOINT_KEY_FILE)
    sign(cast)
    new: CheckpointKey = request.getfixturevalue("another_key")
    sign(cast)
    status, said = lines()
    assert status == 0
    assert (
        f"key {new.key_id} lies only beside what it signed and, from checkpoint 2 on, is not signed by the one before"
        in said
    )
    pinned(settings, old)
    status, said = lines()
    assert (status, f"checkpoint 2 is signed by key {new.key_id}, to which no pinned key leads" in said) == (1, True)


def test_aud_3_4_the_newest_checkpoint_signed_anew_with_a_thiefs_key(
    cast: Cast, sign: Sign, owner_connection: psycopg.Connection, settings: Any, vault: Path
) -> None:
    """The owner of the database, with write access to the folder of copies."""
    honest = read_key(settings.CHECKPOINT_KEY_FILE)
    for _number in range(3):
        sign(cast)
    thief = make_key(vault / "thief.pem")
    signed = one_checkpoint(cast.casino.pk, 3).checkpoint
    forged = SignedCheckpoint.sign(type(signed).read({**signed.document(), "key": thief.key_id}), thief)
    text = one_note(cast.casino.pk, 3).text
    line = signed_note(text, log_key(text.partition("\n")[0], thief.public_bytes), thief.sign)
    planted(
        owner_connection,
        "tables_checkpoint",
        f"UPDATE tables_checkpoint SET key_id = '{thief.key_id}', signature = '{forged.signature}', "
        f"hash = '{forged.checkpoint.hash()}', note = '{Note(text, (line,)).data().decode()}' WHERE number = 3",
    )
    add_public_key(copies_of(cast).directory, thief.public_bytes)
    copies_of(cast).path(3).write_bytes(forged.copy())
    status, said = lines()
    assert status == 0
    assert (
        f"key {thief.key_id} lies only beside what it signed and, from checkpoint 3 on, is not signed by the one before"
        in said
    )
    pinned(settings, honest)
    status, said = lines()
    assert (status, f"checkpoint 3 is signed by key {thief.key_id}, to which no pinned key leads" in said) == (1, True)


def test_aud_3_4_a_revoked_key_counts_for_nothing_from_its_checkpoint_on(
    cast: Cast, sign: Sign, settings: Any, vault: Path
) -> None:
    """Before it, all holds; the revocation is an entry with the user of the system, and a file beside the copies."""
    old = read_key(settings.CHECKPOINT_KEY_FILE)
    for _number in range(3):
        sign(cast)
    said = called("revoke_checkpoint_key", old.key_id, "--from=3")
    assert said == f"Key {old.key_id} is revoked: a checkpoint from 3 on that it signed counts for nothing.\n"
    file = copies_of(cast).directory / "keys" / f"{old.key_id}.revoked"
    assert json.loads(file.read_text())["from"] == 3
    entry = AuditEntry.objects.get(act="revoke_checkpoint_key")
    assert (entry.role, entry.person, bool(entry.payload["user"])) == ("system", None, True)
    status, said = lines()
    assert status == 1
    assert f"checkpoint 3 is signed by key {old.key_id}, which is revoked from checkpoint 3 on" in said
    assert "checkpoint 2" not in said
    file.unlink()
    assert lines()[0] == 1


def test_aud_3_4_a_revocation_for_what_comes_lets_the_past_hold(
    cast: Cast, sign: Sign, settings: Any, vault: Path
) -> None:
    """First the next key, then the revocation from there on: nothing that was signed is lost."""
    old = read_key(settings.CHECKPOINT_KEY_FILE)
    sign(cast)
    rotate(settings, vault, "next.pem")
    called("revoke_checkpoint_key", old.key_id, "--from=2")
    sign(cast)
    pinned(settings, old)
    assert lines()[0] == 0


def test_aud_3_4_a_revoked_key_leads_to_no_other(cast: Cast, sign: Sign, settings: Any, vault: Path) -> None:
    """Who stole it can sign a key of their own with it, and gains nothing."""
    stolen = read_key(settings.CHECKPOINT_KEY_FILE)
    sign(cast)
    called("revoke_checkpoint_key", stolen.key_id, "--from=2")
    thief = make_key(vault / "thief.pem")
    statement = Succession(
        casino=cast.casino.pk, old=stolen.key_id, new=thief.key_id, public_key=thief.public_bytes.hex(), first=3
    )
    add_statement(copies_of(cast).directory, statement.signed_by(stolen))
    settings.CHECKPOINT_KEY_FILE = vault / "thief.pem"
    sign(cast)
    pinned(settings, stolen)
    status, said = lines()
    assert (status, f"checkpoint 2 is signed by key {thief.key_id}, to which no pinned key leads" in said) == (1, True)


def test_aud_3_4_two_keys_after_one_are_a_fault(cast: Cast, rotated: list[CheckpointKey], vault: Path) -> None:
    """A key has one that follows it: the second was signed by somebody else who has it."""
    thief = make_key(vault / "thief.pem")
    statement = Succession(
        casino=cast.casino.pk, old=rotated[0].key_id, new=thief.key_id, public_key=thief.public_bytes.hex(), first=2
    )
    add_statement(copies_of(cast).directory, statement.signed_by(rotated[0]))
    status, said = lines()
    assert (status, f"key {rotated[0].key_id} has signed more than one key after it" in said) == (1, True)


def test_aud_3_4_a_key_signs_nothing_before_its_first(cast: Cast, sign: Sign, settings: Any, vault: Path) -> None:
    """A statement for a later checkpoint does not vouch for an earlier one."""
    old = read_key(settings.CHECKPOINT_KEY_FILE)
    sign(cast)
    new = make_key(vault / "early.pem")
    statement = Succession(
        casino=cast.casino.pk, old=old.key_id, new=new.key_id, public_key=new.public_bytes.hex(), first=9
    )
    add_statement(copies_of(cast).directory, statement.signed_by(old))
    settings.CHECKPOINT_KEY_FILE = vault / "early.pem"
    sign(cast)
    status, said = lines()
    assert status == 1
    assert f"checkpoint 2 is signed by key {new.key_id}, which was made for checkpoint 9 and later ones" in said


def test_aud_3_4_what_cannot_be_rotated_or_revoked_is_refused(
    cast: Cast, rotated: list[CheckpointKey], settings: Any, vault: Path
) -> None:
    """A key that has signed one already or is revoked, a key that is none; no file is left of it."""
    settings.CHECKPOINT_KEY_FILE = vault / "checkpoint-key.pem"
    with pytest.raises(CommandError, match="has signed another key after it already"):
        called("rotate_checkpoint_key", str(vault / "more.pem"))
    assert not (vault / "more.pem").exists()
    with pytest.raises(CommandError, match="There is no key 0000000000000000"):
        called("revoke_checkpoint_key", "0" * 16, "--from=1")
    with pytest.raises(CommandError, match="a number from 1 on"):
        called("revoke_checkpoint_key", rotated[0].key_id, "--from=0")
    called("revoke_checkpoint_key", rotated[2].key_id, "--from=9")
    with pytest.raises(CommandError, match="is revoked already, from checkpoint 9 on"):
        called("revoke_checkpoint_key", rotated[2].key_id, "--from=4")
    settings.CHECKPOINT_KEY_FILE = vault / "third.pem"
    with pytest.raises(CommandError, match="is revoked: what it signs proves no other key"):
        called("rotate_checkpoint_key", str(vault / "more.pem"))
    settings.CHECKPOINT_KEY_FILE = None
    with pytest.raises(CommandError, match="CHECKPOINT_KEY_FILE names no key"):
        called("rotate_checkpoint_key", str(vault / "more.pem"))


def test_aud_3_4_each_key_is_shown_with_what_it_signed_and_its_proof(
    cast: Cast, rotated: list[CheckpointKey], settings: Any
) -> None:
    """In the order of their first checkpoints."""
    pinned(settings, rotated[0])
    called("revoke_checkpoint_key", rotated[1].key_id, "--from=3")
    shown = keys_shown(cast.casino.pk, keyring_of(cast.casino.pk, settings.CHECKPOINT_DIR))
    assert [(row["key"], row["first"], row["last"]) for row in shown] == [
        (key.key_id, number, number) for number, key in enumerate(rotated, 1)
    ]
    assert [row["is_pinned"] for row in shown] == [True, False, False]
    assert [row["signed_by"] for row in shown] == [None, rotated[0].key_id, rotated[1].key_id]
    assert [row["revoked_from"] for row in shown] == [None, 3, None]
    assert all(row["is_trusted"] for row in shown)


def test_aud_3_4_a_pinned_key_is_an_id_or_a_file(tmp_path: Path) -> None:
    """Anything else stops the start, and is named."""
    key = make_key(tmp_path / "key.pem")
    (tmp_path / "public.pem").write_bytes(public_key_pem(key.public_bytes))
    found, complaints = read_pinned(f"{'a' * 16}, {tmp_path / 'public.pem'}")
    assert (found, complaints) == ({"a" * 16: None, key_id(key.public_bytes): key.public_bytes}, [])
    for wrong in (str(tmp_path / "none.pem"), str(tmp_path / "key.pem"), "A" * 16):
        assert "CHECKPOINT_PINNED_KEYS" in str(read_pinned(wrong)[1])


def read_pinned(text: str) -> tuple[dict[str, bytes | None], list[str]]:
    """What the setting comes to, and what is wrong with it."""

    class Given(environ.Env):
        ENVIRON = {"CHECKPOINT_PINNED_KEYS": text}

    needs = Requirements(Given())
    return needs.pinned_keys("CHECKPOINT_PINNED_KEYS", "what is trusted"), needs.complaints
