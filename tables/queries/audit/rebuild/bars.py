"""A bar from the house holds at a seat at once, and the table's entry of it follows (OPS 2.3)."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q

from tables.models import Bar, Table
from tables.rebuild.rows import ExpectedRow

COLUMNS = frozenset({"barred", "sitting_out"})


def is_explained_by_bars(table: Table, expected: ExpectedRow, found: Mapping[str, Any]) -> bool:
    """Whether a stay differs from the log of its table only as the bars of the house have it, which its own log tells of."""
    differing = {column for column, value in expected.values.items() if found.get(column) != value}
    card, left_at = found["player_card"], found["left_at"]
    if not differing or differing - COLUMNS or not card:
        return False
    bars = Bar.objects.filter(casino=table.casino_id, table=None, player_card=card)
    if left_at is not None:
        holds = bars.filter(Q(lifted_at=None) | Q(lifted_at__gte=left_at), barred_at__lte=left_at).exists()
    else:
        holds = bars.filter(lifted_at=None).exists()
    if found["barred"]:
        return holds and bool(found["sitting_out"])
    # Lifted in the house, and the table has not been told yet.
    return "sitting_out" not in differing and bars.exclude(lifted_at=None).exists() and not holds
