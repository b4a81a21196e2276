"""The value of a seven-card hand of High Card Flush (HCF 2)."""

from functools import cache
from typing import NamedTuple

from tables.games.cards import RANKS, RANKS_IN_SUIT, SUIT_MASK, SUITS, card_text, cards_text

HAND_SIZE = 7
SHORTEST_RUN = 3
FLUSH_LENGTHS = range(2, HAND_SIZE + 1)
RUN_LENGTHS = range(SHORTEST_RUN, HAND_SIZE + 1)

# A straight flush value holds the rank of the top card, 2 to 14, in its low bits and the length above them.
_TOP_BITS = 4
_TOP_MASK = (1 << _TOP_BITS) - 1
_ACE_BIT = RANKS_IN_SUIT - 1


class HandValue(NamedTuple):
    """What a hand counts: two numbers, each higher for the better hand and equal for a tie (HCF 2.1, 2.2)."""

    flush: int
    straight_flush: int

    @property
    def flush_length(self) -> int:
        """How many cards the flush has, 2 to 7."""
        return self.flush >> RANKS_IN_SUIT

    @property
    def run_length(self) -> int:
        """How many cards the straight flush has, 3 to 7, or 0 where there is none."""
        return self.straight_flush >> _TOP_BITS


def value(mask: int, *, ace_low: bool = True) -> HandValue:
    """Value a seven-card hand given as a mask (HCF 2.1, 2.2); the number of cards is the caller's to check."""
    flushes, runs = _tables()[ace_low]
    flush = straight_flush = 0
    # The hottest lines of the rules, hence the literal shifts, the comparisons without max and the tuple made directly.
    for suit in (mask & 8191, mask >> 13 & 8191, mask >> 26 & 8191, mask >> 39):
        if flushes[suit] > flush:
            flush = flushes[suit]
        if runs[suit] > straight_flush:
            straight_flush = runs[suit]
    return tuple.__new__(HandValue, (flush, straight_flush))


def qualifying_flush(cards: int, rank: str) -> int:
    """The lowest flush value that qualifies: more than `cards` cards, or that many with `rank` on top (HCF 5.1)."""
    return cards << RANKS_IN_SUIT | 1 << RANKS.index(rank)


def flush_text(mask: int) -> str:
    """The cards of the hand's flush from high to low; of equal ones that of the first suit of s, h, d, c (HCF 2.1)."""
    suits = _suits(mask)
    suit = max(range(len(SUITS)), key=lambda index: (_flush_value(suits[index]), -index))
    return cards_text(suits[suit] << suit * RANKS_IN_SUIT)


def straight_flush_text(mask: int, *, ace_low: bool = True) -> str | None:
    """The cards of the hand's run from its top card down, a low ace last, or None (HCF 2.2)."""
    suits = _suits(mask)
    runs = [_run_value(held, ace_low=ace_low) for held in suits]
    best = max(runs)
    if not best:
        return None
    suit, top, length = runs.index(best), best & _TOP_MASK, best >> _TOP_BITS
    # The low ace is rank 1: its place comes out as -1 and wraps round to the ace's.
    places = [(rank - 2) % RANKS_IN_SUIT for rank in range(top, top - length, -1)]
    return "".join(card_text(suit * RANKS_IN_SUIT + place) for place in places)


def _suits(mask: int) -> list[int]:
    return [mask >> suit * RANKS_IN_SUIT & SUIT_MASK for suit in range(len(SUITS))]


@cache
def _tables() -> tuple[tuple[list[int], list[int]], ...]:
    """Flush and straight flush value of every suit mask, with the ace only high and with it low too.

    Made at first use, so that importing costs nothing.
    """
    masks = range(SUIT_MASK + 1)
    flushes = [_flush_value(mask) for mask in masks]
    return tuple((flushes, [_run_value(mask, ace_low=ace_low) for mask in masks]) for ace_low in (False, True))


def _flush_value(mask: int) -> int:
    # Among masks of equally many cards the larger number is the one whose highest differing rank is higher.
    return mask.bit_count() << RANKS_IN_SUIT | mask


def _run_value(mask: int, *, ace_low: bool) -> int:
    # Bit 0 stands for the ace below the 2, bit n for the rank n + 1.
    ranks = mask << 1 | (mask >> _ACE_BIT if ace_low else 0)
    lowest_cards, length = ranks, 1
    while longer := lowest_cards & ranks >> length:
        lowest_cards, length = longer, length + 1
    if length < SHORTEST_RUN:
        return 0
    top = lowest_cards.bit_length() + length - 1
    # Only a whole suit would count its ace at both ends.
    return min(length, mask.bit_count()) << _TOP_BITS | top
