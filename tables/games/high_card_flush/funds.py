"""What a bank can pay and collect of a hand (HCF 8.2 to 8.5, 8.7)."""

from collections.abc import Sequence

from tables.games.high_card_flush.contest import LOSE, RETURNED, WIN, Bet
from tables.games.high_card_flush.terms import CoverPolicy, Terms
from tables.games.values import FIRST_RULINGS


def from_funds(terms: Terms, bank: int, bets: Sequence[Bet]) -> Sequence[Bet] | None:
    """The bets of one hand as the bank that is left can settle them, in minor units; None where the hand is dead.

    Where hands are paid to the extent of the funds, a bet that they do not reach says by how much (HCF 8.7).
    """
    net = sum([bet.net for bet in bets])
    if terms.cover_policy is CoverPolicy.DEAD_HAND:
        return bets if bank >= _needed(terms, net, bets) else None
    at_stake = abs(net) if terms.symmetric_cover else net
    if at_stake <= bank:
        return bets
    if not bank:
        return None
    return _shortened(bets, at_stake - bank, WIN if net > 0 else LOSE)


def asks_for_stakes(terms: Terms) -> bool:
    """Whether a hand is covered only by a bank that holds all that is staked on it, whatever it wins (HCF 8.5)."""
    is_all_or_nothing = terms.cover_policy is CoverPolicy.DEAD_HAND
    return is_all_or_nothing and terms.symmetric_cover and terms.rulings != FIRST_RULINGS


def returned(bets: Sequence[Bet]) -> list[Bet]:
    """The bets of a dead hand: all go back (HCF 8.4)."""
    return [Bet(bet.spot, bet.stake, RETURNED, 0) for bet in bets]


def _needed(terms: Terms, net: int, bets: Sequence[Bet]) -> int:
    """What the bank has to hold for a hand to be covered, in minor units (HCF 8.3, 8.5)."""
    if asks_for_stakes(terms):
        return max(net, sum([bet.stake for bet in bets]))
    return abs(net) if terms.symmetric_cover else net


def _shortened(bets: Sequence[Bet], missing: int, result: str) -> list[Bet]:
    """The bets with what is missing taken off those that won, or given back of those that lost, the last paid first.

    The order in which bets are paid is Ante, Raise, Straight Flush, Flush: the order in which they stand (HCF 8.7).
    """
    settled = []
    for bet in reversed(bets):
        short = min(missing, abs(bet.net)) if bet.result == result else 0
        missing -= short
        given_back = -short if result == WIN else short
        settled.append(bet._replace(net=bet.net + given_back, short=short) if short else bet)
    return settled[::-1]
