"""Hands of five cards in words, and the card that decides (DRAW 1.9, 2.6)."""

import pytest

from tables.games.cards import hand_mask, parse_cards
from tables.games.draw.hands import FOUR_PLAYER, HEADS_UP, Ranking, ShownHand, shown_hand
from tables.web.words.five_cards import hand_name, what_decided


def hand(cards: str, ranking: Ranking = FOUR_PLAYER) -> ShownHand:
    """A hand as it is shown."""
    return shown_hand(ranking, hand_mask(parse_cards(cards)))


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("AsKd9c7h2d", "No pair, ace high"),
        ("9s9dKcQh2d", "Pair of nines"),
        ("QsQd9c9hAd", "Two pair, queens and nines"),
        ("6s6d6cQh2d", "Three sixes"),
        ("Ts9d8c7h6d", "Straight, ten high"),
        ("KsJs9s7s2s", "Flush, king high"),
        ("2s2d2cAhAd", "Full house, twos over aces"),
        ("8s8d8c8h2d", "Four eights"),
        ("Ts9s8s7s6s", "Straight flush, ten high"),
    ],
)
@pytest.mark.parametrize("ranking", [HEADS_UP, FOUR_PLAYER])
def test_draw_0_2_a_hand_says_what_it_is(cards: str, name: str, ranking: Ranking) -> None:
    assert hand_name(hand(cards, ranking)) == name


def test_draw_1_9_the_ace_below_a_straight_does_not_name_it() -> None:
    assert hand_name(hand("As2d3c4h5d", HEADS_UP)) == "Straight, five high"
    assert hand_name(hand("As2d3c4h5d", FOUR_PLAYER)) == "No pair, ace high"


@pytest.mark.parametrize(
    ("cards", "other", "sentence"),
    [
        ("AsKd9c7h2d", "AdQs9h7c2s", "Seat 3 wins without a pair: ace-king beats ace-queen."),
        ("AsKd9c7h2d", "QdJs9h7c2s", "Seat 3 wins without a pair: ace beats queen."),
        (
            "9s9dKcQh4d",
            "9h9cKdQs3d",
            "Seat 3 wins with the same pair of nines: king-queen-four beats king-queen-three.",
        ),
        ("9s9dKcQh4d", "8h8cKdQs3d", ""),
        ("9s9dKcQh4d", "AhKsQdJs9h", ""),
        (
            "QsQd9c9hAd",
            "QhQc9d9sKd",
            "Seat 3 wins with the same two pair, queens and nines: ace beats king.",
        ),
        ("QsQd9c9hAd", "QhQc8d8sKd", ""),
        ("KsJs9s7s2s", "KhJh8h7h2h", "Seat 3 wins with the higher flush: king-jack-nine beats king-jack-eight."),
        ("6s6d6cQh2d", "5s5d5cQh2d", ""),
        ("2s2d2cAhAd", "2s2d2cAhAd", ""),
    ],
)
def test_draw_2_6_the_card_that_decides_is_named(cards: str, other: str, sentence: str) -> None:
    """Only where the names of the two hands do not say it."""
    assert what_decided(3, hand(cards), hand(other)) == sentence


def test_draw_1_9_of_two_flushes_heads_up_the_top_card_alone_counts() -> None:
    assert what_decided(3, hand("KsJs9s7s2s", HEADS_UP), hand("KhJh8h7h2h", HEADS_UP)) == ""
