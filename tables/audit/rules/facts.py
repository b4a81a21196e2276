"""What the chain of the house says that the chains of tables are judged by: people, roles, tap-ins, bars, checkpoints."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import Any, NamedTuple

from tables.audit.rules.moments import DOUBT, EARLIEST, GRACE, LATEST, shifted

Entry = dict[str, Any]
Span = tuple[str, str]
"""From when to when something holds, in text, the grace included."""
NEVER: Span = (LATEST, EARLIEST)


class People:
    """Who was added, and which roles each held when, according to the log."""

    def __init__(self) -> None:
        self.held: dict[str, set[str]] = {}
        """The roles that each badge holds where the chain stands."""
        self._added: dict[str, str] = {}
        self._spans: dict[tuple[str, str], list[Span]] = {}

    def add(self, badge: str, time: str) -> None:
        """A person is there from now on."""
        self.held[badge] = set()
        self._added[badge] = shifted(time, -GRACE)

    def give(self, badge: str, roles: Iterable[str], time: str) -> None:
        """They hold these roles from now on."""
        for role in roles:
            self.held[badge].add(role)
            self._spans.setdefault((badge, role), []).append((shifted(time, -GRACE), LATEST))

    def take(self, badge: str, roles: Iterable[str], time: str) -> None:
        """They hold these roles no more."""
        for role in roles:
            self.held[badge].discard(role)
            spans = self._spans.get((badge, role))
            if spans:
                spans[-1] = (spans[-1][0], shifted(time, GRACE))

    def span(self, badge: str, role: str, time: str) -> Span:
        """When, around this time, a person held a role; NEVER where they did not then."""
        return next((span for span in self._spans.get((badge, role), ()) if span[0] <= time <= span[1]), NEVER)

    def limits(self, badge: str, role: str) -> list[str]:
        """The times between which the roles of a badge changed hands, to tell a clock that was set back."""
        return [limit for span in self._spans.get((badge, role), ()) for limit in span if limit != LATEST]

    def added(self, badge: str) -> str | None:
        """From when on, the grace included, a badge is there; None where it was never added."""
        return self._added.get(badge)


class TapIn(NamedTuple):
    """One tap-in: at which table, of whom, and from when to when, the grace included."""

    table: int
    badge: str
    span: Span


class TapIns:
    """Every tap-in by its entry: 28 bytes each and its times, of which most are the end of one and the beginning of the next."""

    def __init__(self) -> None:
        self._sequences = array("Q")
        self._tables = array("Q")
        self._badges: list[str] = []
        self._began: list[str] = []
        self._ended: list[str] = []
        self.present: dict[int, int] = {}
        """The place of the tap-in that is on, by table."""

    def begin(self, sequence: int, table: int, badge: str, time: str) -> None:
        """Somebody takes over a table; who dealt there before does no more."""
        self.end(table, time)
        self.present[table] = len(self._sequences)
        self._sequences.append(sequence)
        self._tables.append(table)
        self._badges.append(badge)
        self._began.append(time)
        self._ended.append("")

    def end(self, table: int, time: str) -> None:
        """Nobody deals at a table any more."""
        place = self.present.pop(table, None)
        if place is not None:
            self._ended[place] = time

    def dealer(self, table: int) -> str | None:
        """The badge of who deals at a table where the chain stands."""
        place = self.present.get(table)
        return None if place is None else self._badges[place]

    def table_of(self, badge: str) -> int | None:
        """Where somebody deals."""
        return next((table for table, place in self.present.items() if self._badges[place] == badge), None)

    def named(self, sequence: object) -> TapIn | None:
        """The tap-in of an entry; None where the entry is none."""
        if type(sequence) is not int or sequence < 1:
            return None
        place = bisect_left(self._sequences, sequence)
        if place == len(self._sequences) or self._sequences[place] != sequence:
            return None
        ended = self._ended[place]
        span = (shifted(self._began[place], -GRACE), shifted(ended, GRACE) if ended else LATEST)
        return TapIn(self._tables[place], self._badges[place], span)


class HouseFacts:
    """All of it, as it stands when the chain of the house was gone through; small, so that several processes can have it."""

    def __init__(self) -> None:
        self.people = People()
        self.tap_ins = TapIns()
        self.house_bars: dict[int, bool] = {}
        """The bars of the house by their number, and whether each is lifted."""
        self.tables: set[int] = set()
        self.checkpoint_times: dict[int, str] = {}
        self.acknowledged: dict[tuple[str, str, str], tuple[int, int]] = {}
        """Alerts of tables that were acknowledged: kind, subject and time; by which entry, and of which table."""
        self.is_hidden = True
        """Whether some of the chain was not there to be read, so that what is not found in it may be there all the same."""
        self.set_back: list[str] = []
        """Times at which the clock stood still, because it had been set back."""

    def is_doubtful(self, time: str, others: Iterable[str]) -> bool:
        """Whether a clock that was set back may be why a time does not fit to others."""
        for other in others:
            first, last = min(time, other), max(time, other)
            place = bisect_right(self.set_back, shifted(first, -GRACE))
            if place < len(self.set_back) and self.set_back[place] <= shifted(last, DOUBT):
                return True
        return False
