"""Which row is whose stay (AUD 1.2)."""

from collections import OrderedDict

from tables.models import Seating, Table

REMEMBERED = 5000


class StaysOfRows:
    """The stays at a table by their rows; the newest are remembered."""

    def __init__(self, table: Table) -> None:
        """Nothing is read yet."""
        self._table = table
        self._rows: OrderedDict[int, int] = OrderedDict()
        self._entries: OrderedDict[int, int | None] = OrderedDict()

    def row_of(self, sequence: int) -> int:
        """Return the id of the stay that began with an entry of the table; where it has no row, the sequence below zero."""
        if sequence not in self._rows:
            row = Seating.objects.filter(table=self._table, sit_sequence=sequence).values_list("pk", flat=True).first()
            self._remember(-sequence if row is None else row, sequence)
        return self._rows[sequence]

    def entry_of(self, stay: int) -> int | None:
        """Return the sequence of the entry in which a stay began; None where none is known."""
        if stay not in self._entries:
            found = Seating.objects.filter(pk=stay).values_list("sit_sequence", flat=True).first()
            self._entries[stay] = found
            self._cut()
        return self._entries[stay]

    def _remember(self, stay: int, sequence: int) -> None:
        self._rows[sequence], self._entries[stay] = stay, sequence
        self._cut()

    def _cut(self) -> None:
        for remembered in (self._rows, self._entries):
            while len(remembered) > REMEMBERED:
                remembered.popitem(last=False)
