"""What the log implies of a row, and what is said where the rows are otherwise (AUD 6.1)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from tables.errors import gettext_noop as _
from tables.games.table.clock import moment_text

DIFFERS = _("%(name)s: its %(column)s is %(found)s in the row, and %(expected)s by entry %(sequence)s")
MISSING = _("%(name)s: the row is missing, but entry %(sequence)s says that it was made")
ADDED = _("%(name)s: no entry says that the row was made")
LONGEST = 120
"""So many characters of a value are shown; what is longer is cut."""


class Source(NamedTuple):
    """The entry that a row comes from."""

    chain: str
    sequence: int


class ExpectedRow(NamedTuple):
    """A row as the log has it. Ids are not known to the log: rows are named by what identifies them to people."""

    kind: str
    """The name of the model, like `Round`."""
    key: tuple[Any, ...]
    """What names the row among those of its kind and chain, like the number of a round."""
    values: Mapping[str, Any]
    """Its columns by name, as the database gives them: times with a zone, documents as JSON."""
    source: Source
    """The newest entry that said something of it."""


class Finding(NamedTuple):
    """One thing that is not as the log has it."""

    chain: str
    sequence: int | None
    """The entry that says how it should be; None where none speaks of the row."""
    kind: str
    key: tuple[Any, ...]
    template: str
    """A sentence for gettext, with the parameters by name."""
    parameters: Mapping[str, Any]

    def __str__(self) -> str:
        """The sentence in English, as logs and files have it."""
        return self.template % self.parameters


def compare(name: str, expected: ExpectedRow, found: Mapping[str, Any]) -> list[Finding]:
    """Return what the row `found`, by column, says otherwise than the log; `name` is what a person calls it.

    Only the columns that the log speaks of are looked at. Of a document the place is named where it differs first.
    """
    return [
        _differs(name, expected, column, found.get(column))
        for column, value in expected.values.items()
        if found.get(column) != value
    ]


def _differs(name: str, expected: ExpectedRow, column: str, value: Any) -> Finding:
    path, found, wanted = first_difference(value, expected.values[column])
    parameters = {
        "name": name,
        "column": ".".join([column, *path]),
        "found": shown(found),
        "expected": shown(wanted),
        "sequence": expected.source.sequence,
    }
    return Finding(*expected.source, expected.kind, expected.key, DIFFERS, parameters)


def first_difference(found: Any, expected: Any) -> tuple[list[str], Any, Any]:
    """Return where two documents differ first, as keys from the outside in, and what stands there in each."""
    if isinstance(found, Mapping) and isinstance(expected, Mapping):
        keys = [*expected, *(key for key in found if key not in expected)]
        for key in keys:
            if found.get(key) != expected.get(key):
                path, *differing = first_difference(found.get(key), expected.get(key))
                return [str(key), *path], *differing
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        for place, (one, other) in enumerate(zip(found, expected, strict=True)):
            if one != other:
                path, *differing = first_difference(one, other)
                return [str(place), *path], *differing
    return [], found, expected


def missing(name: str, expected: ExpectedRow) -> Finding:
    """Say that a row is not there which the log speaks of."""
    parameters = {"name": name, "sequence": expected.source.sequence}
    return Finding(*expected.source, expected.kind, expected.key, MISSING, parameters)


def added(name: str, chain: str, kind: str, key: tuple[Any, ...]) -> Finding:
    """Say that a row is there which no entry of the log speaks of."""
    return Finding(chain, None, kind, key, ADDED, {"name": name})


def shown(value: Any) -> str:
    """A value as a finding shows it, cut to a length that can be read."""
    text = "nothing" if value is None or value == "" else str(value)
    if isinstance(value, datetime):
        text = moment_text(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
