"""What a bonus costs, from the counts of one strategy, whatever it is won against and whatever a fold does to it (HCF 5.5 to 7)."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from tables.games.high_card_flush.odds.tally import Contest, Tally
from tables.games.high_card_flush.pay_tables import Odds
from tables.games.high_card_flush.terms import BonusContest, FoldedBonuses, Terms, TieBonuses
from tables.games.high_card_flush.wagers import BONUS_SPOTS, Spot

# What each length is paid to 1; None for nothing.
Lines = Sequence[Fraction | None]


def offered(terms: Terms) -> tuple[str, ...]:
    """The bonuses that can be placed (HCF 6.6, 7.4)."""
    return tuple(spot for spot in BONUS_SPOTS if spot in terms.wager_spots)


def bonuses_live(terms: Terms) -> bool:
    """Whether a folded hand still plays for its bonuses (HCF 6.5)."""
    return terms.bonuses_on_fold is FoldedBonuses.LIVE


def bonus_edge(terms: Terms, spot: str, tally: Tally, stake: int | None = None) -> Fraction:
    """What a unit of a bonus loses on average; below 0 the player wins. Hands that the strategy folds lose it.

    Without a stake, in minor units, odds such as 3:2 count in full; with one the winnings are rounded down (HCF 6.4).
    """
    lines = [_to_one(odds, stake) for odds in terms.pay_table(spot).by_length]
    own_hand = terms.contest(spot) is BonusContest.OWN_HAND
    won = _won(lines, _contests(spot, tally), own_hand=own_hand)
    if terms.exact_tie_bonuses is TieBonuses.PUSH:
        # A tie of the flushes takes the bet out of its contest, so what it had won or lost there is taken back.
        won -= _won(lines, _ties(spot, tally), own_hand=own_hand)
    return (tally.folded - won) / tally.pairs


def folds_what_is_paid(terms: Terms, spot: str, tally: Tally, every: Tally) -> bool:
    """Whether the strategy folds a hand that reaches a line of the bonus; `every` is the tally of all hands."""
    by_length = zip(terms.pay_table(spot).by_length, _contests(spot, tally), _contests(spot, every), strict=True)
    return any(odds is not None and kept.pairs < all_of_them.pairs for odds, kept, all_of_them in by_length)


def _contests(spot: str, tally: Tally) -> tuple[Contest, ...]:
    return tally.flushes if spot == Spot.FLUSH else tally.runs


def _ties(spot: str, tally: Tally) -> tuple[Contest, ...]:
    return tally.flushes_in_tie if spot == Spot.FLUSH else tally.runs_in_tie


def _to_one(odds: Odds | None, stake: int | None) -> Fraction | None:
    if odds is None:
        return None
    return Fraction(*odds) if stake is None else Fraction(odds.winnings(stake), stake)


def _won(lines: Lines, contests: Iterable[Contest], *, own_hand: bool) -> Fraction:
    """What the bonus wins in all, in stakes: without a line it loses, with one it wins by its contest (HCF 6, 7)."""
    total = Fraction(0)
    for line, contest in zip(lines, contests, strict=True):
        if line is None:
            total -= contest.pairs
        elif own_hand:
            total += line * contest.pairs
        else:
            total += line * contest.ahead - contest.behind
    return total
