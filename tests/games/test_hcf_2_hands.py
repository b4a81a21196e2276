"""The value of a hand, against a definition too plain to be wrong (HCF 2)."""

import random
from itertools import combinations

import pytest

from tables.games.cards import DECK, RANKS, SUITS, cards_text, hand_mask, parse_cards
from tables.games.high_card_flush.hands import flush_text, qualifying_flush, straight_flush_text, value
from tests.games.rounds import mask

SUIT_MASKS = range(1 << 13)


def ranks_of(suit_mask: int) -> list[int]:
    """The ranks 2 to 14 of a suit, highest first."""
    return [place + 2 for place in reversed(range(13)) if suit_mask >> place & 1]


def plain_run(suit_mask: int, *, ace_low: bool) -> tuple[int, int]:
    """Length and top rank of the best run of one suit, by trying every run there is; (0, 0) for none (HCF 2.2)."""
    held = set(ranks_of(suit_mask)) | ({1} if ace_low and 14 in ranks_of(suit_mask) else set())
    runs = [
        (top - bottom + 1, top)
        for bottom, top in combinations(range(1, 15), 2)
        if top - bottom >= 2 and held.issuperset(range(bottom, top + 1)) and (bottom, top) != (1, 14)
    ]
    return max(runs, default=(0, 0))


def test_hcf_2_1_every_suit_mask_in_every_suit_counts_its_cards_and_then_its_ranks():
    for suit_mask in SUIT_MASKS:
        values = {value(suit_mask << 13 * suit).flush for suit in range(4)}
        assert len(values) == 1
        assert value(suit_mask).flush_length == len(ranks_of(suit_mask))
    by_value = sorted(SUIT_MASKS, key=lambda suit_mask: value(suit_mask).flush)
    by_definition = sorted(SUIT_MASKS, key=lambda suit_mask: (len(ranks_of(suit_mask)), ranks_of(suit_mask)))
    assert by_value == by_definition


@pytest.mark.parametrize("ace_low", [True, False])
def test_hcf_2_2_every_suit_mask_has_the_run_of_the_definition(ace_low):
    for suit_mask in SUIT_MASKS:
        found = value(suit_mask << 26, ace_low=ace_low)
        length, top = plain_run(suit_mask, ace_low=ace_low)
        assert found.run_length == length
        assert found.straight_flush == length * 16 + top


def test_hcf_2_1_all_5798_flush_values_are_ordered_as_the_definition_orders_them():
    flushes = [suit_mask for suit_mask in SUIT_MASKS if 2 <= len(ranks_of(suit_mask)) <= 7]
    hands = [hand_of_flush(suit_mask) for suit_mask in flushes]
    assert len({value(hand).flush for hand in hands}) == len(hands) == 5798
    by_value = sorted(range(5798), key=lambda index: value(hands[index]).flush)
    by_definition = sorted(range(5798), key=lambda index: (len(ranks_of(flushes[index])), ranks_of(flushes[index])))
    assert by_value == by_definition


def hand_of_flush(suit_mask: int) -> int:
    """A seven-card hand whose flush is this group of spades: beside it the lowest cards of the other suits."""
    missing = 7 - len(ranks_of(suit_mask))
    # Two at most in a suit, so that they stay below a flush of three; with two spades, that is two, two and one.
    beside = [place + 13 * suit for place in range(2) for suit in (1, 2, 3)][:missing]
    return suit_mask | hand_mask(beside)


def test_hcf_2_1_and_2_2_whole_hands_agree_with_the_definition_over_all_suits():
    rng = random.Random(2)
    for _ in range(3000):
        hand = rng.sample(DECK, 7)
        suits = [hand_mask(card % 13 for card in hand if card // 13 == suit) for suit in range(4)]
        found = value(hand_mask(hand))
        longest = max((len(ranks_of(suit)), ranks_of(suit)) for suit in suits)
        run = max(plain_run(suit, ace_low=True) for suit in suits)
        assert (found.flush_length, ranks_of(found.flush & 8191)) == longest
        assert divmod(found.straight_flush, 16) == run
        assert flush_text(hand_mask(hand))[::2] == "".join(RANKS[rank - 2] for rank in longest[1])
        run_text = straight_flush_text(hand_mask(hand)) or ""
        assert [RANKS[(rank - 2) % 13] for rank in range(run[1], run[1] - run[0], -1)] == list(run_text[::2])
        assert set(run_text[1::2]) <= set(SUITS)


def test_hcf_2_2_a_low_ace_ends_its_run_and_does_not_wrap():
    assert straight_flush_text(mask("Ah2h3hKd9d7c6c")) == "3h2hAh"
    assert straight_flush_text(mask("Ah2h3hKd9d7c6c"), ace_low=False) is None
    assert straight_flush_text(mask("KhAh2h9d8d7c6c")) is None
    assert straight_flush_text(mask("AhKhQh3h2h9s5d")) == "AhKhQh"


def test_interfaces_of_equal_groups_the_first_of_s_h_d_c_is_printed():
    assert flush_text(mask("Kh9h4hKd9d4d2c")) == "Kh9h4h"
    assert straight_flush_text(mask("Tc9c8cTd9d8d2h")) == "Td9d8d"
    assert flush_text(mask("Td9d8dTs9s8s2h")) == "Ts9s8s"


@pytest.mark.parametrize(
    ("text", "qualifies"),
    [("9s3s2sAc8cTd5d", True), ("8s7s6sAdKd3h4c", False), ("8s7s6s5sAdKd4c", True), ("AhKh9s7s6d4dTc", False)],
)
def test_hcf_5_1_nine_high_of_three_qualifies_and_any_flush_of_four(text, qualifies):
    assert (value(mask(text)).flush >= qualifying_flush(3, "9")) is qualifies


def test_hcf_2_1_the_flush_is_printed_from_high_to_low():
    hand = parse_cards("2s9sQsAs7d6d2c")
    assert flush_text(hand_mask(hand)) == cards_text(parse_cards("AsQs9s2s"))
