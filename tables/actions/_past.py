"""Who sat where at a moment of the past: rounds name seats, and players move and leave (OPS 5.8)."""

from datetime import datetime

from django.db.models import Q

from tables.actions._floor import players_at, round_of
from tables.games.registry import GAMES
from tables.models import AuditEntry, Round, Seating, Settlement, Table
from tables.policy import Act


def settled_round_of(table: Table, number: int) -> Round | None:
    """A round of the table, with its rules, if it has been settled, whether it is closed by now or not."""
    rounds = Round.objects.filter(table=table, number=number, settled_at__isnull=False)
    return rounds.select_related("rules", "designated").first()


def newest_settlement(round_: Round) -> Settlement:
    """The version that counts: the last of them (OPS 5.8)."""
    return Settlement.objects.filter(round=round_).latest("version")


def players_then(table: Table, moment: datetime) -> dict[int, Seating]:
    """Everybody who sat at the table at a moment, by the seat he had then.

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


def at_stake(table: Table) -> frozenset[int]:
    """The players of the round that is played now, for whom chips on their way from another time wait (DRAW 0.3)."""
    current = round_of(table)
    if current is None or current.settled_at is not None:
        return frozenset()
    seats = [*GAMES[current.rules.game].players_in(current.play), current.designated_seat]
    return frozenset(player.pk for seat, player in players_at(table).items() if seat in seats)
