"""Through how much code five requests and jobs go, from the address to the row and back: `python -m bench.flows`.

Counted with sys.setprofile over a real database, in functions of the project alone (`casino/`, `tables/`, `local/`): calls
(a generator that goes on counts again), distinct functions, files, moves from one file to another between a call and the next,
and the deepest stack. Everything is played once before, so that no import and no filled cache is counted. The counts are the
same on every machine. It needs requirements-dev.txt, for the people of the tests.
"""

import argparse
import sys

from bench.service import measured


def main(arguments: list[str]) -> int:
    """Start a server in a folder that is thrown away, and count in a process of its own."""
    parser = argparse.ArgumentParser(prog="python -m bench.flows", description=__doc__)
    parser.add_argument(
        "--files", action="store_true", help="print the files of each flow too, with their calls and functions"
    )
    chosen = parser.parse_args(arguments)
    return measured("bench.flows_measured", *(["--files"] if chosen.files else []))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
