"""How long a page of the audit log takes among millions of entries: `python -m bench.log`.

The entries come by COPY, with a true chain: every hash is right. Twenty tables and a house are played at by forty people;
one act in a thousand is rare. The folder with the database can be kept, so that it is filled once.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from casino.local.address import Address
from casino.local.layout import Layout, read_secrets
from casino.local.postgres import APPLICATION, OWNER, Postgres
from casino.local.site import ROOT, Site


def main(arguments: list[str]) -> int:
    """Start a server, fill it unless it is full, and measure in a process of its own."""
    parser = argparse.ArgumentParser(prog="python -m bench.log", description=__doc__)
    parser.add_argument("--entries", type=int, default=5_000_000, help="how many entries (default 5,000,000)")
    parser.add_argument("--repeats", type=int, default=20, help="how often each page is asked for")
    parser.add_argument("--folder", type=Path, help="keep the database here, and use it again")
    parser.add_argument("--plans", action="store_true", help="print the plan of each query too")
    chosen = parser.parse_args(arguments)
    if chosen.folder:
        return serve(chosen.folder.absolute(), chosen)
    with tempfile.TemporaryDirectory(prefix="croupier-bench-") as folder:
        return serve(Path(folder), chosen)


def serve(folder: Path, chosen: argparse.Namespace) -> int:
    """Run PostgreSQL in the folder for as long as it is measured."""
    layout = Layout(folder / "data")
    layout.prepare()
    postgres = Postgres(layout)
    postgres.start()
    try:
        return measure(layout, postgres, chosen)
    finally:
        postgres.stop()


def measure(layout: Layout, postgres: Postgres, chosen: argparse.Namespace) -> int:
    """Migrate as the owner; the other process fills as the owner and asks as the application."""
    keys = read_secrets(layout, ["secret_key", "pin_key"])
    urls = {"owner_url": postgres.url(OWNER)}
    site = Site(layout, Address("127.0.0.1", 1), postgres.url(APPLICATION), "unix:///nonexistent", keys=keys, **urls)
    site.migrate()
    command = [sys.executable, "-m", "bench.log_measured", f"--entries={chosen.entries}", f"--repeats={chosen.repeats}"]
    if chosen.plans:
        command.append("--plans")
    environment = os.environ | site.environment() | {"BENCH_OWNER": postgres.url(OWNER)}
    return subprocess.call(command, cwd=ROOT, env=environment)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
