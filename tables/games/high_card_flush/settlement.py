"""The settlement of a round of High Card Flush (HCF 3 to 9): a pure function of the recorded inputs and the terms."""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from tables.games.errors import ImbalanceError
from tables.games.high_card_flush.caps import capped_bets
from tables.games.high_card_flush.contest import RETURNED, Bet, contested_bets, folded_bets, missing_cards
from tables.games.high_card_flush.hands import HandValue, value
from tables.games.high_card_flush.terms import SettlementOrder, Terms
from tables.games.high_card_flush.wagers import DesignatedPlayer, Player
from tables.games.values import FlagCode


class HandOutcome(StrEnum):
    """What became of a hand; DEAD is one that the bank could not cover (HCF 8.4)."""

    SETTLED = "settled"
    FOLDED = "folded"
    DEAD = "dead"


# What is written down is plain text: canonical JSON takes nothing else.
RAISE_ADJUSTED = FlagCode.RAISE_ADJUSTED.value
SETTLED, FOLDED, DEAD = (outcome.value for outcome in HandOutcome)
# Larger than any seat number, so that distances round the table order the seats.
_ROUND_THE_TABLE = 100


class SeatSettlement(NamedTuple):
    """One player's hand, settled; `bank_after` is None for a folded hand, unchanged for a dead one (HCF 8.4)."""

    seat: int
    order: int
    outcome: str
    hand: int | None
    bets: tuple[Bet, ...]
    net: int
    rake: int
    bank_after: int | None


class DesignatedSettlement(NamedTuple):
    """The designated player's side; `net` is before rake, which never comes out of the bank (HCF 8.6, 9.4)."""

    seat: int
    hand: int | None
    bank_before: int
    bank_after: int
    net: int
    rake: int


class Flag(NamedTuple):
    """A thing the floor should know: a Raise above its cap, with what went back (HCF 3.4)."""

    code: str
    seat: int
    excess: int


class Settlement(NamedTuple):
    """A round, settled; seats and flags in settlement order; `qualifies` is None where no hand was given (HCF 5.1)."""

    qualifies: bool | None
    designated_player: DesignatedSettlement
    seats: tuple[SeatSettlement, ...]
    rake: int
    flags: tuple[Flag, ...]


def settle(terms: Terms, designated_player: DesignatedPlayer, players: Iterable[Player]) -> Settlement:
    """Settle a round (HCF 3 to 9); the order in which `players` are listed does not matter. Amounts in minor units.

    Raises `missing_cards` where a hand that has to be compared is absent, and ImbalanceError if money were not kept.
    """
    seat, bank, hand = designated_player
    opposing = None if hand is None else value(hand, ace_low=terms.straight_flush_ace_low)
    steps = _steps_from(seat, terms)
    in_order = sorted(players, key=lambda player: steps(player.seat))
    hands = [_bets(terms, player, opposing, seat) for player in in_order]
    if terms.cap_per_hand is not None or terms.cap_per_round is not None:
        hands = capped_bets(terms, hands)
    seats, bank_after = _settle_in_order(terms, bank, in_order, hands)
    _prove_balance(seats, bank, bank_after)
    rake = 0 if all(settled.outcome == DEAD for settled in seats) else terms.designated_player_rake
    return Settlement(
        qualifies=None if opposing is None else terms.qualifies(opposing),
        designated_player=DesignatedSettlement(seat, hand, bank, bank_after, bank_after - bank, rake),
        seats=tuple(seats),
        rake=rake + sum([settled.rake for settled in seats]),
        flags=_flags(in_order, hands),
    )


def settlement_order(terms: Terms, button: int, seats: Iterable[int]) -> list[int]:
    """The seats from the right of the button counter-clockwise, or from its left clockwise if so ruled (HCF 4.2)."""
    return sorted(seats, key=_steps_from(button, terms))


def _steps_from(button: int, terms: Terms) -> Callable[[int], int]:
    """How far round the table, in the direction of the settlement, a seat is from the button."""
    direction = 1 if terms.settlement_order is SettlementOrder.CLOCKWISE else -1
    return lambda seat: (seat - button) * direction % _ROUND_THE_TABLE


def _bets(terms: Terms, player: Player, opposing: HandValue | None, button: int) -> list[Bet]:
    if player.raise_amount is None:
        return folded_bets(player)
    if opposing is None:
        raise missing_cards(button)
    return contested_bets(terms, player, opposing)


def _settle_in_order(
    terms: Terms, bank: int, in_order: Sequence[Player], hands: Sequence[Sequence[Bet]]
) -> tuple[list[SeatSettlement], int]:
    """Settle hand by hand against the bank that is left (HCF 8.2 to 8.5); the seats, and the bank at the end."""
    for player, bets in zip(in_order, hands, strict=True):
        if player.raise_amount is None:
            bank += sum([bet.stake for bet in bets])
    rake, seats = terms.player_rake, []
    for order, (player, bets) in enumerate(zip(in_order, hands, strict=True), start=1):
        net = sum([bet.net for bet in bets])
        if player.raise_amount is None:
            settled = SeatSettlement(player.seat, order, FOLDED, player.hand, tuple(bets), net, rake, None)
        elif not _is_covered(terms, bank, net):
            returned = tuple([Bet(bet.spot, bet.stake, RETURNED, 0) for bet in bets])
            settled = SeatSettlement(player.seat, order, DEAD, player.hand, returned, 0, 0, bank)
        else:
            bank -= net
            settled = SeatSettlement(player.seat, order, SETTLED, player.hand, tuple(bets), net, rake, bank)
        seats.append(settled)
    return seats, bank


def _is_covered(terms: Terms, bank: int, net: int) -> bool:
    """Whether the bank holds what a hand wins and, if cover is symmetric, what it loses too (HCF 8.3, 8.5)."""
    return bank >= (abs(net) if terms.symmetric_cover else net)


def _prove_balance(seats: Sequence[SeatSettlement], bank_before: int, bank_after: int) -> None:
    """Insist that the bets and the bank sum to zero and that the bank is not below nothing (HCF 8.6)."""
    players = sum([bet.net for settled in seats for bet in settled.bets])
    if players + bank_after - bank_before != 0 or bank_after < 0:
        raise ImbalanceError(f"players {players}, bank {bank_before} before and {bank_after} after")


def _flags(in_order: Sequence[Player], hands: Sequence[Sequence[Bet]]) -> tuple[Flag, ...]:
    flags = []
    for player, bets in zip(in_order, hands, strict=True):
        # The Raise is the second bet of every hand that has one.
        if player.raise_amount is not None and player.raise_amount > bets[1].stake:
            flags.append(Flag(RAISE_ADJUSTED, player.seat, player.raise_amount - bets[1].stake))
    return tuple(flags)
