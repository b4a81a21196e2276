"""Writing exports (AUD 4.2, 4.3): what is in them, at constant memory, whole or not at all."""

import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tables.audit.canonical import canonical
from tables.audit.checkpoint import Leaf
from tables.audit.export.manifest import FORMAT, LISTED, read_manifest
from tables.audit.export.writing import FORMAT_DOCUMENT, ROWS_AT_A_TIME, ExportError, ExportSource, write_export
from tables.audit.payloads import schemas
from tests.audit.exported import HOUSE, KEY, TABLE, Entry, Export, changed, checkpoint_of, leaves_of, log, stubbed


def test_aud_4_2_the_files_of_an_export(tmp_path: Path) -> None:
    """Entries as they are, in their order; leaves; counts, heads and proofs; and a manifest that reads back."""
    path = tmp_path / "export.zip"
    manifest = Export(filter={"acts": ["recount"]}).write(path)
    assert [file.name for file in tmp_path.iterdir()] == ["export.zip"]
    with ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    assert set(files) == {*LISTED[FORMAT], "manifest.json"}
    assert files["FORMAT.md"] == FORMAT_DOCUMENT.read_bytes()
    assert json.loads(files["schemas.json"]) == schemas()
    assert files["entries.jsonl"] == b"".join(canonical(row) + b"\n" for row in log())
    assert files["leaves.jsonl"] == b"".join(leaf.data() + b"\n" for leaf in leaves_of(log()))
    assert files["entries.csv"].count(b"\r\n") == 19
    assert read_manifest(files["manifest.json"]) == manifest
    document = json.loads(files["manifest.json"])
    assert document["counts"] == {"entries": 18, "stubs": 0, "leaves": 5}
    assert document["filter"] == {"acts": ["recount"]}
    assert [(chain["chain"], chain["last"]) for chain in document["chains"]] == [(HOUSE, 6), (TABLE, 12)]
    readme = files["README.txt"].decode()
    assert "1/table/12: entries 1 to 12, 0 of them as stubs; a checkpoint vouches for it up to entry 10" in readme
    assert "does not prove what was in the entry left out" in readme


def test_aud_4_3_stubs_hold_four_fields_and_no_more(tmp_path: Path) -> None:
    """Nothing of what was left out is told, in no file."""
    path = tmp_path / "export.zip"
    rows = stubbed(log(), lambda row: row["act"] == "correct_round")
    manifest = Export(rows=rows, leaves=leaves_of(log())).write(path)
    assert manifest.counts() == {"entries": 1, "stubs": 3, "leaves": 5}
    with ZipFile(path) as archive:
        lines = archive.read("entries.jsonl").splitlines()
        told = [name for name in archive.namelist() if name not in ("FORMAT.md", "schemas.json")]
        assert b"chips" not in b"".join(archive.read(name) for name in told)
    assert [sorted(json.loads(line)) for line in lines[1:]] == [["chain", "hash", "previous_hash", "sequence"]] * 3


def test_aud_4_2_a_payload_may_come_as_the_text_that_is_stored(tmp_path: Path) -> None:
    """With the order and the spaces of a database; the lines are the same."""
    stored = [
        {**row, "payload": json.dumps(dict(reversed(row["payload"].items())), ensure_ascii=False)} for row in log()
    ]
    one, other = tmp_path / "one.zip", tmp_path / "other.zip"
    Export().write(one)
    Export(rows=stored, leaves=leaves_of(log())).write(other)
    with ZipFile(one) as first, ZipFile(other) as second:
        for name in first.namelist():
            assert first.read(name) == second.read(name)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"payload": {"x": 0.5}}, "entry 3 of chain 1/table/12 cannot be written: a value of type float"),
        ({"payload": '{"x":0.5}'}, "entry 3 of chain 1/table/12 cannot be written: the number 0.5"),
        ({"payload": '{"x":9007199254740992}'}, "is not below 2\\^53"),
        ({"payload": '{"x":"\\ud83d"}'}, "half a surrogate pair"),
        ({"payload": '{"x":1'}, "cannot be written"),
        ({"payload": "{} {}"}, "something follows"),
        ({"more": 1}, "it is no entry and no stub"),
        ({"chain": "1/aaa"}, "chain 1/aaa comes after chain 1/table/12: they are out of order"),
    ],
)
def test_aud_4_1_what_cannot_be_written_is_refused_and_leaves_nothing(
    tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    """Never half a file is offered; what stood there before stays."""
    path = tmp_path / "export.zip"
    path.write_bytes(b"before")
    with pytest.raises(ExportError, match=words):
        Export(rows=changed(log(), TABLE, 3, **change), leaves=leaves_of(log())).write(path)
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("export.zip", b"before")]


def test_aud_4_2_leaves_that_are_not_those_of_the_checkpoint_are_refused(tmp_path: Path) -> None:
    """One more or one less than its size."""
    leaves = leaves_of(log())
    for others in (leaves[:-1], [*leaves, leaves[-1]]):
        with pytest.raises(ExportError, match="leaves are not the 5 of the checkpoint"):
            Export(leaves=others, checkpoint=checkpoint_of(leaves)).write(tmp_path / "export.zip")
    assert list(tmp_path.iterdir()) == []


class CancelledError(Exception):
    """The person who asked changed their mind."""


def many(count: int, chain: str = TABLE) -> Iterator[Entry]:
    """So many rows, without holding them."""
    row = log()[6]
    for sequence in range(1, count + 1):
        yield {**row, "chain": chain, "sequence": sequence}


def source_of(count: int) -> ExportSource:
    """An export of so many rows, without a checkpoint."""
    return ExportSource(
        casino=1, casino_name="Casino", made_at="2026-03-01T19:00:00.000000Z", software="x", filter={}, rows=many(count)
    )


def test_aud_4_1_progress_is_told_and_can_cancel(tmp_path: Path) -> None:
    """At each piece of rows; nothing is left of what was begun."""
    told: list[int] = []

    def progress(rows: int) -> None:
        told.append(rows)
        if rows == 3 * ROWS_AT_A_TIME:
            raise CancelledError

    with pytest.raises(CancelledError):
        write_export(tmp_path / "export.zip", source_of(10 * ROWS_AT_A_TIME), signer=KEY, progress=progress)
    assert told == [ROWS_AT_A_TIME, 2 * ROWS_AT_A_TIME, 3 * ROWS_AT_A_TIME]
    assert list(tmp_path.iterdir()) == []


def test_aud_4_1_memory_does_not_grow_with_the_rows(tmp_path: Path) -> None:
    """Ten times as many take no more."""
    peaks = []
    for count in (500, 5_000):
        tracemalloc.start()
        write_export(tmp_path / "export.zip", source_of(count), signer=KEY)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 2 * max(peaks[0], 4 * 2**20)


def test_aud_3_1_a_leaf_of_a_chain_that_is_not_in_the_export_needs_no_proof(tmp_path: Path) -> None:
    """It is in the list all the same."""
    leaves = [*leaves_of(log()), Leaf(3, "1/table/99", 7, "ab" * 32)]
    manifest = Export(leaves=leaves).write(tmp_path / "export.zip")
    assert [chain.leaf.index for chain in manifest.chains if chain.leaf] == [3, 4]
