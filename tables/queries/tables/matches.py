"""The newest match of a table, which is the one that is on where one is (DRAW 1.13)."""

from collections.abc import Iterable, Mapping

from tables.games.table.match import MatchState
from tables.models import Match, Table
from tables.models.values import match_of


def newest_matches(tables: Iterable[Table]) -> Mapping[int, MatchState]:
    """Return the newest match of each of some tables, by the id of the table; one query, none where no table is given."""
    newest = Match.objects.filter(table__in=[table.pk for table in tables]).order_by("table", "-number")
    return {row.table_id: match_of(row) for row in newest.distinct("table")}
