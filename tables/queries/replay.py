"""Settlements computed again from their recorded inputs (OPS 5.7, AUD 5.2)."""

from collections.abc import Iterator
from dataclasses import dataclass

from tables.games.calculator import settle_document
from tables.games.errors import RuleError
from tables.models import Settlement, Table
from tables.queries.pages import Period

SETTLEMENTS_AT_A_TIME = 200
ALL_TIME = Period()


@dataclass(frozen=True, slots=True)
class Replayed:
    """One settlement computed again; `problem` says what differs, and is empty where nothing does."""

    table: int
    round: int
    version: int
    problem: str = ""


def replayed_settlements(table: Table, period: Period = ALL_TIME) -> Iterator[Replayed]:
    """Every settlement of a table made in a period, oldest first, under the rules in its input; by pages."""
    after = 0
    while True:
        wanted = Settlement.objects.filter(round__table=table, pk__gt=after, **period.on("settled_at"))
        found = wanted.select_related("round").order_by("pk")
        page = list(found[:SETTLEMENTS_AT_A_TIME])
        for settlement in page:
            yield Replayed(table.number, settlement.round.number, settlement.version, _problem(settlement))
        if len(page) < SETTLEMENTS_AT_A_TIME:
            return
        after = page[-1].pk


def _problem(settlement: Settlement) -> str:
    try:
        output = settle_document(settlement.input)
    except RuleError as error:
        return f"its input is refused: {error}"
    differing = [
        key for key in output.keys() | settlement.output.keys() if output.get(key) != settlement.output.get(key)
    ]
    return f"another result in {', '.join(sorted(differing))}" if differing else ""
