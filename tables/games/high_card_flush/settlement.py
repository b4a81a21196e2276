"""The settlement of a round of High Card Flush (HCF 3 to 9): a pure function of the recorded inputs and the terms."""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from tables.games.errors import ImbalanceError
from tables.games.high_card_flush.contest import Bet, contested_bets, live_bonuses, missing_cards
from tables.games.high_card_flush.forfeit import forfeited, has_live_bonus
from tables.games.high_card_flush.funds import returned
from tables.games.high_card_flush.hands import HandValue, value
from tables.games.high_card_flush.terms import SettlementOrder, Terms
from tables.games.high_card_flush.wagers import DesignatedPlayer, Player
from tables.games.high_card_flush.walk import Step, walk
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
    """One player's hand, settled; `bank_after` is None for one that took no part in the walk, as a folded hand without a
    bonus that lives, and unchanged for a dead one (HCF 6.5, 8.4)."""

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
    steps_to = _steps_from(seat, terms)
    in_order = sorted(players, key=lambda player: steps_to(player.seat))
    hands = [_hand(terms, player, opposing, designated_player) for player in in_order]
    collected = -sum([bet.net for hand in hands if not hand.go_back for bet in hand.forfeited])
    steps = walk(terms, bank + collected, [hand.contested for hand in hands])
    bank_after = steps[-1].bank_after
    seats = [_settled(terms, order, *pair) for order, pair in enumerate(zip(hands, steps, strict=True), start=1)]
    _prove_balance(seats, bank, bank_after)
    rake = 0 if all(settled.outcome == DEAD for settled in seats) else terms.designated_player_rake
    return Settlement(
        qualifies=None if opposing is None else terms.qualifies(opposing),
        designated_player=DesignatedSettlement(seat, hand, bank, bank_after, bank_after - bank, rake),
        seats=tuple(seats),
        rake=rake + sum([settled.rake for settled in seats]),
        flags=_flags(hands),
    )


def settlement_order(terms: Terms, button: int, seats: Iterable[int]) -> list[int]:
    """The seats from the right of the button counter-clockwise, or from its left clockwise if so ruled (HCF 4.2)."""
    return sorted(seats, key=_steps_from(button, terms))


def _steps_from(button: int, terms: Terms) -> Callable[[int], int]:
    """How far round the table, in the direction of the settlement, a seat is from the button."""
    direction = 1 if terms.settlement_order is SettlementOrder.CLOCKWISE else -1
    return lambda seat: (seat - button) * direction % _ROUND_THE_TABLE


class _Hand(NamedTuple):
    """One hand as it comes to the walk: what it forfeited, whether that goes back, and the bets that are settled there."""

    player: Player
    forfeited: Sequence[Bet]
    go_back: bool
    contested: Sequence[Bet]


def _hand(terms: Terms, player: Player, opposing: HandValue | None, designated: DesignatedPlayer) -> _Hand:
    """Raises `missing_cards` where a hand that has to be compared is absent."""
    folded = player.raise_amount is None
    forfeits, go_back = forfeited(terms, designated.bank, player) if folded else ((), False)
    if folded and not has_live_bonus(terms, player):
        return _Hand(player, forfeits, go_back, ())
    if opposing is None:
        raise missing_cards(designated.seat)
    contested = live_bonuses(terms, player, opposing) if folded else contested_bets(terms, player, opposing)
    return _Hand(player, forfeits, go_back, contested)


def _settled(terms: Terms, order: int, hand: _Hand, step: Step) -> SeatSettlement:
    """One hand after the walk; a hand that folded took part in it with the bonuses that live (HCF 6.5)."""
    player, in_walk = hand.player, bool(hand.contested)
    bets = (*(returned(hand.forfeited) if hand.go_back else hand.forfeited), *step.bets)
    if player.raise_amount is None:
        is_dead = hand.go_back and (step.is_dead or not in_walk)
        outcome, pays_rake = (DEAD if is_dead else FOLDED), not hand.go_back
    else:
        outcome, pays_rake = (DEAD if step.is_dead else SETTLED), not step.is_dead
    return SeatSettlement(
        seat=player.seat,
        order=order,
        outcome=outcome,
        hand=player.hand if in_walk else None,
        bets=bets,
        net=sum([bet.net for bet in bets]),
        rake=terms.player_rake if pays_rake else 0,
        bank_after=step.bank_after if in_walk else None,
    )


def _prove_balance(seats: Sequence[SeatSettlement], bank_before: int, bank_after: int) -> None:
    """Insist that the bets and the bank sum to zero and that the bank is not below nothing (HCF 8.6)."""
    players = sum([bet.net for settled in seats for bet in settled.bets])
    if players + bank_after - bank_before != 0 or bank_after < 0:
        raise ImbalanceError(f"players {players}, bank {bank_before} before and {bank_after} after")


def _flags(hands: Sequence[_Hand]) -> tuple[Flag, ...]:
    flags = []
    for player, _forfeited, _go_back, bets in hands:
        # The Raise is the second bet of every hand that has one.
        if player.raise_amount is not None and player.raise_amount > bets[1].stake:
            flags.append(Flag(RAISE_ADJUSTED, player.seat, player.raise_amount - bets[1].stake))
    return tuple(flags)
