"""How long a million entries take to verify with all that the log alone decides: `python -m bench.verify` (AUD 2.6, 4.4).

The entries are those of an honest evening, its rounds played again and again at six tables, chained anew under schema 2. The
figure is seconds of the processor: on a busy machine the clock says little.
"""

import argparse
import itertools
import json
import resource
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zipfile import ZipFile

from bench.audit import BenchKey, Entry, count_of, linked, source_of, store
from tables.audit.canonical import digest
from tables.audit.chain import time_text
from tables.audit.export.archive import Archive
from tables.audit.export.manifest import ENTRIES
from tables.audit.export.writing import write_export
from tables.audit.report import Report
from tables.audit.rules.acts import PLAYED
from tables.audit.verification import Verification

EVENING = Path(__file__).resolve().parent.parent / "tests" / "exports" / "strangers" / "settled-with-other-cards.zip"
HOUSE, TABLES = "1/house", [f"1/table/{number}" for number in range(901, 907)]
UNTIL = datetime(2036, 1, 1, tzinfo=UTC)
TARGET = 60.0


def main(arguments: list[str]) -> int:
    """Make an export, verify it, print what it took; the exit status is 1 where the target is missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--entries", type=int, default=1_000_000)
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="croupier-bench-") as folder:
        return measure(Path(folder) / "export.zip", chosen.entries)


def measure(export: Path, wanted: int) -> int:
    """Write the export and verify it."""
    key = BenchKey()
    entries = _export(export, wanted, key)
    before, began = _processor(), time.monotonic()
    said: list[str] = []
    report = Report(said.append)
    with Archive(export) as archive:
        Verification(archive, report, keys=[key.public_key]).run()
    user, wall = _processor() - before, time.monotonic() - began
    if report.faults or any("undecided" in line for line in said):
        raise AssertionError("\n".join(said[:40]))
    print(f"{entries:,} entries of {1 + len(TABLES)} chains, {export.stat().st_size / 2**20:.0f} MB packed")
    print(f"verified in {user:.1f} s of the processor, {wall:.1f} s by the clock: {entries / user:,.0f} a second")
    million = user * 1_000_000 / entries
    print(f"a million entries in {million:.0f} s (target {TARGET:g} s)")
    print(f"largest memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    return 0 if million < TARGET else 1


def _export(export: Path, wanted: int, key: BenchKey) -> int:
    evening = _evening()
    each = (wanted - len(evening[HOUSE])) // len(TABLES)
    chains = [_house(evening[HOUSE]), *(_chain(name, evening, each) for name in TABLES)]
    stored = export.with_name("stored.jsonl")
    leaves = store(itertools.chain.from_iterable(chains), stored)
    write_export(export, source_of(stored, leaves, key, UNTIL), signer=key)
    return count_of(stored)


def _evening() -> dict[str, list[Entry]]:
    """Its entries by chain."""
    found: dict[str, list[Entry]] = {}
    with ZipFile(EVENING) as archive:
        for line in archive.read(ENTRIES).splitlines():
            entry = json.loads(line)
            found.setdefault(entry["chain"], []).append(entry)
    return found


def _house(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The chain of the house as it was, but for the checkpoints and what was raised at tables."""
    return linked(_kept(entries))


def _chain(name: str, evening: dict[str, list[Entry]], count: int) -> Iterator[Entry]:
    """A table that opens, and plays the whole rounds of the evening again and again; so many entries."""
    entries = evening[name]
    dealer = next(entry for entry in evening[HOUSE] if entry["act"] == "tap_in" and f"1/table/{entry['table']}" == name)
    place = list(_kept(evening[HOUSE])).index(dealer) + 1
    opens = next(entry for entry in entries if entry["act"] == "open_table")
    last = datetime.fromisoformat(evening[HOUSE][-1]["time"])
    effects = {"answer": digest({"table": name}), "version": 1, "tap_in": place}

    def played() -> Iterator[Entry]:
        yield {**opens, "payload": {**opens["payload"], "effects": effects}}
        for number, round_ in enumerate(itertools.cycle(_rounds(entries)), 1):
            for entry in round_:
                yield {**entry, "round": number, "payload": {**entry["payload"], "effects": effects}}

    made = (
        {**entry, "schema": 2, "time": time_text(last + timedelta(seconds=second))}
        for second, entry in enumerate(itertools.islice(played(), count), 1)
    )
    return linked(made)


def _kept(entries: Iterable[Entry]) -> Iterator[Entry]:
    return (entry for entry in entries if entry["act"] not in ("make_checkpoint", "acknowledge_alert"))


def _rounds(entries: Iterable[Entry]) -> list[list[Entry]]:
    """The rounds that were played to their end under the first rules, by dealers who tapped in, each with all its acts."""
    acts = {"open_round", "close_round", *PLAYED["bank"], *PLAYED["draw"]} - {"void_round"}
    by_number: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry["round"] is not None and entry["act"] in acts:
            by_number.setdefault(entry["round"], []).append(entry)
    whole = [round_ for round_ in by_number.values() if round_[-1]["act"] == "close_round"]
    first = [round_ for round_ in whole if round_[0]["payload"].get("rules_version") == 1]
    return [round_ for round_ in first if not any("rules_in_force" in entry["payload"] for entry in round_)]


def _processor() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
