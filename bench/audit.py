"""How fast an export is verified and written: `python -m bench.audit`.

Beside the verifier runs a bare loop of json.loads, json.dumps and sha256 over the same lines, in turns in one run, on
seconds of the processor: on a busy machine the clock says little. The entries are a table's, with settlements of all
games as they are recorded.
"""

import argparse
import hashlib
import itertools
import json
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tables.audit.chain import FIRST_PREVIOUS, entry_hash, time_text
from tables.audit.checkpoint import Checkpoint, Leaf, SignedCheckpoint
from tables.audit.export.archive import Archive
from tables.audit.export.manifest import ENTRIES, SPREADSHEET
from tables.audit.export.writing import ExportSource, write_export
from tables.audit.merkle import root_of
from tables.audit.report import Report
from tables.audit.signature import key_id
from tables.audit.verification import Verification
from tables.audit.verify import Replay

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "vectors" / "settle.jsonl"
OPENING, UNTIL = datetime(2026, 3, 1, 18, 30, tzinfo=UTC), datetime(2026, 3, 3, tzinfo=UTC)
CHAINS, A_LEAF_EACH = 10, 60
VERIFIED_TARGET = 0.5
WRITTEN_TARGET = 20_000
MILLION_TARGET = 60.0

Entry = dict[str, Any]


class BenchKey:
    """A key of this run alone."""

    def __init__(self) -> None:
        self._key = Ed25519PrivateKey.generate()
        self.public_key = self._key.public_key().public_bytes_raw()
        self.key_id = key_id(self.public_key)

    def sign(self, data: bytes) -> bytes:
        """Sign."""
        return self._key.sign(data)


def main(arguments: list[str]) -> int:
    """Measure and print; the exit status is 1 where a target is missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--entries", type=int, default=100_000)
    parser.add_argument("--turns", type=int, default=5, help="turns of either side")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="croupier-bench-") as folder:
        return measure(Path(folder), chosen.entries, chosen.turns)


def measure(folder: Path, count: int, turns: int) -> int:
    """Write an export, then verify it in turns with the bare loop."""
    key = BenchKey()
    chains = (linked(_chain(f"1/table/{10 + place}", count // CHAINS)) for place in range(CHAINS))
    stored = folder / "stored.jsonl"
    leaves = store(itertools.chain.from_iterable(chains), stored)
    export = folder / "export.zip"
    written = _write(export, source_of(stored, leaves, key, UNTIL), stored, key)
    lines = folder / ENTRIES
    with ZipFile(export) as archive:
        archive.extract(ENTRIES, folder)
        sizes = [archive.getinfo(name).file_size / 2**20 for name in (ENTRIES, SPREADSHEET)]
    print(
        f"{count:,} entries: {sizes[0]:.0f} MB of lines, {sizes[1]:.0f} MB of spreadsheet, {export.stat().st_size / 2**20:.0f} MB packed"
    )
    print(f"written    {written:9,.0f} rows a second from memory on (target {WRITTEN_TARGET:,})")
    bare, verified, ratios = [], [], []
    for _ in range(turns):
        bare.append(count / _processor(lambda: _bare(lines)))
        verified.append(count / _processor(lambda: _verify(export, key)))
        ratios.append(verified[-1] / bare[-1])
    ratio, speed = statistics.median(ratios), statistics.median(verified)
    print(f"bare loop  {statistics.median(bare):9,.0f} lines a second")
    print(
        f"verified   {speed:9,.0f} entries a second: ratio {ratio:.2f} ({min(ratios):.2f} to {max(ratios):.2f} in {turns} turns; target {VERIFIED_TARGET})"
    )
    million = 1_000_000 / speed
    print(f"           a million entries in {million:.0f} s (target {MILLION_TARGET:g} s)")
    replay = Replay()
    replayed = _processor(lambda: _verify(export, key, replay))
    print(f"replayed   {count / replayed:9,.0f} entries a second, {replay.settlements:,} settlements among them")
    print(f"largest memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    return 0 if ratio >= VERIFIED_TARGET and written >= WRITTEN_TARGET and million < MILLION_TARGET else 1


def _chain(name: str, count: int) -> Iterator[Entry]:
    """Entries of a table as play leaves them: a settlement, then six smaller acts."""
    cases = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    for sequence in range(1, count + 1):
        if sequence % 7 == 0:
            case = cases[sequence % len(cases)]
            act, payload = "settle_round", {"input": case["input"], "output": case["output"]}
        else:
            act = "enter_wagers"
            wagers = {str(seat): {"ante": 1000 * seat, "flush": 500, "straight_flush": 500} for seat in range(1, 7)}
            sent = {"number": sequence // 7, "wagers": [{"seat": int(seat), **each} for seat, each in wagers.items()]}
            payload = {"sent": sent, "before": {}, "after": wagers}
        yield {
            "chain": name,
            "time": time_text(OPENING + timedelta(seconds=sequence)),
            "act": act,
            "table": 12,
            "round": sequence // 7,
            "person": "1001",
            "role": "dealer",
            "device": "tablet:3",
            "command_id": f"0198c1f2-0000-7000-8000-{sequence:012}",
            "payload": payload,
            "schema": 1,
        }


def linked(entries: Iterable[Entry]) -> Iterator[Entry]:
    """A chain of entries: each with its number, the hash before it, and its own."""
    previous = FIRST_PREVIOUS
    for sequence, entry in enumerate(entries, 1):
        fresh = {**entry, "sequence": sequence, "previous_hash": previous}
        previous = entry_hash(fresh)
        yield {**fresh, "hash": previous}


def store(entries: Iterable[Entry], stored: Path) -> list[Leaf]:
    """Store entries, and return the leaves of every so many of each chain, in the order of their checkpoints."""
    leaves = []
    with stored.open("w", encoding="utf-8") as file:
        for entry in entries:
            # As a row of the database comes: the payload as JSON text.
            file.write(json.dumps({**entry, "payload": json.dumps(entry["payload"])}) + "\n")
            if entry["sequence"] % A_LEAF_EACH == 0:
                leaves.append(Leaf(entry["sequence"] // A_LEAF_EACH, entry["chain"], entry["sequence"], entry["hash"]))
    return sorted(leaves, key=lambda leaf: (leaf.checkpoint, leaf.chain))


def source_of(stored: Path, leaves: list[Leaf], key: BenchKey, until: datetime) -> ExportSource:
    """What an export of stored entries is written from, with a checkpoint that was signed at a time after all of them."""
    checkpoint = Checkpoint(
        casino=1,
        number=leaves[-1].checkpoint,
        time=time_text(until),
        size=len(leaves),
        root=root_of(leaf.leaf_hash() for leaf in leaves).hex(),
        previous_hash=FIRST_PREVIOUS,
        key=key.key_id,
    )
    return ExportSource(
        casino=1,
        casino_name="Bench",
        made_at=time_text(until + timedelta(seconds=1)),
        software="bench",
        filter={},
        rows=rows_of(stored),
        checkpoint=SignedCheckpoint.sign(checkpoint, key),
        leaves=lambda: leaves,
    )


def _write(export: Path, source: ExportSource, stored: Path, key: BenchKey) -> float:
    """Rows a second of the processor, the reading of them left out."""
    reading = _processor(lambda: [None for _ in rows_of(stored)])
    return count_of(stored) / (_processor(lambda: write_export(export, source, signer=key)) - reading)


def count_of(stored: Path) -> int:
    """How many entries are stored."""
    with stored.open("rb") as file:
        return sum(1 for _ in file)


def rows_of(stored: Path) -> Iterator[Entry]:
    """The entries that are stored, one after the other."""
    with stored.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def _bare(lines: Path) -> None:
    with lines.open("rb") as file:
        for line in file:
            hashlib.sha256(json.dumps(json.loads(line)).encode()).hexdigest()


def _verify(export: Path, key: BenchKey, replay: Replay | None = None) -> None:
    said: list[str] = []
    report = Report(said.append)
    with Archive(export) as archive:
        Verification(archive, report, keys=[key.public_key], on_entry=replay).run()
    if report.end():
        raise AssertionError("\n".join(said))


def _processor(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
