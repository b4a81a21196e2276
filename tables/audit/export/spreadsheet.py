"""Entries as rows of a CSV file in which no cell can be taken for a formula (AUD 4.2).

Every cell stands in quotation marks, the payload as its canonical JSON. Where a cell begins with = + - @ (also the wide
forms of East Asian writing), a tab or a line break, also after blanks and quotation marks, an apostrophe is put before
it; the same after a semicolon, a tab or a line break inside a cell, because a spreadsheet may part cells there. In the
payload a semicolon is written as the JSON escape of it, which leaves its value the same.
"""

import re
from collections.abc import Mapping
from typing import Any

COLUMNS = ("chain", "sequence", "time", "act", "table", "round", "person", "role", "device", "command_id", "hash")
BEGINNING = ("\ufeff" + ",".join(f'"{name}"' for name in (*COLUMNS, "payload")) + "\r\n").encode()
"""The byte order mark that makes spreadsheets read UTF-8, and the heads of the columns."""

_FORMULA = re.compile(r"(?:^|(?<=[;\t\r\n]))(?=[\s\"']*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])")
# Without any of these in all cells at once there is no such cell among them; nearly every row is without.
_WORRYING = ("=", "+", "@", ";", "'", '"-', '" ')
_BETWEEN = '","'
_QUOTE = '"'
_QUOTES = 2 * len(COLUMNS)


def csv_row(entry: Mapping[str, Any], line: bytes) -> bytes:
    """Return the row of an entry, given also as its canonical line without line end."""
    cells = ["" if entry[name] is None else str(entry[name]) for name in COLUMNS]
    text = f'"{_BETWEEN.join(cells)}"'
    if not _is_plain(text):
        text = f'"{_BETWEEN.join([safe_cell(cell).replace(_QUOTE, _QUOTE * 2) for cell in cells])}"'
    # As for the hash, the first and the last of these are the fields: in text quotation marks are escaped.
    payload = line[line.index(b'"payload":') + 10 : line.rindex(b',"person":')]
    return b'%b,"%b"\r\n' % (text.encode(), payload.replace(b";", b"\\u003b").replace(b'"', b'""'))


def safe_cell(text: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return _FORMULA.sub("'", text)


def _is_plain(text: str) -> bool:
    if text.count(_QUOTE) != _QUOTES or not (text.isascii() and text.isprintable()):
        return False
    return not any(map(text.__contains__, _WORRYING))
