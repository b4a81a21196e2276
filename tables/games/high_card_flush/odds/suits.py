"""What the cards of one suit can be, counted once for all hands (OPS 4.7)."""

from dataclasses import dataclass
from itertools import accumulate, combinations
from math import comb

import numpy as np
import numpy.typing as npt

from tables.games.cards import RANKS_IN_SUIT
from tables.games.high_card_flush.hands import HAND_SIZE, SHORTEST_RUN, HandValue, value

Whole = npt.NDArray[np.int64]
SIZES = range(HAND_SIZE + 1)


@dataclass(frozen=True)
class Suit:
    """Every holding of one suit, up to seven cards, and what it leaves to the designated player's hand.

    A holding has an id: holdings in order of size and, in a size, from the lowest flush to the highest. Arrays are by id
    unless they say otherwise. A run has an order, 1 for the lowest that the suit can hold, and 0 stands for none.
    """

    ranks: int
    """The mask of the ranks in play: thirteen, or fewer to try the method where every hand can be listed."""
    masks: Whole
    starts: tuple[int, ...]
    """The first id of each size, and after the last size the number of ids."""
    runs: Whole
    run_lengths: Whole
    """The length of a run, by its order."""
    rests: Whole
    """How many sets of cards the rest of the suit holds, by run order that they stay below, size, and id."""

    def count(self, size: int) -> int:
        """How many holdings have this many cards."""
        return self.starts[size + 1] - self.starts[size]

    def of_size(self, size: int) -> Whole:
        """The masks of the holdings of one size, ascending."""
        return self.masks[self.starts[size] : self.starts[size + 1]]

    def below(self, flush: int) -> Whole:
        """How many sets of the flush's size in the rest of the suit are lower, for a flush led by one rank alone (HCF 5.1)."""
        held = HandValue(flush, 0)
        lower_ranks = (flush & -flush) - 1 & (1 << RANKS_IN_SUIT) - 1
        left: Whole = np.bitwise_count(self.ranks & ~self.masks & lower_ranks)
        ways = np.array([comb(ranks, held.flush_length) for ranks in range(RANKS_IN_SUIT + 1)], dtype=np.int64)
        return np.take(ways, left)


def suit(ranks: int, *, ace_low: bool) -> Suit:
    """The tables of one suit that holds these ranks, with the ace below the 2 or not (HCF 2.2)."""
    cards = [1 << place for place in range(RANKS_IN_SUIT) if ranks >> place & 1]
    by_size = [sorted(map(sum, combinations(cards, size))) for size in SIZES]
    masks = np.array([mask for holdings in by_size for mask in holdings], dtype=np.int64)
    values = [value(int(mask), ace_low=ace_low).straight_flush for mask in masks]
    in_order = sorted(set(values))
    orders = {found: order for order, found in enumerate(in_order)}
    runs = np.array([orders[found] for found in values], dtype=np.int64)
    return Suit(
        ranks=ranks,
        masks=masks,
        starts=tuple(accumulate(map(len, by_size), initial=0)),
        runs=runs,
        run_lengths=np.array([HandValue(0, found).run_length for found in in_order], dtype=np.int64),
        rests=_rests(ranks, masks, runs, len(in_order)),
    )


def _rests(ranks: int, masks: Whole, runs: Whole, orders: int) -> Whole:
    """Sets of cards within the rest of each holding, by the run order they stay below, their size, and the id."""
    sizes = np.bitwise_count(masks)
    within = np.zeros((orders + 1, len(SIZES), 1 << RANKS_IN_SUIT), dtype=np.int64)
    for limit in range(1, orders + 1):
        fits = runs < limit
        within[limit, sizes[fits], masks[fits]] = 1
    # Adding, rank by rank, what lies in a set without that rank leaves at each set the number of all sets within it.
    for place in range(RANKS_IN_SUIT):
        halves = within.reshape(orders + 1, len(SIZES), -1, 2, 1 << place)
        halves[..., 1, :] += halves[..., 0, :]
    return np.ascontiguousarray(within[:, :, ranks & ~masks])


@dataclass(frozen=True)
class Flushes:
    """How the rest of a suit compares with each flush of one length; rows by flush, columns by id of what is held."""

    length: int
    lower: Whole
    """How many flushes of that length in the rest are lower."""
    equal: Whole
    """1 where the rest holds the same ranks, else 0."""
    own: Whole
    """`lower` for the suit that the flush itself is in."""
    lower_without_run: Whole
    """`lower`, first by the run order that those lower ones stay below; only for flushes of three (HCF 2.2)."""


def flushes(suit: Suit, length: int) -> Flushes:
    """Compare the flushes of one length, ascending, with what other suits can hold beside them in seven cards."""
    of_length = suit.of_size(length)
    beside = suit.masks[: suit.starts[min(length, HAND_SIZE - length) + 1]]
    equal = ((of_length[:, None] & beside) == 0).astype(np.int64)
    apart = (of_length[:, None] & of_length) == 0
    limited = equal[:0, None]
    if length == SHORTEST_RUN:
        # A longer run than three does not come with a flush of three.
        runs = suit.runs[suit.starts[length] : suit.starts[length + 1]]
        below = runs < np.arange(runs.max(initial=0) + 2)[:, None]
        limited = _those_before(below[:, :, None] * equal, axis=1)
    own = np.triu(apart, 1).sum(axis=0, dtype=np.int64)
    return Flushes(length, _those_before(equal, axis=0), equal, own, limited)


def _those_before(counts: Whole, *, axis: int) -> Whole:
    return np.asarray(np.cumsum(counts, axis=axis) - counts)
