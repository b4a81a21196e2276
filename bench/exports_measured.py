"""Export and COPY the same entries in turns; run by bench.exports."""

import argparse
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
django.setup()

import psycopg  # noqa: E402 - settings first

from bench.log_measured import fill  # noqa: E402
from tables.jobs.exports import write_selection  # noqa: E402
from tables.models import Casino  # noqa: E402
from tables.queries.audit.export_filter import ExportFilter  # noqa: E402

TARGET, SHARE = 20_000, 20
PIECE_TOLD = "COPY tables_auditentry TO STDOUT"


def main(arguments: list[str]) -> int:
    """Print both speeds and their ratio; the exit status is 1 where a target is missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--entries", type=int, required=True)
    parser.add_argument("--turns", type=int, required=True)
    chosen = parser.parse_args(arguments)
    casino = Casino.objects.create(pk=1, name="Bench", currency="EUR")
    fill(chosen.entries)
    exported, copied = [], []
    with tempfile.TemporaryDirectory(prefix="croupier-bench-") as folder:
        target = Path(folder) / "export.zip"
        for _turn in range(chosen.turns):
            exported.append(chosen.entries / _seconds(lambda: write_selection(target, casino, ExportFilter())))
            copied.append(chosen.entries / _seconds(lambda: _copy(Path(folder) / "entries.copy")))
        size = target.stat().st_size / 2**20
    mine, its = statistics.median(exported), statistics.median(copied)
    print(f"{chosen.entries:,} entries, {size:.0f} MB packed, median of {chosen.turns} turns")
    print(f"exported  {mine:9,.0f} rows a second (target {TARGET:,})")
    print(f"COPY      {its:9,.0f} rows a second: the export is 1/{its / mine:.1f} of it (target 1/{SHARE})")
    print(f"largest memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    return 0 if mine >= TARGET and its <= mine * SHARE else 1


def _copy(target: Path) -> None:
    with (
        psycopg.connect(os.environ["BENCH_OWNER"]) as owner,
        owner.cursor().copy(PIECE_TOLD) as copy,
        target.open("wb") as file,
    ):
        for piece in copy:
            file.write(piece)


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
