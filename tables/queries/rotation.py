"""The rotation ledger: how often each player was offered the bank, took it and declined (OPS 3.6)."""

from typing import Any

from django.db.models import Count, Max, Q

from tables.models import DesignationOffer
from tables.queries.pages import Page, Period
from tables.queries.rounds import offer_row

JSON = dict[str, Any]


def rotation_ledger(table_id: int, period: Period, page: Page) -> JSON:
    """The players of a period with their counts, and one page of its offers, newest first; two queries."""
    offers = DesignationOffer.objects.filter(table_id=table_id, **period.on("offered_at"))
    rows = list(offers.filter(**page.on("pk")).order_by("-pk")[: page.size + 1])
    more = len(rows) > page.size
    shown = rows[: page.size]
    return {
        "players": _players(offers),
        "offers": [offer_row(offer) for offer in shown],
        "next": str(shown[-1].pk) if more else None,
    }


def _players(offers: Any) -> list[JSON]:
    """Counts by player and seat; a player who moved has a row for each of his seats."""
    counted = offers.values("seat", "seating", "seating__player_card").annotate(
        offered=Count("pk", filter=~Q(answer="not_eligible")),
        accepted=Count("pk", filter=Q(answer="accepted")),
        declined=Count("pk", filter=Q(answer="declined")),
        not_eligible=Count("pk", filter=Q(answer="not_eligible")),
        largest_bank=Max("bank"),
    )
    return [
        {"player": row.pop("seating"), "player_card": row.pop("seating__player_card"), **row}
        for row in counted.order_by("seat", "seating")
    ]
