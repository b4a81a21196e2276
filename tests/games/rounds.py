"""Hands and values that several tests of High Card Flush use."""

from typing import Any

from tables.games.cards import hand_mask, parse_cards
from tables.games.high_card_flush.settlement import Settlement, settle
from tables.games.high_card_flush.terms import Terms
from tables.games.high_card_flush.wagers import DesignatedPlayer, Player

# A king-high flush of three, so the designated player qualifies.
KING_HIGH = "KsJs3sAc8cTh4d"
# Not qualified, without a run.
EIGHT_HIGH = "8s7s3sAdKd4h4c"
# A flush and a run of four: beats KING_HIGH, pays 2 and 60.
RUN_OF_FOUR = "9h8h7h6h2cAsQd"
ANOTHER_RUN_OF_FOUR = "9d8d7d6d3cAhQs"
# A flush and a run of five: pays 10 and 100.
RUN_OF_FIVE = "9h8h7h6h5hAsQd"
# Three low hearts: loses to KING_HIGH.
TEN_HIGH = "Th8h5hAsQd2c4c"

PLENTY = 10**12


def mask(text: str) -> int:
    return hand_mask(parse_cards(text))


def rules(**changes: Any) -> Terms:
    return Terms.parse(changes)


def player(
    seat: int, text: str | None, *, ante: int = 1000, flush: int = 0, straight_flush: int = 0, **raised: int | None
) -> Player:
    """A player who raises 1x, or `raise_amount`; one without cards has folded."""
    amount = None if text is None else raised.get("raise_amount", ante)
    return Player(seat, ante, straight_flush, flush, amount, None if text is None else mask(text))


def settled(
    *players: Player, bank: int = PLENTY, against: str = KING_HIGH, button: int = 9, **changes: Any
) -> Settlement:
    return settle(rules(**changes), DesignatedPlayer(button, bank, mask(against)), players)


def nets(settlement: Settlement, seat: int) -> dict[str, int]:
    """The net of every bet of a seat."""
    [found] = [settled for settled in settlement.seats if settled.seat == seat]
    return {bet.spot: bet.net for bet in found.bets}


def results(settlement: Settlement, seat: int) -> dict[str, str]:
    """The result of every bet of a seat."""
    [found] = [settled for settled in settlement.seats if settled.seat == seat]
    return {bet.spot: bet.result for bet in found.bets}


def outcomes(settlement: Settlement) -> dict[int, str]:
    """The outcome of every seat, in settlement order."""
    return {settled.seat: settled.outcome for settled in settlement.seats}
