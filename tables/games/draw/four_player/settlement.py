"""Who takes the pots of a four-player hand, and the commission (DRAW 2.4 to 2.9)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tables.games.draw.betting import Player, seats_that_show
from tables.games.draw.four_player.betting import FourPlayerHand
from tables.games.draw.hands import FOUR_PLAYER, category
from tables.games.draw.pots import Pot, pots, shares, unmatched
from tables.games.errors import ImbalanceError


class FourPlayerSeat(NamedTuple):
    """One player after the hand: `net` in minor units is after the commission; `hand` None where none was shown."""

    seat: int
    hand: str | None
    net: int
    commission: int
    stack: int


class FourPlayerSettlement(NamedTuple):
    """A hand, settled: `pot` is what was shared out; winners from the left of the button, seats by number."""

    pot: int
    winners: tuple[int, ...]
    seats: tuple[FourPlayerSeat, ...]
    rake: int


def settle(hand: FourPlayerHand, masks: Mapping[int, int]) -> FourPlayerSettlement:
    """Settle a hand that is over from the hands shown, as masks by seat (DRAW 2.4 to 2.9); minor units.

    The hands of all who show must be there. Raises ImbalanceError if chips were not kept.
    """
    values = {seat: FOUR_PLAYER.value(masks[seat]) for seat in seats_that_show(hand)}
    stakes = {player.seat: player.paid for player in hand.players}
    highest, back = unmatched(stakes)
    stakes[highest] -= back
    shared = pots(stakes, {player.seat: stakes[player.seat] for player in hand.remaining})
    won = _shared_out(shared, values)
    returned = {highest: back}
    seats = [_seat(hand, player, values, won[player.seat] + returned.get(player.seat, 0)) for player in hand.players]
    settled = [_commissioned(hand, seat, won[seat.seat], stakes[seat.seat]) for seat in seats]
    settlement = FourPlayerSettlement(
        pot=sum(pot.amount for pot in shared),
        winners=tuple(player.seat for player in hand.players if won[player.seat]),
        seats=tuple(sorted(settled)),
        rake=sum(seat.commission for seat in settled),
    )
    _prove_balance(hand, settlement)
    return settlement


def table_pots(hand: FourPlayerHand) -> list[Pot]:
    """Return the pots as they lie on the table during the betting: players with chips can still match (DRAW 2.4)."""
    stakes = {player.seat: player.paid for player in hand.players}
    return pots(stakes, {player.seat: hand.stake if player.chips else player.paid for player in hand.remaining})


def _shared_out(shared: Sequence[Pot], values: Mapping[int, int]) -> Counter[int]:
    """What each seat takes from all pots; the seats of a pot stand from the left of the button."""
    won: Counter[int] = Counter()
    for pot in shared:
        best = max(values.get(seat, 0) for seat in pot.seats)
        won.update(shares(pot.amount, [seat for seat in pot.seats if values.get(seat, 0) == best]))
    return won


def _seat(hand: FourPlayerHand, player: Player, values: Mapping[int, int], gets: int) -> FourPlayerSeat:
    shown = category(values[player.seat]) if player.seat in values else None
    return FourPlayerSeat(player.seat, shown, gets - player.paid, 0, player.chips + gets)


def _commissioned(hand: FourPlayerHand, seat: FourPlayerSeat, taken: int, stake: int) -> FourPlayerSeat:
    """The seat after the house has its part of what it took from the pots, into which it had put its stake (DRAW 2.8)."""
    commission = hand.terms.commission(taken, stake)
    return seat._replace(net=seat.net - commission, commission=commission, stack=seat.stack - commission)


def _prove_balance(hand: FourPlayerHand, settlement: FourPlayerSettlement) -> None:
    """Insist that nets and commission sum to zero, and that nobody is below nothing."""
    nets = sum(seat.net for seat in settlement.seats)
    if nets + settlement.rake != 0 or any(seat.stack < 0 for seat in settlement.seats):
        raise ImbalanceError(f"nets {nets}, rake {settlement.rake} of a pot of {hand.pot}")
