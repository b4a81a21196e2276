"""Aligned columns for people to read."""

from collections.abc import Sequence

GAP = "  "


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Rows of equally many cells as columns, the first column set right and the others left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(_line(row, widths) for row in rows)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(row, widths, strict=True)
    return GAP.join([first[0].rjust(first[1]), *(cell.ljust(width) for cell, width in others)]).rstrip()
