"""The value of a five-card hand, which the two draw games compare differently (DRAW 0.2, 1.9, 2.6)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement
from types import MappingProxyType
from typing import NamedTuple

from tables.games.cards import RANKS_IN_SUIT, SUIT_MASK, SUITS, mask_cards

HAND_SIZE = 5


class Category(StrEnum):
    """What a hand is, from the lowest up (DRAW 0.2)."""

    NO_PAIR = "no_pair"
    PAIR = "pair"
    TWO_PAIR = "two_pair"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"


# What is written down is plain text: canonical JSON takes nothing else.
CATEGORIES = tuple(category.value for category in Category)

# A value holds the category and below it five places for the ranks that count, 2 to 14 or 0 where none does.
_PLACE_BITS = 4
_CATEGORY_SHIFT = _PLACE_BITS * HAND_SIZE
_LOWEST_RANK = 2
_ACE = RANKS_IN_SUIT - 1
# Added to the number of a hand where all five cards are of one suit: more than any number comes to.
_SUITED = 1 << 30
_ACE_LOW_STRAIGHT = {_ACE, 0, 1, 2, 3}

# By how often each rank is held, the most frequent first.
_SHAPES: Mapping[tuple[int, ...], str] = {
    (2, 1, 1, 1): "pair",
    (2, 2, 1): "two_pair",
    (3, 1, 1): "three_of_a_kind",
    (3, 2): "full_house",
    (4, 1): "four_of_a_kind",
}


class Ranking:
    """How a game compares hands: whether the ace may be low, and in which categories only the first rank counts.

    Straights are named after their top card alone in every ranking.
    """

    def __init__(self, *, ace_low: bool, first_rank_only: Iterable[str]) -> None:
        self.ace_low = ace_low
        self.first_rank_only = frozenset({"straight", "straight_flush", *first_rank_only})

    def value(self, mask: int) -> int:
        """Value five cards given as a mask: higher for the better hand, equal for a tie (DRAW 1.9, 2.6).

        The number of cards is the caller's to check.
        """
        values, numbers = self._tables
        # The hottest lines of the rules, hence the literal masks and shifts.
        return values[
            numbers[mask & 8191] + numbers[mask >> 13 & 8191] + numbers[mask >> 26 & 8191] + numbers[mask >> 39]
        ]

    @cached_property
    def _tables(self) -> tuple[Mapping[int, int], Sequence[int]]:
        """The values by the number of a hand, and the numbers of its suits, by their masks, which add up to that.

        Made at first use, so that importing costs nothing.
        """
        values = {_number(ranks): self._value(ranks, suited=False) for ranks in _rank_multisets()}
        for ranks in combinations(range(RANKS_IN_SUIT), HAND_SIZE):
            values[_number(ranks) + _SUITED] = self._value(ranks, suited=True)
        return values, _numbers_of_suits()

    def _value(self, ranks: Sequence[int], *, suited: bool) -> int:
        counts = Counter(ranks)
        order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
        top = self._straight_top(set(ranks))
        if top is not None:
            category, order = "straight_flush" if suited else "straight", [top]
        else:
            plain = "flush" if suited else "no_pair"
            category = _SHAPES.get(tuple(counts[rank] for rank in order), plain)
        if category in self.first_rank_only:
            order = order[:1]
        places = [rank + _LOWEST_RANK for rank in order] + [0] * (HAND_SIZE - len(order))
        value = CATEGORIES.index(category)
        for place in places:
            value = value << _PLACE_BITS | place
        return value

    def _straight_top(self, ranks: set[int]) -> int | None:
        """The rank a straight of these ranks is named after; None where they are none."""
        if len(ranks) == HAND_SIZE and max(ranks) - min(ranks) == HAND_SIZE - 1:
            return max(ranks)
        return max(_ACE_LOW_STRAIGHT - {_ACE}) if self.ace_low and ranks == _ACE_LOW_STRAIGHT else None


# Three and four of one rank cannot be held twice in one deck: what else is in the hand never comes to be compared.
HEADS_UP = Ranking(ace_low=True, first_rank_only=("three_of_a_kind", "flush", "full_house", "four_of_a_kind"))
FOUR_PLAYER = Ranking(ace_low=False, first_rank_only=())

SHORTEST_DECK, LONGEST_DECK = 32, 52
_LOWEST_OF_DECK = MappingProxyType({LONGEST_DECK: 0, SHORTEST_DECK: 5})


def category(value: int) -> str:
    """The word for the category of a value (DRAW 0.2)."""
    return CATEGORIES[value >> _CATEGORY_SHIFT]


class ShownHand(NamedTuple):
    """A hand that was shown: its value in a game, and its ranks, 2 to 14, each once, the most frequent first."""

    value: int
    ranks: tuple[int, ...]


def shown_hand(ranking: Ranking, mask: int) -> ShownHand:
    """Five cards given as a mask, as a game compares them."""
    counts = Counter(card % RANKS_IN_SUIT for card in mask_cards(mask))
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    return ShownHand(ranking.value(mask), tuple(rank + _LOWEST_RANK for rank in ranks))


def ranks_compared(value: int) -> tuple[int, ...]:
    """The ranks of a value that are compared within its category, 2 to 14, the first to count first (DRAW 1.9, 2.6)."""
    places = [value >> _PLACE_BITS * place & (1 << _PLACE_BITS) - 1 for place in reversed(range(HAND_SIZE))]
    return tuple(rank for rank in places if rank)


def deck_mask(size: int) -> int:
    """The cards of the deck of 52 or of 32, from the 7 up, as a mask (DRAW 1.1)."""
    lowest = _LOWEST_OF_DECK[size]
    return sum((SUIT_MASK >> lowest << lowest) << suit * RANKS_IN_SUIT for suit in range(len(SUITS)))


def _rank_multisets() -> Iterator[tuple[int, ...]]:
    """All ranks that five cards of one deck can have together."""
    for ranks in combinations_with_replacement(range(RANKS_IN_SUIT), HAND_SIZE):
        if ranks[0] != ranks[-1]:
            yield ranks


def _number(ranks: Iterable[int]) -> int:
    """How often each rank is held, as a number to the base of five: numbers of suits add up to that of the hand."""
    return sum(5**rank for rank in ranks)


@cache
def _numbers_of_suits() -> Sequence[int]:
    """The number of every suit mask; five cards of one suit are marked."""
    numbers = []
    for held in range(SUIT_MASK + 1):
        number = _number(rank for rank in range(RANKS_IN_SUIT) if held >> rank & 1)
        numbers.append(number + _SUITED if held.bit_count() == HAND_SIZE else number)
    return numbers
