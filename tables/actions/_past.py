"""What of the past an act comes back to: a settled round, what of it counts, and who has chips on their way (OPS 5.8)."""

from tables.actions._floor import players_at, round_of
from tables.games.registry import GAMES
from tables.models import Round, Settlement, Table


def settled_round_of(table: Table, number: int) -> Round | None:
    """A round of the table, with its rules, if it has been settled, whether it is closed by now or not."""
    rounds = Round.objects.filter(table=table, number=number, settled_at__isnull=False)
    return rounds.select_related("rules", "designated").first()


def newest_settlement(round_: Round) -> Settlement:
    """The version that counts: the last of them (OPS 5.8)."""
    return Settlement.objects.filter(round=round_).latest("version")


def at_stake(table: Table) -> frozenset[int]:
    """The players of the round that is played now, for whom chips on their way from another time wait (DRAW 0.3)."""
    current = round_of(table)
    if current is None or current.settled_at is not None:
        return frozenset()
    seats = [*GAMES[current.rules.game].players_in(current.play), current.designated_seat]
    return frozenset(player.pk for seat, player in players_at(table).items() if seat in seats)
