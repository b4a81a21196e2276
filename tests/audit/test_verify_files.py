"""Files of an export that were tampered with: the zip, the manifest, the lines (AUD 4.2, 4.4)"""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from tests.audit.exported import (
    HOUSE,
    KEY,
    Export,
    Run,
    changed,
    edited,
    lines_of,
    log,
    refit,
    repacked,
)


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
        ("format", "croupier-export/3", "manifest.json: it is of the format"),
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
        ("filter", {"acts": ["sit"]}, "was not chosen: its act is not among those of the choice"),
        ("casino_name", "Other", ""),
        ("made_at", "2027", ""),
    ],
)
def test_aud_4_2_all_that_is_changed_in_the_manifest_is_found(
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
        (lambda line: line.replace(b'"act":"sign",', b"").replace(b"}", b',"act":"sign"}'), "canonical way"),
        (lambda line: line.replace(b'"act":"sign",', b""), "has not the fields of an entry"),
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
    """What another reader of JSON might take for the same, or for something else."""
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


def test_aud_4_4_bytes_that_belong_to_no_file_are_found(zip_path: Path, run: Run) -> None:
    """Before, between and behind: a program that reads a zip from its beginning would take other files out of it."""
    Export().write(zip_path)
    data = zip_path.read_bytes()
    with ZipFile(zip_path) as archive:
        second = sorted(facts.header_offset for facts in archive.infolist())[1]
    for changed_zip in (b"other" + data, data + b"other", data[:second] + b"other" + data[second:]):
        zip_path.write_bytes(changed_zip)
        status, said = run()
        assert status != 0
        assert "no export" in said or "Cannot be read" in said


def test_aud_4_3_an_export_of_nothing_says_that_it_proves_nothing_of_any_entry(zip_path: Path, run: Run) -> None:
    """Whole, and empty: nobody is to take it for a log."""
    Export(rows=[]).write(zip_path)
    status, said = run()
    assert status == 0
    assert "so this export holds none" in said
