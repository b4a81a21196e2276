"""The cells of a report as they stand on the screen and on paper."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.urls import reverse
from django.utils.translation import gettext as _

from tables.games.values import JSON
from tables.queries.people import names_of
from tables.queries.reports.model import Column, Part, ReportQuery
from tables.web.shared.figures import whole
from tables.web.shared.money import MoneyFormat
from tables.web.shared.times import HouseClock
from tables.web.words.games import SPOTS
from tables.web.words.people import ROLES
from tables.web.words.reports import DETAIL_NAMES, DETAIL_WORDS, OF_COLUMN

MOST_COLUMNS = 12
ENTRIES = ("entry", "request_entry", "approval_entry")
ALIGNED = {"amount": "amount", "number": "number", "time": "time", "details": "words", "date": "time"}


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its text, its class, and where it leads."""

    text: str
    kind: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class PartTable:
    """A part of a report as a table: headings, rows, totals."""

    part: Part
    headings: list[Cell]
    rows: list[list[Cell]]
    totals: list[Cell]
    """Empty where there is nothing to add up."""
    as_csv: str
    """Where all of it is a file."""
    further: str = ""
    """Where the rows that follow are."""

    @property
    def width(self) -> int:
        """How many columns it has."""
        return len(self.headings)

    @property
    def is_wide(self) -> bool:
        """Whether a row is too long for a line of a table: then each stands by itself."""
        return self.width > MOST_COLUMNS

    @property
    def cards(self) -> list[list[tuple[str, Cell]]]:
        """The rows by themselves, what is empty left out."""
        return [
            [(heading.text, cell) for heading, cell in zip(self.headings, row, strict=True) if cell.text]
            for row in self.rows
        ]


class Cells:
    """Makes cells for a house: its clock, its currency."""

    def __init__(self, query: ReportQuery) -> None:
        self.clock = HouseClock.of(query.casino.time_zone)
        self.figures = MoneyFormat.of(query.casino.minor_digits)
        self.currency = query.casino.currency
        self.names = names_of()
        self.has_table = query.table is not None

    def sheet(self, part: Part, rows: list[JSON], as_csv: str, further: str, *, is_whole: bool) -> PartTable:
        """A page of a part; what is summed below it is that of the page, and says so where there are others."""
        # Where one table is asked for its number stands above; the chain is where the entry's link leads.
        left_out = {"chain"} | ({"table"} if self.has_table else set())
        columns = [column for column in part.columns if column.name not in left_out]
        return PartTable(
            part,
            [Cell(self._heading(column), ALIGNED.get(column.kind, "")) for column in columns],
            [[self._cell(column, row) for column in columns] for row in rows],
            self._totals(columns, rows, _("Total") if is_whole else _("This page")),
            as_csv,
            further,
        )

    def _heading(self, column: Column) -> str:
        heading = _(column.heading)
        return f"{heading} ({self.currency})" if column.kind == "amount" else heading

    def _totals(self, columns: list[Column], rows: list[JSON], words: str) -> list[Cell]:
        if not rows or not any(column.summed for column in columns):
            return []
        cells = [
            self._cell(column, {column.name: sum(row[column.name] for row in rows)}) if column.summed else Cell("")
            for column in columns
        ]
        return [Cell(words), *cells[1:]]

    def _cell(self, column: Column, row: JSON) -> Cell:
        value, kind = row[column.name], ALIGNED.get(column.kind, "")
        if value is None or value == "":
            return Cell("", kind)
        if column.kind == "details":
            return Cell("; ".join(self._detail(found) for found in value), kind)
        if column.kind == "roles":
            return Cell(", ".join(str(ROLES[role].name) for role in value), "words")
        if column.kind == "differences":
            return Cell("; ".join(self._difference(found) for found in value), "words")
        if column.kind == "address":
            return Cell(self._moment_of(value), "time", value)
        return Cell(self._text(column, value), kind, _address(column, row))

    def _text(self, column: Column, value: Any) -> str:
        if column.kind == "amount":
            return self.figures.amount(value)
        if column.summed:
            return whole(value)
        if column.kind == "time":
            return self.clock.full(value)
        if column.kind == "badge":
            name = self.names.get(value)
            return f"{name} ({value})" if name else str(value)
        if column.kind == "word":
            return str(OF_COLUMN.get(column.name, {}).get(value, value))
        return str(value)

    def _detail(self, found: JSON) -> str:
        name, text = found["name"], found["text"]
        spot = name.rpartition(" ")[2]
        words = DETAIL_NAMES.get(name, name) % {"spot": SPOTS[spot].name if spot in SPOTS else ""}
        if found["amount"] is not None and found["text"] is not None:
            return f"{words} {found['text']}: {self.figures.signed(found['amount'])}"
        if found["amount"] is not None:
            return f"{words}: {self.figures.amount(found['amount'])}"
        return f"{words}: {DETAIL_WORDS.get(name, {}).get(text, text)}"

    def _difference(self, found: JSON) -> str:
        """A rule before and after, under the key it has in the document."""
        sides = [found["before"], found["after"]]
        before, after = (
            self.figures.amount(side) if found["is_amount"] and type(side) is int else side for side in sides
        )
        return f"{found['rule']}: {before} \N{RIGHTWARDS ARROW} {after}"

    def _moment_of(self, address: str) -> str:
        """The time that a placard is asked for, as the house reads it."""
        return self.clock.full(parse_qs(urlsplit(address).query)["at"][0])


def _address(column: Column, row: JSON) -> str:
    """Where a cell leads: the round, or the entry of the log."""
    if column.name in ENTRIES and row["chain"] and row[column.name]:
        return reverse("web:entry", args=[row["chain"].partition("/")[2], row[column.name]])
    if column.name == "round" and row.get("table"):
        return reverse("web:replay", args=[row["table"], row["round"]])
    return ""
