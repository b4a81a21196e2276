"""No cell of entries.csv can be taken for a formula (AUD 4.2)."""

import csv
import io
import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.audit.canonical import canonical
from tables.audit.export.spreadsheet import BEGINNING, COLUMNS, csv_row, safe_cell
from tests.audit.exported import log

FORMULA = re.compile('^[\\s"]*[=+\\-@\uff1d\uff0b\uff0d\uff20]')
BLANK = re.compile("^[\t\r\n]")
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=12)
RISKY = st.text(st.sampled_from("=+-@\uff1d;,|\t\r\n\"' a1'{}"), max_size=8)


def cells_of(row: bytes, separator: str = ",") -> list[str]:
    """A row as a spreadsheet parts it."""
    (cells,) = csv.reader(io.StringIO(row.decode(), newline=""), delimiter=separator)
    return cells


def row_of(**values: Any) -> bytes:
    """The row of an entry with some values of its own."""
    entry = {**log()[0], **values}
    return csv_row(entry, canonical(entry))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("", ""),
        ("a=1", "a=1"),
        ("2026-03-01", "2026-03-01"),
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\uff1d1", "'\uff1d1"),
        ("\t1", "'\t1"),
        ("\r1", "'\r1"),
        ("\n1", "'\n1"),
        ("  =1", "'  =1"),
        ('"=1', "'\"=1"),
        ("' \"+1", "'' \"+1"),
        ("a;=1", "a;'=1"),
        ("a\n-1", "a\n'-1"),
    ],
)
def test_aud_4_2_an_apostrophe_stands_before_what_might_be_a_formula(text: str, expected: str) -> None:
    """And before nothing else."""
    assert safe_cell(text) == expected


@settings(max_examples=100)
@given(text=TEXT | RISKY, where=st.sampled_from(["person", "device", "command_id", "act", "chain", "role"]))
def test_aud_4_2_no_cell_begins_a_formula_with_any_separator(text: str, where: str) -> None:
    """With commas, semicolons or tabs between the cells; and the value is still there."""
    row = row_of(**{where: text}, payload={"words": text})
    cells = cells_of(row)
    assert len(cells) == len(COLUMNS) + 1
    assert not any(BLANK.search(cell) for cell in cells)
    assert cells[COLUMNS.index(where)].replace("'", "") == text.replace("'", "")
    assert json.loads(cells[-1]) == {"words": text}
    for separator in ",;\t":
        for line in csv.reader(io.StringIO(row.decode(), newline=""), delimiter=separator):
            assert not any(FORMULA.search(cell) for cell in line), (separator, line)


def test_aud_4_2_a_plain_row_stands_as_it_is() -> None:
    """Empty where the entry says null; numbers as text; the payload as JSON, a semicolon in it escaped."""
    entry = log()[6 + 4]
    cells = cells_of(csv_row(entry, canonical(entry)))
    assert cells[:6] == ["1/table/12", "5", "2026-03-01T18:30:05.000120Z", "open_round", "12", "2"]
    assert cells[-1].endswith(',"sent":{"chips":5,"seat":3},"words":"=1+1\\u003b\\"é\\""}')
    plain = log()[1]
    assert cells_of(csv_row(plain, canonical(plain)))[4:6] == ["", ""]
    assert BEGINNING.startswith("\ufeff".encode())
    assert cells_of(BEGINNING.removeprefix("\ufeff".encode())) == [*COLUMNS, "payload"]
    assert cells_of(row_of(sequence=-5))[1] == "'-5"
