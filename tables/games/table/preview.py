"""What settling the open round would give now: shown before it is an act, so that every hand can still be typed again."""

from datetime import datetime

from tables.errors import TableError
from tables.games.errors import RuleError
from tables.games.table.acts import apply, legal_acts
from tables.games.table.change import Change
from tables.games.table.state import Moment, TableState

SETTLE = "settle_round"


def settlement_preview(table: TableState, now: datetime) -> Change | None:
    """Return what `settle_round` would do to the table as it stands; None where something is missing still (LOOK 1.12)."""
    if table.round is None or SETTLE not in legal_acts(table):
        return None
    try:
        return apply(table, SETTLE, {"number": table.round.number}, Moment(now))
    except (RuleError, TableError):
        return None
