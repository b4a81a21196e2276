"""Who takes the pot of a heads-up hand, and what it leaves to both (DRAW 1.8 to 1.11)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from tables.games.draw.betting import Player, seats_that_show
from tables.games.draw.hands import HEADS_UP, category
from tables.games.draw.heads_up.betting import HeadsUpHand, redeem
from tables.games.errors import ImbalanceError


class HandResult(StrEnum):
    """How a hand ended (DRAW 1.9 to 1.11)."""

    SHOWDOWN = "showdown"
    DROP = "drop"
    TIE = "tie"


# What is written down is plain text: canonical JSON takes nothing else.
SHOWDOWN, DROPPED, TIE = (result.value for result in HandResult)


class HeadsUpSeat(NamedTuple):
    """One player after the hand: `net` in minor units leaves markers out; `hand` is None where none was shown."""

    seat: int
    hand: str | None
    net: int
    stack: int
    markers_out: int


class HeadsUpSettlement(NamedTuple):
    """A hand, settled; amounts in minor units, `carry` is what a tie leaves in the pot; seats by number (DRAW 1.10)."""

    result: str
    winners: tuple[int, ...]
    pot: int
    carry: int
    seats: tuple[HeadsUpSeat, ...]


def settle(hand: HeadsUpHand, masks: Mapping[int, int]) -> HeadsUpSettlement:
    """Settle a hand that is over from the hands shown, as masks by seat (DRAW 1.8 to 1.11); minor units.

    The hands of all who show must be there. Raises ImbalanceError if chips were not kept.
    """
    values = {seat: HEADS_UP.value(masks[seat]) for seat in seats_that_show(hand)}
    winner = _winner(hand, values)
    seats = [_seat(hand, player, values.get(player.seat), winner) for player in hand.players]
    settlement = HeadsUpSettlement(
        result=DROPPED if not values else TIE if winner is None else SHOWDOWN,
        winners=() if winner is None else (winner,),
        pot=hand.pot,
        carry=hand.pot if winner is None else 0,
        seats=tuple(sorted(seats)),
    )
    _prove_balance(hand, settlement)
    return settlement


def _winner(hand: HeadsUpHand, values: Mapping[int, int]) -> int | None:
    if not values:
        return next(player.seat for player in hand.players if not player.dropped)
    best = [seat for seat, value in values.items() if value == max(values.values())]
    return best[0] if len(best) == 1 else None


def _seat(hand: HeadsUpHand, player: Player, value: int | None, winner: int | None) -> HeadsUpSeat:
    shown = None if value is None else category(value)
    if player.seat != winner:
        return HeadsUpSeat(player.seat, shown, -player.paid, player.chips, player.markers_out)
    after = redeem(hand.terms, player._replace(chips=player.chips + hand.pot))
    return HeadsUpSeat(player.seat, shown, hand.pot - player.paid, after.chips, after.markers_out)


def _prove_balance(hand: HeadsUpHand, settlement: HeadsUpSettlement) -> None:
    """Insist that the nets and what the pot carries sum to zero, and that nobody is below nothing."""
    nets = sum(seat.net for seat in settlement.seats)
    if nets + settlement.carry - hand.carry != 0 or any(seat.stack < 0 for seat in settlement.seats):
        raise ImbalanceError(f"nets {nets}, carry {hand.carry} before and {settlement.carry} after")
