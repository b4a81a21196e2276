"""The choice of an export, in words and held against what is in it (AUD 4.1, 4.3, 4.4).

An entry is in an export whole where it fits every condition of the filter: its time is not before `since` and before
`until`, its table, act and person are among those named. A stub does not say what was in the entry; but where only times
and tables were chosen, the entries around it do, because times in a chain never go back.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from tables.audit.export.manifest import Manifest

TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
TABLE_CHAIN = re.compile(r"[0-9]+/table/([0-9]{1,9})")
LONGEST_SHOWN = 20
LEAVES_NOTHING_OUT = "the choice leaves nothing out here"

Row = Mapping[str, Any]


def _is_text(pattern: re.Pattern[str]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


def _is_list_of(kind: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and bool(value) and all(type(item) is kind for item in value)


_MEMBERS: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "since": (_is_text(TIME), "a time in UTC with six digits"),
    "until": (_is_text(TIME), "a time in UTC with six digits"),
    "first_day": (_is_text(DAY), "a day"),
    "last_day": (_is_text(DAY), "a day"),
    "tables": (_is_list_of(int), "a list of table numbers"),
    "acts": (_is_list_of(str), "a list of acts"),
    "people": (_is_list_of(str), "a list of badges"),
}


class Choice:
    """The filter of a manifest; entries and stubs are handed in one after the other, each chain in its order."""

    def __init__(self, manifest: Manifest) -> None:
        self._filter = manifest.filter
        self._chains = frozenset(chain.chain for chain in manifest.chains)
        self._tables = frozenset(self._listed("tables"))
        self._acts = frozenset(self._listed("acts"))
        self._people = frozenset(self._listed("people"))
        self._since = str(self._filter.get("since", ""))
        self._until = str(self._filter.get("until", ""))
        self._begun: set[str] = set()
        self._stubs: dict[str, int] = {}
        """Of each chain, how many stubs came since its last whole entry."""
        self.hidden = 0
        """How many stubs stand for entries of which it cannot be said whether they fit."""

    def problems(self) -> Iterator[str]:
        """What no filter can hold; where there is anything, the rest means nothing."""
        for name, value in self._filter.items():
            if name not in _MEMBERS:
                yield f"{name!r} is not known here, so that nobody can say what was chosen by it"
            elif not _MEMBERS[name][0](value):
                yield f"{name} is not {_MEMBERS[name][1]}"
        for day, time in (("first_day", "since"), ("last_day", "until")):
            if day in self._filter and time not in self._filter:
                yield f"{day} is named without the time that it came to, {time}"

    def words(self) -> str:
        """The filter in words."""
        chosen = self._filter
        days = [f"{words} gaming day {chosen[name]}" for name, words in _DAYS if name in chosen]
        parts = [f"from {self._since} on"] if "since" in chosen else []
        parts += [f"before {self._until}"] if "until" in chosen else []
        parts += [f"(that is {' '.join(days)})"] if days else []
        parts += [f"{words} {_joined(chosen[name])}" for name, words in _LISTS if name in chosen]
        return f"entries {', '.join(parts)}" if parts else "all entries"

    def take(self, row: Row) -> str:
        """Look at the next entry or stub; why the entry should not be here, or those before it should; empty where neither."""
        chain = row["chain"]
        stubs = self._stubs.get(chain)
        if "payload" not in row:
            self._stubs[chain] = (stubs or 0) + 1
            return ""
        self._stubs[chain] = 0
        is_first = chain not in self._begun
        self._begun.add(chain)
        return self._unfit(row) or (self._begin(row, stubs) if is_first else self._hidden(chain, stubs))

    def end(self, signed: Iterable[str]) -> Iterator[tuple[str, str]]:
        """What is wrong with the ends of chains, and which are missing of those that leaves name: chain and problem."""
        for chain, stubs in self._stubs.items():
            if chain not in self._begun:
                yield chain, "nothing of it was chosen, so that it should not be in the export"
            elif stubs and self._is_sure(chain) and not self._until:
                yield chain, f"{LEAVES_NOTHING_OUT}, yet the last {stubs:,} of it are not here whole"
            else:
                self.hidden += stubs
        for chain in sorted(set(signed) - self._chains):
            if self._is_sure(chain) and not self._since and not self._until:
                yield chain, "is missing, though the choice includes it: a checkpoint vouches for entries of it"

    def _hidden(self, chain: str, stubs: int | None) -> str:
        """What an entry that fits says of the stubs between it and the one before, which fits too."""
        if not stubs:
            return ""
        if self._is_sure(chain):
            return f"{LEAVES_NOTHING_OUT}, yet {stubs:,} before it are not here whole"
        self.hidden += stubs
        return ""

    def _begin(self, entry: Row, stubs: int | None) -> str:
        """Why the first whole entry of a chain cannot be it."""
        chain, sequence = entry["chain"], entry["sequence"]
        if stubs:
            return "stubs stand before it, though a chain begins with the first entry that was chosen"
        if sequence > 1 and self._is_sure(chain) and not self._since:
            return f"{LEAVES_NOTHING_OUT}, yet {sequence - 1:,} before it are not in the export"
        return ""

    def _unfit(self, entry: Row) -> str:
        if self._since and entry["time"] < self._since:
            return "was not chosen: it is earlier than the choice"
        if self._until and entry["time"] >= self._until:
            return "was not chosen: it is later than the choice"
        if self._tables and entry["table"] not in self._tables:
            return "was not chosen: its table is not among those of the choice"
        if self._acts and entry["act"] not in self._acts:
            return "was not chosen: its act is not among those of the choice"
        if self._people and entry["person"] not in self._people:
            return "was not chosen: its person is not among those of the choice"
        return ""

    def _is_sure(self, chain: str) -> bool:
        """Whether every entry of a chain fits the choice, as far as its time does."""
        if self._acts or self._people:
            return False
        table = TABLE_CHAIN.fullmatch(chain)
        return not self._tables or (table is not None and int(table[1]) in self._tables)

    def _listed(self, name: str) -> list[Any]:
        value = self._filter.get(name, [])
        return value if _MEMBERS[name][0](value) else []


_DAYS = (("first_day", "from"), ("last_day", "up to"))
_LISTS = (("tables", "at table"), ("acts", "of act"), ("people", "by badge"))


def _joined(items: list[Any]) -> str:
    more = f" and {len(items) - LONGEST_SHOWN} more" if len(items) > LONGEST_SHOWN else ""
    return " or ".join(str(item) for item in items[:LONGEST_SHOWN]) + more
