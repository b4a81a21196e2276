"""Hands, and pairs of hands, counted from the words of HCF 2 alone: nothing here comes from the project.

A hand is counted by looking at it: every one of the 133,784,560 is met. Pairs are counted by what both hands hold of one suit:
two sets without a common rank. How often both hands stay below a value is the fourth power of what one suit can do, and
how often they are at it, ahead or level is a difference of such numbers.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Whole = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]
RANKS, HAND = 13, 7
ACE = 1 << RANKS - 1


def cards_in(held: int) -> int:
    """How many cards of a suit a number stands for; its lowest bit is the 2, its highest the ace."""
    return bin(held).count("1")


def flush_of(held: int) -> int:
    """More cards first, then the highest that differs."""
    return cards_in(held) << RANKS | held


def run_of(held: int, *, ace_low: bool) -> int:
    """16 times the length of the longest run, and its top card; 0 for none."""
    ranks = {rank for rank in range(2, 15) if held >> rank - 2 & 1} | ({1} if ace_low and held & ACE else set())
    for length in range(HAND, 2, -1):
        for top in range(14, length - 1, -1):
            if ranks.issuperset(range(top - length + 1, top + 1)):
                return length * 16 + top
    return 0


# Everything a hand can hold of one suit, from the lowest flush to the highest.
HELD = sorted((held for held in range(1 << RANKS) if cards_in(held) <= HAND), key=flush_of)
SETS: Whole = np.array(HELD, dtype=np.int64)
SIZES: Whole = np.array([cards_in(held) for held in HELD], dtype=np.int64)
EVERY: Mask = np.ones(len(HELD), dtype=np.bool_)
FLUSHES = HELD[1:]
# A row for every set, a column for every size.
OF_SIZE = (SIZES[:, None] == np.arange(HAND + 1)).astype(np.int64)


def runs(*, ace_low: bool) -> Whole:
    """The run of each of HELD."""
    return np.array([run_of(held, ace_low=ace_low) for held in HELD], dtype=np.int64)


def hands_by(levels: Whole) -> list[int]:
    """Every hand, by the highest level among its suits, 0 to 7: two suits of it beside the other two."""
    halves: dict[int, list[Whole]] = {size: [] for size in range(HAND + 1)}
    for size in range(HAND + 1):
        for other in range(HAND + 1 - size):
            two = np.maximum.outer(levels[size == SIZES], levels[other == SIZES])
            halves[size + other].append(two.ravel())
    counts = np.zeros(HAND + 1, dtype=np.int64)
    for size in range(HAND + 1):
        rest = np.concatenate(halves[HAND - size]).astype(np.uint8)
        for some in np.array_split(np.concatenate(halves[size]).astype(np.uint8), 1 + len(rest) // 2000):
            counts += np.bincount(np.maximum.outer(some, rest).ravel(), minlength=HAND + 1)
    return [int(count) for count in counts]


def pairs_of(suits: Whole) -> Whole:
    """How many pairs of hands the tables of one suit make, each by the sizes of what both hold there."""
    two = np.zeros_like(suits)
    for one in range(HAND + 1):
        for other in range(HAND + 1):
            two[:, one:, other:] += suits[:, one, other, None, None] * suits[:, : HAND + 1 - one, : HAND + 1 - other]
    found: Whole = (two * two[:, ::-1, ::-1]).sum(axis=(1, 2))
    return found


class Flushes(NamedTuple):
    """Pairs of hands by the player's flush, a number for each of FLUSHES, and how the designated player's compares."""

    pairs: Whole
    ahead: Whole
    level: Whole
    unqualified: Whole

    @property
    def behind(self) -> Whole:
        """What is left."""
        return self.pairs - self.ahead - self.level


def by_flush(fits: Mask = EVERY, qualifier: int = 0) -> Flushes:
    """All pairs in which the player holds only sets that fit, by flush; `qualifier` is the lowest flush that qualifies."""
    short = np.array([flush_of(held) < qualifier for held in HELD])
    both, whole, unqualified = np.zeros((3, HAND + 1, HAND + 1), dtype=np.int64)
    # To begin with, the player holds nothing of a suit.
    both[0, 0], whole[0], unqualified[0] = 1, OF_SIZE.sum(axis=0), OF_SIZE[short].sum(axis=0)
    suits: list[tuple[Whole, ...]] = []
    for place, held in enumerate(HELD[1:], start=1):
        apart, lower, size = (SETS & held) == 0, np.arange(len(HELD)) < place, SIZES[place]
        below, own, other = both, both.copy(), both.copy()
        if fits[place]:
            own[size] += OF_SIZE[apart & lower].sum(axis=0)
            whole, unqualified = whole.copy(), unqualified.copy()
            whole[size] += OF_SIZE[apart].sum(axis=0)
            unqualified[size] += OF_SIZE[apart & short].sum(axis=0)
        other[:, size] += OF_SIZE[apart & lower & fits].sum(axis=0)
        both = own + other - below
        suits.append((below, own, other, both, whole, unqualified))
    neither, own_alone, other_alone, up_to, all_beside, short_beside = map(
        pairs_of, map(np.array, zip(*suits, strict=True))
    )
    ahead = own_alone - neither
    return Flushes(np.diff(all_beside, prepend=0), ahead, up_to - other_alone - ahead, np.diff(short_beside, prepend=0))


def by_run(run: Whole) -> Iterator[tuple[int, int, int]]:
    """For each run: its length, and the pairs in which the player holds it and is ahead, and level."""
    apart = ((SETS[:, None] & SETS) == 0).astype(np.float32)
    values = sorted({int(value) for value in run})
    up_to = [OF_SIZE * (run <= value)[:, None] for value in values]
    beside = [np.rint(apart @ sets.astype(np.float32)).astype(np.int64) for sets in up_to]

    def pairs(player: int, opposing: int) -> int:
        return int(pairs_of((up_to[player].T @ beside[opposing])[None])[0])

    for place in range(1, len(values)):
        ahead = pairs(place, place - 1) - pairs(place - 1, place - 1)
        yield values[place] // 16, ahead, pairs(place, place) - pairs(place - 1, place) - ahead
