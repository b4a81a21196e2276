"""The exact reference figures over all 133,784,560 hands, from combining suit masks and not hands (OPS 4.7)."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from itertools import pairwise

import pytest

from tables.games.high_card_flush.hands import HandValue, qualifying_flush, value

ALL_HANDS = 133_784_560
SUIT_MASKS = range(1 << 13)
NINE_HIGH = qualifying_flush(3, "9")

Counts = list[int]


def suit_counts(masks: Iterable[int]) -> Counts:
    """How many of these suit masks have 0, 1, ... 7 cards."""
    counts = Counter(mask.bit_count() for mask in masks)
    return [counts[size] for size in range(8)]


def together(one: Counts, other: Counts) -> Counts:
    """In how many ways two groups of suits hold 0, 1, ... 7 cards between them."""
    return [sum(one[size] * other[total - size] for size in range(total + 1)) for total in range(8)]


def hands_within(counts: Counts) -> int:
    """How many seven-card hands have all four of their suits among the masks counted."""
    pairs = together(counts, counts)
    return together(pairs, pairs)[7]


def hands_where(fits: Callable[[HandValue], bool], *, ace_low: bool = True) -> int:
    return hands_within(suit_counts(mask for mask in SUIT_MASKS if fits(value(mask, ace_low=ace_low))))


def flush_within(length: int, held: HandValue) -> bool:
    return held.flush_length <= length


def run_within(length: int, held: HandValue) -> bool:
    return held.run_length <= length


def test_longest_flush():
    up_to = [hands_where(partial(flush_within, length)) for length in range(1, 8)]
    exactly = [more - fewer for fewer, more in pairwise(up_to)]
    assert exactly == [24_676_704, 78_881_088, 26_137_540, 3_814_668, 267_696, 6_864]
    assert up_to[-1] == ALL_HANDS


@pytest.mark.parametrize(
    ("ace_low", "figures"),
    [
        (True, [124_423_848, 8_642_932, 676_196, 39_960, 1_592, 32]),
        (False, [125_190_888, 7_940_748, 615_480, 36_000, 1_416, 28]),
    ],
)
def test_longest_straight_flush(ace_low, figures):
    up_to = [hands_where(partial(run_within, length), ace_low=ace_low) for length in range(2, 8)]
    assert [up_to[0], *(more - fewer for fewer, more in pairwise(up_to))] == figures


def test_distinct_flush_values():
    """Add the suit masks from the lowest flush up; every one that makes more hands possible is a value of its own."""
    counts, hands, distinct = suit_counts([0]), 0, 0
    for mask in sorted(SUIT_MASKS[1:], key=lambda mask: value(mask).flush):
        if mask.bit_count() > 7:
            continue
        counts[mask.bit_count()] += 1
        more = hands_within(counts)
        distinct += more > hands
        hands = more
    assert (distinct, hands) == (5_798, ALL_HANDS)


def test_hcf_5_1_the_designated_player_qualifies():
    unqualified = hands_where(lambda held: held.flush < NINE_HIGH)
    assert unqualified == 32_959_524
    assert ALL_HANDS - unqualified == 100_825_036
    assert round((ALL_HANDS - unqualified) / ALL_HANDS, 12) == 0.753637310613


def test_hcf_6_3_a_run_of_three_in_a_hand_that_does_not_qualify():
    without_run = hands_where(lambda held: held.flush < NINE_HIGH and not held.straight_flush)
    assert 32_959_524 - without_run == 1_206_660
    runs = {value(mask).straight_flush for mask in SUIT_MASKS if value(mask).flush < NINE_HIGH} - {0}
    assert runs == {3 * 16 + top for top in range(4, 9)}
