"""Where the differences of a correction can be taken from and given to now (OPS 5.8)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tables.actions.act.rows import players_at, round_of
from tables.errors import gettext_noop as _
from tables.games.errors import RuleError
from tables.games.registry import GAMES
from tables.games.table.match import MatchEnd, MatchState
from tables.games.values import Difference, Leg
from tables.models import Account, Match, Round, Seating, Table
from tables.models.values import match_of
from tables.queries.tables.past import players_then


@dataclass(frozen=True, slots=True)
class Standing:
    """A settled round as its table stands now."""

    players: Mapping[int, Seating]
    """The players who sat there when it was settled, by the seat they had then."""
    designated_seat: int | None
    is_closed: bool
    """Whether its chips have moved: neither bank nor pot is set aside for it any more."""
    pot_lies: bool
    """Whether what it left in the pot can still be played for by those who left it there."""
    same_rules: bool
    at_stake: frozenset[int]
    """Players of the round that is played now: what they were dealt to with stays what it was."""

    match: MatchState | None
    """The match that it was a hand of."""
    given_up_to: int | None
    """The seat, then, of the player to whom the pot it left went whole, because the other gave the match up (DRAW 1.13)."""

    def is_here(self, seat: int) -> bool:
        """Whether chips can be taken from the stack of a seat, and given to it."""
        player = self.players[seat]
        return player.left_at is None and player.pk not in self.at_stake


def standing_of(table: Table, round_: Round, seats: Sequence[int]) -> Standing:
    """Return how a table stands to a settled round in which these seats had a hand; the caller holds the lock.

    Raises `bad_seat` for a hand that nobody can have had: no player sat there when the round was settled (OPS 5.8).
    """
    players = players_then(table, round_)
    for seat in seats:
        if seat not in players:
            template = _("Nobody sat at seat %(seat)s when round %(number)s was settled.")
            raise RuleError("bad_seat", template, seat=seat, number=round_.number)
    is_closed = round_.state in Round.ENDED
    later = Round.objects.filter(table=table, number__gt=round_.number).exclude(state="void")
    match = _match_then(table, round_)
    same_match = match is not None and match.is_on
    given_up_to = None
    if match is not None and match.how == MatchEnd.GIVEN_UP and not later.filter(number__lte=match.last_round):
        given_up_to = match.winner
    return Standing(
        players,
        round_.designated_seat,
        is_closed,
        not is_closed or (same_match and not later.exists()),
        table.rules_id == round_.rules_id,
        at_stake(table),
        match,
        next((seat for seat, player in players.items() if player.pk == given_up_to), None),
    )


def _match_then(table: Table, round_: Round) -> MatchState | None:
    """The match that a round was a hand of; None in games without any, and of rounds from before matches were kept."""
    row = Match.objects.filter(table=table, first_round__lte=round_.number).order_by("-number").first()
    match = None if row is None else match_of(row)
    return match if match is not None and (match.last_round is None or round_.number <= match.last_round) else None


def at_stake(table: Table) -> frozenset[int]:
    """Return the stays of the players in the round that is played now; chips from another time wait for them (DRAW 0.3)."""
    current = round_of(table)
    if current is None or current.settled_at is not None:
        return frozenset()
    seats = [*GAMES[current.rules.game].players_in(current.play), current.designated_seat]
    return frozenset(player.pk for seat, player in players_at(table).items() if seat in seats)


def legs_now(
    standing: Standing, difference: Difference, shared: Callable[[int], Sequence[Leg]]
) -> tuple[list[Leg], dict[int, int]]:
    """Return the legs of a correction in minor units, and how many markers each seat has out after it.

    A bank that has gone back is the designated player's, a pot nobody can play for any more is `shared`, and what cannot
    be taken from a seat, or given to it, is owed. Markers a player can no longer have, or no longer lack, are chips.
    """
    legs: list[Leg] = []
    markers_out: dict[int, int] = {}
    due: Counter[int] = Counter()
    for leg in difference.legs:
        seat = standing.designated_seat if leg.account == Account.BANK and standing.is_closed else leg.seat
        if leg.account == Account.POT and standing.given_up_to is not None:
            due[standing.given_up_to] += leg.amount
        elif leg.account == Account.POT and not standing.pot_lies:
            due.update({share.seat or 0: share.amount for share in shared(leg.amount)})
        elif leg.account == Account.MARKERS and (count := _markers_out(standing, difference, leg.seat)) is not None:
            markers_out[leg.seat or 0] = count
            legs.append(leg)
        elif seat is not None:
            due[seat] += leg.amount
        else:
            legs.append(leg)
    return [*legs, *_from_players(standing, due)], markers_out


def _markers_out(standing: Standing, difference: Difference, seat: int | None) -> int | None:
    """How many the player has out then; None where they have gone, or play, or the line agreed on is passed (DRAW 1.8)."""
    if seat is None or not standing.same_rules or not standing.is_here(seat):
        return None
    count = standing.players[seat].markers_out + difference.markers[seat]
    return count if 0 <= count <= difference.most_markers else None


def _from_players(standing: Standing, due: Mapping[int, int]) -> list[Leg]:
    legs = []
    for seat, amount in sorted(due.items()):
        moved = max(amount, -standing.players[seat].chips) if standing.is_here(seat) else 0
        legs += [Leg("seat", seat, moved), Leg("owed", seat, amount - moved)]
    return [leg for leg in legs if leg.amount]
