"""The rotation ledger: how often each player was offered the bank, took it and declined (OPS 3.6)."""

from typing import Any, cast

from django.db.models import Count, Max, Q, QuerySet

from tables.games.values import JSON
from tables.models import DesignationOffer, Round
from tables.queries.paging import Page, Period
from tables.queries.tables.round_documents import RotationDocument
from tables.queries.tables.rounds import offer_row


def rotation_ledger(table_id: int, period: Period, page: Page) -> JSON:
    """The players of a period with their counts, and one page of its offers, newest first; three queries."""
    offers = DesignationOffer.objects.filter(table_id=table_id, **period.on("offered_at"))
    shown, following = page.cut(offers.filter(**page.on("pk")).order_by("-pk"))
    return {
        "players": [_without_table(player) for player in players_of_period(offers, period)],
        "offers": [offer_row(offer) for offer in shown],
        "next": following,
    }


def players_of_period(offers: QuerySet[DesignationOffer], period: Period) -> list[JSON]:
    """Counts by player and seat, and rounds banked there; a player who moved has a row for each seat; two queries."""
    counted = list(
        offers.values("table__number", "seat", "seating", "seating__player_card")
        .annotate(
            offered=Count("pk", filter=~Q(answer="not_eligible")),
            accepted=Count("pk", filter=Q(answer="accepted")),
            declined=Count("pk", filter=Q(answer="declined")),
            not_eligible=Count("pk", filter=Q(answer="not_eligible")),
            largest_bank=Max("bank"),
        )
        .order_by("table__number", "seat", "seating")
    )
    banked = _banked({row["seating"] for row in counted}, period)
    return [_player(row, banked.get((row["seating"], row["seat"]), 0)) for row in counted]


def _player(row: Any, rounds_banked: int) -> JSON:
    return {
        "table": row["table__number"],
        "seat": row["seat"],
        "player": row["seating"],
        "player_card": row["seating__player_card"],
        **{name: row[name] for name in ("offered", "accepted", "declined", "not_eligible")},
        "rounds_banked": rounds_banked,
        "largest_bank": row["largest_bank"],
    }


def _without_table(player: JSON) -> RotationDocument:
    return cast(RotationDocument, {name: value for name, value in player.items() if name != "table"})


def _banked(players: set[int], period: Period) -> dict[tuple[int, int | None], int]:
    """How many rounds each player banked at each seat; void ones are none."""
    rounds = Round.objects.filter(designated__in=players, **period.on("opened_at")).exclude(state="void")
    counted = rounds.values("designated", "designated_seat").annotate(count=Count("pk")).order_by()
    return {(row["designated"], row["designated_seat"]): row["count"] for row in counted}
