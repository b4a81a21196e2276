"""What the verifier says of an export, true or tampered with (AUD 4.4)."""

import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from tables.audit.canonical import canonical
from tables.audit.chain import HASHED_FIELDS, entry_hash
from tables.audit.verify import main
from tests.audit.exported import (
    HOUSE,
    KEY,
    STRANGER,
    TABLE,
    Entry,
    Export,
    changed,
    checkpoint_of,
    edited,
    leaves_of,
    linked,
    log,
    outside,
    repacked,
    stubbed,
)

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def zip_path(tmp_path: Path) -> Path:
    """Where the export lies."""
    return tmp_path / "export.zip"


@pytest.fixture
def run(zip_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Verify it: the exit status, and what was said."""

    def verify(*arguments: str) -> tuple[int, str]:
        status = main([str(zip_path), *arguments])
        said = capsys.readouterr()
        return status, said.out + said.err

    return verify


def copy_of(number: int, folder: Path) -> str:
    """The path of an outside copy of a checkpoint."""
    path = folder / f"checkpoint-{number}.json"
    path.write_bytes(outside(number).copy())
    return str(path)


def test_aud_4_4_a_true_export_holds(zip_path: Path, tmp_path: Path, run: Run) -> None:
    """With everything asked for: each thing that was verified is said, and what a checkpoint does not cover yet."""
    Export().write(zip_path)
    status, said = run("--key", KEY.file(tmp_path), "--replay", "--checkpoint", copy_of(2, tmp_path))
    assert status == 0
    for words in (
        "holds         signature of the export",
        "holds         signature of the newest checkpoint, number 3",
        "holds         the list of 5 leaves comes to the root of checkpoint 3",
        "holds         proofs that the newest leaf of a chain is in the checkpoint: 2",
        "holds         the copy from outside, checkpoint 2",
        "holds         chain 1/house, entries 1 to 6: whole, unchanged, in order",
        "not verified  chain 1/house: signed up to 5; 1 entry after it is chained but not yet signed",
        "holds         chain 1/table/12, entries 1 to 12: whole, unchanged, in order",
        "not verified  chain 1/table/12: signed up to 10; 2 entries after it are chained but not yet signed",
        "holds         entries.csv says the same",
        "holds         size and SHA-256 of README.txt, entries.jsonl, entries.csv, leaves.jsonl",
        "holds         settlements computed again from their inputs: 3, none differs",
        "Result: everything that could be verified holds.",
    ):
        assert words in said
    assert "WRONG" not in said


def test_aud_4_4_what_was_not_asked_for_is_said(zip_path: Path, run: Run) -> None:
    """Without a key anybody might have made it."""
    Export().write(zip_path)
    status, said = run()
    assert status == 0
    assert "not verified  signatures: no --key was given" in said
    assert "not verified  the settlements: --replay was not given" in said


def test_aud_4_3_a_choice_holds_with_its_stubs(zip_path: Path, tmp_path: Path, run: Run) -> None:
    """From the first kept entry on; a chain of which nothing was kept is not there, and is counted as such."""
    Export(rows=stubbed(log(), lambda row: row["act"] == "settle_round"), leaves=leaves_of(log())).write(zip_path)
    status, said = run("--key", KEY.file(tmp_path), "--replay")
    assert status == 0
    assert "chain 1/table/12, entries 3 to 12: 2 whole and unchanged, 8 left out with a stub, all in order" in said
    assert "what came before entry 3 was not chosen" in said
    assert "1 other chains of the casino" in said
    assert "settlements computed again from their inputs: 2, none differs" in said


def test_aud_4_2_leaves_may_begin_later_in_the_list(zip_path: Path, tmp_path: Path, run: Run) -> None:
    """The list is still proved; only an older outside checkpoint cannot be compared, and was asked for in vain."""
    Export(first_leaf=3).write(zip_path)
    assert run("--key", KEY.file(tmp_path), "--checkpoint", copy_of(2, tmp_path))[0] == 0
    status, said = run("--checkpoint", copy_of(1, tmp_path))
    assert status == 2
    assert "NOT VERIFIED  the copy from outside, checkpoint 1" in said


def test_aud_4_4_an_empty_choice_and_no_checkpoint_hold(zip_path: Path, run: Run) -> None:
    """There is nothing to verify in it, which is said."""
    export = Export(rows=[], leaves=[], checkpoint=checkpoint_of([], 1))
    export.write(zip_path)
    assert run()[0] == 0


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


def without(rows: list[Entry], *sequences: int) -> list[Entry]:
    """Entries of the table are gone."""
    return [row for row in rows if row["chain"] != TABLE or row["sequence"] not in sequences]


def swapped(rows: list[Entry]) -> list[Entry]:
    """Entries 5 and 6 of the table stand the other way round."""
    return [*rows[:10], rows[11], rows[10], *rows[12:]]


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda rows: without(rows, 5), "entry 5 of chain 1/table/12: entry 5 is missing: the next one is 6"),
        (lambda rows: without(rows, 6, 7), "entry 6 of chain 1/table/12: entry 6 is missing: the next one is 8"),
        (swapped, "entry 5 of chain 1/table/12: entry 5 is missing: the next one is 6"),
        (lambda rows: [*rows[:11], *rows[10:-1]], "chain 1/table/12: entry 6 is missing: in its place stands 5"),
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
    Export(rows=log()[:6], leaves=leaves_of(log()), signer=STRANGER).write(zip_path)
    status, said = run()
    assert (status, "1 other chains of the casino" in said) == (0, True)
    assert run("--key", KEY.file(tmp_path))[0] == 1


def test_aud_3_2_a_chain_made_anew_is_found_by_what_was_signed_of_the_old(zip_path: Path, run: Run) -> None:
    """Well-formed, with a manifest to fit: the leaves name other hashes, and the first of them names the entry."""
    rows = log()
    anew = [*rows[:6], *linked([{**row, "person": "1002"} for row in rows[6:]])]
    Export(rows=anew, leaves=leaves_of(rows)).write(zip_path)
    status, said = run()
    assert status == 1
    assert "entry 4 of chain 1/table/12: is not the one that was signed: the chain was made anew" in said


def test_aud_3_2_a_chain_and_list_made_anew_are_found_by_signature_and_by_the_outside_copy(
    zip_path: Path, tmp_path: Path, run: Run
) -> None:
    """All hashes, leaves, proofs and a checkpoint fit each other; only the key and the copy know better."""
    rows = log()
    anew = [*rows[:6], *linked([{**row, "person": "1002"} for row in rows[6:]])]
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


def test_aud_4_4_without_cryptography_it_says_so_and_does_not_pass(
    zip_path: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All else is verified; what was asked for could not be."""
    Export().write(zip_path)
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    status, said = run("--key", KEY.file(tmp_path))
    assert status == 2
    assert "NOT VERIFIED  signature of the newest checkpoint" in said
    assert "`cryptography` is not installed here" in said
    assert "whole, unchanged, in order" in said
    assert run()[0] == 0


def test_aud_4_4_settlements_that_are_wrong_are_found_by_replay(zip_path: Path, run: Run) -> None:
    """A well-formed chain that claims another result; an input that breaks a rule; none at all."""
    rows = log()
    table = [dict(row) for row in rows[6:]]
    table[2]["payload"] = {**table[2]["payload"], "output": {**table[2]["payload"]["output"], "game": "other"}}
    table[7]["payload"] = {"input": {"game": "whist"}, "output": {}}
    table[8]["payload"] = {"reason": "misread"}
    anew = [*rows[:6], *linked(table)]
    Export(rows=anew).write(zip_path)
    assert run()[0] == 0
    status, said = run("--replay")
    assert status == 1
    assert "entry 3 of chain 1/table/12: its settlement, computed again, comes to another result in game" in said
    assert "entry 8 of chain 1/table/12: the input of its settlement is refused" in said
    assert "entry 9 of chain 1/table/12: holds no input and output of a settlement" in said


def test_aud_4_2_any_other_byte_of_any_file_is_found(zip_path: Path, tmp_path: Path, run: Run) -> None:
    """README, spreadsheet, leaves; said by name, and never passed."""
    for name in ("README_txt", "entries_csv", "leaves_jsonl", "entries_jsonl", "manifest_json"):
        Export().write(zip_path)
        repacked(zip_path, **{name: lambda data: data.replace(b"1", b"2", 1)})
        status, said = run("--key", KEY.file(tmp_path))
        assert status == 1
        assert name == "manifest_json" or name.replace("_", ".") in said.split("WRONG", 1)[1]
        repacked(zip_path, **{name: lambda data: data + b"\n"})
        assert run("--key", KEY.file(tmp_path))[0] == 1


def test_aud_4_2_a_spreadsheet_that_says_something_else_is_found_though_the_manifest_fits(
    zip_path: Path, run: Run
) -> None:
    """Each of its rows must be what the entry comes to, and nothing may follow."""
    Export(signer=None).write(zip_path)
    with ZipFile(zip_path) as archive:
        sheet = archive.read("entries.csv")
    row = sheet.index(b'"1/table/12","4"')
    for data, words in (
        (sheet[:row] + sheet[row:].replace(b'"1001"', b'"1002"', 1), "from entry 4 of chain 1/table/12 on"),
        (sheet + b"x", "it goes on after the last entry"),
        (sheet[:-2], "from entry 12 of chain 1/table/12 on"),
        (sheet[3:], "its heads are not those of an export"),
    ):
        refit(zip_path, "entries.csv", data)
        status, said = run()
        assert status == 1
        assert f"WRONG         entries.csv: {words}" in said


def refit(path: Path, name: str, data: bytes) -> None:
    """Put other bytes in place of a file, and its true size and SHA-256 into the manifest."""

    def fit(manifest: Any) -> None:
        manifest["files"][name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}

    repacked(path, **{name.replace(".", "_"): lambda _data: data, "manifest_json": edited(fit)})


def lines_of(rows: list[Entry]) -> bytes:
    """Entries as entries.jsonl holds them."""
    return b"".join(canonical(row) + b"\n" for row in rows)


def set_in(path: str, value: object) -> Callable[[Any], None]:
    """A change of one value in the manifest, named by the keys to it."""

    def change(manifest: Any) -> None:
        *outer, last = path.split("/")
        for key in outer:
            manifest = manifest[int(key) if key.isdigit() else key]
        manifest[last] = value

    return change


@pytest.mark.parametrize(
    "case",
    [
        ("format", "croupier-export/2", "manifest.json: it is of the format"),
        ("software", 1, "manifest.json: the manifest has a software of another type"),
        ("extra", 1, "manifest.json: the manifest has a extra, which is unknown"),
        ("counts/entries", 19, "manifest.json: its counts are not the sums"),
        ("counts/leaves", 4, "leaves.jsonl has 5 lines, but the manifest counts 4"),
        ("chains/0/entries", 7, "manifest.json: what it counts of chain 1/house"),
        ("chains/0/first", 0, "manifest.json: what it counts of chain 1/house"),
        ("chains/0/chain", "1/table/99", "manifest.json: its chains are not in the order"),
        ("chains/0/chain", "1/hous", "line 1 of entries.jsonl, entry 1 of chain '1/house', stands where none can"),
        ("chains/1/hash", "0" * 64, "entry 13 of chain 1/table/12: is not named by the manifest"),
        ("chains/1/hash", "0" * 63, "manifest.json: the hash of chain 1/table/12 is no SHA-256"),
        (
            "chains/1/previous_hash",
            "1" * 64,
            "manifest.json: what it names as before entry 1 of chain 1/table/12",
        ),
        ("chains/1/leaf/index", 3, "chain 1/table/12: the leaf that the manifest names is not its newest"),
        ("chains/1/leaf/leaf/sequence", 9, "chain 1/table/12: the leaf that the manifest names is not its newest"),
        ("chains/1/leaf", None, "chain 1/table/12: the leaf that the manifest names is not its newest"),
        (
            "chains/1/leaf/proof",
            [],
            "chain 1/table/12: the proof that its newest leaf is in the checkpoint does not hold",
        ),
        ("checkpoint/checkpoint/root", "0" * 64, "the leaves do not come to the root that the checkpoint gives"),
        ("checkpoint/checkpoint/size", 4, "the list has 5 leaves, but its checkpoint was made over 4"),
        ("checkpoint/checkpoint/number", 2, "there are leaves of checkpoint 3, which is after the newest"),
        ("checkpoint/checkpoint/casino", 2, "the newest checkpoint is of casino 2, the export of 1"),
        ("checkpoint/signature", "AAAA", "manifest.json: the signature of a checkpoint is not 64 bytes"),
        ("checkpoint", None, "the list has 5 leaves, but its checkpoint was made over 0"),
        ("leaves/first", 1, "manifest.json: the list before the leaves cannot be"),
        ("files/README.txt", {}, "manifest.json"),
        ("filter", {"acts": ["sit"]}, ""),
        ("casino_name", "Other", ""),
        ("made_at", "2027", ""),
    ],
)
def test_aud_4_2_whatever_is_changed_in_the_manifest_is_found(
    zip_path: Path, tmp_path: Path, run: Run, case: tuple[str, object, str]
) -> None:
    """By itself where it is about what is there; what only the casino can say (the choice), by its signature."""
    path, value, words = case
    Export().write(zip_path)
    repacked(zip_path, manifest_json=edited(set_in(path, value)))
    status, said = run()
    assert status == (1 if words else 0)
    assert words in said
    assert run("--key", KEY.file(tmp_path))[0] == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda line: line.replace(b'"act":', b'"act":"sit","act":', 1), "the key 'act' stands twice"),
        (lambda line: line.replace(b'"schema":1', b'"schema":1.0'), "the number 1.0 is not a whole one"),
        (lambda line: line.replace(b'"schema":1', b'"schema":1e0'), "the number 1e0 is not a whole one"),
        (lambda line: line.replace(b'"schema":1', b'"schema":NaN'), "the number NaN is not a whole one"),
        (lambda line: line.replace(b'"schema":1', b'"schema":true'), "has a schema of another type"),
        (lambda line: line.replace(b'"schema":1', b'"schema":9007199254740992'), "is not below 2^53"),
        (lambda line: line.replace(b'"schema":1', b'"schema":' + b"9" * 5000), "a number that is far too long"),
        (lambda line: line.replace(b'"schema":1', b'"schema":-0'), "not written in the one canonical way"),
        (lambda line: line.replace(b'"schema":1', b'"schema": 1'), "at character"),
        (lambda line: line.replace(b'"1001"', b'"100\\u0031"'), "not written in the one canonical way"),
        (lambda line: line.replace(b'"1001"', b'"\\u0000"'), "NUL character"),
        (lambda line: line.replace(b'"1001"', b'"\\ud83d"'), "half a surrogate pair"),
        (lambda line: line.replace(b'"1001"', b'"\xff"'), "it is not UTF-8 text"),
        (lambda line: line.replace(b'"1001"', b'"\xed\xa0\xbd"'), "it is not UTF-8 text"),
        (lambda line: line.replace(b'"1001"', b'"\t"'), "it is not JSON"),
        (lambda line: line.replace(b'"sent":{', b'"s\xc3\xa9nt":{'), "is not ASCII text"),
        (lambda line: line.replace(b'"sent":{', b'"sent":' + b"[" * 100_000), "nested too deeply"),
        (lambda line: line.replace(b'"act":"recount",', b"").replace(b"}", b',"act":"recount"}'), "canonical way"),
        (lambda line: line.replace(b'"act":"recount",', b""), "has not the fields of an entry"),
        (lambda line: line + b" ", "something follows its JSON value"),
        (lambda line: line + b"{}", "something follows its JSON value"),
        (lambda line: b"\xef\xbb\xbf" + line, "it is not JSON"),
        (lambda line: line + b"\r", "something follows its JSON value"),
        (lambda _line: b"", "it is not JSON"),
        (lambda _line: b"[]", "has not the fields of an entry"),
        (lambda line: line[:100], "it is not JSON"),
    ],
)
def test_aud_4_4_a_line_that_is_not_the_one_canonical_is_found_and_named(
    zip_path: Path, run: Run, *, change: Callable[[bytes], bytes], words: str
) -> None:
    """Whatever another reader of JSON might take for the same, or for something else."""
    Export(signer=None).write(zip_path)
    lines = lines_of(log()).splitlines()
    lines[1] = change(lines[1])
    refit(zip_path, "entries.jsonl", b"\n".join(lines) + b"\n")
    status, said = run()
    assert status == 1
    fault = next(line for line in said.splitlines() if line.startswith("WRONG"))
    assert fault.startswith("WRONG         entry 2 of chain 1/house: line 2 of entries.jsonl")
    assert words in fault


def test_aud_4_4_a_last_line_without_its_end_and_one_without_end_are_found(
    zip_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No line is read beyond what an entry can be."""
    Export(signer=None).write(zip_path)
    refit(zip_path, "entries.jsonl", lines_of(log())[:-1])
    status, said = run()
    assert (status, "entry 12 of chain 1/table/12: line 18 of entries.jsonl has no line end" in said) == (1, True)
    monkeypatch.setattr("tables.audit.walk.LONGEST_LINE", 5000)
    long = changed(log(), HOUSE, 3, payload={"words": "x" * 6000})
    refit(zip_path, "entries.jsonl", lines_of(long))
    status, said = run()
    assert (status, "line 3 of entries.jsonl is longer than any entry" in said) == (1, True)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"README_txt": lambda _data: None}, "README.txt is missing"),
        ({"manifest_json": lambda _data: None}, "manifest.json is missing"),
        ({"more.txt": lambda _data: b""}, "'more.txt' is no file of an export"),
        ({"../entries.jsonl": lambda _data: b""}, "'../entries.jsonl' is no file of an export"),
        ({"README_txt": lambda _data: b"0" * 30_000_000}, "'README.txt' would unpack to 30,000,000 bytes"),
    ],
)
def test_aud_4_4_files_missing_too_many_or_of_absurd_size_are_found(
    zip_path: Path, run: Run, changes: dict[str, Callable[[bytes], bytes | None]], words: str
) -> None:
    """Before anything of them is unpacked."""
    Export().write(zip_path)
    repacked(zip_path, **changes)
    status, said = run()
    assert status == 1
    assert f"WRONG         the zip: {words}" in said


def test_aud_4_4_a_file_twice_in_the_zip_and_a_damaged_one_are_found(zip_path: Path, run: Run) -> None:
    """One reader might take the first, another the last."""
    Export().write(zip_path)
    data = bytearray(zip_path.read_bytes())
    with ZipFile(zip_path) as archive:
        facts = archive.getinfo("entries.jsonl")
    data[facts.header_offset + 200] ^= 1
    zip_path.write_bytes(data)
    status, said = run()
    assert (status, "entries.jsonl is damaged" in said) == (1, True)
    Export().write(zip_path)
    with ZipFile(zip_path, "a", ZIP_DEFLATED) as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("README.txt", b"other")
    status, said = run()
    assert (status, "README.txt is there more than once" in said) == (1, True)


def test_aud_4_4_what_cannot_be_read_or_was_asked_wrongly_has_a_status_of_its_own(
    zip_path: Path, tmp_path: Path, run: Run
) -> None:
    """No zip, no file, no key, no checkpoint, an unknown option."""
    assert run()[0] == 2
    zip_path.write_bytes(b"PK, or not")
    assert run()[0] == 2
    Export().write(zip_path)
    for arguments in (("--key", str(tmp_path / "none")), ("--key", str(zip_path)), ("--checkpoint", str(zip_path))):
        status, said = run(*arguments)
        assert (status, said.startswith("Cannot be read: ")) == (2, True)
    with pytest.raises(SystemExit) as stopped:
        run("--kee")
    assert stopped.value.code == 2
