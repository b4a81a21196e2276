"""Who sat where at a moment of the past: rounds name seats, and players move and leave (OPS 5.8)."""

from datetime import datetime

from django.db.models import Q

from tables.models.audit import AuditEntry
from tables.models.table import Seating, Table
from tables.policy import Act


def players_then(table: Table, moment: datetime) -> dict[int, Seating]:
    """Everybody who sat at the table at a moment, by the seat he had then; two queries.

    A player who has moved since stands where he is now: what the entries of his moves say is taken back, newest first.
    """
    seats = {
        player: player.seat for player in Seating.objects.filter(Q(left_at=None) | Q(left_at__gte=moment), table=table)
    }
    moves = AuditEntry.objects.filter(chain=table.chain, act=str(Act.MOVE), time__gt=moment).order_by("-sequence")
    for entry in moves:
        moved = [
            player
            for player, seat in seats.items()
            if seat == entry.payload["after"]["seat"] and _sat(player, entry.time)
        ]
        seats |= dict.fromkeys(moved, entry.payload["before"]["seat"])
    return {seat: player for player, seat in seats.items() if _sat(player, moment)}


def _sat(player: Seating, moment: datetime) -> bool:
    """Whether he sat at the table then."""
    return player.sat_at <= moment and (player.left_at is None or player.left_at >= moment)
