"""What of the past an act comes back to: a settled round, what of it counts, and who has chips on their way (OPS 5.8)."""

from django.db.models import Q, QuerySet

from tables.actions.act.rows import players_at, round_of
from tables.games.registry import GAMES
from tables.models import Round, Settlement, Table, TapIn


def settled_round_of(table: Table, number: int) -> Round | None:
    """A round of the table, with its rules, if it has been settled, whether it is closed by now or not."""
    rounds = Round.objects.filter(table=table, number=number, settled_at__isnull=False)
    return rounds.select_related("rules", "designated").first()


def newest_settlement(round_: Round) -> Settlement:
    """The version that counts: the last of them (OPS 5.8)."""
    return Settlement.objects.filter(round=round_).latest("version")


def tap_ins_of(round_: Round) -> QuerySet[TapIn]:
    """Who was tapped in at the table during a round, or during some of it."""
    before_its_end = {"started_at__lt": round_.ended_at} if round_.ended_at else {}
    during = Q(ended_at=None) | Q(ended_at__gt=round_.opened_at)
    return TapIn.objects.filter(during, table=round_.table_id, **before_its_end)


def at_stake(table: Table) -> frozenset[int]:
    """The players of the round that is played now, for whom chips on their way from another time wait (DRAW 0.3)."""
    current = round_of(table)
    if current is None or current.settled_at is not None:
        return frozenset()
    seats = [*GAMES[current.rules.game].players_in(current.play), current.designated_seat]
    return frozenset(player.pk for seat, player in players_at(table).items() if seat in seats)
