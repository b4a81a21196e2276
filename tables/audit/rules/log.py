"""All chains of one casino, judged in one go: the house first, then each table by what the house says (AUD 2.6)."""

from collections import Counter
from collections.abc import Iterator

from tables.audit.rules.acts import EFFECTS_SCHEMA
from tables.audit.rules.facts import Entry, HouseFacts
from tables.audit.rules.house import HouseRules
from tables.audit.rules.judging import CLOCK_SET_BACK, Judge
from tables.audit.rules.table import TableRules

_HOUSE, _TABLE = "house", "table"
_Key = tuple[str, str, str]


class LogRules:
    """Takes entry after entry, chain after chain; the memory it needs does not grow with the entries of tables.

    A table that comes before the house, or without it, is judged by itself: what only the house could tell is undecided.
    """

    def __init__(self, facts: HouseFacts | None = None) -> None:
        self.undecided: Counter[str] = Counter()
        """What could not be decided, in words, and of how many entries."""
        self.facts = facts or HouseFacts()
        self.raised: set[_Key] = set()
        """The acknowledged alerts that an entry of a table raised."""
        self.told: dict[int, str] = {}
        """The tables whose chains were there whole, and since when they tell what they raised."""
        self._judge: Judge | None = None

    def begin(self, chain: str) -> None:
        """Go on to another chain; of a chain of no house and no table, nothing is judged."""
        self.end_chain()
        kind, number = _parts(chain)
        if kind == _HOUSE:
            house = HouseRules(self.undecided)
            self._judge, self.facts = house, house.facts
        elif kind == _TABLE and number is not None:
            self._judge = TableRules(number, self.facts, self.undecided)

    def hide(self) -> None:
        """An entry of the present chain is left out, missing, or cannot be believed."""
        if self._judge is not None:
            self._judge.hide()

    def take(self, entry: Entry) -> str:
        """What is wrong with the next entry of the present chain; empty where it is what it may be."""
        return self._judge.take(entry) if self._judge is not None else ""

    def is_doubtful(self, time: str, other: str) -> bool:
        """Whether a clock that was set back may be why a time is after another; it is noted as undecided."""
        is_doubtful = self.facts.is_doubtful(time, [other])
        if is_doubtful:
            self.undecided[CLOCK_SET_BACK] += 1
        return is_doubtful

    def end_chain(self) -> None:
        """The present chain is at its end."""
        judge, self._judge = self._judge, None
        if isinstance(judge, TableRules):
            self.raised |= judge.raised
            if not judge.is_hidden and judge.schema >= EFFECTS_SCHEMA:
                self.told[judge.number] = judge.schema_since

    def end(self) -> Iterator[tuple[int, str]]:
        """The entries of the house that only the tables could tell to be wrong: each by its sequence, with what is."""
        self.end_chain()
        for (kind, subject, time), (sequence, table) in self.facts.acknowledged.items():
            if (kind, subject, time) not in self.raised and table in self.told and time > self.told[table]:
                yield sequence, f"acknowledges an alert of {time} ({kind}) that no entry of table {table} raised"


def _parts(chain: str) -> tuple[str, int | None]:
    """The kind of a chain, and the number of its table."""
    parts = chain.split("/")
    if len(parts) == 2 and parts[1] == _HOUSE:
        return _HOUSE, None
    if len(parts) == 3 and parts[1] == _TABLE and parts[2].isdecimal() and parts[2].isascii() and len(parts[2]) < 10:
        return _TABLE, int(parts[2])
    return "", None
