"""Whole minor units, and sharing them (HCF 9.2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.games.money import MAX_AMOUNT, share_in_order, share_in_proportion
from tables.games.reading import is_whole

PARTS = st.lists(st.integers(0, 10**9), max_size=12)
TOTALS = st.integers(0, 10**9)


@pytest.mark.parametrize("value", [1.0, "1", True, None, [1], -1, MAX_AMOUNT + 1])
def test_what_is_no_whole_amount(value):
    assert not is_whole(value)


@pytest.mark.parametrize("value", [0, 1, MAX_AMOUNT])
def test_what_is_a_whole_amount(value):
    assert is_whole(value)


def test_hcf_9_2_units_left_over_go_to_the_largest_remainders_and_then_to_the_earlier():
    assert share_in_proportion(10, [10, 10, 10]) == [4, 3, 3]
    assert share_in_proportion(10, [5, 20, 5]) == [2, 7, 1]
    assert share_in_proportion(5, [1, 5, 2]) == [1, 3, 1]


@given(TOTALS, PARTS)
def test_hcf_9_2_in_proportion_shares_the_whole_cap_and_never_more(total, parts):
    shares = share_in_proportion(total, parts)
    assert sum(shares) == min(total, sum(parts))
    for share, part in zip(shares, parts, strict=True):
        assert 0 <= share <= part
        assert sum(parts) <= total or abs(share * sum(parts) - total * part) < sum(parts)


@given(TOTALS, PARTS)
def test_hcf_9_2_in_order_each_takes_what_is_left(total, parts):
    shares = share_in_order(total, parts)
    assert sum(shares) == min(total, sum(parts))
    for index, share in enumerate(shares):
        assert share == min(parts[index], total - sum(shares[:index]))
