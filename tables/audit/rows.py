"""The lines of entries.jsonl as entries and stubs, and the rows of entries.csv beside them (AUD 4.2, 4.4)."""

import io
from collections.abc import Mapping
from types import NoneType
from typing import Any

from tables.audit.canonical import NotCanonicalError
from tables.audit.documents import is_hash
from tables.audit.export.spreadsheet import BEGINNING, csv_row
from tables.audit.lines import read_line

TEXT, WHOLE = (str,), (int,)
STUB_TYPES: Mapping[str, tuple[type, ...]] = {"chain": TEXT, "sequence": WHOLE, "previous_hash": TEXT, "hash": TEXT}
ENTRY_TYPES: Mapping[str, tuple[type, ...]] = {
    **STUB_TYPES,
    "time": TEXT,
    "act": TEXT,
    "table": (int, NoneType),
    "round": (int, NoneType),
    "person": (str, NoneType),
    "role": TEXT,
    "device": (str, NoneType),
    "command_id": TEXT,
    "payload": (dict,),
    "schema": WHOLE,
}
_STUB_ITEMS, _ENTRY_ITEMS = tuple(STUB_TYPES.items()), tuple(ENTRY_TYPES.items())

Row = dict[str, Any]


class Sheet:
    """entries.csv, read beside the entries: each row must be what the entry comes to."""

    def __init__(self, file: io.BufferedReader) -> None:
        self._file = file
        self.problem = "" if file.read(len(BEGINNING)) == BEGINNING else "its heads are not those of an export"

    def take(self, entry: Row, line: bytes) -> None:
        """Compare the next row."""
        if not self.problem:
            expected = csv_row(entry, line)
            if self._file.read(len(expected)) != expected:
                self.problem = f"from entry {entry['sequence']} of chain {entry['chain']} on it does not say the same"

    def end(self) -> None:
        """Nothing may follow; reads to the end in any case."""
        more = False
        while self._file.read(2**20):
            more = True
        if more and not self.problem:
            self.problem = "it goes on after the last entry"


def read_row(body: bytes) -> tuple[Row | None, str]:
    """A line as an entry or a stub, or what is wrong with it."""
    try:
        row = read_line(body)
    except NotCanonicalError as error:
        return None, f"cannot be one of an export: {error}"
    if type(row) is not dict or (row.keys() != ENTRY_TYPES.keys() and row.keys() != STUB_TYPES.keys()):
        return None, "has not the fields of an entry, nor those of a stub"
    for field, types in _ENTRY_ITEMS if len(row) > len(STUB_TYPES) else _STUB_ITEMS:
        if type(row[field]) not in types:
            return None, f"has a {field} of another type than an entry can have"
    if not is_hash(row["hash"]):
        return None, "has a hash that is no SHA-256"
    return row, ""
