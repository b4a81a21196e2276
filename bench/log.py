"""How long a page of the audit log takes among millions of entries: `python -m bench.log`.

The entries come by COPY, with a true chain: every hash is right. Twenty tables and a house are played at by forty people;
one act in a thousand is rare. The folder with the database can be kept, so that it is filled once.
"""

import argparse
import sys
from pathlib import Path

from bench.service import measured


def main(arguments: list[str]) -> int:
    """Start a server, fill it unless it is full, and measure in a process of its own."""
    parser = argparse.ArgumentParser(prog="python -m bench.log", description=__doc__)
    parser.add_argument("--entries", type=int, default=5_000_000, help="how many entries (default 5,000,000)")
    parser.add_argument("--repeats", type=int, default=20, help="how often each page is asked for")
    parser.add_argument("--folder", type=Path, help="keep the database here, and use it again")
    parser.add_argument("--plans", action="store_true", help="print the plan of each query too")
    chosen = parser.parse_args(arguments)
    plans = ["--plans"] if chosen.plans else []
    asked = [f"--entries={chosen.entries}", f"--repeats={chosen.repeats}", *plans]
    return measured("bench.log_measured", *asked, folder=chosen.folder)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
