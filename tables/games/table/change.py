"""What an act does to a table, as values: nothing has happened until it is written down."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tables.games.designation import Answer
from tables.games.table.match import MatchState
from tables.games.table.state import ComingRules, Moment, OpenRound, TableState
from tables.games.values import JSON, Leg

RECOUNT_LARGE = "recount_large"
"""The act of the matrix (OPS 1.4) that a recount beyond the limit of the house rules comes to."""


class ActCall(NamedTuple):
    """One act at a table: the table before it, the name of the act, and the moment."""

    table: TableState
    act: str
    moment: Moment


@dataclass(frozen=True, slots=True)
class Change:
    """Everything that one act does."""

    table: TableState
    """The table after it."""
    payload: JSON
    """What the audit entry says; `apply` adds what was sent (AUD 1.2)."""
    answer: JSON
    """What the act answers."""
    round_number: int | None = None
    """The round the audit entry is about."""
    round: OpenRound | None = None
    """The round as it is after the act, also where it ended with it; None where the act leaves it alone."""
    legs: Sequence[Leg] = ()
    """The whole movement of chips; its legs sum to zero (OPS 2.4)."""
    offers: Sequence[Answer] = ()
    """The answers that this act adds to the rotation ledger (OPS 3.6)."""
    settlement: tuple[JSON, JSON] | None = None
    """The `settle` input and its output; the entry is these two and nothing else (AUD 1.2)."""
    needs: Sequence[str] = ()
    """Further acts of the matrix (OPS 1.4) that the person who acts has to be permitted."""
    notes: Sequence[JSON] = ()
    """What came to light in the round, each with its code; some of it is shown to the floor (OPS 6.1)."""
    in_force: ComingRules | None = None
    """The change of rules that took effect with this act (OPS 4.3)."""
    no_taker: int | None = None
    """The number of the coming round whose bank nobody takes: play stops, and the floor is told (OPS 3.3)."""
    match_before: MatchState | None = None
    """The match that ended because a round opened with other players, whose own match the table has now (DRAW 1.1)."""
    left: Mapping[int, int] = field(default_factory=dict)
    """The stays that end with this act, by the seat they had."""


def with_legs(table: TableState, legs: Iterable[Leg]) -> TableState:
    """The table after a movement of chips: each stack is what its legs say (OPS 2.4)."""
    moved: dict[int, int] = {}
    for leg in legs:
        if leg.account == "seat" and leg.seat is not None:
            moved[leg.seat] = moved.get(leg.seat, 0) + leg.amount
    players = [table.players[seat] for seat in moved]
    return table.with_players(*(replace(player, chips=player.chips + moved[player.seat]) for player in players))


def sum_on(account: str, legs: Iterable[Leg]) -> int:
    """What a movement brings to an account, in minor units."""
    return sum(leg.amount for leg in legs if leg.account == account)
