"""A part of a report as a CSV file that is written while it is read, and in which no cell is taken for a formula (AUD 4.2, 5.1)."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from tables.audit.export.spreadsheet import safe_cell
from tables.games.values import JSON
from tables.models import Casino
from tables.queries.reports.model import Column, Part, ReportQuery, rows_of

BYTE_ORDER_MARK = "\ufeff"
"""Makes spreadsheets read UTF-8."""


def csv_file(part: Part, query: ReportQuery) -> Iterator[bytes]:
    """The file in pieces: headings, then a page of rows at a time, times by the casino's clock with their offset."""
    writer = _Writer(query.casino, part.columns)
    yield (BYTE_ORDER_MARK + writer.headings()).encode()
    for rows in rows_of(part, query):
        yield "".join(writer.line(row) for row in rows).encode()


def csv_name(report: str, part: Part, query: ReportQuery) -> str:
    """The name of the file: the report and from when it is."""
    zone = ZoneInfo(query.casino.time_zone)
    since = query.since.astimezone(zone).strftime("%Y-%m-%d")
    name = report if part.name == report else f"{report}-{part.name}"
    table = "" if query.table is None else f"-table-{query.table}"
    return f"{name}{table}-{since}.csv"


class _Writer:
    """Writes the cells of one file."""

    def __init__(self, casino: Casino, columns: Sequence[Column]) -> None:
        self.zone = ZoneInfo(casino.time_zone)
        self.currency = casino.currency
        self.digits = casino.minor_digits
        self.columns = columns

    def headings(self) -> str:
        """The keys of the columns, with the zone of times and the currency of amounts."""
        note = {"time": f" ({self.zone.key})", "amount": f" ({self.currency})"}
        return _line(column.name + note.get(column.kind, "") for column in self.columns)

    def line(self, row: JSON) -> str:
        """One row."""
        return _line(self.cell(column.kind, row[column.name]) for column in self.columns)

    def cell(self, kind: str, value: Any) -> str:
        """A value as text; amounts in the currency's major unit with all its digits, a plain number to a spreadsheet."""
        if value is None:
            return ""
        if kind == "amount":
            return self.amount(value)
        if kind == "time":
            return datetime.fromisoformat(value).astimezone(self.zone).isoformat(timespec="seconds")
        if kind == "details":
            return safe_cell(" | ".join(self.detail(found) for found in value))
        if kind == "roles":
            return safe_cell(" ".join(value))
        if kind == "differences":
            return safe_cell(" | ".join(self.difference(found) for found in value))
        return str(value) if kind == "number" else safe_cell(str(value))

    def detail(self, found: JSON) -> str:
        """One detail with its name."""
        text = found["text"] if found["amount"] is None else self.amount(found["amount"])
        name = found["name"] if found["amount"] is None or found["text"] is None else f"{found['name']} {found['text']}"
        return f"{name}: {text}"

    def difference(self, found: JSON) -> str:
        """A rule before and after."""
        sides = [found["before"], found["after"]]
        before, after = (self.amount(side) if found["is_amount"] and type(side) is int else side for side in sides)
        return f"{found['rule']}: {before} -> {after}"

    def amount(self, units: int) -> str:
        """125050 is 1250.50, with two minor digits."""
        whole, rest = divmod(abs(units), 10**self.digits)
        sign = "-" if units < 0 else ""
        return f"{sign}{whole}.{rest:0{self.digits}d}" if self.digits else f"{sign}{whole}"


def _line(cells: Iterator[str]) -> str:
    return ",".join('"' + cell.replace('"', '""') + '"' for cell in cells) + "\r\n"
