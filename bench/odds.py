"""How long the exact odds take: `python -m bench.odds`.

Seconds on the clock and of the processor; on a busy machine the second says what the work is. One core does it all.
"""

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tables.games.high_card_flush.odds import edges
from tables.games.high_card_flush.odds.own_hand import own_hand
from tables.games.high_card_flush.terms import Terms

ROOT = Path(__file__).resolve().parent.parent
ALL_BETS_TARGET, OWN_HAND_TARGET = 20.0, 1.0
OTHER_LINES = {"flush_paytable": {"4": 1, "5": 10, "6": 100, "7": 300}}


def main() -> int:
    """Measure and print; the exit status is 1 where a target is missed."""
    measured = [
        _measured("bonuses on their own hand alone", lambda: own_hand(Terms.parse({})), OWN_HAND_TARGET),
        _measured("all bets, all strategies", lambda: edges(Terms.parse({})), ALL_BETS_TARGET),
        _measured("again under other pay tables", lambda: edges(Terms.parse(OTHER_LINES)), OWN_HAND_TARGET),
        _measured("manage.py odds, from its start", lambda: _command("odds"), ALL_BETS_TARGET),
        _measured("manage.py odds --bonus-only", lambda: _command("odds", "--bonus-only"), OWN_HAND_TARGET),
        _measured("manage.py settle, nothing to settle", lambda: _command("settle"), OWN_HAND_TARGET),
    ]
    print(f"largest memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    return 0 if all(measured) else 1


def _measured(name: str, work: Callable[[], object], target: float) -> bool:
    """Print what a piece of work took, the programs it ran included; whether the target is met."""
    clock, processor = time.perf_counter(), _processor()
    work()
    clock, processor = time.perf_counter() - clock, _processor() - processor
    print(f"  {name:36} {clock:7.3f} s   processor {processor:7.3f} s   (target {target:g} s)")
    return processor <= target


def _processor() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def _command(*arguments: str) -> None:
    subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, input=b"", capture_output=True, check=True)


if __name__ == "__main__":
    sys.exit(main())
