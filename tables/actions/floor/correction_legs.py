"""Where the differences of a correction can be taken from and given to now (OPS 5.8)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tables.actions.floor.past_rounds import at_stake
from tables.games.values import Difference, Leg
from tables.models import Account, Round, Seating, Table
from tables.queries.tables.past import players_then


@dataclass(frozen=True, slots=True)
class Standing:
    """A settled round as its table stands now."""

    players: Mapping[int, Seating]
    """Whoever sat there when it was settled, by the seat he had then."""
    designated_seat: int | None
    is_closed: bool
    """Whether its chips have moved: neither bank nor pot is set aside for it any more."""
    pot_lies: bool
    """Whether what it left in the pot can still be played for by those who left it there."""
    same_rules: bool
    at_stake: frozenset[int]
    """Players of the round that is played now: what they were dealt to with stays what it was."""

    def is_here(self, seat: int) -> bool:
        """Whether chips can be taken from his stack, and given to it."""
        player = self.players[seat]
        return player.left_at is None and player.pk not in self.at_stake


def standing_of(table: Table, round_: Round, seats: Sequence[int]) -> Standing:
    """How a table stands to a round in which these seats had a hand; the caller holds the lock."""
    players = players_then(table, round_)
    is_closed = round_.state in Round.ENDED
    played_on = Round.objects.filter(table=table, number__gt=round_.number).exclude(state="void").exists()
    same_match = set(table.match) == {players[seat].pk for seat in seats}
    return Standing(
        players,
        round_.designated_seat,
        is_closed,
        not is_closed or (same_match and not played_on),
        table.rules_id == round_.rules_id,
        at_stake(table),
    )


def legs_now(
    standing: Standing, difference: Difference, shared: Callable[[int], Sequence[Leg]]
) -> tuple[list[Leg], dict[int, int]]:
    """The legs of a correction, and how many markers a seat has out after it.

    A bank that has gone back is the designated player's, a pot nobody can play for any more is `shared`, and what cannot
    be taken from a seat, or given to it, is owed. Markers he can no longer have, or no longer lack, are chips.
    """
    legs: list[Leg] = []
    markers_out: dict[int, int] = {}
    due: Counter[int] = Counter()
    for leg in difference.legs:
        seat = standing.designated_seat if leg.account == Account.BANK and standing.is_closed else leg.seat
        if leg.account == Account.POT and not standing.pot_lies:
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
    """How many he has out then; None where he has gone, or plays, or the line agreed on would not hold it (DRAW 1.8)."""
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
