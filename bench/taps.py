"""Taps and seconds of dealer's time in twenty recorded rounds: `python -m bench.taps`.

The rounds of tests/browser/rounds.json, six players with folds, raises, a tie, a dead hand and wrong cards, are dealt by
touch in a real Chromium, on the page of the tablet as it is now. Taps are counted on cards and beside them. The
dealer's time is what a practised hand needs for a tap, a stated number, times the taps, and what the page took longer than
that until the next tap was possible. From the finger coming down to the painted frame is measured in the browser. The counts
are the same on every machine, the waiting is not. It needs requirements-dev.txt and a Chromium.
"""

import argparse
import sys

from bench.service import measured


def main(arguments: list[str]) -> int:
    """Start a server in a folder that is thrown away, and deal in a process of its own."""
    parser = argparse.ArgumentParser(prog="python -m bench.taps", description=__doc__)
    parser.add_argument("--rounds", type=int, default=20, help="how many of the recorded rounds (default all 20)")
    parser.add_argument("--hand", type=float, default=0.5, help="seconds of a hand for one tap (default 0.5)")
    chosen = parser.parse_args(arguments)
    return measured("bench.taps_measured", f"--rounds={chosen.rounds}", f"--hand={chosen.hand}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
