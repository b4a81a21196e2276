"""Checkpoints as bytes, their signatures, and whether a database still contains an outside one (AUD 3)."""

import hashlib
import json
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_public_key

from tables.audit.canonical import canonical
from tables.audit.checkpoint import Leaf, SignedCheckpoint, missing_since
from tables.audit.documents import DocumentError
from tables.audit.signature import (
    KeyFileError,
    holds,
    is_signature_text,
    key_id,
    public_key_pem,
    read_public_key,
)
from tests.audit.exported import HOUSE, KEY, STRANGER, TABLE, Entry, leaves_of, linked, log, outside


def test_aud_3_1_the_signed_bytes_are_kept_for_ever() -> None:
    """A change of form would leave what lies outside unverifiable."""
    copy = outside(1)
    assert copy.checkpoint.signed_bytes() == (
        b'{"casino":1,"format":"croupier-checkpoint/1","key":"34750f98bd59fcfc","number":1,'
        b'"previous_hash":"0000000000000000000000000000000000000000000000000000000000000000",'
        b'"root":"' + copy.checkpoint.root.encode() + b'","size":2,"time":"2026-03-01T18:35:00.000000Z"}'
    )
    assert copy.checkpoint.hash() == hashlib.sha256(copy.checkpoint.signed_bytes()).hexdigest()
    leaf = Leaf(1, HOUSE, 2, "ab" * 32)
    assert leaf.data() == b'{"chain":"1/house","checkpoint":1,"hash":"' + b"ab" * 32 + b'","sequence":2}'


def test_aud_3_1_a_copy_reads_back_and_its_signature_holds() -> None:
    """By its key alone, over these bytes alone."""
    copy = outside(2)
    assert SignedCheckpoint.read_copy(copy.copy()) == copy
    data = copy.checkpoint.signed_bytes()
    assert holds(copy.signature, data, KEY.public)
    assert not holds(copy.signature, data + b" ", KEY.public)
    assert not holds(copy.signature, data, STRANGER.public)
    with pytest.raises(ValueError, match="another key"):
        SignedCheckpoint.sign(copy.checkpoint, STRANGER)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"signature": "AA=="}, "64 bytes"),
        ({"signature": outside(1).signature[:-3] + "h=="}, "64 bytes"),
        ({"more": 1}, "has a more, which is unknown"),
        ({"checkpoint": {}}, "has no "),
        ({"checkpoint": outside(1).checkpoint.document() | {"format": "x"}}, "of the format"),
        (
            {"checkpoint": outside(1).checkpoint.document() | {"root": "AB" * 32}},
            "the root of a checkpoint is no SHA-256",
        ),
        ({"checkpoint": outside(1).checkpoint.document() | {"number": True}}, "number of another type"),
        ({"checkpoint": outside(1).checkpoint.document() | {"size": -1}}, "size below zero"),
    ],
)
def test_aud_3_1_a_copy_that_is_none_is_refused(change: dict[str, Any], words: str) -> None:
    """With what is wrong with it."""
    with pytest.raises(DocumentError, match=words):
        SignedCheckpoint.read_copy(canonical({**outside(1).document(), **change}) + b"\n")


def test_aud_3_1_a_copy_written_otherwise_is_refused() -> None:
    """One line of canonical JSON, and nothing else."""
    data = outside(1).copy()
    for other in (b"", data + b"\n", data + data, json.dumps(json.loads(data)).encode(), b"[]", b"\xff"):
        with pytest.raises(DocumentError):
            SignedCheckpoint.read_copy(other)


def test_aud_3_1_the_key_file_is_what_other_programs_read_and_write() -> None:
    """PEM of SubjectPublicKeyInfo; the id is of its last 32 bytes."""
    pem = public_key_pem(KEY.public)
    loaded = load_pem_public_key(pem)
    assert loaded.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo) == pem
    assert read_public_key(pem) == KEY.public
    assert read_public_key(pem.replace(b"\n", b"\r\n")) == KEY.public
    assert key_id(KEY.public) == KEY.key_id == hashlib.sha256(KEY.public).hexdigest()[:16]
    for other in (b"", b"\xff", pem[:-30], pem.replace(b"PUBLIC", b"PRIVATE"), pem.replace(b"MCow", b"MCox"), pem * 2):
        with pytest.raises(KeyFileError):
            read_public_key(other)
    for text in ("", "é" * 88, "A" * 86, "A" * 88, "A" * 85 + "B==", "A" * 86 + "==\n"):
        assert not is_signature_text(text)
    assert is_signature_text("A" * 86 + "==")


def compared(rows: list[Entry], leaves: list[Leaf], number: int) -> list[str]:
    """What is missing of an outside checkpoint in a database that holds these."""
    hashes = {(row["chain"], row["sequence"]): row["hash"] for row in rows}
    heads = {row["chain"]: row["sequence"] for row in rows}
    present = [(leaf, hashes.get((leaf.chain, leaf.sequence))) for leaf in leaves]
    return list(missing_since(outside(number).checkpoint, present, heads))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_aud_3_2_a_database_that_only_grew_contains_every_outside_checkpoint(number: int) -> None:
    """Nothing is said."""
    assert compared(log(), leaves_of(log()), number) == []


def test_aud_3_2_a_restored_old_database_is_told() -> None:
    """It ends before what was signed, with everything in it in order."""
    rows = [*log()[:3], *log()[6:14]]
    assert compared(rows, leaves_of(log(), 2), 2) == []
    (problem,) = compared(rows, leaves_of(log(), 2), 3)
    assert problem.startswith(
        "the list ends at leaf 3, but checkpoint 3 of 2026-03-01T18:45:00.000000Z was signed over 5"
    )


def test_aud_3_2_a_cut_off_tail_is_told() -> None:
    """By the entry that is missing, and where its chain ends now; each chain once."""
    rows = log()[:-4]
    assert compared(rows, leaves_of(log()), 2) == []
    assert compared(rows, leaves_of(log()), 3) == [
        "entry 10 of chain 1/table/12, which checkpoint 3 vouches for, is missing: the chain ends at entry 8"
    ]
    assert compared(log()[6:], leaves_of(log()), 3) == [
        "entry 2 of chain 1/house, which checkpoint 1 vouches for, is missing: the chain ends at entry 0"
    ]
    gap = [row for row in log() if (row["chain"], row["sequence"]) != (TABLE, 7)]
    assert compared(gap, leaves_of(log()), 3) == [
        "entry 7 of chain 1/table/12, which checkpoint 2 vouches for, is missing"
    ]


def test_aud_3_2_a_chain_made_anew_is_told() -> None:
    """With the old leaves, by the entry; with leaves and checkpoints made anew too, by their root."""
    rows = log()
    anew = [*rows[:6], *linked([{**row, "person": "1002"} for row in rows[6:]])]
    assert compared(anew, leaves_of(rows), 3) == [
        "entry 4 of chain 1/table/12 is not the one that checkpoint 1 vouches for: the chain was made anew"
    ]
    (problem,) = compared(anew, leaves_of(anew), 1)
    assert problem.startswith("the first 2 leaves are not those that checkpoint 1")
