"""Whole rounds a second through the acts, beside PostgreSQL making the same row changes: `python -m bench.acts`.

Both on one embedded server that syncs to disk as in production, in one run, in short turns. The other side
makes the row changes of one round of acts, recorded by triggers, again: by plain prepared statements, one a row, in as
many transactions, reading nothing. That both insert and update the same numbers of rows is checked first. Its database
is a copy that lacks one trigger, the one that proves a posting balanced by the statement that inserts all its legs.
"""

import argparse
import sys
from pathlib import Path

from bench.service import measured


def main(arguments: list[str]) -> int:
    """Start a server in a folder that is thrown away, make the database, and measure in a process of its own."""
    parser = argparse.ArgumentParser(prog="python -m bench.acts", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 4, 16], help="how many tables (default 1 4 16)")
    parser.add_argument("--slices", type=int, default=20, help="turns of either side for each number of tables")
    parser.add_argument("--seconds", type=float, default=0.5, help="seconds of one turn")
    parser.add_argument("--profile", type=Path, help="write a profile of rounds through the acts to this file instead")
    chosen = parser.parse_args(arguments)
    asked = [f"--slices={chosen.slices}", f"--seconds={chosen.seconds}", "--tables", *map(str, chosen.tables)]
    if chosen.profile:
        asked.append(f"--profile={chosen.profile.absolute()}")
    return measured("bench.acts_measured", *asked)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
