"""How fast an export comes out of the database, beside PostgreSQL's own COPY: `python -m bench.exports`.

Both read the same entries with a true chain, in turns in one run; the export filters nothing, and writes lines and a
spreadsheet, packed.
"""

import argparse
import sys

from bench.service import measured


def main(arguments: list[str]) -> int:
    """Start a server in a folder that is thrown away, and measure in a process of its own."""
    parser = argparse.ArgumentParser(prog="python -m bench.exports", description=__doc__)
    parser.add_argument("--entries", type=int, default=200_000, help="how many entries (default 200,000)")
    parser.add_argument("--turns", type=int, default=3, help="turns of either side")
    chosen = parser.parse_args(arguments)
    return measured("bench.exports_measured", f"--entries={chosen.entries}", f"--turns={chosen.turns}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
