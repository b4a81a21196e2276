"""How the runs of the designated player's hands compare with a hand's, alone and in an exact tie of flushes (HCF 6.2, 5.5)."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tables.games.high_card_flush.hands import HAND_SIZE
from tables.games.high_card_flush.odds.classes import Batch
from tables.games.high_card_flush.odds.opposing import Deck
from tables.games.high_card_flush.odds.suits import SIZES, Whole

# How many sets of cards a suit, or some suits together, can give: of 0, 1, 2, ... cards, each for every class.
Ways = Sequence[Whole]


class Runs(NamedTuple):
    """The classes of a batch that hold a run, and the designated player's hands beside them."""

    rows: Whole
    """Which classes of the batch."""
    lengths: Whole
    lower: Whole
    """How many of the designated player's hands have a lower run or none."""
    equal: Whole
    lower_in_tie: Whole
    """`lower`, counted among the hands whose flush ties exactly."""
    equal_in_tie: Whole


def runs_beside(deck: Deck, batch: Batch) -> Runs:
    """Find the classes with a run, and count the designated player's runs beside theirs."""
    runs = np.maximum.reduce([deck.suit.runs[ids] for ids in batch.held])
    rows = np.flatnonzero(runs)
    limit, flush, held = runs[rows], batch.flush[rows], [ids[rows] for ids in batch.held]
    lower, up_to = (_hands(deck, higher, held) for higher in (limit, limit + 1))
    in_tie, up_to_in_tie = (_tied_hands(deck, higher, batch.length, flush, held) for higher in (limit, limit + 1))
    lengths = deck.suit.run_lengths[limit]
    return Runs(rows, lengths, lower, up_to - lower, in_tie, up_to_in_tie - in_tie)


def _hands(deck: Deck, limit: Whole, held: Sequence[Whole]) -> Whole:
    """How many hands of the cards left have all their runs below the limit."""
    one, two, three, four = (_ways(deck, limit, ids, HAND_SIZE) for ids in held)
    return _product(_all_products(one, two), _all_products(three, four), HAND_SIZE)


def _tied_hands(deck: Deck, limit: Whole, length: int, flush: Whole, held: Sequence[Whole]) -> Whole:
    """How many of these have a flush that ties exactly with the class's, which is the one of its first suit.

    Each suit in turn is the first that holds the tying flush: those before it hold lower ones only, those after it lower
    or equal ones, and no hand is counted twice.
    """
    table, others = deck.flushes[length], HAND_SIZE - length
    start = deck.suit.starts[length]
    fits = deck.suit.runs[start + flush] < limit
    below = [_flush_ways(deck, limit, (length, flush), ids) for ids in held]
    equal = [table.equal[flush, ids] * fits for ids in held[1:]]
    tied = np.zeros(len(flush), dtype=np.int64)
    for suit, level in enumerate(equal, start=1):
        filled = below[0]
        for other, ways in enumerate(below[1:], start=1):
            if other > suit and length <= others:
                up_to = [*ways[:length], ways[length] + equal[other - 1], *ways[length + 1 :]]
                filled = _all_products(filled, up_to)
            elif other != suit:
                filled = _all_products(filled, ways)
        tied += level * filled[others]
    return tied


def _flush_ways(deck: Deck, limit: Whole, flush: tuple[int, Whole], ids: Whole) -> list[Whole]:
    """The sets of up to as many cards as are beside the flush, with lower flushes and runs below the limit."""
    length, places = flush
    ways = _ways(deck, limit, ids, HAND_SIZE - length)
    if length < len(ways):
        ways[length] = deck.flushes[length].lower_without_run[limit, places, ids]
        ways[length + 1 :] = [np.zeros_like(limit) for _ in ways[length + 1 :]]
    return ways


def _ways(deck: Deck, limit: Whole, ids: Whole, most: int) -> list[Whole]:
    """The sets of 0 to `most` cards in the rest of a suit whose runs are below the limit."""
    rests, holdings = deck.suit.rests, len(deck.suit.masks)
    place = limit * (len(SIZES) * holdings) + ids
    return [rests.ravel()[place + size * holdings] for size in range(most + 1)]


def _all_products(one: Ways, other: Ways) -> list[Whole]:
    """The sets that two groups of suits make together, for every number of cards."""
    return [_product(one, other, cards) for cards in range(len(one))]


def _product(one: Ways, other: Ways, cards: int) -> Whole:
    return np.asarray(sum(one[size] * other[cards - size] for size in range(cards + 1)))
