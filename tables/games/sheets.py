"""Aligned columns for people to read."""

import re
from collections.abc import Sequence

NOTHING = "-"
_GAP = "  "
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?( %)?")


def aligned(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Rows under their headings: columns of numbers set right, the others left."""
    columns = [_column(list(cells)) for cells in zip(headings, *rows, strict=True)]
    return "\n".join(_GAP.join(line).rstrip() for line in zip(*columns, strict=True))


def _column(cells: list[str]) -> list[str]:
    width = max(map(len, cells))
    if all(cell == NOTHING or _NUMBER.fullmatch(cell) for cell in cells[1:]):
        return [cell.rjust(width) for cell in cells]
    return [cell.ljust(width) for cell in cells]
