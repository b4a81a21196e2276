"""What a report is made of: parts with columns, read page by page, so that none is ever held whole (AUD 5)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from tables.games.values import JSON
from tables.models import Casino
from tables.queries.numbers import read_number
from tables.queries.reports.round_filter import RoundFilter

ROWS_AT_A_TIME = 500
BEYOND_ANY_ROW = 10**12


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its key, its heading to be translated, and the kind of its values.

    Kinds: `text`; `word`, a code to be translated; `badge`, of a person; `number`; `amount` in minor units; `time`, RFC 3339 in UTC; `date`;
    `roles`, a list of codes of roles; `details`, a list of names with a text or an amount; `differences`, a list of rules before and after; `address`, of a
    page.
    """

    name: str
    heading: str
    kind: str = "text"
    summed: bool = False
    """Whether a total at the end means something."""


@dataclass(frozen=True, slots=True)
class ReportQuery:
    """Which part of a report is asked for: the house, the period, which always has both ends, and the number of a table."""

    casino: Casino
    since: datetime
    until: datetime
    table: int | None = None
    rounds: RoundFilter = field(default_factory=RoundFilter)
    """Which rounds, of the report that has them."""
    limits_only: bool = False
    """Only changes of limits, of the report of changes."""


Page = tuple[list[JSON], str | None]
"""Rows, newest first, and the cursor of the page that follows, if one does."""


@dataclass(frozen=True, slots=True)
class Part:
    """A list of a report; `page` raises ValueError for a cursor it did not give out."""

    name: str
    title: str
    columns: Sequence[Column]
    page: Callable[[ReportQuery, str | None, int], Page]


@dataclass(frozen=True, slots=True)
class Report:
    """A report; its first part is what it is about."""

    name: str
    title: str
    parts: Sequence[Part]
    summary_last: bool = True
    """On the screen the first part stands first; otherwise what sums it up does."""
    filters: Sequence[str] = ()
    """What can be asked for beyond a period and a table."""
    one_at_a_time: bool = False
    """On the screen each part stands by itself."""

    @property
    def shown(self) -> Sequence[Part]:
        """The parts in the order of the screen."""
        if self.one_at_a_time:
            return self.parts[:1]
        return self.parts if self.summary_last else [*reversed(self.parts)]

    def part(self, name: str) -> Part:
        """The part of this name, the first where none is named; raises KeyError."""
        if not name:
            return self.parts[0]
        return {part.name: part for part in self.parts}[name]


def rows_of(part: Part, query: ReportQuery) -> Iterator[list[JSON]]:
    """All rows of a part, page after page."""
    cursor = None
    while True:
        rows, cursor = part.page(query, cursor, ROWS_AT_A_TIME)
        yield rows
        if cursor is None:
            return


def row_before(cursor: str | None) -> int:
    """The number of the row that a page ends before, beyond any where it is the first; raises ValueError."""
    if cursor is None:
        return BEYOND_ANY_ROW
    row = read_number(cursor, BEYOND_ANY_ROW)
    if row is None:
        raise ValueError(cursor)
    return row


def detail(name: str, text: object = None, *, amount: int | None = None) -> JSON:
    """One detail of a row: what it is, and a text or an amount."""
    return {"name": name, "text": None if text is None else str(text), "amount": amount}
