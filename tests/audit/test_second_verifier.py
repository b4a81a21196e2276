"""A second verifier, written from the document alone, comes to the same of every export (AUD 4.4)."""

import ast
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.audit.exported import (
    KEY,
    STRANGER,
    TABLE,
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
    stubbed,
)

PROGRAM = Path(__file__).resolve().parent.parent / "exports" / "second_verifier.py"


def second(zip_path: Path, *arguments: str) -> int:
    """Run it in a process of its own: 0 where all holds, 1 where something does not, or cannot be read."""
    done = subprocess.run([sys.executable, str(PROGRAM), str(zip_path), *arguments], capture_output=True, check=False)
    return done.returncode


def test_aud_4_4_it_shares_nothing_with_the_first() -> None:
    """It imports neither this project nor more than `cryptography`."""
    tree = ast.parse(PROGRAM.read_text(encoding="utf-8"))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    outer = {name.partition(".")[0] for name in imported}
    assert outer - set(sys.stdlib_module_names) == {"cryptography"}


GOOD: list[Callable[[Path], Any]] = [
    lambda path: Export().write(path),
    lambda path: Export(first_leaf=3).write(path),
    lambda path: Export(
        rows=stubbed(log(), lambda row: row["act"] == "settle_round"),
        leaves=leaves_of(log()),
        filter={"acts": ["settle_round"]},
    ).write(path),
    lambda path: Export(rows=[], leaves=leaves_of(log()), filter={"people": ["1002"]}).write(path),
]


@pytest.mark.parametrize("make", GOOD)
def test_aud_4_4_both_say_that_a_true_export_holds(
    zip_path: Path, tmp_path: Path, run: Run, make: Callable[[Path], Any]
) -> None:
    """Whole, chosen, with fewer leaves, and empty."""
    make(zip_path)
    key = KEY.file(tmp_path)
    assert (run("--key", key)[0], second(zip_path, key)) == (0, 0)


def test_aud_4_4_both_compare_with_a_copy_from_outside(zip_path: Path, tmp_path: Path, run: Run) -> None:
    """A true one, and one of a list that was made anew with the stolen key."""
    key, copy = KEY.file(tmp_path), copy_of(2, tmp_path)
    Export().write(zip_path)
    assert (run("--key", key, "--checkpoint", copy)[0], second(zip_path, key, copy)) == (0, 0)
    rows = log()
    Export(rows=[*rows[:6], *linked([{**row, "device": "tablet:4"} for row in rows[6:]])]).write(zip_path)
    assert (run("--key", key)[0], second(zip_path, key)) == (0, 0)
    assert (run("--key", key, "--checkpoint", copy)[0], second(zip_path, key, copy)) == (1, 1)


def exported(**parts: Any) -> Callable[[Path], Any]:
    """An export of these parts."""
    return lambda path: Export(**parts).write(path)


def spoilt(change: Callable[[Any], None]) -> Callable[[Path], Any]:
    """A true export with a change of its manifest."""

    def make(path: Path) -> None:
        Export().write(path)
        repacked(path, manifest_json=edited(change))

    return make


def with_lines(change: Callable[[list[bytes]], list[bytes]]) -> Callable[[Path], Any]:
    """A true export with other lines of entries, which its manifest fits."""

    def make(path: Path) -> None:
        Export().write(path)
        lines = change(lines_of(log()).splitlines(keepends=True))
        refit(path, "entries.jsonl", b"".join(lines))

    return make


def in_file(name: str) -> Callable[[Path], Any]:
    """A true export with another byte in a file."""

    def make(path: Path) -> None:
        Export().write(path)
        repacked(path, **{name: lambda data: data.replace(b"1", b"2", 1)})

    return make


ROWS = log()
ANEW = [*ROWS[:6], *linked([{**row, "person": "1002"} for row in ROWS[6:]])]
TAMPERED: dict[str, Callable[[Path], Any]] = {
    **{f"a byte of {name}": in_file(name) for name in ("README_txt", "entries_csv", "leaves_jsonl", "entries_jsonl")},
    **{f"a byte of {name}": in_file(name) for name in ("FORMAT_md", "schemas_json", "manifest_json")},
    **{
        f"{field} changed": exported(rows=changed(ROWS, TABLE, 5, **{field: value}), leaves=leaves_of(ROWS))
        for field, value in {"act": "sit", "person": "1002", "time": "2026-03-01T18:30:05.000121Z", "schema": 9}.items()
    },
    "an entry taken out": with_lines(lambda lines: [*lines[:9], *lines[10:]]),
    "two exchanged": with_lines(lambda lines: [*lines[:9], lines[10], lines[9], *lines[11:]]),
    "one doubled": with_lines(lambda lines: [*lines[:9], lines[8], *lines[9:]]),
    "the tail cut": with_lines(lambda lines: lines[:-2]),
    "a space": with_lines(lambda lines: [lines[0].replace(b'":"', b'": "', 1), *lines[1:]]),
    "a chain made anew": exported(rows=ANEW, leaves=leaves_of(ROWS)),
    "signed by a stranger": exported(signer=STRANGER),
    "not signed": exported(signer=None),
    "a stranger's checkpoint": exported(checkpoint=checkpoint_of(leaves_of(ROWS), key=STRANGER)),
    "another root": spoilt(lambda manifest: manifest["checkpoint"]["checkpoint"].update(root="0" * 64)),
    "another proof": spoilt(lambda manifest: manifest["chains"][0]["leaf"]["proof"].reverse()),
    "another choice": spoilt(lambda manifest: manifest.update(filter={"acts": ["sit"]})),
    "another head": spoilt(lambda manifest: manifest["chains"][1].update(hash="0" * 64)),
    "another file": spoilt(lambda manifest: manifest["files"]["README.txt"].update(bytes=1)),
    "another name": spoilt(lambda manifest: manifest.update(casino_name="Other")),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_aud_4_4_both_find_what_was_tampered_with(zip_path: Path, tmp_path: Path, run: Run, name: str) -> None:
    """Each for itself."""
    TAMPERED[name](zip_path)
    key = KEY.file(tmp_path)
    assert (run("--key", key)[0], second(zip_path, key)) == (1, 1)


def test_aud_4_2_the_spreadsheet_can_be_made_again_from_the_document(zip_path: Path) -> None:
    """Its columns, in their order, are the ones that the document names."""
    Export().write(zip_path)
    text = (PROGRAM.parents[2] / "docs" / "audit-format.md").read_text(encoding="utf-8")
    columns = json.loads(text.split("```columns\n", 1)[1].split("\n```", 1)[0])
    done = subprocess.run(["unzip", "-p", str(zip_path), "entries.csv"], capture_output=True, check=True).stdout
    assert done.decode("utf-8-sig").split("\r\n", 1)[0] == ",".join(f'"{column}"' for column in columns)
