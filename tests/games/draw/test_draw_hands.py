"""The value of five cards in both games (DRAW 0.2, 1.9, 2.6): every hand there is, judged a second time by NumPy."""

import itertools
import random
from collections import Counter
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from pokerkit import StandardHighHand

from tables.games.cards import DECK, cards_text, hand_mask, parse_cards
from tables.games.draw.hands import CATEGORIES, FOUR_PLAYER, HEADS_UP, Ranking, category, deck_mask

pytestmark = pytest.mark.slow

Numbers = NDArray[np.int64]
Cards = NDArray[np.int8]
Flags = NDArray[np.bool_]

# By the sum over the five cards of how often their rank is held.
GROUPS = {7: "pair", 9: "two_pair", 11: "three_of_a_kind", 13: "full_house", 17: "four_of_a_kind"}


def mask(text: str) -> int:
    return hand_mask(parse_cards(text))


def all_hands() -> Cards:
    """All hands of five cards, a row each."""
    flat = bytes(itertools.chain.from_iterable(itertools.combinations(DECK, 5)))
    return np.frombuffer(flat, dtype=np.int8).reshape(-1, 5)


def own_values(masks: list[int], ranking: Ranking) -> Numbers:
    value = ranking.value
    return np.array([value(hand) for hand in masks], dtype=np.int64)


def sorted_places(ranks: Cards) -> tuple[Cards, Cards]:
    """The ranks by how often they are held and then from the top, and how often that is over all five."""
    held = sum((ranks == ranks[:, [column]]).astype(np.int8) for column in range(5))
    places = np.sort(held * np.int8(16) + ranks, axis=1)[:, ::-1] % np.int8(16)
    return places, held.sum(axis=1, dtype=np.int8)


def kinds_of(cards: Cards, places: Cards, held: Cards) -> tuple[Numbers, Flags]:
    """The category of each hand as everybody else plays, and which are the straights below an ace."""
    wheel = (held == 5) & (places == [12, 3, 2, 1, 0]).all(axis=1)
    straight = (held == 5) & (places[:, 0] - places[:, 4] == 4) | wheel
    suited = np.ptp(cards // 13, axis=1) == 0
    kinds = np.zeros(len(cards), dtype=np.int64)
    for total, name in GROUPS.items():
        kinds[held == total] = CATEGORIES.index(name)
    kinds[straight] = CATEGORIES.index("straight")
    kinds[suited] = CATEGORIES.index("flush")
    kinds[suited & straight] = CATEGORIES.index("straight_flush")
    return kinds, wheel


def strengths(kinds: Numbers, places: Cards) -> Numbers:
    """A number that is higher for the higher category, and then for the higher places from the first."""
    total = kinds
    for column in range(5):
        total = total * 16 + places[:, column]
    return total


def is_same_order(values: Numbers, others: Numbers) -> bool:
    """Whether two valuations order all hands alike, ties included."""
    order = np.argsort(values)
    steps, other_steps = np.diff(values[order]), np.diff(others[order])
    return bool(((steps > 0) == (other_steps > 0)).all() and (other_steps >= 0).all())


KNOWN = {
    "straight_flush": 40,
    "four_of_a_kind": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
    "two_pair": 123_552,
    "pair": 1_098_240,
    "no_pair": 1_302_540,
}
WITHOUT_ACE_LOW = {"straight_flush": 36, "flush": 5_112, "straight": 9_180, "no_pair": 1_303_560}
FIRST_ONLY = ("three_of_a_kind", "flush", "full_house", "four_of_a_kind")


def counted(values: Numbers) -> dict[str, int]:
    counts = np.bincount(values >> 20)
    return {CATEGORIES[place]: int(count) for place, count in enumerate(counts)}


@pytest.mark.slow
def test_draw_1_9_and_2_6_all_2_598_960_hands():
    cards = all_hands()
    assert len(cards) == 2_598_960
    masks: list[int] = np.bitwise_or.reduce(np.int64(1) << cards.astype(np.int64), axis=1).tolist()
    places, held = sorted_places(cards % np.int8(13))
    kinds, wheel = kinds_of(cards, places, held)

    own = own_values(masks, HEADS_UP)
    assert counted(own) == KNOWN
    compared = np.where(np.isin(kinds, [CATEGORIES.index(name) for name in FIRST_ONLY])[:, None], places[:, :1], places)
    assert is_same_order(own, strengths(kinds, np.where(wheel[:, None], np.int8(3), compared)))

    own = own_values(masks, FOUR_PLAYER)
    assert counted(own) == KNOWN | WITHOUT_ACE_LOW
    kinds[wheel] = np.where(kinds[wheel] == CATEGORIES.index("straight"), 0, CATEGORIES.index("flush"))
    assert is_same_order(own, strengths(kinds, places))


def test_draw_1_1_all_hands_of_the_deck_of_32():
    deck = [card for card in DECK if deck_mask(32) >> card & 1]
    assert cards_text(deck[:8]) == "AsKsQsJsTs9s8s7s"
    counts = Counter(category(HEADS_UP.value(hand_mask(hand))) for hand in itertools.combinations(deck, 5))
    assert counts == {
        "straight_flush": 16,
        "four_of_a_kind": 224,
        "full_house": 1_344,
        "flush": 208,
        "straight": 4_080,
        "three_of_a_kind": 10_752,
        "two_pair": 24_192,
        "pair": 107_520,
        "no_pair": 53_040,
    }


@cache
def one_of_each_class() -> list[tuple[int, int]]:
    """A hand for each of the 7,462 classes of equal hands as everybody else plays, with pokerkit's place for it."""
    found: dict[int, int] = {}
    rank_sets = [ranks for ranks in itertools.combinations_with_replacement(range(13), 5) if ranks[0] != ranks[4]]
    for ranks in rank_sets:
        # Of equal ranks each in another suit; of different ones all in spades, and with one in hearts.
        mixed = [rank + 13 * ranks[:place].count(rank) for place, rank in enumerate(ranks)]
        if len(set(ranks)) == 5:
            mixed[0] += 13
            found[hand_mask(ranks)] = place_of(hand_mask(ranks))
        found[hand_mask(mixed)] = place_of(hand_mask(mixed))
    return sorted(found.items(), key=lambda item: item[1])


def place_of(hand: int) -> int:
    index: int = StandardHighHand(cards_text(hand)).entry.index
    return index


def is_ace_low(hand: int) -> bool:
    return sorted({text[0] for text in cards_text(hand)[::2]}) == sorted("A5432")


def test_draw_2_6_the_order_is_pokerkits_but_for_the_low_ace():
    classes = [(hand, place) for hand, place in one_of_each_class() if not is_ace_low(hand)]
    assert len(one_of_each_class()) == 7_462
    assert len(classes) == 7_460
    values = [FOUR_PLAYER.value(hand) for hand, _place in classes]
    assert all(lower < higher for lower, higher in itertools.pairwise(values))


def test_draw_1_9_the_order_is_pokerkits_and_only_what_the_rule_leaves_out_ties():
    values = [HEADS_UP.value(hand) for hand, _place in one_of_each_class()]
    assert values == sorted(values)
    tied = {category(value) for value, count in Counter(values).items() if count > 1}
    assert tied == set(FIRST_ONLY)


def test_sampled_hands_compare_as_pokerkit_compares_them():
    rng = random.Random(5)
    for _ in range(1_000):
        cards = rng.sample(DECK, 10)
        one, other = hand_mask(cards[:5]), hand_mask(cards[5:])
        if is_ace_low(one) or is_ace_low(other):
            continue
        assert (FOUR_PLAYER.value(one) < FOUR_PLAYER.value(other)) == (place_of(one) < place_of(other))


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("6h5h4h3h2h", "5s4s3s2sAs"),
        ("5s4s3s2sAs", "AhAdAcAs2h"),
        ("6c5h4h3h2h", "5c4s3s2sAs"),
        ("5c4s3s2sAs", "KhKdKcAs2h"),
        ("AhTs9d8c7h", "KhTs9d8c7h"),
        ("KhKdQhQd3c", "KcKsQcQs2c"),
        ("7h7d5h4d3c", "7c7s5c4s2c"),
    ],
)
def test_draw_1_9_these_beat_those(higher, lower):
    assert HEADS_UP.value(mask(higher)) > HEADS_UP.value(mask(lower))


@pytest.mark.parametrize(("one", "other"), [("AsJs9s6s3s", "AhTh8h6h2h"), ("Kh9s8d7c6h", "Kd9h8s7d6c")])
def test_draw_1_9_these_tie(one, other):
    assert HEADS_UP.value(mask(one)) == HEADS_UP.value(mask(other))


def test_draw_2_6_the_ace_is_high_only():
    assert category(FOUR_PLAYER.value(mask("Ah2s3d4c5h"))) == "no_pair"
    assert category(FOUR_PLAYER.value(mask("As2s3s4s5s"))) == "flush"
    assert FOUR_PLAYER.value(mask("As2s3s4s5s")) > FOUR_PLAYER.value(mask("KsQsJs9s8s"))
    assert category(FOUR_PLAYER.value(mask("6s5s4s3s2s"))) == "straight_flush"


def test_draw_0_2_suits_have_no_rank():
    for ranking in (HEADS_UP, FOUR_PLAYER):
        for suits in itertools.permutations("shdc"):
            turned = "AsKhQd9c2s".translate(str.maketrans("shdc", "".join(suits)))
            assert ranking.value(mask(turned)) == ranking.value(mask("AsKhQd9c2s"))
