"""How many hands of the designated player are below, level with and above a hand, from its suits alone (OPS 4.7)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tables.games.cards import RANKS_IN_SUIT, SUITS
from tables.games.high_card_flush.hands import FLUSH_LENGTHS, HAND_SIZE
from tables.games.high_card_flush.odds.classes import Batch
from tables.games.high_card_flush.odds.suits import Flushes, Suit, Whole, flushes


@dataclass(frozen=True)
class Deck:
    """All that is counted before the first hand is looked at, for one qualifier and one reading of the ace."""

    suit: Suit
    flushes: Mapping[int, Flushes]
    qualifier: int
    """The lowest flush value that qualifies (HCF 5.1)."""
    unqualified: Whole
    """By id, how many flushes of the qualifier's length in the rest of a suit do not qualify."""

    @property
    def cards(self) -> int:
        """How many cards it has."""
        return self.suit.ranks.bit_count() * len(SUITS)

    @property
    def hands(self) -> int:
        """How many hands a player can be dealt: 133,784,560 of 52 cards."""
        return comb(self.cards, HAND_SIZE)

    @property
    def opposing_hands(self) -> int:
        """How many hands that leaves to the designated player: 45,379,620 of 45 cards."""
        return comb(self.cards - HAND_SIZE, HAND_SIZE)

    def flush_values(self, batch: Batch) -> Whole:
        """The flush value of every class of a batch (HCF 2.1)."""
        return batch.length << RANKS_IN_SUIT | self.suit.of_size(batch.length)[batch.flush]


def deck_of(suit: Suit, qualifier: int) -> Deck:
    """Prepare the counts for a deck of four such suits and the lowest flush value that qualifies (HCF 5.1)."""
    tables = {length: flushes(suit, length) for length in FLUSH_LENGTHS}
    return Deck(suit, tables, qualifier, suit.below(qualifier))


class Opposing(NamedTuple):
    """The designated player's hands beside each class of a batch, by how their flush compares (HCF 5, 7.2)."""

    lower: Whole
    tied: Whole
    unqualified: Whole
    contends: npt.NDArray[np.bool_]
    """Whether the class's own flush would qualify, so that a hand that ties with it does."""


def opposing(deck: Deck, batch: Batch) -> Opposing:
    """Count the designated player's hands beside every class of a batch."""
    left = tuple(deck.suit.ranks.bit_count() - size for size in batch.sizes)
    table = deck.flushes[batch.length]
    below = [table.own[batch.flush]]
    up_to = [below[0]]
    for place in _places(table, batch):
        below.append(table.lower.ravel()[place])
        up_to.append(below[-1] + table.equal.ravel()[place])
    lower = _hands_below(left, batch.length, below)
    short = [deck.unqualified[ids] for ids in batch.held]
    return Opposing(
        lower=lower,
        tied=_hands_below(left, batch.length, up_to) - lower,
        unqualified=_hands_below(left, deck.qualifier >> RANKS_IN_SUIT, short),
        contends=deck.flush_values(batch) >= deck.qualifier,
    )


def _places(table: Flushes, batch: Batch) -> list[Whole]:
    """Where in a table of flushes the suits beside the flush's own are found."""
    row = batch.flush * table.equal.shape[1]
    return [row + ids for ids in batch.held[1:]]


def _hands_below(left: tuple[int, ...], length: int, counts: Sequence[Whole]) -> Whole:
    """How many hands of the cards left have only flushes below one of this length.

    `left` has the cards of each suit, and `counts` how many flushes of just that length each suit has below it: any of
    the suits may hold one of these, as far as seven cards go, and the others are shorter.
    """
    total = np.full(len(counts[0]), _ways(left, length, ()), dtype=np.int64)
    for several in range(1, HAND_SIZE // length + 1):
        for chosen in combinations(range(len(left)), several):
            ways = _ways(left, length, chosen)
            if ways:
                total += ways * prod([counts[index] for index in chosen])
    return total


@lru_cache(maxsize=4096)
def _ways(left: tuple[int, ...], length: int, chosen: tuple[int, ...]) -> int:
    """In how many ways the suits not chosen fill up a hand in which each chosen one has `length` cards, and they fewer."""
    needed = HAND_SIZE - length * len(chosen)
    ways = [1] + [0] * needed
    for index, cards in enumerate(left):
        if index not in chosen:
            ways = [
                sum(ways[total - size] * comb(cards, size) for size in range(min(length, total + 1)))
                for total in range(needed + 1)
            ]
    return ways[needed]
