"""Hands of the player up to renaming of suits: one of each class, with how many hands it stands for (OPS 4.7)."""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

import numpy as np

from tables.games.cards import SUITS
from tables.games.high_card_flush.hands import HAND_SIZE
from tables.games.high_card_flush.odds.suits import Suit, Whole

# As many classes at once as keep every column of numbers within a processor's cache.
BATCH = 1 << 15


class Batch(NamedTuple):
    """Some classes whose suits have the same sizes, largest first; of equal sizes the higher cards come first."""

    sizes: tuple[int, ...]
    flush: Whole
    """The place of the flush among all of its length, ascending."""
    held: tuple[Whole, ...]
    """For each suit the id of what the hand has in it."""
    hands: Whole
    """How many hands the class stands for: 1 to 24."""

    @property
    def length(self) -> int:
        """How many cards the flush has (HCF 2.1)."""
        return self.sizes[0]


def number_of_classes(suit: Suit) -> int:
    """How many classes there are: 6,009,159 with thirteen ranks."""
    return sum(prod(len(_choices(suit, *group)[0]) for group in _groups(sizes)) for sizes in shapes(suit))


def shapes(suit: Suit) -> Iterator[tuple[int, ...]]:
    """The sizes that the four suits of seven cards can have, largest first."""
    ranks = suit.ranks.bit_count()
    for sizes in combinations_with_replacement(range(min(HAND_SIZE, ranks), -1, -1), len(SUITS)):
        if sum(sizes) == HAND_SIZE:
            yield sizes


def batches(suit: Suit) -> Iterator[Batch]:
    """Every class of hands, once, in an order that is always the same."""
    for sizes in shapes(suit):
        (first, first_alike), *others = [_choices(suit, *group) for group in _groups(sizes)]
        rest, rest_alike = _crossed(others)
        step = max(1, BATCH // len(rest_alike))
        for start in range(0, len(first), step):
            outer, alike = first[start : start + step], first_alike[start : start + step]
            columns = [np.repeat(column, len(rest_alike)) for column in outer.T]
            columns += [np.tile(column, len(outer)) for column in rest.T]
            hands = factorial(len(SUITS)) // np.outer(alike, rest_alike).ravel()
            yield Batch(sizes, columns[0] - suit.starts[sizes[0]], tuple(columns), hands)


def _groups(sizes: Sequence[int]) -> list[tuple[int, int]]:
    """Each size with how many suits have it."""
    return [(size, sizes.count(size)) for size in dict.fromkeys(sizes)]


def _choices(suit: Suit, size: int, suits: int) -> tuple[Whole, Whole]:
    """What so many suits of one size hold, the order of the suits left aside, and the orders of those alike."""
    ids = range(suit.starts[size + 1] - 1, suit.starts[size] - 1, -1)
    choices = np.array(list(combinations_with_replacement(ids, suits)), dtype=np.int64)
    alike, orders = np.ones(len(choices), dtype=np.int64), np.ones(len(choices), dtype=np.int64)
    for column in range(1, suits):
        alike = np.where(choices[:, column] == choices[:, column - 1], alike + 1, 1)
        orders *= alike
    return choices, orders


def _crossed(groups: Sequence[tuple[Whole, Whole]]) -> tuple[Whole, Whole]:
    """Every choice of one group with every choice of the others."""
    held, orders = np.zeros((1, 0), dtype=np.int64), np.ones(1, dtype=np.int64)
    for choices, alike in groups:
        held = np.hstack([np.repeat(held, len(choices), axis=0), np.tile(choices, (len(held), 1))])
        orders = np.outer(orders, alike).ravel()
    return held, orders
