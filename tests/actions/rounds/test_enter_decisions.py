"""Decisions after the deal (HCF 3.2 to 3.5; OPS 5.3, 5.4)."""

from typing import Any

import pytest

from tests.actions.felt import (
    BANK_HAND,
    BETTER,
    WORSE,
    betting,
    chips,
    dealt,
    decide,
    last_entry,
    refused,
    show,
    the_round,
)
from tests.cast import Cast


@pytest.mark.parametrize(
    ("row", "code", "field"),
    [
        ({"decision": "raise", "raise": 900}, "raise_below_ante", "raise"),
        ({"decision": "raise", "raise": 0}, "raise_below_ante", "raise"),
        ({"decision": "raise", "raise": 10**12 + 100}, "bad_amount", "raise"),
        ({"decision": "raise", "raise": 3150}, "outside_limits", "raise"),
        ({"decision": "raise", "raise": 1050}, "outside_limits", "raise"),
        ({"decision": "raise", "raise": -1000}, "bad_amount", "raise"),
        ({"decision": "raise", "raise": 1000.0}, "bad_amount", "raise"),
        ({"decision": "raise"}, "bad_field", "raise"),
        ({"decision": "fold", "raise": 1000}, "bad_field", "raise"),
        ({"decision": "call"}, "bad_field", "decision"),
        ({"decision": None}, "bad_field", "decision"),
        ({"decision": ["fold"]}, "bad_field", "decision"),
        ({}, "bad_field", "decision"),
        ({"decision": "fold", "found": True}, "bad_field", "found"),
    ],
)
def test_hcf_3_2_a_decision_that_breaks_a_rule_is_refused(
    cast: Cast, row: dict[str, Any], code: str, field: str
) -> None:
    """Below 1x, above all that is ever tracked, between the chips; the good one beside it is not taken either."""
    number = dealt(cast)
    decisions = [{"seat": 4, "decision": "fold"}, {"seat": 2, **row}]
    error = refused(cast, code, "enter_decisions", number=number, decisions=decisions)
    assert (error.seat, error.params["field"]) == (2, field)


def test_ops_5_3_only_who_was_dealt_to_decides_and_only_after_the_deal(cast: Cast) -> None:
    """Not the designated player, not a seat without a wager, not before the deal, not after the settlement."""
    number = betting(cast, (1, 2, 4, 5))
    fold = [{"seat": 2, "decision": "fold"}]
    refused(cast, "wrong_state", "enter_decisions", number=number, decisions=fold)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 1000}])
    cast.act("deal", number=number)
    for seat in (1, 4, 6):
        refused(cast, "bad_seat", "enter_decisions", number=number, decisions=[{"seat": seat, "decision": "fold"}])
    decide(cast, number, seat2="walk_away")
    cast.act("settle_round", number=number)
    refused(cast, "wrong_state", "enter_decisions", number=number, decisions=fold)


def test_hcf_3_3_a_fold_forfeits_at_once_and_walking_away_is_a_fold(cast: Cast) -> None:
    """Ante and bonuses join the bank (HCF 8.2)."""
    number = dealt(cast, {"seat": 2, "ante": 1000, "flush": 500}, {"seat": 4, "ante": 2000, "straight_flush": 700})
    decide(cast, number, seat2="fold")
    assert (the_round().bank, the_round().pot, the_round().state) == (51500, 2700, "dealt")
    decide(cast, number, seat4="walk_away")
    assert (the_round().bank, the_round().pot, the_round().state) == (54200, 0, "showdown")


def test_ops_5_4_a_decision_can_change_until_a_hand_is_entered(cast: Cast) -> None:
    """Fold to Raise brings the stakes back from the bank; the entry says before and after."""
    number = dealt(cast)
    decide(cast, number, seat2="fold", seat4=1000)
    decide(cast, number, seat2=3000)
    assert (chips()[2], the_round().bank, the_round().pot) == (95900, 50000, 6000)
    decide(cast, number, seat2=1000)
    assert (chips()[2], the_round().pot) == (97900, 4000)
    decide(cast, number, seat2="walk_away")
    assert (chips()[2], the_round().bank, the_round().pot) == (98900, 51000, 2000)
    payload = last_entry(cast).payload
    assert payload["before"] == {"decisions": {"2": {"decision": "raise", "raise": 1000}}}
    assert payload["after"] == {"decisions": {"2": {"decision": "walk_away"}}}


def test_ops_1_4_once_a_hand_was_entered_a_change_is_signed_by_a_person_who_does_not_deal(cast: Cast) -> None:
    """Taking the hand back does not take that back; sent as it was it changes nothing."""
    number = dealt(cast)
    decide(cast, number, seat2=1000, seat4="fold")
    show(cast, number, {2: BETTER})
    show(cast, number, {2: None})
    change = [{"seat": 4, "decision": "raise", "raise": 1000}]
    refused(cast, "needs_signature", "enter_decisions", number=number, decisions=change)
    refused(cast, "not_allowed", "enter_decisions", number=number, decisions=change, signed_by="dana")
    refused(cast, "not_allowed", "enter_decisions", number=number, decisions=change, signed_by="dora")
    refused(cast, "needs_signature", "enter_decisions", by="frank", number=number, decisions=change)
    decide(cast, number, seat4="fold")
    decide(cast, number, "frank", seat4=1000)
    assert last_entry(cast).payload["signature"]["badge"] == "2001"


def test_ops_5_4_a_changed_decision_reopens_the_showdown(cast: Cast) -> None:
    """A hand that is no longer folded has to be shown; one that folds after all is no longer needed."""
    number = dealt(cast)
    decide(cast, number, seat2=1000, seat4="fold")
    show(cast, number, {1: BANK_HAND, 2: BETTER})
    decide(cast, number, "frank", seat4=1000)
    assert refused(cast, "missing_cards", "settle_round", number=number).seat == 4
    decide(cast, number, "frank", seat4="fold", seat2="fold")
    cast.act("settle_round", number=number)
    assert the_round().bank == 52000


def test_hcf_3_5_a_raise_beyond_the_stack_is_taken_when_the_chips_are_seen(cast: Cast) -> None:
    """A larger Raise is the player's choice: what lacks is found at the seat, with a flag, and signed above 1x."""
    cast.seat_players((1, 2), 71100)
    number = cast.open_round(1, 50000)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 30000}])
    cast.act("deal", number=number)
    row = {"seat": 2, "decision": "raise", "raise": 90000}
    error = refused(cast, "short_chips", "enter_decisions", number=number, decisions=[row])
    assert (error.params["chips"], error.params["needed"]) == (41000, 90000)
    refused(cast, "needs_signature", "enter_decisions", number=number, decisions=[{**row, "seen": True}])
    cast.act("enter_decisions", number=number, decisions=[{**row, "seen": True}], signed_by="frank")
    assert chips()[2] == 0
    assert the_round().flags == [{"code": "chips_seen", "seat": 2, "difference": 49000}]


def test_ops_1_4_a_raise_that_needs_a_large_recount_is_signed(cast: Cast) -> None:
    """50900 are missing, and the dealer may find 50000."""
    cast.seat_players((1, 2), 69200)
    number = cast.open_round(1, 50000)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 30000}])
    cast.act("deal", number=number)
    row = [{"seat": 2, "decision": "raise", "raise": 90000, "seen": True}]
    refused(cast, "needs_signature", "enter_decisions", number=number, decisions=row)
    cast.act("enter_decisions", number=number, decisions=row, signed_by="petra")


def test_hcf_3_2_multiples_of_an_ante_outside_the_chip_unit_can_be_raised(cast: Cast) -> None:
    """The Ante's own chips are on the table: 950, 1900, 2850, and whole chips between."""
    number = dealt(cast)
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 950, "found": True}])
    decide(cast, number, seat2=950)
    decide(cast, number, seat2=2850)
    decide(cast, number, seat2=1000)
    refused(
        cast,
        "outside_limits",
        "enter_decisions",
        number=number,
        decisions=[{"seat": 2, "decision": "raise", "raise": 975}],
    )


def test_hcf_3_4_a_raise_above_every_cap_is_taken_and_its_excess_goes_back_at_the_showdown(cast: Cast) -> None:
    """Ten times the Ante, against a cap of once: four hearts count as 1000, and 9000 come back."""
    number = dealt(cast)
    decide(cast, number, seat2=10_000, seat4="fold")
    assert chips()[2] == 100_000 - 1000 - 100 - 10_000
    show(cast, number, {1: BANK_HAND, 2: BETTER})
    cast.act("settle_round", number=number)
    assert the_round().flags == [{"code": "raise_adjusted", "seat": 2, "excess": 9000}]
    assert chips()[2] == 100_000 - 100 + 2000
    cast.act("close_round", number=number)
    assert sum(chips().values()) == 300_000 - 300


def test_hcf_3_5_in_a_round_nobody_is_told_to_buy_in(cast: Cast) -> None:
    """Before a player has wagered they can; after that the way is to be seen, or to bet less."""
    cast.seat_players((1, 2), 60_000)
    number = cast.open_round(1, 50_000)
    wagers = [{"seat": 2, "ante": 30_000}]
    assert "Buy in" in str(refused(cast, "short_chips", "enter_wagers", number=number, wagers=wagers))
    cast.act("enter_wagers", number=number, wagers=[{"seat": 2, "ante": 20_000}])
    assert "cannot buy in" in str(refused(cast, "short_chips", "enter_wagers", number=number, wagers=wagers))
    cast.act("deal", number=number)
    row = {"seat": 2, "decision": "raise", "raise": 40_000}
    said = str(refused(cast, "short_chips", "enter_decisions", number=number, decisions=[row]))
    assert "cannot buy in" in said
    assert "raise less" in said


def test_ops_5_3_the_showdown_starts_when_all_have_decided(cast: Cast) -> None:
    """A hand is refused before."""
    number = dealt(cast)
    decide(cast, number, seat2=1000)
    refused(cast, "wrong_state", "enter_hands", number=number, hands=[{"seat": 2, "cards": BETTER}])
    refused(cast, "wrong_state", "settle_round", number=number)
    decide(cast, number, seat4=1000)
    show(cast, number, {2: BETTER, 4: WORSE})
