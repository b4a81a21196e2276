"""Thousands of damaged exports: no bytes break the verifier, and none of them passes (AUD 4.4)."""

import io
import json
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tables.audit.canonical import canonical
from tests.audit.exported import KEY, Export, Run, lines_of, log, refit, repacked

SECONDS = 60.0
"""The longest that a few hundred of them may take together."""
SEEDS = (1, 2, 3)
INTERESTING = (0, 1, 0x7F, 0x80, 0xFF, 0x50, 0x4B)
STRANGE: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**53 - 1, 2**53, 10**400, 0.5, "", "0", "\x1b[2J", "\ud800", "1/house", "0" * 64),
    *([], {}, [[]], {"a": 1}, ["x"], "=1+1", "2026-03-01T18:30:01.000120Z", "1/table/12", "é桌", " ", "A" * 5000),
)


@pytest.fixture
def good(zip_path: Path) -> bytes:
    """The bytes of a small true export."""
    Export().write(zip_path)
    return zip_path.read_bytes()


def damaged(data: bytes, chance: random.Random) -> bytes:
    """The same with some bytes changed, taken out, put in, doubled, or cut off; half of it in the list at the end."""
    made = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 5, 40))):
        at = chance.randrange(len(made)) if chance.random() < 0.5 else max(0, len(made) - chance.randrange(1, 700))
        match chance.randrange(6):
            case 0:
                made[at] ^= 1 << chance.randrange(8)
            case 1:
                made[at] = chance.choice(INTERESTING)
            case 2:
                del made[at : at + chance.randrange(1, 30)]
            case 3:
                made[at:at] = chance.randbytes(chance.randrange(1, 30))
            case 4:
                made[at : at + 4] = chance.choice(
                    (b"\xff" * 4, b"\0" * 4, b"\1\0\0\0", b"PK\1\2", b"PK\5\6", b"PK\6\6")
                )
            case _:
                del made[max(at, 1) :]
        if not made:
            return b"P"
    return bytes(made)


def values_of(document: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a document: what holds it, and its key or number."""
    inside = list(document.items()) if isinstance(document, dict) else list(enumerate(document))
    for key, value in inside:
        yield document, key
        if isinstance(value, dict | list):
            yield from values_of(value)


def spoilt(document: Any, chance: random.Random) -> Any:
    """A document with another value in one place, one place less, or one more."""
    made = json.loads(json.dumps(document))
    holder, key = chance.choice(list(values_of(made)))
    match chance.randrange(4):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, dict):
            holder[str(chance.choice(("x", "\x1b", "é", "note", "keys")))] = chance.choice(STRANGE)
        case _:
            holder[key] = chance.choice(STRANGE)
    return made


def written(document: Any) -> bytes:
    """As canonical as it can be written."""
    try:
        return canonical(document) + b"\n"
    except ValueError:
        return json.dumps(document).encode() + b"\n"


def holds_out(count: int, make: Callable[[], None], verify: Callable[[], tuple[int, str]], passes: set[int]) -> None:
    """Each is refused in time, with one of these statuses and without a word of a traceback."""
    begun = time.process_time()
    for _ in range(count):
        make()
        status, said = verify()
        assert status in passes
        assert "Traceback" not in said
        assert all(line.isprintable() for line in said.split("\n"))
    assert time.process_time() - begun < SECONDS


@pytest.mark.parametrize("seed", SEEDS)
def test_aud_4_4_no_damage_to_the_bytes_of_a_zip_breaks_it(
    zip_path: Path, tmp_path: Path, run: Run, good: bytes, seed: int
) -> None:
    """Headers, names, lengths, packed data, the list at the end: with the key none passes that says another thing."""
    chance, key = random.Random(seed), KEY.file(tmp_path)

    def make() -> None:
        data = good
        while data == good:
            data = damaged(good, chance)
        zip_path.write_bytes(data)

    def verify() -> tuple[int, str]:
        status, said = run("--key", key, "--replay")
        if status == 0:
            # Times and attributes of a file in a zip are not looked at: all that is unpacked is the same.
            assert contents(zip_path.read_bytes()) == contents(good)
        return status, said

    holds_out(700, make, verify, {0, 1, 2})


def contents(data: bytes) -> dict[str, bytes]:
    """What is unpacked from a zip."""
    with ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.usefixtures("good")
def test_aud_4_4_no_value_in_a_manifest_breaks_it(zip_path: Path, tmp_path: Path, run: Run, seed: int) -> None:
    """Any other value, or none, or one more, in any place of it: with the key nothing passes."""
    chance, key = random.Random(seed), KEY.file(tmp_path)
    pristine = zip_path.read_bytes()

    def make() -> None:
        zip_path.write_bytes(pristine)
        repacked(zip_path, manifest_json=lambda data: written(other(json.loads(data), chance)))

    holds_out(100, make, lambda: run("--key", key), {1, 2})


def other(document: Any, chance: random.Random) -> Any:
    """A document that is not the same."""
    made = document
    while made == document:
        made = spoilt(document, chance)
    return made


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.usefixtures("good")
def test_aud_4_4_no_value_in_an_entry_breaks_it(zip_path: Path, run: Run, seed: int) -> None:
    """Nor in the input of a settlement that is computed again; the manifest fits the file, so that its line is read."""
    chance = random.Random(seed)

    def make() -> None:
        rows = log()
        lines = lines_of(rows).splitlines(keepends=True)
        at = chance.randrange(len(rows))
        lines[at] = written(other(rows[at], chance))
        refit(zip_path, "entries.jsonl", b"".join(lines))

    holds_out(60, make, lambda: run("--replay"), {1})
