"""Entries that were tampered with, and chains, lists and checkpoints made anew (AUD 2.5, 3.2)"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tables.audit.canonical import canonical
from tables.audit.chain import HASHED_FIELDS, entry_hash
from tests.audit.exported import (
    KEY,
    STRANGER,
    TABLE,
    Entry,
    Export,
    Run,
    changed,
    checkpoint_of,
    copy_of,
    edited,
    leaves_of,
    lines_of,
    linked,
    log,
    refit,
    repacked,
)

OTHER: dict[str, Any] = {
    "chain": "1/table/13",
    "sequence": 99,
    "time": "2026-03-01T18:30:59.000120Z",
    "act": "sit",
    "table": 13,
    "round": 77,
    "person": "1002",
    "role": "floor",
    "device": None,
    "command_id": "0198c1f2-0000-7000-8000-00000000ffff",
    "payload": {"sent": {}},
    "schema": 2,
    "previous_hash": "1" * 64,
    "hash": "2" * 64,
}


@pytest.mark.parametrize("field", [*HASHED_FIELDS, "hash"])
@pytest.mark.parametrize("sequence", [1, 6, 12])
def test_aud_2_5_any_field_of_any_entry_changed_is_found_and_the_entry_named(
    zip_path: Path, run: Run, field: str, sequence: int
) -> None:
    """Though the manifest is made to fit the file, and nobody asks for signatures."""
    Export(signer=None).write(zip_path)
    refit(zip_path, "entries.jsonl", lines_of(changed(log(), TABLE, sequence, **{field: OTHER[field]})))
    status, said = run()
    assert status == 1
    assert f"WRONG         entry {sequence} of chain 1/table/12: " in said


@pytest.mark.parametrize("path", ["sent", "sent.seat", "sent.chips", "words"])
def test_aud_2_5_anything_inside_a_payload_changed_is_found(zip_path: Path, run: Run, path: str) -> None:
    """However deep it lies."""
    rows = log()
    payload = json.loads(json.dumps(rows[10]["payload"]))
    *outer, last = path.split(".")
    inner = payload
    for key in outer:
        inner = inner[key]
    inner[last] = "x"
    Export(rows=changed(rows, TABLE, 5, payload=payload), leaves=leaves_of(log())).write(zip_path)
    status, said = run()
    assert status == 1
    assert "entry 5 of chain 1/table/12: was changed: its hash is not the hash of what it says" in said


@pytest.mark.parametrize(("sequence", "named"), [(5, 6), (9, 10), (10, 10)])
def test_aud_2_5_an_entry_changed_with_its_hash_is_found_by_the_next_or_by_its_leaf(
    zip_path: Path, run: Run, sequence: int, named: int
) -> None:
    """A leaf comes first where there is one of it."""
    rows = log()
    row = {**rows[5 + sequence], "person": "1002"}
    rows = changed(rows, TABLE, sequence, person="1002", hash=entry_hash(row))
    Export(rows=rows, leaves=leaves_of(log()), signer=None).write(zip_path)
    status, said = run()
    assert status == 1
    assert f"WRONG         entry {named} of chain 1/table/12: " in said


def test_aud_4_2_the_newest_entry_changed_with_its_hash_is_found_by_the_signed_manifest(
    zip_path: Path, tmp_path: Path, run: Run
) -> None:
    """No checkpoint vouches for it yet, and the verifier says so; the casino's signature of the export does."""
    rows = log()
    row = {**rows[-1], "person": "1002"}
    Export(rows=[*rows[:-1], {**row, "hash": entry_hash(row)}], signer=STRANGER).write(zip_path)
    status, said = run()
    assert (status, "signed up to 10; 2 entries after it" in said) == (0, True)
    assert run("--key", KEY.file(tmp_path))[0] == 1


def by_another(row: Entry) -> Entry:
    """The same, done by the other dealer."""
    return {**row, "person": "1002"} if row["role"] == "dealer" else row


def without(rows: list[Entry], *sequences: int) -> list[Entry]:
    """Entries of the table are gone."""
    return [row for row in rows if row["chain"] != TABLE or row["sequence"] not in sequences]


def swapped(rows: list[Entry]) -> list[Entry]:
    """Entries 5 and 6 of the table stand the other way round."""
    return [*rows[:10], rows[11], rows[10], *rows[12:]]


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda rows: without(rows, 5), "entry 5 of chain 1/table/12: is missing: the next one is 6"),
        (
            lambda rows: without(rows, 6, 7),
            "entry 6 of chain 1/table/12: is missing, and so are those after it up to 7: the next one is 8",
        ),
        (swapped, "entry 5 of chain 1/table/12: is missing: the next one is 6"),
        (
            lambda rows: [*rows[:11], *rows[10:-1]],
            "entry 5 of chain 1/table/12: stands again or out of order, where entry 6 should",
        ),
        (lambda rows: rows[:-3], "entry 10 of chain 1/table/12: is missing: a checkpoint vouches for entry 10"),
        (lambda rows: [*rows[:3], *rows[6:]], "entry 4 of chain 1/house: is missing: a checkpoint vouches for entry 5"),
    ],
)
def test_aud_3_2_entries_deleted_swapped_doubled_or_cut_off_are_found(
    zip_path: Path, run: Run, spoil: Callable[[list[Entry]], list[Entry]], words: str
) -> None:
    """Also where the manifest names what is there: the leaves are as they were signed."""
    rows = spoil(log())
    Export(signer=None).write(zip_path)
    refit(zip_path, "entries.jsonl", lines_of(rows))
    assert run()[0] == 1
    Export(rows=rows, leaves=leaves_of(log()), signer=None).write(zip_path)
    with ZipFile(zip_path) as archive:
        manifest = json.loads(archive.read("manifest.json"))
    for chain in manifest["chains"]:
        chain["entries"] = chain["last"] - chain["first"] + 1
    repacked(zip_path, manifest_json=lambda _data: fitted(manifest))
    status, said = run()
    assert status == 1
    assert words in said


def fitted(manifest: Any) -> bytes:
    """A manifest whose counts are the sums of its chains."""
    manifest["counts"]["entries"] = sum(chain["entries"] for chain in manifest["chains"])
    return canonical(manifest) + b"\n"


def test_aud_4_2_a_chain_taken_out_whole_is_found_by_the_signed_manifest(
    zip_path: Path, tmp_path: Path, run: Run
) -> None:
    """It might not have been chosen: without the key the verifier can only say that there is another chain."""
    Export(rows=log()[:6], leaves=leaves_of(log()), signer=STRANGER, filter={"acts": ["bootstrap", "sign"]}).write(
        zip_path
    )
    status, said = run()
    assert (status, "1 other chains of the casino" in said) == (0, True)
    assert run("--key", KEY.file(tmp_path))[0] == 1


def test_aud_3_2_a_chain_made_anew_is_found_by_what_was_signed_of_the_old(zip_path: Path, run: Run) -> None:
    """Well-formed, with a manifest to fit: the leaves name other hashes, and the first of them names the entry."""
    rows = log()
    anew = [*rows[:6], *linked([by_another(row) for row in rows[6:]])]
    Export(rows=anew, leaves=leaves_of(rows)).write(zip_path)
    status, said = run()
    assert status == 1
    assert "entry 4 of chain 1/table/12: is not the one that was signed: the chain was made anew" in said


def test_aud_3_2_a_chain_and_list_made_anew_are_found_by_signature_and_by_the_outside_copy(
    zip_path: Path, tmp_path: Path, run: Run
) -> None:
    """All hashes, leaves, proofs and a checkpoint fit each other; only the key and the copy know better."""
    rows = log()
    anew = [*rows[:6], *linked([by_another(row) for row in rows[6:]])]
    forged = checkpoint_of(leaves_of(anew), key=STRANGER)
    Export(rows=anew, checkpoint=forged, signer=STRANGER).write(zip_path)
    assert run()[0] == 0
    status, said = run("--key", KEY.file(tmp_path))
    assert status == 1
    assert (
        f"signature of the newest checkpoint, number 3 of 2026-03-01T18:45:00.000000Z: it names key {STRANGER.key_id}"
        in said
    )
    status, said = run("--checkpoint", copy_of(2, tmp_path))
    assert status == 1
    assert "the copy from outside, checkpoint 2 of 2026-03-01T18:40:00.000000Z: the list does not begin with" in said


def test_aud_3_2_a_restored_old_database_is_found_by_the_outside_copy(zip_path: Path, tmp_path: Path, run: Run) -> None:
    """Its export is true in itself, and signed; the newest checkpoint is older than the copy."""
    leaves = leaves_of(log(), 2)
    Export(rows=[*log()[:3], *log()[6:14]], leaves=leaves, checkpoint=checkpoint_of(leaves, 2)).write(zip_path)
    assert run("--key", KEY.file(tmp_path))[0] == 0
    status, said = run("--checkpoint", copy_of(3, tmp_path))
    assert status == 1
    assert "what was signed then is not in this export, which is older or was cut off" in said


def test_aud_3_2_two_checkpoints_of_one_number_are_found(zip_path: Path, tmp_path: Path, run: Run) -> None:
    """One and the same number cannot have been signed twice."""
    leaves = leaves_of(log(), 2)
    Export(leaves=leaves, checkpoint=checkpoint_of(leaves, 3)).write(zip_path)
    assert run("--checkpoint", copy_of(2, tmp_path))[0] == 0
    assert run("--checkpoint", copy_of(3, tmp_path))[0] == 1


def test_aud_3_1_a_signature_of_another_is_found(zip_path: Path, tmp_path: Path, run: Run) -> None:
    """Under the true key's name; of the checkpoint as of the export; and the export's taken away."""
    key = KEY.file(tmp_path)
    Export().write(zip_path)

    def resign(manifest: Any) -> None:
        manifest["checkpoint"]["signature"] = manifest["signature"]["signature"]

    repacked(zip_path, manifest_json=edited(resign))
    status, said = run("--key", key)
    assert status == 1
    for what in (
        "the export: manifest, choice and files",
        "the newest checkpoint, number 3 of 2026-03-01T18:45:00.000000Z",
    ):
        assert f"WRONG         signature of {what}: it is not by key {KEY.key_id}" in said
    Export(signer=None).write(zip_path)
    status, said = run("--key", key)
    assert status == 1
    assert "the export is not signed" in said
