"""Bonuses paid on the player's own hand alone, and other counts of one hand, without any pairs (OPS 4.7)."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise

from tables.games.cards import SUIT_MASK
from tables.games.high_card_flush.hands import HAND_SIZE, HandValue, value
from tables.games.high_card_flush.odds.bonuses import offered
from tables.games.high_card_flush.terms import Terms
from tables.games.high_card_flush.wagers import Spot

Counts = Sequence[int]
_LENGTHS = range(HAND_SIZE + 1)


def own_hand(terms: Terms) -> dict[str, Fraction]:
    """The edge of each bonus that is offered, per unit, as if it were paid on the player's hand alone (HCF 6.4, 7.3).

    Nobody folds, and no tie pushes; a negative edge is the player's.
    """
    counts = {
        Spot.FLUSH.value: flush_lengths(),
        Spot.STRAIGHT_FLUSH.value: run_lengths(ace_low=terms.straight_flush_ace_low),
    }
    return {spot: _edge(terms.pay_table(spot).exact, counts[spot]) for spot in offered(terms)}


@cache
def flush_lengths() -> Counts:
    """How many hands have a longest flush of 0, 1, ... 7 cards."""
    return _by_length(lambda held: held.flush_length, ace_low=True)


@cache
def run_lengths(*, ace_low: bool) -> Counts:
    """How many hands have a longest run of 0, 1, ... 7 cards; 0 is no run (HCF 2.2)."""
    return _by_length(lambda held: held.run_length, ace_low=ace_low)


def hands_below(flush: int) -> int:
    """How many hands have a flush below this value."""
    return _hands_of([mask for mask in _holdings() if value(mask).flush < flush])


def _edge(lines: Sequence[Fraction], hands: Counts) -> Fraction:
    """The stake lost where there is no line, less what the lines pay, of all hands."""
    won = sum(odds * counted if odds else -counted for odds, counted in zip(lines, hands, strict=True))
    return Fraction(-won, sum(hands))


def _by_length(length: Callable[[HandValue], int], *, ace_low: bool) -> Counts:
    lengths = {mask: length(value(mask, ace_low=ace_low)) for mask in _holdings()}
    up_to = [_hands_of([mask for mask, found in lengths.items() if found <= most]) for most in _LENGTHS]
    return [more - fewer for fewer, more in pairwise([0, *up_to])]


def _holdings() -> list[int]:
    """Everything a hand can hold of one suit."""
    return [mask for mask in range(SUIT_MASK + 1) if mask.bit_count() <= HAND_SIZE]


def _hands_of(holdings: Sequence[int]) -> int:
    """How many hands have each of their four suits among these."""
    sizes = Counter(mask.bit_count() for mask in holdings)
    suit = [sizes[size] for size in _LENGTHS]
    pair = _together(suit, suit)
    return _together(pair, pair)[HAND_SIZE]


def _together(one: Counts, other: Counts) -> Counts:
    return [sum(one[size] * other[total - size] for size in range(total + 1)) for total in _LENGTHS]
