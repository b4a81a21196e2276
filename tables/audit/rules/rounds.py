"""The rounds of one table: their numbers, and their acts in an order that the states of the game allow (AUD 2.6)."""

from collections.abc import Callable, Mapping
from typing import Any

from tables.audit.rules.acts import AFTER_SETTLEMENT, DEALER, DECIDES, ONCE_A_ROUND, PLAYED
from tables.audit.rules.facts import Entry

SETTLE, CLOSE, VOID, OPEN = "settle_round", "close_round", "void_round", "open_round"
MOST_VERSIONS = 255
ROUND_ACTS = frozenset(act for family in PLAYED.values() for act in family)


class Rounds:
    """Where the rounds of a table stand, as its entries tell it; one byte a round that is over."""

    def __init__(self, miss: Callable[[str], str]) -> None:
        self._miss = miss
        self.last: int | None = 0
        """The number of the newest round; None where it is hidden."""
        self.is_open: bool | None = False
        """Whether it still goes on; None where that is hidden."""
        self.dealers: set[str] = set()
        self._done: set[str] = set()
        self._acts: Mapping[str, tuple[tuple[str, ...], ...]] = {}
        self._versions = bytearray(1)

    def hide(self) -> None:
        """An act may have been left out: where the round stands is known again when one opens."""
        self.last = self.is_open = None

    def open(self, entry: Entry, payload: Mapping[str, Any]) -> str:
        """A round opens: the next, and none is open."""
        number = entry["round"]
        if self.is_open:
            return f"opens round {number}, but round {self.last} is still open"
        if type(number) is not int or number < 1 or (self.last is not None and number != self.last + 1):
            return f"opens round {number}, after round {self.last}"
        self.last, self.is_open, self._done = number, True, set()
        self._acts = PLAYED["bank" if "designated_player" in payload else "draw"]
        self.dealers = {entry["person"]} if entry["role"] == DEALER else set()
        self._reach(number)
        return ""

    def play(self, entry: Entry) -> str:
        """An act of the round that is open, in its order."""
        act, number = entry["act"], entry["round"]
        if self.is_open is None:
            return self._resume(act, number)
        if not self.is_open or number != self.last:
            return f"is of round {number}, which is not open"
        if act not in self._acts:
            return f"is of {act}, which a round of this game has not"
        done = self._done
        if SETTLE in done and act not in AFTER_SETTLEMENT:
            return f"is of {act}, after the round was settled"
        for group in self._acts[act]:
            if done.isdisjoint(group):
                return f"is of {act}, before any {' or '.join(group)} in this round"
        if act in done and act in ONCE_A_ROUND:
            return f"is of {act}, again in one round"
        done.add(act)
        if entry["role"] == DEALER:
            self.dealers.add(entry["person"])
        self._end(act, number)
        return ""

    def correct(self, number: object, version: int) -> str:
        """A round that was settled gets the next version of its settlement."""
        if type(number) is not int or not 0 < number < len(self._versions) or not self._versions[number]:
            return self._miss(f"corrects round {number}, which was never settled")
        known = self._versions[number]
        if known < MOST_VERSIONS and version != known + 1:
            return f"makes version {version} of a settlement, after version {known}"
        self._versions[number] = min(known + 1, MOST_VERSIONS)
        return ""

    def verify_there(self, number: object) -> str:
        """Say that there is no round of a number yet; empty where there is."""
        if type(number) is not int or number < 1:
            return f"is about round {number}, which no table has"
        if self.last is None:
            return self._miss("-")
        return "" if number <= self.last else f"is about round {number}, but the newest is {self.last}"

    @property
    def is_decided(self) -> bool:
        """Whether in the open round somebody has decided or acted."""
        return not self._done.isdisjoint(DECIDES)

    def _resume(self, act: str, number: object) -> str:
        if act in (CLOSE, VOID) and type(number) is int:
            self.last, self.is_open = number, False
        elif act == SETTLE and type(number) is int:
            self._reach(number)
            self._versions[number] = max(1, self._versions[number])
        return self._miss("-") and ""

    def _end(self, act: str, number: int) -> None:
        if act == SETTLE:
            self._versions[number] = 1
        elif act in (CLOSE, VOID):
            self.is_open = False

    def _reach(self, number: int) -> None:
        # A number that no table reaches is no reason to fill the memory.
        missing = number + 1 - len(self._versions)
        if missing > MOST_AHEAD:
            raise ValueError("a number of a round far ahead")
        self._versions.extend(bytes(max(missing, 0)))


MOST_AHEAD = 10_000_000
