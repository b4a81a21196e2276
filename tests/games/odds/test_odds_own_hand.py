"""Bonuses paid on the player's own hand alone (OPS 4.7): exact figures without any pairs."""

from fractions import Fraction

import pytest

from tables.games.high_card_flush.odds import own_hand
from tables.games.high_card_flush.odds.own_hand import flush_lengths, run_lengths
from tables.games.high_card_flush.odds.sheet import decimal
from tables.games.high_card_flush.terms import Terms


@pytest.mark.parametrize(
    ("lines", "edge"),
    [
        ({"4": 2, "5": 10, "6": 50, "7": 200}, "-1.2121"),
        ({"4": 1, "5": 10, "6": 100, "7": 300}, "7.8072"),
    ],
)
def test_the_flush_bonus(lines, edge):
    assert decimal(own_hand(Terms.parse({"flush_paytable": lines}))["flush"] * 100, 4) == edge


def test_the_straight_flush_bonus():
    assert decimal(own_hand(Terms.parse({}))["straight_flush"] * 100, 4) == "7.3885"


def test_the_straight_flush_bonus_where_the_ace_is_high_only():
    counts = [125_190_888, 7_940_748, 615_480, 36_000, 1_416, 28]
    won = sum(odds * hands for odds, hands in zip([-1, 8, 60, 100, 500, 1000], counts, strict=True))
    terms = Terms.parse({"straight_flush_ace_low": False})
    assert own_hand(terms)["straight_flush"] == Fraction(-won, 133_784_560)


def test_hcf_6_4_a_length_between_two_lines_is_paid_the_lower_and_one_below_the_lowest_loses():
    terms = Terms.parse({"straight_flush_paytable": {"4": "15:2", "6": 500}})
    won = -124_423_848 - 8_642_932 + Fraction(15, 2) * (676_196 + 39_960) + 500 * (1_592 + 32)
    assert own_hand(terms)["straight_flush"] == -won / 133_784_560


def test_hcf_7_3_a_flush_of_three_may_be_paid():
    terms = Terms.parse({"flush_paytable": {"3": "1:2"}})
    assert own_hand(terms)["flush"] == (24_676_704 - Fraction(133_784_560 - 24_676_704, 2)) / 133_784_560


def test_hcf_6_6_a_bonus_that_is_not_offered_has_no_figure():
    assert list(own_hand(Terms.parse({"bonuses": {"flush": "none"}}))) == ["straight_flush"]


def test_the_counts_by_length():
    assert list(flush_lengths()) == [0, 0, 24_676_704, 78_881_088, 26_137_540, 3_814_668, 267_696, 6_864]
    assert list(run_lengths(ace_low=True)) == [124_423_848, 0, 0, 8_642_932, 676_196, 39_960, 1_592, 32]


@pytest.mark.parametrize(
    ("number", "places", "text"),
    [
        (Fraction(-1, 3), 4, "-0.3333"),
        (Fraction(2, 3), 4, "0.6667"),
        (Fraction(-1, 10**6), 4, "0.0000"),
        (Fraction(-12345, 100), 2, "-123.45"),
        (Fraction(99999, 100000), 2, "1.00"),
    ],
)
def test_how_a_fraction_is_written(number, places, text):
    assert decimal(number, places) == text
