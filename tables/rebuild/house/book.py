"""The rows that entries make and change, while they are folded; what an entry says of an unknown row is kept as a fault."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tables.errors import gettext_noop as _
from tables.rebuild.house.entry import Entry
from tables.rebuild.rows import ExpectedRow, Finding, Source

Key = tuple[Any, ...]
Values = Mapping[str, Any]

KEYS: Mapping[str, tuple[str, ...]] = {
    "casino": (),
    "person": ("badge",),
    "role_grant": ("badge", "role", "granted_at"),
    "staff_change": ("id",),
    "tablet": ("id",),
    "enrolment_code": ("id",),
    "person_token": ("id",),
    "tap_in": ("sequence",),
    "bar": ("id",),
    "alert": ("kind", "subject", "raised_at"),
    "export": ("id",),
    "dispute": ("id",),
    "ruling": ("dispute",),
    "owed": ("id",),
    "rule_change": ("id",),
}
"""What names a row of each kind to the log."""

UNKNOWN = _("entry %(sequence)s speaks of %(name)s, which no entry before it made")
TWICE = _("entry %(sequence)s makes %(name)s, which an entry before it made")
UNREADABLE = _("entry %(sequence)s does not say what its act has to say of the rows it changed")
NO_BASELINE = _("the chain begins with entries of before, and no baseline says how the rows stood then")
SECOND_BASELINE = _("entry %(sequence)s is a baseline, and the chain needs none there")


class Book:
    """All rows that the entries read so far imply, by kind and key; and what is wrong with these entries themselves."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.rows: dict[str, dict[Key, ExpectedRow]] = {kind: {} for kind in KEYS}
        self.faults: list[Finding] = []
        self.older: dict[str, Mapping[str, Any]] = {}
        """By chain, what its baseline states of the rows of before."""

    def make(self, entry: Entry, kind: str, values: Values) -> None:
        """Enter a row that an entry makes; `values` are its columns, the key among them."""
        key = tuple(values[column] for column in KEYS[kind])
        if key in self.rows[kind]:
            self.fault(entry, TWICE, kind, key)
        self._enter(kind, key, values, entry.source)

    def change(self, entry: Entry, kind: str, key: Key, values: Values) -> None:
        """Change a row that is known; that it is not is a fault of the entry."""
        row = self.rows[kind].get(key)
        if row is None:
            self.fault(entry, UNKNOWN, kind, key)
            return
        self._enter(kind, key, {**row.values, **values}, entry.source)

    def change_all(self, entry: Entry, kind: str, holds: Callable[[Values], bool], values: Values) -> None:
        """Change every row of a kind of which something holds."""
        for key, row in list(self.rows[kind].items()):
            if holds(row.values):
                self._enter(kind, key, {**row.values, **values}, entry.source)

    def begin(self, entry: Entry, rows: Mapping[str, Mapping[str, Any]]) -> None:
        """Begin a chain with its baseline: its rows that were open then, and the digests of the others."""
        for known in self.rows.values():
            for key in [key for key, row in known.items() if row.source.chain == entry.chain]:
                del known[key]
        self.older[entry.chain] = rows
        for kind, stated in rows.items():
            for row in stated.get("open", []) if kind in KEYS else []:
                key = tuple(row[column] for column in KEYS[kind])
                self._enter(kind, key, row, entry.source)

    def fault(self, entry: Entry, template: str, kind: str = "", key: Key = ()) -> None:
        """Remember what is wrong with an entry."""
        name = named(kind, key)
        found = Finding(*entry.source, model_of(kind), key, template, {"sequence": entry.sequence, "name": name})
        self.faults.append(found)

    def expected(self) -> Iterator[ExpectedRow]:
        """Yield every row there has to be."""
        for rows in self.rows.values():
            yield from rows.values()

    def _enter(self, kind: str, key: Key, values: Values, source: Source) -> None:
        kept = values if "id" in KEYS[kind] else {name: value for name, value in values.items() if name != "id"}
        self.rows[kind][key] = ExpectedRow(model_of(kind), key, kept, source)


def model_of(kind: str) -> str:
    """Return the name of the model whose rows are of a kind."""
    return "".join(word.capitalize() for word in kind.split("_"))


def named(kind: str, key: Key) -> str:
    """Return what a person calls a row."""
    return " ".join([kind.replace("_", " "), *map(str, key)])
