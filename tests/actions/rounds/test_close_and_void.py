"""Closing a round and declaring one void (HCF 10.1; OPS 1.4, 3.4, 5.6, 5.7)."""

import pytest

from tables.models import Leg, Seating
from tests.actions.felt import (
    BANK_HAND,
    BETTER,
    betting,
    chips,
    dealt,
    decide,
    last_entry,
    refused,
    settled,
    show,
    the_round,
)
from tests.cast import Cast
from tests.state import table_state

ALL_BACK = {1: 100000, 2: 100000, 4: 100000}


def stands_for_the_next_deal(cast: Cast, number: int) -> None:
    """Chips are as before the round, the button and the bank stand, and the next round opens with one tap."""
    round_ = the_round()
    assert (round_.state, round_.bank, round_.pot) == ("void", 0, 0)
    assert chips() == ALL_BACK
    assert cast.fresh_table.button == 1
    assert sum(Leg.objects.filter(account__in=["bank", "pot", "rake"]).values_list("amount", flat=True)) == 0
    state = table_state(cast.table.pk)
    assert state["designation"]["accepted"] == {"seat": 1, "bank": 50000}
    assert state["last_round"] == {"number": number, "state": "void", "void_reason": round_.void_reason}
    assert cast.act("open_round").body == {"round": number + 1, "designated_player": 1, "bank": 50000}


def test_ops_1_4_a_dealer_voids_before_the_deal(cast: Cast) -> None:
    """Wagers go back, the button does not move, the bank stands for the deal that follows."""
    number = betting(cast)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000, "flush": 500}])
    cast.act("void_round", number=number, reason="wrong_count")
    payload = last_entry(cast).payload
    assert (payload["before"], payload["after"]) == ({"state": "betting"}, {"reason": "wrong_count", "words": ""})
    stands_for_the_next_deal(cast, number)


def test_hcf_10_1_a_dealer_declares_a_dead_deal_before_any_decision(cast: Cast) -> None:
    """The rake goes back too."""
    number = dealt(cast)
    cast.act("void_round", number=number, reason="red_light")
    stands_for_the_next_deal(cast, number)


def test_hcf_10_1_after_a_decision_the_floor_signs_and_forfeited_stakes_go_back(cast: Cast) -> None:
    """From the bank, beside all else that lies there."""
    number = dealt(cast, {"seat": 2, "ante": 1000, "flush": 500}, {"seat": 4, "ante": 2000})
    decide(cast, number, seat2="fold")
    refused(cast, "needs_signature", "void_round", number=number, reason="fouled_deck")
    refused(cast, "needs_signature", "void_round", by="frank", number=number, reason="fouled_deck")
    refused(cast, "not_allowed", "void_round", number=number, reason="fouled_deck", signed_by="dora")
    refused(cast, "not_allowed", "void_round", number=number, reason="fouled_deck", signed_by="ines")
    cast.act("void_round", number=number, reason="fouled_deck", signed_by="petra")
    stands_for_the_next_deal(cast, number)


def test_hcf_10_1_at_the_showdown_raises_go_back_too(cast: Cast) -> None:
    """At any stage before the settlement."""
    number = dealt(cast)
    decide(cast, number, seat2=3000, seat4="walk_away")
    show(cast, number, {1: BANK_HAND, 2: BETTER})
    cast.act("void_round", number=number, reason="exposed_card", signed_by="frank")
    stands_for_the_next_deal(cast, number)


def test_ops_2_2_chips_that_were_seen_stay_with_the_player(any_bank: Cast) -> None:
    """They were there; only the wager goes back."""
    number = betting(any_bank, chips=20000, bank=0)
    any_bank.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 15000, "seen": True}])
    any_bank.act("void_round", number=number, reason="dealer_error")
    assert chips() == {1: 20000, 2: 30100, 4: 20000}


@pytest.mark.parametrize(
    ("reason", "words", "field"),
    [
        (None, "", "reason"),
        ("bored", "", "reason"),
        (["red_light"], "", "reason"),
        ("other", "", "words"),
        ("other", "   ", "words"),
        ("red_light", 7, "words"),
        ("other", "x" * 201, "words"),
        ("other", "nul \x00", "words"),
        ("other", "half \ud83d", "words"),
    ],
)
def test_ops_5_6_the_reason_has_a_code_and_other_has_words(
    cast: Cast, reason: object, words: object, field: str
) -> None:
    """Words that cannot be written down are refused, not lost."""
    number = betting(cast)
    error = refused(cast, "bad_field", "void_round", number=number, reason=reason, words=words)
    assert error.params["field"] == field


def test_ops_5_6_other_with_words(cast: Cast) -> None:
    """In any language."""
    number = betting(cast)
    cast.act("void_round", number=number, reason="other", words=" Der Tisch fiel um, 桌 ")
    assert last_entry(cast).payload["after"] == {"reason": "other", "words": "Der Tisch fiel um, 桌"}
    refused(cast, "wrong_state", "void_round", number=number, reason="other", words="again")


def test_ops_3_4_the_bank_comes_back_with_its_result_when_the_round_closes(cast: Cast) -> None:
    """Not at the settlement: the dealer has to move the chips first."""
    number = settled(cast)
    refused(cast, "wrong_state", "open_round", offers=[{"seat": 2, "answer": "accepted", "bank": 20000}])
    assert chips()[1] == 49900
    cast.act("close_round", number=number)
    assert (chips()[1], the_round().state, the_round().bank) == (99900, "closed", 0)
    assert the_round().ended_at is not None
    refused(cast, "wrong_state", "close_round", number=number)


def test_ops_5_7_only_a_settled_round_closes(cast: Cast) -> None:
    """From each state before."""
    number = betting(cast)
    refused(cast, "wrong_state", "close_round", number=number)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", number=number)
    refused(cast, "wrong_state", "close_round", number=number)
    decide(cast, number, seat2="fold")
    refused(cast, "wrong_state", "close_round", number=number)


def test_ops_3_2_rounds_in_a_row_are_counted_at_the_close_and_a_void_counts_nothing(cast: Cast) -> None:
    """The player who had the bank before is back at none."""
    number = settled(cast)
    cast.act("close_round", number=number)
    number = cast.open_round(2, 20000)
    cast.act("void_round", number=number, reason="red_light")
    assert dict(Seating.objects.values_list("seat", "in_a_row")) == {1: 1, 2: 0, 4: 0}
    number = cast.act("open_round").body["round"]
    cast.act("enter_wagers", number=number, wagers=[{"seat": 4, "ante": 1000}])
    cast.act("deal", number=number)
    decide(cast, number, seat4="fold")
    cast.act("settle_round", number=number)
    cast.act("close_round", number=number)
    assert dict(Seating.objects.values_list("seat", "in_a_row")) == {1: 0, 2: 1, 4: 0}
    assert Seating.objects.get(seat=2).last_bank == 20000
