"""Fifty writers at ten tables, 20,000 entries through the acts, from empty chains: `python -m bench.chains`.

Afterwards every chain is verified and every stack compared with the journal; the exit status is 1 where anything is not as
it must be. Then one chain is made long, and what `verify_audit` takes of time and memory is printed.
"""

import argparse
import sys

from bench.service import measured


def main(arguments: list[str]) -> int:
    """Start a server in a folder that is thrown away, and measure in a process of its own."""
    parser = argparse.ArgumentParser(prog="python -m bench.chains", description=__doc__)
    parser.add_argument("--entries", type=int, default=20_000, help="how many acts the fifty do together")
    parser.add_argument("--long", type=int, default=200_000, help="how long the long chain is")
    chosen = parser.parse_args(arguments)
    return measured("bench.chains_measured", f"--entries={chosen.entries}", f"--long={chosen.long}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
