"""How long the search of rounds takes in a year of two million rounds: `python -m bench.rounds_search`.

The tables of the search are filled alone, by the database itself; the log is not. The folder with the database can be kept,
so that it is filled once.
"""

import argparse
import sys
from pathlib import Path

from bench.service import measured


def main(arguments: list[str]) -> int:
    """Start a server, fill it unless it is full, and measure in a process of its own."""
    parser = argparse.ArgumentParser(prog="python -m bench.rounds_search", description=__doc__)
    parser.add_argument("--rounds", type=int, default=2_000_000, help="how many rounds (default 2,000,000)")
    parser.add_argument("--repeats", type=int, default=20, help="how often each question is asked")
    parser.add_argument("--folder", type=Path, help="keep the database here, and use it again")
    chosen = parser.parse_args(arguments)
    asked = [f"--rounds={chosen.rounds}", f"--repeats={chosen.repeats}"]
    return measured("bench.rounds_search_measured", *asked, folder=chosen.folder)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
