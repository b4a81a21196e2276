"""Files of strangers: nothing that they hold moves the terminal, breaks the program or is unpacked unseen (AUD 4.4)."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile, ZipInfo

import pytest

from tables.audit.escapes import shown
from tests.audit.exported import KEY, Export, Run, edited, lines_of, log, refit, repacked

CLEARED = "\x1b[2J\x1b[H\x9b1m\x7f\u202e\u2066\u2028\ufeff\x07everything that could be verified holds"
ROOT = Path(__file__).resolve().parent.parent.parent


def is_harmless(said: str) -> bool:
    """Whether nothing in it moves the cursor or turns a line around."""
    return all(line.isprintable() for line in said.split("\n"))


@pytest.mark.parametrize("member", ["software", "made_at", "casino_name"])
def test_aud_4_4_control_characters_of_a_manifest_are_shown_as_escapes(
    zip_path: Path, tmp_path: Path, run: Run, member: str
) -> None:
    """Before any signature is judged, and after."""
    Export().write(zip_path)
    repacked(zip_path, manifest_json=edited(lambda manifest: manifest.update({member: CLEARED})))
    for arguments in ([], ["--json"], ["--key", KEY.file(tmp_path)]):
        _status, said = run(*arguments)
        assert is_harmless(said)
    if member != "casino_name":
        assert r"\x1b[2J\x1b[H\x9b1m\x7f\u202e\u2066\u2028\ufeff\x07everything" in run()[1]


@pytest.mark.parametrize(
    "change",
    [
        lambda manifest: manifest["chains"][0].update(chain=f"1/house{CLEARED}"),
        lambda manifest: manifest["filter"].update({CLEARED.encode("ascii", "ignore").decode(): [CLEARED]}),
        lambda manifest: manifest["filter"].update(acts=[CLEARED], people=[CLEARED], since=CLEARED),
        lambda manifest: manifest["signature"].update(key=CLEARED),
        lambda manifest: manifest["checkpoint"]["checkpoint"].update(time=CLEARED, key=CLEARED),
        lambda manifest: manifest.update(format=CLEARED),
    ],
)
def test_aud_4_4_nor_do_those_of_anything_else_in_it_reach_the_terminal(
    zip_path: Path, tmp_path: Path, run: Run, change: Callable[[Any], None]
) -> None:
    """Names of chains, members of the choice, ids of keys."""
    Export().write(zip_path)
    repacked(zip_path, manifest_json=edited(change))
    for arguments in ([], ["--json"]):
        assert is_harmless(run(*arguments)[1])
    status, said = run("--key", KEY.file(tmp_path))
    assert (status, is_harmless(said)) == (1, True)


def test_aud_4_4_names_of_files_are_shown_with_escapes_too(zip_path: Path, tmp_path: Path, run: Run) -> None:
    """In the zip, and of what was asked for."""
    Export().write(zip_path)
    repacked(zip_path, **{CLEARED: lambda _data: b""})
    status, said = run()
    assert (status, is_harmless(said)) == (1, True)
    status, said = run("--checkpoint", str(tmp_path / "\x1b[2J\udcff\u202e"))
    assert (status, is_harmless(said)) == (2, True)
    assert said.startswith("Cannot be read: ")


def test_aud_4_4_half_of_a_pair_is_an_escape() -> None:
    """And what can be printed stays as it is."""
    assert shown("Zé 桌 🂡 \ud83d\x00\x85\u200f\U000e0041") == r"Zé 桌 🂡 \ud83d\x00\x85\u200f\U000e0041"


@pytest.mark.parametrize("method", [ZIP_BZIP2, ZIP_LZMA])
@pytest.mark.parametrize("name", ["entries.jsonl", "manifest.json"])
def test_aud_4_4_only_stored_and_deflated_files_are_unpacked(
    zip_path: Path, run: Run, *, method: int, name: str
) -> None:
    """By their method in the list, whether the packed bytes are right or not."""
    Export().write(zip_path)
    with ZipFile(zip_path) as archive:
        files = {member: archive.read(member) for member in archive.namelist()}
    words = (
        f"WRONG         the zip: '{name}' is packed by method {method}: the files of an export are stored or deflated"
    )
    with ZipFile(zip_path, "w") as archive:
        for member, data in files.items():
            archive.writestr(member, data, method if member == name else ZIP_DEFLATED)
    status, said = run()
    assert (status, words in said) == (1, True)
    Export().write(zip_path)
    lying = bytearray(zip_path.read_bytes())
    here, listed = lying.index(name.encode()), lying.rindex(name.encode())
    lying[here - 22], lying[listed - 36] = method, method
    zip_path.write_bytes(lying)
    status, said = run()
    assert (status, words in said) == (1, True)
    with ZipFile(zip_path, "w", ZIP_STORED) as archive:
        for member, data in files.items():
            archive.writestr(member, data)
    assert run()[0] == 0


def test_aud_4_4_a_link_is_no_file_of_an_export(zip_path: Path, run: Run) -> None:
    """With the right content as with another: a program that unpacks it would make a link."""
    Export().write(zip_path)
    with ZipFile(zip_path) as archive:
        files = {member: archive.read(member) for member in archive.namelist()}
    for mode, expected in ((0o120777, 1), (0o040755, 1), (0o100644, 0)):
        with ZipFile(zip_path, "w", ZIP_DEFLATED) as archive:
            for name, data in files.items():
                facts = ZipInfo(name)
                facts.external_attr = (mode if name == "entries.csv" else 0o600) << 16
                archive.writestr(facts, data, ZIP_DEFLATED)
        status, said = run()
        assert status == expected
        assert ("'entries.csv' is marked as a link or another thing" in said) == bool(expected)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"9" * 10**6, "a number that is far too long"),
        (b'{"a":' * 10**5 + b"1" + b"}" * 10**5, "nested too deeply"),
        (b"[" * 10**5 + b"]" * 10**5, "nested too deeply"),
        (b'{"act":"\xc0\xaf"}', "it is not UTF-8 text"),
        (b'{"act":"\xe0\x80\xaf"}', "it is not UTF-8 text"),
        (b"[]", "has not the fields of an entry"),
        (b"null", "has not the fields of an entry"),
        (b'"entry"', "has not the fields of an entry"),
        (b"", "it is not JSON"),
        (b" ", "it is not JSON"),
    ],
)
@pytest.mark.parametrize("at", [0, 7, 17])
def test_aud_4_4_any_line_reaches_the_reader_and_is_named(
    zip_path: Path, run: Run, *, line: bytes, words: str, at: int
) -> None:
    """In the place of an entry, so that every count fits: it is the line that is judged."""
    Export(signer=None).write(zip_path)
    lines = lines_of(log()).splitlines()
    lines[at] = line
    refit(zip_path, "entries.jsonl", b"\n".join(lines) + b"\n")
    status, said = run()
    assert status == 1
    fault = next(text for text in said.splitlines() if text.startswith("WRONG"))
    assert f"line {at + 1} of entries.jsonl" in fault
    assert words in fault


def test_aud_4_4_a_closed_pipe_ends_it_quietly(zip_path: Path) -> None:
    """With the status that a shell gives to what a pipe ended, because not all was said; nothing on the error stream."""
    Export().write(zip_path)
    command = [sys.executable, "-m", "tables.audit.verify", str(zip_path), "--without-key"]
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        done = subprocess.run(command, cwd=ROOT, stdout=pipe, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize(("setting", "is_coloured"), [({}, True), ({"NO_COLOR": ""}, False), ({"TERM": "dumb"}, False)])
def test_aud_4_4_colour_is_for_terminals(zip_path: Path, setting: dict[str, str], *, is_coloured: bool) -> None:
    """And for nobody who does not want it."""
    Export().write(zip_path)
    command = [sys.executable, "-m", "tables.audit.verify", str(zip_path), "--without-key"]
    outer = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"}
    terminal, inner = os.openpty()
    with os.fdopen(inner, "wb") as side:
        done = subprocess.run(command, cwd=ROOT, env=outer | setting, stdout=side, check=False)
    said = os.read(terminal, 2**16)
    os.close(terminal)
    assert done.returncode == 0
    assert (b"\x1b[32mholds" in said) == is_coloured
    assert b"\x1b" not in subprocess.run(command, cwd=ROOT, env=outer, capture_output=True, check=True).stdout


def test_aud_4_4_what_the_terminal_cannot_write_is_an_escape(zip_path: Path) -> None:
    """Whatever its encoding."""
    Export().write(zip_path)
    repacked(zip_path, manifest_json=edited(lambda manifest: manifest.update(software="桌 é")))
    command = [sys.executable, "-m", "tables.audit.verify", str(zip_path), "--without-key"]
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"by \u684c \xe9 for casino" in done.stdout
