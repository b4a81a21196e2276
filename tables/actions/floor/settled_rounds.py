"""A settled round as its rows tell it now, for its correction (OPS 5.8)."""

from collections.abc import Mapping

from tables.games.table.corrections import SettledRound
from tables.games.table.match import MatchState
from tables.models import Match, Round, Seating, Table
from tables.models.values import match_of, numbered_rules


def settled_round(table: Table, round_: Round, players: Mapping[int, Seating]) -> SettledRound:
    """Return a settled round with the players who sat there then, by seat; the caller holds the lock."""
    later = Round.objects.filter(table=table, number__gt=round_.number).exclude(state="void").order_by("number")
    return SettledRound(
        number=round_.number,
        rules=numbered_rules(round_.rules),
        players={seat: player.pk for seat, player in players.items()},
        designated_seat=round_.designated_seat,
        is_ended=round_.state in Round.ENDED,
        match=_match_then(table, round_),
        played_since=list(later.values_list("number", flat=True)[:1]),
    )


def _match_then(table: Table, round_: Round) -> MatchState | None:
    """The match that a round was a hand of; None in games without any, and of rounds from before matches were kept."""
    row = Match.objects.filter(table=table, first_round__lte=round_.number).order_by("-number").first()
    match = None if row is None else match_of(row)
    return match if match is not None and (match.last_round is None or round_.number <= match.last_round) else None
