"""Hands at the showdown (HCF 2.3, 3.3; OPS 5.4, 5.5)."""

import pytest

from tests.actions.felt import BANK_HAND, BETTER, WORSE, dealt, decide, last_entry, refused, show, the_round
from tests.cast import Cast


@pytest.fixture
def number(cast: Cast) -> int:
    """The round is at the showdown: seat 2 raised, seat 4 folded."""
    number = dealt(cast)
    decide(cast, number, seat2=1000, seat4="fold")
    return number


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("5h4h3h2hKs9d", "wrong_card_count"),
        ("5h4h3h2hKs9d7c6c", "wrong_card_count"),
        ("", "wrong_card_count"),
        ("5h4h3h2hKs9dXx", "bad_card"),
        ("5h4h3h2hKs9d7", "bad_card"),
        (7, "bad_card"),
        ({"cards": 1}, "bad_card"),
        ("5h5h3h2hKs9d7c", "duplicate_card"),
    ],
)
def test_hcf_2_3_what_is_no_hand_is_refused_as_it_comes_in(cast: Cast, number: int, cards: object, code: str) -> None:
    """Seven distinct cards."""
    error = refused(cast, code, "enter_hands", number=number, hands=[{"seat": 2, "cards": cards}])
    assert error.seat == 2


def test_ops_5_5_the_message_names_the_card_and_where_it_is(cast: Cast, number: int) -> None:
    """Seat 4's folded hand counts too, and the designated player's."""
    show(cast, number, {4: BETTER})
    error = refused(
        cast, "duplicate_card", "enter_hands", number=number, hands=[{"seat": 1, "cards": "AsKhQs9s7d6d5h"}]
    )
    assert str(error) == "5h at seat 1 is already in the hand at seat 4."
    assert (error.seat, error.params["card"], error.params["holder"]) == (1, "5h", 4)


def test_ops_5_5_a_swap_between_two_hands_is_one_call(cast: Cast, number: int) -> None:
    """Each card is sought where it lies afterwards."""
    show(cast, number, {1: BANK_HAND, 2: BETTER})
    show(cast, number, {1: BETTER, 2: BANK_HAND})
    before, after = last_entry(cast).payload["before"], last_entry(cast).payload["after"]
    assert (before["hands"]["1"], before["hands"]["2"]) == (after["hands"]["2"], after["hands"]["1"])
    error = refused(cast, "duplicate_card", "enter_hands", number=number, hands=[{"seat": 2, "cards": BETTER}])
    assert error.params["holder"] == 1


def test_ops_5_4_null_takes_a_hand_back(cast: Cast, number: int) -> None:
    """Its cards are free again."""
    show(cast, number, {2: BETTER})
    show(cast, number, {2: None})
    assert the_round().play["hands"] == {}
    show(cast, number, {1: BETTER, 2: WORSE})
    show(cast, number, {1: None, 2: BETTER})
    assert list(the_round().play["hands"]) == ["2"]


def test_ops_5_5_a_hand_is_kept_the_same_however_it_was_typed(cast: Cast, number: int) -> None:
    """Lower case, tens, spaces."""
    show(cast, number, {2: "jd 10d 8d 6c 5c 4c 3s"})
    typed = the_round().play["hands"]["2"]
    show(cast, number, {2: WORSE})
    assert the_round().play["hands"]["2"] == typed
    assert "T" in typed


def test_hcf_3_3_a_folded_hand_may_be_shown_and_others_may_not(cast: Cast, number: int) -> None:
    """Only hands of the round."""
    show(cast, number, {4: WORSE})
    refused(cast, "bad_seat", "enter_hands", number=number, hands=[{"seat": 3, "cards": BETTER}])
    refused(cast, "bad_field", "enter_hands", number=number, hands=[{"seat": 2}])
    refused(cast, "bad_field", "enter_hands", number=number, hands=[])


def test_ops_5_8_after_the_settlement_no_hand_is_entered(cast: Cast, number: int) -> None:
    """A settled round is never edited."""
    show(cast, number, {1: BANK_HAND, 2: BETTER})
    cast.act("settle_round", number=number)
    refused(cast, "wrong_state", "enter_hands", number=number, hands=[{"seat": 2, "cards": WORSE}])
