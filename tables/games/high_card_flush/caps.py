"""Caps on what the bonuses may win (HCF 9.1 to 9.3)."""

from collections.abc import Sequence

from tables.games.high_card_flush.contest import WIN, Bet
from tables.games.high_card_flush.terms import CapSharing, Terms
from tables.games.high_card_flush.wagers import BONUS_SPOTS
from tables.games.money import share_in_order, share_in_proportion


def capped_bets(terms: Terms, hands: Sequence[Sequence[Bet]]) -> list[list[Bet]]:
    """The bets of all hands, in settlement order, with the bonuses cut down to the caps; minor units (HCF 9.1, 9.2)."""
    allowed = iter(_allowed(terms, [[bet.net for bet in hand if _is_won_bonus(bet)] for hand in hands]))
    return [[_cut(bet, next(allowed)) if _is_won_bonus(bet) else bet for bet in hand] for hand in hands]


def _allowed(terms: Terms, winnings: list[list[int]]) -> list[int]:
    """What each won bonus may win: the cap of a hand first, then that of the round (HCF 9.1).

    Both come before the bank is looked at, so a dead hand's share of the round is not given to others (HCF 9.3).
    """
    if terms.cap_per_hand is not None:
        winnings = [share_in_proportion(terms.cap_per_hand, hand) for hand in winnings]
    bonuses = [bonus for hand in winnings for bonus in hand]
    if terms.cap_per_round is None:
        return bonuses
    if terms.per_round_sharing is CapSharing.SETTLEMENT_ORDER:
        return share_in_order(terms.cap_per_round, bonuses)
    return share_in_proportion(terms.cap_per_round, bonuses)


def _is_won_bonus(bet: Bet) -> bool:
    return bet.result == WIN and bet.spot in BONUS_SPOTS


def _cut(bet: Bet, allowed: int) -> Bet:
    return bet if allowed == bet.net else bet._replace(net=allowed, uncapped=bet.net)
