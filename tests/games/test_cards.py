"""Cards as they are written and printed (HCF 1.1; interfaces, section 2)."""

import pytest

from tables.games.cards import DECK, card_text, cards_text, hand_mask, mask_cards, parse_cards
from tables.games.errors import RuleError


def test_every_card_reads_back_as_it_is_printed():
    texts = [card_text(card) for card in DECK]
    assert len(set(texts)) == 52
    assert [parse_cards(text) for text in texts] == [(card,) for card in DECK]


def test_spaces_lower_case_ranks_and_ten_are_read():
    assert parse_cards("AhKhQh 9d8d 2c2s") == parse_cards("AhKhQh9d8d2c2s")
    assert parse_cards("ah kh 10d td jc") == parse_cards("AhKhTdTdJc")


def test_cards_are_printed_from_high_to_low_and_equal_ranks_by_suit():
    assert cards_text(parse_cards("2c2dTh2hAs2s")) == "AsTh2s2h2d2c"
    assert cards_text(hand_mask(parse_cards("2c Ad Ks"))) == "AdKs2c"


def test_a_mask_holds_the_cards_of_a_suit_one_shift_away():
    assert hand_mask(parse_cards("2s")) == 1
    assert hand_mask(parse_cards("As")) == 1 << 12
    assert hand_mask(parse_cards("2h")) == 1 << 13
    assert hand_mask(parse_cards("Ac")) == 1 << 51
    assert mask_cards(hand_mask(DECK)) == DECK


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("1h", "1h"),
        ("AhXs", "Xs"),
        ("AhK", "K"),
        ("AH", "AH"),
        ("1 0h", "10"),
        ("100h", "T0"),
        ("Ah,Kh", ",K"),
        ("Ah\tKh", "\\t"),
    ],
)
def test_what_is_no_card_is_named(text, named):
    with pytest.raises(RuleError) as raised:
        parse_cards(text, seat=3)
    assert raised.value.code == "bad_card"
    assert raised.value.seat == 3
    assert named in str(raised.value)
